"""Surveys one reader: a ``Task`` on standard input, a ``Reading`` on standard output."""

import os
import sys

from conformance.survey.one import Task, survey_one


def main() -> int:
    """Print what the survey of one reader shows."""
    results = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    task = Task.model_validate_json(sys.stdin.buffer.read())
    with results:
        results.write(survey_one(task).model_dump_json())
    return 0


if __name__ == "__main__":
    sys.exit(main())
