"""Which checks of a pair are asked more, and which less, by the changed lines that they run."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from conformance.certification.plan import Step
from conformance.examination.findings import DECLARED, RECORDED
from conformance.gate.asking import CHANGED, PINNED_ONLY, StepResult
from conformance.source_diff.watching import Line

_DEEPER = 16
"""Checks of a pair that are asked more because they ran what changed."""

_RECORDED = frozenset({RECORDED, PINNED_ONLY})
"""The names of steps that ask recorded cases, whether or not answers are compared."""


def is_check(step: Step) -> bool:
    """Return whether the questions of a step are generated."""
    return step.check not in {RECORDED, DECLARED, PINNED_ONLY, CHANGED}


def unconcerned(results: Sequence[StepResult], checks: Iterable[Step]) -> set[Step]:
    """Return the checks of clauses whose recorded cases run nothing that changed.

    A line counts that at most half of an operation's clauses run: what all of them run is looked
    at by all of them, and tells none from another. Of a clause without recorded cases, or with
    questions about what changed, nothing of the kind is known. Where clauses are chosen, the
    recorded cases of the others count as well, so that of each as much is asked as among all.
    """
    recorded = {one.step.clause: one for one in results if one.step.check in _RECORDED}
    named = {one.step.clause for one in results if one.step.check == CHANGED}
    clauses = Counter(one.step.operation for one in recorded.values())
    runs = Counter((one.step.operation, line) for one in recorded.values() for line in one.reached)
    telling = {key for key, times in runs.items() if 2 * times <= clauses[key[0]]}
    concerned = {
        clause
        for clause, one in recorded.items()
        if any((one.step.operation, line) in telling for line in one.reached)
    }
    known = recorded.keys() - concerned - named
    return {step for step in checks if step.clause in known}


def deeper(results: Iterable[StepResult]) -> Iterator[Step]:
    """Yield the checks that together ran every changed line that any did, the rarest first."""
    checks = [one for one in results if is_check(one.step) and one.reached]
    runs = Counter(line for one in checks for line in one.reached)
    covered: set[tuple[str, Line]] = set()
    chosen = dict[Step, None]()
    for line in sorted(runs, key=lambda line: (runs[line], line)):
        if line not in covered and len(chosen) < _DEEPER:
            least = min((one for one in checks if line in one.reached), key=_narrowness)
            covered |= least.reached
            chosen[least.step] = None
    yield from chosen


def _narrowness(result: StepResult) -> tuple[int, str]:
    return len(result.reached), result.step.id
