"""How soon each deviation is noticed: by recorded cases alone, and by generated ones alone.

    python benchmarks/first_divergence.py [--seeds 10] [--operation NAME]...

The cases are those of a quick run, in its order, with harbor's answers; each deviation gets
them until it answers one differently. Seconds are those of its own answers.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from candidates.deviations.catalogue import CATALOGUE, functions
from candidates.deviations.deviation import Deviation
from conformance.certification.plan import EXAMPLES, Profile
from conformance.examination import corpus
from conformance.examination.examination import explore
from conformance.implementations.installed_harbor import RecordingOracle
from conformance.implementations.start import open_candidate, open_harbor
from conformance.operations import OPERATIONS
from conformance.operations.catalogue import checks
from conformance.operations.comparing import differs
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import Answer, Case, Implementation

type Asked = list[tuple[Case, Answer]]


@dataclass(frozen=True, slots=True)
class Noticed:
    """After how many cases a deviation was first noticed, if it was, and in how many seconds."""

    cases: int | None
    seconds: float


@cache
def recorded(operation: str) -> Asked:
    """Return the recorded cases of an operation."""
    return [(one.case, one.answer) for one in corpus.load() if one.case.operation == operation]


def generated(operation: str, seed: int, harbor: Implementation) -> Asked:
    """Return the generated cases of a quick run."""
    oracle, candidate = RecordingOracle(harbor), open_candidate("reference")
    for check in checks([operation]):
        explore(check, oracle, candidate, seed=seed, examples=EXAMPLES[Profile.QUICK])
    return [(one.case, one.answer) for one in oracle.exchanges]


def notice(deviation: Deviation, asked: Asked) -> Noticed:
    """Return when a deviation is first noticed."""
    candidate = LocalCandidate(deviation.name, functions((deviation,)))
    started = time.perf_counter()
    for number, (case, expected) in enumerate(asked, 1):
        answer = candidate.answer(case)
        if differs(case, expected, answer):
            return Noticed(number, time.perf_counter() - started)
    return Noticed(None, time.perf_counter() - started)


_OF_RECORDED = ("by recorded cases alone: cases, median and most", "seconds, most")
_OF_GENERATED = ("by generated ones alone, of all seeds", "cases, median and most", "seconds, most")


def table(operations: Sequence[str], seeds: int) -> Iterator[str]:
    """Yield a table in Markdown: a line per operation, then what generation misses."""
    heads = ("operation", "deviations", *_OF_RECORDED, *_OF_GENERATED)
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|---|---|---|---|---|"
    missed: list[str] = []
    harbor = open_harbor()
    for operation in operations:
        rows = [row for row in CATALOGUE.values() if row.operation == operation]
        by_recorded = [notice(row, recorded(operation)) for row in rows]
        by_seed = [generated(operation, seed, harbor) for seed in range(seeds)]
        by_generated = [[notice(row, asked) for asked in by_seed] for row in rows]
        every = [one for of_row in by_generated for one in of_row]
        caught = sum(one.cases is not None for one in every)
        share = f"{caught:,} of {len(every):,}"
        yield (f"| {operation} | {len(rows)} | {_amount(by_recorded)} | {_amount(every, share)} |")
        for row, of_row in zip(rows, by_generated, strict=True):
            times = sum(one.cases is not None for one in of_row)
            if times < seeds:
                missed.append(f"- `{row.name}`: by {times} of {seeds} seeds ({row.clause})")
    harbor.close()
    yield ""
    if not missed:
        yield f"Generated cases alone notice each of them under each of {seeds} seeds."
        return
    yield f"Generated cases alone do not notice {len(missed)} of them under every seed:"
    yield ""
    yield from missed


def _amount(noticed: Sequence[Noticed], share: str = "") -> str:
    cases = [one.cases for one in noticed if one.cases is not None]
    told = share or f"{len(cases)} of {len(noticed)}"
    if not cases:
        return f"{told} | — | —"
    most = max(one.seconds for one in noticed)
    amounts = f"{statistics.median(cases):,.0f}, {max(cases):,} | {most:.2f}"
    return f"{told} | {amounts}" if share else f"{told}: {amounts}"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--operation", action="append", choices=OPERATIONS)
    given = parser.parse_args()
    for line in table(given.operation or list(OPERATIONS), given.seeds):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
