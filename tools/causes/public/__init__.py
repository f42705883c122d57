"""Wrong implementations with one mistake each: of public code, of issues, or a language's habit.

Each differs from the reference in that mistake only, and a comment names its source. They were
written without the catalogue, and nothing was changed for them.
"""
