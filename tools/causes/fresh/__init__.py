"""Wrong implementations with one mistake each, which the diagnosis was improved by.

Each differs from the reference in that mistake only. A comment names its source: public code or an
issue, another reading of a text, a habit, or an operator of mutation. They were written without
the catalogue, after the candidates of `wrong` and `public`, and repeat none of their mistakes.
"""
