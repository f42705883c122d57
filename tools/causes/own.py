"""Whether diagnosis names the deviations of the catalogue, alone and in pairs.

    python -m tools.causes.own [--alone N] [--pairs N] [--operation OP]

A deviation is named if it is a cause, or alike to one: its answers to all recorded cases are the
same. Samples are drawn with a fixed seed. What no recorded case shows does not count, such as what
the other of a pair hides.
"""

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from candidates.deviations.catalogue import CATALOGUE, functions
from candidates.deviations.deviation import Deviation, IncompatibleError
from conformance.diagnosis.diagnosis import Diagnosis
from conformance.examination import corpus
from conformance.operations.comparing import diverges
from conformance.operations.functions import LocalCandidate
from tools.causes.measuring import measured

SEED = 35

_NEEDS_HARBOR = {"run"}


def main() -> None:
    """Print what is not named, and how many are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--alone", type=int, default=len(CATALOGUE))
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--operation")
    chosen = parser.parse_args()
    rows = [
        row
        for row in CATALOGUE.values()
        if row.operation not in _NEEDS_HARBOR and chosen.operation in {None, row.operation}
    ]
    drawn = random.Random(SEED)  # noqa: S311 - a sample
    alone = [(row,) for row in drawn.sample(rows, min(chosen.alone, len(rows)))]
    pairs = [two for two in combinations(rows, 2) if two[0].operation == two[1].operation]
    print(_line("alone", alone))  # noqa: T201 - the tool's own output
    print(_line("in pairs", drawn.sample(pairs, min(chosen.pairs, len(pairs)))))  # noqa: T201


def _line(kind: str, sets: Sequence[tuple[Deviation, ...]]) -> str:
    outcomes = [one for rows in sets for one in _named(rows)]
    return f"named {kind}: {sum(outcomes)} of {len(outcomes)}"


def _named(rows: tuple[Deviation, ...]) -> Iterator[bool]:
    """Yield whether all of these deviations are named; nothing where one shows in no case."""
    operation = rows[0].operation
    try:
        wrong = {operation: functions(rows)[operation]}
    except IncompatibleError:
        return
    others = [functions(other for other in rows if other is not row) for row in rows]
    if all(_differ(operation, wrong, other) for other in others):
        diagnosis = measured(operation, wrong, generated=False).diagnosis
        lacking = [row.name for row in rows if not _is_named(row, diagnosis)]
        found = not lacking and not diagnosis.unexplained
        if not found:
            causes = "; ".join(cause.description for cause in diagnosis.causes)
            print("+".join(row.name for row in rows), "|", causes)  # noqa: T201
        yield found


def _differ(operation: str, *both: Mapping[str, Any]) -> bool:
    """Return whether two implementations differ in a recorded case."""
    one, other = (LocalCandidate("one", dict(each)) for each in both)
    return any(
        diverges(each.case, one.answer(each.case), other.answer(each.case))
        for each in corpus.load(operation)
    )


def _is_named(row: Deviation, diagnosis: Diagnosis) -> bool:
    return any(
        row.name == name or name.startswith(f"{row.name}=")
        for cause in diagnosis.causes
        for name in (*cause.deviations, *cause.alike)
    )


if __name__ == "__main__":
    main()
