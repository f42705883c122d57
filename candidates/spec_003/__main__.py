"""Prints the table of the most recent job: ``python -m candidates.spec_003 JOBS``."""

import sys
from pathlib import Path

from candidates.spec_003.jobs import NoJobError, read_jobs


def main() -> int:
    """Print a line per task, and the score."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the folder
        print("usage: python -m candidates.spec_003 JOBS_FOLDER", file=sys.stderr)  # noqa: T201 - a program
        return 2
    try:
        headline = read_jobs(Path(sys.argv[1]))
    except NoJobError as error:
        print(f"{error}: give a folder with the folders of jobs", file=sys.stderr)  # noqa: T201 - a program
        return 2
    for task in headline.tasks:
        print(ascii(task.task_name)[1:-1], task.reward, ascii(task.problem)[1:-1])  # noqa: T201 - a program
    print(f"val_score {headline.val_score!r}, {headline.without_reward} tasks without a reward")  # noqa: T201 - a program
    return 0


if __name__ == "__main__":
    sys.exit(main())
