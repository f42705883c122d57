"""Checks a task against spec/002: ``python -m candidates.spec_002 TASK_FOLDER``."""

import sys
from pathlib import Path

from candidates.spec_002.layout import HOLDS, POINTS


def main() -> int:
    """Print each point, and whether it holds; return 0 if all do, 1 if not, 2 if none can."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the folder
        print("usage: python -m candidates.spec_002 TASK_FOLDER", file=sys.stderr)  # noqa: T201 - a program
        return 2
    folder = Path(sys.argv[1])
    if not folder.is_dir():
        print(f"{sys.argv[1]!a} is no folder: give the folder of a task", file=sys.stderr)  # noqa: T201 - a program
        return 2
    found = {point.name: point.held_against(folder) for point in POINTS}
    for name, what in found.items():
        print(f"{name}: {ascii(what)[1:-1]}")  # noqa: T201 - a program
    return 0 if set(found.values()) == {HOLDS} else 1


if __name__ == "__main__":
    sys.exit(main())
