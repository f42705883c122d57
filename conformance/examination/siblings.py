"""Siblings of a case: cases that differ by one edit, and variants of one that fails.

Hypothesis draws only the case itself, so a sibling costs a few microseconds. Siblings find rare
bugs that more examples in the same time do not: benchmarks/rare_bugs.py shows it.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from conformance.examination import corpus
from conformance.examination.edits import TOKENS, TOWARDS_REWARDS, edits_of_list, edits_of_text
from conformance.examination.findings import weight
from conformance.operations import REGISTRY
from conformance.protocol.json_text import join_surrogates
from conformance.protocol.values import Case, Value

LARGEST = 4_000
"""The approximate length of the largest case with siblings: larger ones are not cheap."""

type _Edit = Callable[[Random], Value]
"""Returns an edited copy of a value."""


def siblings_of(head: Case, random: Random, amount: int) -> list[Case]:
    """Return up to ``amount`` siblings of a case, each with one edit in one field.

    The same case and random numbers give the same ones.
    """
    edited = REGISTRY[head.operation].edited
    if not edited or weight(head.input) > LARGEST:
        return []
    fields = [(name, edit) for name in edited for edit in _edits(head, name)]
    if not fields:
        return []
    made = (_sibling(head, *random.choice(fields), random) for _ in range(amount))
    return [sibling for sibling in made if sibling is not None]


def _edits(head: Case, name: str) -> Iterator[_Edit]:
    """Yield the function that edits a field, if there is something to edit."""
    value, (words, elements) = head.input.get(name), _vocabulary(head.operation)
    if isinstance(value, str | bytes):
        yield edits_of_text(value, words)
    elif isinstance(value, list):
        yield edits_of_list(value, elements)


def _sibling(head: Case, name: str, edit: _Edit, random: Random) -> Case | None:
    value = edit(random)
    if value == head.input[name] and repr(value) == repr(head.input[name]):
        return None
    return Case(head.operation, {**head.input, name: value})


@cache
def _vocabulary(operation: str) -> tuple[list[str], list[Value]]:
    """Return the words and the elements of lists in an operation's recorded cases."""
    words: dict[str, None] = {}
    elements: dict[str, Value] = {}
    for recorded in corpus.load(operation):
        for value in recorded.case.input.values():
            if isinstance(value, list):
                elements.update((repr(element), element) for element in value)
            elif isinstance(value, str | bytes):
                words.update(dict.fromkeys(_words(value)))
    return list(words), list(elements.values())


def _words(value: str | bytes) -> Iterator[str]:
    characters = value if isinstance(value, str) else value.decode("latin-1")
    for piece in TOKENS.findall(characters[:_READ]):
        if len(piece) <= _LONGEST:
            yield piece


_READ, _LONGEST = 2_000, 40
"""How many characters of a recorded text are read, and of a word."""


_SIMPLE: tuple[int | float, ...] = (0, 1, 0.5)
"""Numbers that may replace a number."""


def variants_of(case: Case) -> Iterator[Case]:
    """Yield cases that lack a part of this one, or have a simple number in place of one."""
    for name in REGISTRY[case.operation].edited:
        for value in _variants(case.input.get(name)):
            yield Case(case.operation, {**case.input, name: value})


def _variants(value: Value) -> Iterator[Value]:
    match value:
        case str():
            yield from map(join_surrogates, _shortened(value))
        case bytes():
            yield from _shortened(value)
        case list():
            yield from _shortened(value)
            for place, element in enumerate(value):
                for variant in _variants(element):
                    yield [*value[:place], variant, *value[place + 1 :]]
        case dict():
            yield from _variants_of_record(value)


def _variants_of_record(record: dict[str, Value]) -> Iterator[Value]:
    """Yield rewards without one, or with a simple number, and what leads to such rewards."""
    is_rewards = all(isinstance(number, int | float) for number in record.values())
    for name, value in record.items():
        if is_rewards:
            yield {other: number for other, number in record.items() if other != name}
            yield from ({**record, name: simple} for simple in _SIMPLE)
        elif name in TOWARDS_REWARDS:
            yield from ({**record, name: variant} for variant in _variants(value))


def _shortened[Whole: (str, bytes, list[Value])](value: Whole) -> Iterator[Whole]:
    """Yield a text or a list without a half, a quarter, and so on to a single piece."""
    size = len(value)
    while size:
        for start in range(0, len(value), size):
            yield value[:start] + value[start + size :]
        size //= 2
