"""Wrong implementations with one mistake each, written after those of `latest`.

Each differs from the reference in that mistake only. A comment names its source: public code or an
issue, another reading of a text, or a habit of a language or its library. They were written without
the catalogue and without the diagnosis, and repeat none of the mistakes of the other packages.
"""
