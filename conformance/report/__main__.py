"""The pages made of the catalogue: ``python -m conformance.report docs`` writes clauses.md.

The others are pages of the site only, which makes them when it is built.
"""

import sys
from pathlib import Path

from conformance.examination.recorded.atomic_write import atomic_write
from conformance.report import clauses_page, deviations_page, errata_page

CLAUSES = "clauses.md"
"""The page that is kept in ``docs``, where it is read and compared."""

OF_THE_SITE = {
    "deviations.md": deviations_page.to_text,
    "errata.md": errata_page.to_text,
}
"""The pages of the site only, by the names of their files."""


def main() -> None:
    """Write the page of clauses into the folder that is named."""
    atomic_write(Path(sys.argv[1]) / CLAUSES, clauses_page.to_text())


if __name__ == "__main__":
    main()
