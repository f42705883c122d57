"""The words and elements that an operation's recorded cases are made of."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from conformance.protocol.values import Case, Value
from conformance.recorded import corpus

TOKENS = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\"(?:[^\"\\]|\\.)*\"|\w+|\s+|.", re.DOTALL)
"""What a piece of text is: a number, a string, a word, white space or any other character."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What siblings are made of besides their head: pieces of text, and elements of lists."""

    words: tuple[str, ...]
    elements: tuple[Value, ...]


_LONGEST = 40
"""Characters of a word; longer ones say nothing that shorter ones do not."""


@cache
def vocabulary_of(operation: str) -> Vocabulary:
    """Return the vocabulary of an operation, in the order of the recorded cases."""
    return of_cases(recorded.case for recorded in corpus.load(operation))


def of_cases(cases: Iterable[Case]) -> Vocabulary:
    """Return the vocabulary of cases."""
    words: dict[str, None] = {}
    elements: dict[str, Value] = {}
    for case in cases:
        for value in case.input.values():
            if isinstance(value, list):
                elements.update((repr(element), element) for element in value)
            elif isinstance(value, str | bytes):
                words.update(dict.fromkeys(_words(value)))
    return Vocabulary(tuple(words), tuple(elements.values()))


def _words(value: str | bytes) -> Iterator[str]:
    characters = value if isinstance(value, str) else value.decode("latin-1")
    for piece in TOKENS.findall(characters[:_READ]):
        if len(piece) <= _LONGEST:
            yield piece


_READ = 2_000
"""Characters of a recorded text that are read: those of a megabyte repeat themselves."""
