"""Writes the pages that are made of the catalogue alone: ``python -m conformance.report docs``."""

import sys
from pathlib import Path

from conformance.recorded.whole import write_whole
from conformance.report import clauses_page, deviations_page, errata_page

PAGES = {
    "clauses.md": clauses_page.to_text,
    "deviations.md": deviations_page.to_text,
    "errata.md": errata_page.to_text,
}
"""The pages by the names of their files."""


def main() -> None:
    """Write each page into the folder that is named."""
    for name, text in PAGES.items():
        write_whole(Path(sys.argv[1]) / name, text())


if __name__ == "__main__":
    main()
