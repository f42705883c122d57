"""Which rare bugs a run finds with siblings, and with examples in equal time instead.

    python benchmarks/rare_bugs.py [--seed 1] [--deviations 24] [--share 10] [OPERATION...]

Nobody chooses the bugs. Each is a random pair of deviations of the catalogue: a candidate that
deviates only on inputs that show both. The cases of a mode are generated against harbor, and
every bug is tried on each that is small enough to have siblings. No recorded case is used. The
seconds are those of generating the cases and having harbor answer them, without the bugs, which
take most of the time: ``--share`` divides the examples.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from candidates.deviations.catalogue import CATALOGUE
from conformance.certification.plan import EXAMPLES, Profile, examples_of
from conformance.examination.findings import weight
from conformance.examination.generating import generate, seed_of
from conformance.examination.siblings import LARGEST
from conformance.implementations.installed_harbor import Exchange, RecordingOracle
from conformance.implementations.start import NamedCandidate, open_candidate, open_harbor
from conformance.operations.catalogue import checks
from conformance.operations.comparing import diverges
from conformance.protocol.values import Implementation

type Pair = tuple[str, str]
type Mode = tuple[int, bool]

MODES: dict[str, Mode] = {
    "quick, without siblings": (EXAMPLES[Profile.QUICK], False),
    "quick": (EXAMPLES[Profile.QUICK], True),
    "default, without siblings": (EXAMPLES[Profile.DEFAULT], False),
    "default": (EXAMPLES[Profile.DEFAULT], True),
    "deep, without siblings": (EXAMPLES[Profile.DEEP], False),
    "deep": (EXAMPLES[Profile.DEEP], True),
    "5,500 examples": (5_500, False),
}
"""How many examples a run draws of each check, and whether some have siblings instead."""


@dataclass
class Search:
    """The bugs that one mode has found, in how many seconds and cases; ``share`` divides."""

    candidates: dict[str, NamedCandidate]
    left: set[Pair]
    found: set[Pair] = field(default_factory=set)
    share: int = 1
    seconds: float = 0.0
    cases: int = 0
    trying: float = 0.0

    def look(self, exchange: Exchange) -> None:
        """Try all bugs that are left on a case."""
        if weight(exchange.case.input) > LARGEST:
            return
        began = time.perf_counter()
        names = {name for pair in self.left for name in pair}
        wrong = sorted(name for name in names if self._deviates(name, exchange))
        shown = self.left & set(combinations(wrong, 2))
        self.found |= shown
        self.left -= shown
        self.trying += time.perf_counter() - began

    def _deviates(self, name: str, exchange: Exchange) -> bool:
        answer = self.candidates[name].answer(exchange.case)
        return diverges(exchange.case, exchange.answer, answer)

    def run(self, harbor: Implementation, operation: str, mode: Mode, seed: int) -> None:
        """Generate the cases of a mode."""
        examples, has_siblings = mode
        oracle = RecordingOracle(harbor, self.look)
        began = time.perf_counter()
        for check in checks([operation]):
            drawn = examples_of(check, examples) if has_siblings else examples
            if has_siblings or not check.siblings:
                amount = math.ceil(drawn * check.effort / self.share)
                generate(check, oracle, seed_of(check, seed), amount)
        self.seconds = time.perf_counter() - began - self.trying
        self.cases = oracle.cases


def rows(searches: dict[str, Search], rare: set[Pair]) -> Iterator[str]:
    """Yield a line of a Markdown table for each mode; some mode missed a bug that is rare."""
    yield f"| mode | of {len(rare)} rare bugs | cases | seconds |"
    yield "|---|---|---|---|"
    for name, one in searches.items():
        yield f"| {name} | {len(one.found & rare)} | {one.cases:,} | {one.seconds:.0f} |"


def table(operation: str, seed: int, deviations: int, share: int) -> Iterator[str]:
    """Yield what the modes find in an operation."""
    names = sorted(name for name, one in CATALOGUE.items() if one.operation == operation)
    random = Random(seed)  # noqa: S311 - a choice, and no secret
    chosen = sorted(random.sample(names, min(deviations, len(names))))
    candidates = {name: open_candidate(f"deviation/{name}") for name in chosen}
    harbor = open_harbor()
    searches = {}
    for name, mode in MODES.items():
        searches[name] = Search(candidates, set(combinations(chosen, 2)), share=share)
        searches[name].run(harbor, operation, mode, seed)
    harbor.close()
    every = set[Pair]().union(*(one.found for one in searches.values()))
    yield f"{operation}: {len(chosen)} deviations, seed {seed}, examples of a mode by {share}"
    common = set[Pair].intersection(*(one.found for one in searches.values()))
    yield from rows(searches, every - common)


def main(words: Sequence[str] | None = None) -> int:
    """Print a table for each operation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operation", nargs="*", default=["metric", "reason_code"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deviations", type=int, default=24)
    parser.add_argument("--share", type=int, default=10)
    given = parser.parse_args(words)
    for operation in given.operation:
        for line in table(operation, given.seed, given.deviations, given.share):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
