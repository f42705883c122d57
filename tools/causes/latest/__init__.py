"""Wrong implementations with one mistake each, written after those of `later`.

Each differs from the reference in that mistake only. A comment names its source: public code or an
issue, another reading of a text, a habit, or an operator of mutation. They were written without
the catalogue, and repeat none of the mistakes of `wrong`, `public`, `fresh` and `later`.
"""
