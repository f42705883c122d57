"""Prints the summary line of a job's folder: ``python -m candidates.spec_000 JOB``."""

import json
import sys
from pathlib import Path

from candidates.spec_000.chain import read_job
from candidates.spec_000.outcomes import LABEL


def main() -> int:
    """Print a line for each trial to standard error, and the summary line."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the folder
        print("usage: python -m candidates.spec_000 JOB_FOLDER", file=sys.stderr)  # noqa: T201 - a program
        return 2
    try:
        trials, summary = read_job(Path(sys.argv[1]))
    except OSError as error:
        print(f"{sys.argv[1]}: {error.strerror}: give the folder of a job", file=sys.stderr)  # noqa: T201 - a program
        return 2
    for trial in trials:
        said = trial.problem and f"{trial.reason_code or 'no reason code'}: {trial.problem}"
        print(ascii(trial.name)[1:-1], ascii(said or trial.rewards), file=sys.stderr)  # noqa: T201 - a program
    print(LABEL + json.dumps(summary, sort_keys=True))  # noqa: T201 - a program
    return 0


if __name__ == "__main__":
    sys.exit(main())
