"""The work items of fuzzing, in order: recorded cases, stored examples, then round after round."""

import itertools
from collections.abc import Iterator, Sequence

from conformance.certification.request import RunPlan
from conformance.examination.recorded import corpus
from conformance.fuzz.sharing import SharedExamples
from conformance.fuzz.state import FuzzState
from conformance.fuzz.work import HARBOR_ALONE, NOT_GENERATED, WorkItem
from conformance.operations.catalogue import CATALOGUE

_MOST_ROUNDS = 32
"""How many rounds the same processes run, after checking their harbor."""


def parts(
    targets: Sequence[RunPlan], first: int, examples: SharedExamples, state: FuzzState
) -> Iterator[tuple[RunPlan, list[WorkItem]]]:
    """Yield targets with the items that the same processes run.

    Ends if nothing will ever be left.
    """
    stored = {one.name: list(_stored(one, examples, state)) for one in targets}
    operations = {operation for one in targets for operation in one.scope.claimed}
    alone = [
        WorkItem(id_, HARBOR_ALONE)
        for id_, clause in CATALOGUE.items()
        if clause.operation in operations and corpus.file_of(id_).exists()
    ]
    for one in targets:
        recorded = [WorkItem(s.clause, s.check) for s in one.steps if s.check in NOT_GENERATED]
        # Behaviour of harbor with a recorded case is not new.
        yield one, _left(one, [*(alone if one is targets[0] else ()), *recorded], state)
    amount = 1
    while seeds := next_seeds(targets, first, amount, state):
        for one in targets:
            items = [item for seed in seeds for item in drawn(one, seed)]
            yield one, _left(one, [*stored.pop(one.name, ()), *items], state)
        first, amount = seeds[-1] + 1, min(2 * amount, _MOST_ROUNDS)


def _stored(target: RunPlan, examples: SharedExamples, state: FuzzState) -> Iterator[WorkItem]:
    """Yield the checks with stored examples, except those of this fuzzing."""
    own = {one for result in state.telling for one in result.examples}
    own |= {one.choices for result in state.telling for one in result.new}
    for item in drawn(target, 0):
        found = dict.fromkeys(one for one in examples.of(item, target) if one not in own)
        if found:
            yield WorkItem(item.clause, item.check, None, tuple(found))


def drawn(target: RunPlan, seed: int) -> list[WorkItem]:
    """Return the items of one round for a target: all checks under one seed."""
    checks = (step for step in target.steps if step.check not in NOT_GENERATED)
    return [WorkItem(step.clause, step.check, seed) for step in checks]


def next_seeds(targets: Sequence[RunPlan], first: int, amount: int, state: FuzzState) -> list[int]:
    """Return the next seeds, from the first on, with items left.

    There are none if nothing will ever be left.
    """

    def has_any(seed: int) -> bool:
        return any(_left(one, drawn(one, seed), state) for one in targets)

    if not has_any(-1):
        return []
    return list(itertools.islice(filter(has_any, itertools.count(first)), amount))


def _left(target: RunPlan, items: Sequence[WorkItem], state: FuzzState) -> list[WorkItem]:
    """Return the open items of operations that the target still answers."""
    return [
        item
        for item in items
        if (target.name, item.clause, item.check, item.seed) not in state.done
        and (target.name, item.operation) not in state.given_up
    ]
