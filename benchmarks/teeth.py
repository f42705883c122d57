"""Deviations that are noticed a second, with siblings of each example and without.

    python benchmarks/teeth.py [--seconds 4] [--operation NAME]...

Rounds over the checks of an operation, each with a new seed and a few examples a check, are
asked of harbor for so many seconds, in turns: once without siblings, and once with siblings after
as many examples as in a campaign. Each deviation is then asked the same questions in the
same order: the second of the run in which harbor was asked the first that it answers otherwise is
when it is noticed. No recorded case is asked.
"""

import argparse
import itertools
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from candidates.deviations.catalogue import CATALOGUE, functions
from candidates.deviations.deviation import Deviation
from conformance.campaign.pieces import Round
from conformance.certification.plan import FAMILY, Profile
from conformance.comparison.agreement import Agreement
from conformance.examination.generating import generate, seed_of
from conformance.implementations.start import open_harbor
from conformance.operations import OPERATIONS, REGISTRY
from conformance.operations.catalogue import checks
from conformance.operations.comparing import compare
from conformance.operations.functions import LocalCandidate
from conformance.protocol.implementation import Implementation
from conformance.protocol.values import Answer, Case

EXAMPLES = 4
"""Examples of each check in a round."""

MODES = "alone", "with siblings"


class OverError(BaseException):
    """The seconds of a run are over."""


@dataclass
class Listening:
    """harbor, what it was asked and answered, and after how many seconds of its run."""

    harbor: Implementation
    seconds: float
    noticed = False
    started: float = 0.0
    spent: float = 0.0
    asked: list[tuple[float, Case, Answer]] = field(default_factory=list)

    def agree(self, case: Case) -> Answer:
        """Return harbor's answer, and keep both."""
        answer = self.harbor.answer(case)
        now = self.spent + time.perf_counter() - self.started
        self.asked.append((now, case, answer))
        if now > self.seconds:
            raise OverError
        return answer

    def agree_on_each(self, cases: Sequence[Case]) -> None:
        """Ask each."""
        for case in cases:
            self.agree(case)

    def observe(self, label: str, *, happened: bool) -> None:
        """Note nothing."""


def rounds(
    operation: str, listening: Listening, numbers: Iterable[int], family: int
) -> Iterator[None]:
    """Ask round after round, and yield after each."""
    for number in numbers:
        listening.started = time.perf_counter()
        try:
            for check in checks([operation]):
                generate(check, listening, seed_of(check, number), EXAMPLES, family=family)
        finally:
            listening.spent += time.perf_counter() - listening.started
        yield


def asked(operation: str, harbor: Implementation, seconds: float) -> list[Listening]:
    """Return what is asked without siblings and with them, in turns round by round.

    The first rounds are the same for both, and asked once. A round that does not count comes
    before: strategies are put together when they first draw.
    """
    family = FAMILY[Profile.DEEP]
    alone = next(n for n in itertools.count() if not Round(n, n, EXAMPLES).is_alone(operation))
    next(rounds(operation, Listening(harbor, math.inf), [0], family))
    first = Listening(harbor, seconds)
    with suppress(OverError):
        list(rounds(operation, first, range(alone), 0))
    both = [replace(first, asked=list(first.asked)) for _ in MODES]
    left = [
        rounds(operation, listening, itertools.count(alone), of_mode)
        for listening, of_mode in zip(both, (0, family), strict=True)
    ]
    while left:
        for one in list(left):
            try:
                next(one)
            except OverError:
                left.remove(one)
    return both


def noticed_after(deviation: Deviation, listening: Listening) -> float | None:
    """Return after how many seconds a deviation is noticed, if it is."""
    candidate = LocalCandidate(deviation.name, functions((deviation,)))
    for seconds, case, expected in listening.asked:
        if compare(case, expected, candidate.answer(case)).agreement is not Agreement.EXACT:
            return seconds
    return None


def told(times: Sequence[float | None], seconds: float) -> str:
    """Return how many are noticed, after how many seconds, and how many a second."""
    known = [one for one in times if one is not None]
    total = sum(seconds if one is None else one for one in times)
    return (
        f"{len(known)} of {len(times)} | {statistics.median(known):.2f}, {max(known):.2f} "
        f"| {len(known) / total:.2f}"
    )


def print_row(operation: str, mode: str, cases: int, amounts: str) -> None:
    """Print what was asked of an operation, and what of it was noticed."""
    print(f"| {operation} | {mode} | {cases:,} | {amounts} |", flush=True)


def main() -> int:
    """Print two lines an operation, and two for all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    varied = [name for name in OPERATIONS if REGISTRY[name].varied]
    parser.add_argument("--operation", action="append", choices=varied)
    given = parser.parse_args()
    print("| operation | | cases | noticed | seconds, median and most | a second of waiting |")
    print("|---|---|---|---|---|---|")
    every: dict[str, list[float | None]] = {mode: [] for mode in MODES}
    cases = Counter[str]()
    harbor = open_harbor()
    for operation in given.operation or varied:
        rows = [row for row in CATALOGUE.values() if row.operation == operation]
        pair = asked(operation, harbor, given.seconds)
        for mode, listening in zip(MODES, pair, strict=True):
            times = [noticed_after(row, listening) for row in rows]
            every[mode] += times
            cases[mode] += len(listening.asked)
            print_row(operation, mode, len(listening.asked), told(times, given.seconds))
    harbor.close()
    for mode, times in every.items():
        print_row("all", mode, cases[mode], told(times, given.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
