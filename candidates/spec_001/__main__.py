"""Prints the result of each trial of a job: ``python -m candidates.spec_001 JOB``."""

import sys
from pathlib import Path

from candidates.spec_001.trials import ScoredTrial, read_job


def main() -> int:
    """Print a line per trial: its reward, or none, and remarks."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the folder
        print("usage: python -m candidates.spec_001 JOB_FOLDER", file=sys.stderr)  # noqa: T201 - a program
        return 2
    try:
        trials = read_job(Path(sys.argv[1]))
    except OSError as error:
        print(f"{sys.argv[1]!a}: {error.strerror}: give the folder of a job", file=sys.stderr)  # noqa: T201 - a program
        return 2
    for trial in trials:
        print(_line(trial))  # noqa: T201 - a program
    return 0


def _line(trial: ScoredTrial) -> str:
    said = (trial.problem,) if trial.result is None else trial.result.validity.errors
    reward = "none" if trial.result is None else repr(trial.result.reward)
    return " ".join([ascii(trial.trial_name)[1:-1], reward, ascii("; ".join(said))[1:-1]]).rstrip()


if __name__ == "__main__":
    sys.exit(main())
