"""Siblings of a case: cases that an edit or two tell from it, made without Hypothesis.

A case that Hypothesis drew is the head of a family. Its siblings cost a few microseconds each,
since no strategy draws them; the same head and random numbers give the same ones.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from conformance.examination.evidence import weight
from conformance.examination.siblings import lists, text
from conformance.examination.siblings.vocabulary import vocabulary_of
from conformance.protocol.values import Case, Value

LARGEST = 4_000
"""Characters of a head, about, up to which it has siblings: beyond, each costs what it costs."""

type Edit = Callable[[Random], Value]
"""Returns a value otherwise than the head's; never the head's own parts, changed in place."""


def siblings(head: Case, varied: Sequence[str], random: Random, amount: int) -> list[Case]:
    """Return up to so many siblings of a case, which differ from it in one ``varied`` member."""
    if not varied or weight(head.input) > LARGEST:
        return []
    members = [(name, edit) for name in varied for edit in _edits(head, name)]
    if not members:
        return []
    made = (_sibling(head, *random.choice(members), random) for _ in range(amount))
    return [sibling for sibling in made if sibling is not None]


def _edits(head: Case, name: str) -> Iterator[Edit]:
    """Yield what edits a member, where there is something to edit."""
    value = head.input.get(name)
    if isinstance(value, str | bytes):
        yield text.edits_of(value, vocabulary_of(head.operation))
    elif isinstance(value, list):
        yield lists.edits_of(value, vocabulary_of(head.operation))


def _sibling(head: Case, name: str, edit: Edit, random: Random) -> Case | None:
    value = edit(random)
    if value == head.input[name] and repr(value) == repr(head.input[name]):
        return None
    return Case(head.operation, {**head.input, name: value})
