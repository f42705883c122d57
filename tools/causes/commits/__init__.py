"""Candidates with one mistake each, such as a commit brings into a runner that was right."""
