"""The work items of fuzzing, in order: recorded cases, stored examples, then round after round."""

import itertools
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


def recorded(target: Target) -> list[WorkItem]:
    """Return the items that no seed changes: pinned and recorded cases."""
    return [WorkItem(s.clause, s.check) for s in target.steps if not _is_check(s)]


def of_harbor(targets: Sequence[Target]) -> list[WorkItem]:
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


def stored(
    target: Target, database: ExampleDatabase, harbor: str, state: FuzzState
) -> Iterator[WorkItem]:
    """Yield the checks of which a database has examples, except those of this fuzzing itself."""
    own = {example for entry in state.telling for example in entry.choices}
    for step in filter(_is_check, target.steps):
        keys = (
            sharing.diverging(step.id, target.name, target.version),
            sharing.telling(step.id, harbor),
        )
        examples = (one for key in keys for one in sharing.fetched(database, key))
        if others := tuple(one for one in dict.fromkeys(examples) if one not in own):
            yield WorkItem(step.clause, step.check, None, others)


def drawn(target: Target, seed: int) -> list[WorkItem]:
    """Return the items of one round for a target: all checks under one seed."""
    return [WorkItem(step.clause, step.check, seed) for step in target.steps if _is_check(step)]


def left(target: Target, items: Sequence[WorkItem], state: FuzzState) -> list[WorkItem]:
    """Return the items that are not done, of operations that the target still answers."""
    return [
        item
        for item in items
        if (target.name, item.clause, item.check, item.seed) not in state.done
        and (target.name, item.operation) not in state.given_up
    ]


def next_seeds(targets: Sequence[Target], first: int, amount: int, state: FuzzState) -> list[int]:
    """Return the next seeds, from the first on, under which anything is left.

    There are none where nothing ever will be.
    """

    def has_any(seed: int) -> bool:
        return any(left(one, drawn(one, seed), state) for one in targets)

    if not has_any(-1):
        return []
    return list(itertools.islice(filter(has_any, itertools.count(first)), amount))


def _is_check(step: Step) -> bool:
    return step.check not in {DECLARED, RECORDED}
