"""Writes the page of the catalogue that is kept in ``docs``: ``python -m conformance.report docs``.

The site makes the others when it is built.
"""

import sys
from pathlib import Path

from conformance.examination.recorded.atomic_write import atomic_write
from conformance.report import catalogue_pages

if __name__ == "__main__":
    atomic_write(Path(sys.argv[1]) / "clauses.md", catalogue_pages.clauses())
