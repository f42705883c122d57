"""The work items of fuzzing, in order: recorded cases, stored examples, then round after round."""

import itertools
import time
from collections.abc import Iterator, Sequence

from hypothesis.database import ExampleDatabase

from conformance.certification.plan import Step
from conformance.examination.findings import DECLARED, RECORDED
from conformance.examination.recorded import corpus
from conformance.fuzz import sharing
from conformance.fuzz.config import Target
from conformance.fuzz.state import FuzzState
from conformance.fuzz.work import HARBOR_ALONE, WorkItem
from conformance.operations.catalogue import CATALOGUE

_STRETCH = 300.0
"""Seconds, about, for which processes run; their harbor is compared with recorded answers first."""


def parts(
    targets: Sequence[Target], first: int, database: ExampleDatabase, harbor: str, state: FuzzState
) -> Iterator[tuple[Target, list[WorkItem]]]:
    """Yield targets with the items that are to be run of them by the same processes.

    It ends where nothing will ever be left.
    """
    alone = _of_harbor(targets)
    for one in targets:
        recorded = [WorkItem(s.clause, s.check) for s in one.steps if not _is_check(s)]
        yield one, _left(one, [*recorded, *alone], state)
        alone = []
    stored = {one.name: list(_stored(one, database, harbor, state)) for one in targets}
    amount = 1
    while seeds := next_seeds(targets, first, amount, state):
        began = time.monotonic()
        for one in targets:
            items = [item for seed in seeds for item in drawn(one, seed)]
            yield one, _left(one, [*stored.pop(one.name, ()), *items], state)
        of_one = (time.monotonic() - began) / len(seeds)
        amount = max(1, int(_STRETCH / max(of_one, 1e-3)))
        first = seeds[-1] + 1


def _of_harbor(targets: Sequence[Target]) -> list[WorkItem]:
    """Return the recorded cases that no target gets all of, for harbor alone.

    What harbor does with them is not new.
    """
    covered = {
        step.clause
        for one in targets
        for step in one.steps
        if step.check == RECORDED and not (one.declared.only or one.declared.without)
    }
    operations = {operation for one in targets for operation in one.operations}
    return [
        WorkItem(id_, HARBOR_ALONE)
        for id_, clause in CATALOGUE.items()
        if clause.operation in operations and id_ not in covered and corpus.file_of(id_).exists()
    ]


def _stored(
    target: Target, database: ExampleDatabase, harbor: str, state: FuzzState
) -> Iterator[WorkItem]:
    """Yield the checks of which a database has examples, except those of this fuzzing itself."""
    own = {example for result in state.telling for example in result.choices}
    for step in filter(_is_check, target.steps):
        keys = sharing.keys(step.id, target.name, target.version, harbor)
        examples = (one for key in keys for one in sharing.fetched(database, key))
        if others := tuple(one for one in dict.fromkeys(examples) if one not in own):
            yield WorkItem(step.clause, step.check, None, others)


def drawn(target: Target, seed: int) -> list[WorkItem]:
    """Return the items of one round for a target: all checks under one seed."""
    return [WorkItem(step.clause, step.check, seed) for step in target.steps if _is_check(step)]


def next_seeds(targets: Sequence[Target], first: int, amount: int, state: FuzzState) -> list[int]:
    """Return the next seeds, from the first on, under which anything is left.

    There are none where nothing ever will be.
    """

    def has_any(seed: int) -> bool:
        return any(_left(one, drawn(one, seed), state) for one in targets)

    if not has_any(-1):
        return []
    return list(itertools.islice(filter(has_any, itertools.count(first)), amount))


def _left(target: Target, items: Sequence[WorkItem], state: FuzzState) -> list[WorkItem]:
    """Return the items that are not done, of operations that the target still answers."""
    return [
        item
        for item in items
        if (target.name, item.clause, item.check, item.seed) not in state.done
        and (target.name, item.operation) not in state.given_up
    ]


def _is_check(step: Step) -> bool:
    return step.check not in {DECLARED, RECORDED}
