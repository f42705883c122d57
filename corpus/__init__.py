"""Recorded cases, readable by any language; see docs/corpus.md."""
