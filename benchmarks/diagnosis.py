"""How often diagnosis names what is wrong: each deviation alone, and drawn pairs.

    python benchmarks/diagnosis.py [--pairs 200] [--operation NAME]... [--every N]

Each candidate is asked the recorded cases of its operation. *Named* is a diagnosis of exactly
what the candidate does; *alike* one of deviations that answer all that was asked the same;
*nearly* leaves cases unexplained; *unseen* candidates differ on nothing that was asked.
"""

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from candidates.deviations.catalogue import CATALOGUE, chosen, functions
from candidates.deviations.deviation import IncompatibleError
from conformance.comparison.agreement import Agreement
from conformance.diagnosis.diagnosis import Diagnosis, diagnose
from conformance.examination.findings import Observation
from conformance.operations import OPERATIONS
from conformance.operations.comparing import compare
from conformance.operations.functions import LocalCandidate
from conformance.recorded import corpus
from conformance.recorded.corpus import RecordedCase


@cache
def recorded(operation: str) -> tuple[RecordedCase, ...]:
    """Return the recorded cases of an operation."""
    return tuple(one for one in corpus.load() if one.case.operation == operation)


def diagnosed(names: str) -> tuple[str, float]:
    """Return what became of the diagnosis of deviations, and the seconds that it took."""
    rows = chosen(names)
    operation = rows[0].operation
    candidate = LocalCandidate(names, functions(rows))
    diverging: list[Observation] = []
    agreeing: list[Observation] = []
    for one in recorded(operation):
        answer = candidate.answer(one.case)
        diverges = compare(one.case, one.answer, answer).agreement is Agreement.DIVERGENT
        observed = Observation(one.clause, one.case, one.answer, answer)
        (diverging if diverges else agreeing).append(observed)
    started = time.monotonic()
    if not diverging:
        return "unseen", 0.0
    diagnosis = diagnose(operation, diverging, agreeing)
    return outcome({row.name for row in rows}, diagnosis), time.monotonic() - started


def outcome(names: set[str], diagnosis: Diagnosis) -> str:
    """Return how good a diagnosis is of a candidate with these deviations."""
    causes = {name for cause in diagnosis.causes for name in cause.deviations}
    if diagnosis.unexplained or diagnosis.nearly:
        return "nearly"
    return "named" if causes == names else "alike"


def pairs(operation: str, count: int) -> list[str]:
    """Return drawn pairs of deviations of an operation that can be had together."""
    rows = [name for name, row in CATALOGUE.items() if row.operation == operation]
    draw = random.Random(0)  # noqa: S311 - the same pairs each time
    drawn: list[str] = []
    while len(drawn) < count:
        pair = "+".join(draw.sample(rows, 2))
        try:
            functions(chosen(pair))
        except IncompatibleError:
            continue
        drawn.append(pair)
    return drawn


def main() -> None:
    """Print a line an operation, for deviations alone and for pairs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--operation", action="append", choices=OPERATIONS)
    asked = parser.parse_args()
    operations = asked.operation or OPERATIONS
    with ProcessPoolExecutor() as pool:
        for kind in ("deviations", "pairs"):
            total: Counter[str] = Counter()
            for operation in operations:
                if kind == "pairs":
                    names = pairs(operation, asked.pairs // len(operations))
                else:
                    names = [n for n, row in CATALOGUE.items() if row.operation == operation]
                results = list(pool.map(diagnosed, names[:: asked.every]))
                counts = Counter(result for result, _ in results)
                seconds = sum(took for _, took in results) / max(len(results), 1)
                print(f"{kind:<11} {operation:<13} {dict(counts)}, {seconds:.2f} s each")
                sys.stdout.flush()
                for name, (result, _) in zip(names[:: asked.every], results, strict=True):
                    if result in {"alike", "nearly", "unseen"}:
                        print(f"    {result}: {name}")
                total += counts
            print(f"{kind:<11} {'all':<13} {dict(total)}")


if __name__ == "__main__":
    main()
