"""What diagnosis says of these implementations, each with one mistake.

    python -m tools.causes.rewritten [--operation OP] [--sample N] [NAME ...]

A row has its mistake, the causes that were stated, what was left unexplained, and the CPU seconds
of the run and of its diagnosis. A sample is drawn with a fixed seed. A name is ``OP.MISTAKE``.
"""

import argparse
import random
from collections import Counter

from tools.causes import rewritten
from tools.causes.measuring import Measured, measured

SEED = 7


def main() -> None:
    """Print a row for each, and how many there are of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operation")
    parser.add_argument("--sample", type=int)
    parser.add_argument("names", nargs="*")
    chosen = parser.parse_args()
    todo = [(op, name) for op, found in rewritten.slips().items() for name in found]
    random.Random(SEED).shuffle(todo)  # noqa: S311 - a sample
    todo = [
        (op, name)
        for op, name in todo
        if chosen.operation in {None, op} and (not chosen.names or f"{op}.{name}" in chosen.names)
    ]
    counts: Counter[str] = Counter()
    for op, name in todo[: chosen.sample]:
        wrong = getattr(rewritten, f"{op}__{name}")
        one = measured(op, {op: getattr(wrong, op)})
        counts[_kind(one)] += 1
        print(f"{_kind(one):8} {op}.{name}: {wrong.mistake} ({_times(one)})")  # noqa: T201
        for cause in one.diagnosis.causes:
            print(f"         = {cause.description}")  # noqa: T201
    print(dict(counts))  # noqa: T201 - the tool's own output


def _kind(one: Measured) -> str:
    found = one.diagnosis
    if not found.clauses:
        return "missed"
    if not found.unexplained:
        return "whole"
    return "in part" if found.causes else "decides" if any(found.decides) else "none"


def _times(one: Measured) -> str:
    left = f"{one.diagnosis.cases_unexplained} cases unexplained, " if one.diagnosis.decides else ""
    early = ", ended early" if one.diagnosis.early else ""
    return f"{left}run {one.of_run:.1f} s, diagnosis {one.of_diagnosis:.1f} s{early}"


if __name__ == "__main__":
    main()
