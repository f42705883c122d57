"""Speed of the protocol, as ratios measured in one run.

The recorded cases of the metric operation are run on a candidate that is a process:
one request at a time, then with requests sent ahead of the answers, then ahead by as
many processes as there are processors, as ``certify`` does. The ways take turns, and the
median of the rounds is printed.

    python benchmarks/protocol.py [ROUNDS]
"""

import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from conformance.examination import corpus
from conformance.executor.workers import default_jobs
from conformance.implementations.start import CandidateSpec, NamedCandidate, start
from conformance.protocol.values import Case

CANDIDATES = ("candidates.reference:", "javascript", "rust")
REPEATED = 60
"""How often the recorded cases are run ahead, so that a round takes about a second."""

RECORDED = [recorded.case for recorded in corpus.load() if recorded.case.operation == "metric"]
_STARTED: dict[str, NamedCandidate] = {}


def main() -> None:
    """Print a row per candidate."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else 5
    jobs = default_jobs()
    print(f"cases/s                one at a time   ahead  ratio   ahead, {jobs} processes  ratio")
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for name in CANDIDATES:

            def by_all(name: str = name) -> int:
                return sum(pool.map(ask_ahead, [name] * jobs))

            one, ahead, by_jobs = medians(
                rounds,
                partial(ask_one_by_one, name),
                partial(ask_ahead, name),
                by_all,
            )
            print(
                f"{name:<22}{one:>14.0f}{ahead:>8.0f}{ahead / one:>7.1f}"
                f"{by_jobs:>20.0f}{by_jobs / one:>7.1f}"
            )


def medians(rounds: int, *ways: Callable[[], int]) -> list[float]:
    """Return the median rate of each way; a first round warms up and is not counted."""
    rates: list[list[float]] = [[] for _ in ways]
    for number in range(rounds + 1):
        for place, way in enumerate(ways):
            started = time.perf_counter()
            rate = way() / (time.perf_counter() - started)
            if number > 0:
                rates[place].append(rate)
    return [statistics.median(seen) for seen in rates]


def ask_one_by_one(name: str) -> int:
    """Ask each case when the one before it has been answered; return how many."""
    cases = RECORDED * 5
    for case in cases:
        candidate(name).answer(case)
    return len(cases)


def ask_ahead(name: str) -> int:
    """Ask cases ahead of their answers; return how many."""
    cases: list[Case] = RECORDED * REPEATED
    return sum(1 for _ in candidate(name).answers(cases))


def candidate(name: str) -> NamedCandidate:
    """Return this process's candidate of a name."""
    if name not in _STARTED:
        _STARTED[name] = start(CandidateSpec(name))
    return _STARTED[name]


if __name__ == "__main__":
    main()
