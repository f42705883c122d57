"""Facts about a case, such as ``some rewards[] is null``, and the sizes of its parts."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import cast

from conformance.diagnosis.documents import (
    free_levels,
    parsed,
    places_of_documents,
)
from conformance.diagnosis.editing import of_result
from conformance.diagnosis.places import (
    BY_KEY,
    EACH,
    Place,
    PlaceKind,
    places,
    values_at,
)
from conformance.diagnosis.plain import key_of
from conformance.examination import corpus
from conformance.operations import FORMS, authority
from conformance.protocol import show
from conformance.protocol.differences import Absent
from conformance.protocol.values import Answer, Case, Failure, Result, Value

type Facts = Mapping[str, float]
"""The facts of a case: 1 for a fact that holds, and counts."""

COUNT = ("number of ", "value of ")
"""What the names of counts begin with."""

_MOST_WORDS, _LONGEST, _LARGEST, _LEVELS = 40, 4_000, 40_000, 16
"""The most words of a text that become facts, the longest text and document that are searched, and
the most levels of a document, of which some have nearly a thousand."""

_SHORTEST, _OFTEN = 4, 3
"""The letters of the shortest word that is looked for in others, and the recorded cases that have
it by itself."""

SHORT = 60
"""The characters from which on a text is not a fact as a whole."""

USUAL_NAME = "reward"
"""The key that most rewards have; other keys that come from the data tell nothing."""

_BINARY64 = 2**1024
"""The least power of two that binary64 does not reach."""

_DENIALS = (
    ("two ", " are equal", "no two ", " are equal"),
    ("two ", " differ", "all ", " are equal"),
    ("some ", "", "no ", ""),
)
"""The beginning and end of a fact about several values, and those of its opposite."""


_SUBJECT = r"^(\S+ in \S+'s answer|\S+'s answer|the \S+|\S+ of \S+|\S+)"


def denied(fact: str) -> str:
    """Return the words for the opposite of a fact."""
    for begins, ends, begin, end in _DENIALS:
        if fact.startswith(begins) and fact.endswith(ends):
            return f"{begin}{fact.removeprefix(begins).removesuffix(ends)}{end}"
    denial = (
        re.sub(rf"{_SUBJECT} is ", r"\1 is not ", fact)
        .replace("is not not empty", "is empty, null or absent")
        .replace("is not not", "is")
    )
    for says, denies in {"has": "have", "begins": "begin"}.items() if denial == fact else ():
        denial = re.sub(rf"{_SUBJECT} {says} ", rf"\1 does not {denies} ", denial)
    return denial


_OF_A_TEXT = re.compile(""" (?:has|has the word|begins with|is) (["'])(.*)\\1$""", re.DOTALL)


def of_a_text(fact: str) -> str | None:
    """Return the text that a fact mentions; None if it mentions none."""
    found = _OF_A_TEXT.search(fact)
    return found[2] if found else None


def facts_of(case: Case) -> Facts:
    """Return the facts of a case, from the places of its operation's input."""
    facts: dict[str, float] = {}
    for place in _places(case.operation):
        values = list(values_at(case.input, place.path))
        facts |= dict.fromkeys(facts_at(place, values), 1)
        facts |= counts_at(place, values)
    for name, inside in places_of_documents(case.operation, valid=True):
        file = case.input.get(name)
        if isinstance(file, bytes) and len(file) <= _LARGEST:
            facts |= _facts_of_document(name, inside, parsed(file))
    return facts


def _facts_of_document(file: str, inside: Sequence[Place], document: Value) -> Facts:
    """Return the facts of the values of a document at the places that valid ones have."""
    facts: dict[str, float] = {}
    for place in inside if isinstance(document, dict) else ():
        values = list(values_at(document, place.path))
        name = "value" if str(place) in {EACH, BY_KEY} else str(place)
        start = "some " if {EACH, BY_KEY} & {*place.path} else ""
        known = [one for one in values if not isinstance(one, str | Absent)]
        every = {kind for one in known for kind in kinds(place, one)} if place.path else ()
        facts |= {f"{start}{name} of {file} {kind}": 1 for kind in sorted(every)}
    return facts


def facts_of_answer(case: Case, expected: Answer) -> Facts:
    """Return the facts of the expected answer: its error, or the kinds of its values."""
    whose = f"{authority(case.operation)}'s "
    match expected:
        case Failure(error):
            return {f"{whose}answer is error {error}": 1}
        case Result(None):
            return {f"{whose}answer is null": 1}
        case Result(value):
            return dict(_facts_of_result(case.operation, value, whose))
    return {}


def _facts_of_result(operation: str, value: Value, whose: str) -> Iterator[tuple[str, float]]:
    """Yield the facts of an answer's values at each place, and how many there are."""
    at, found = of_result(operation)[-1]
    for place in (one for one in found if one.path):
        values = [*at._replace(path=place.path).values(value)]
        yield from ((fact, 1) for fact in facts_at(place, values, whose))
        for name, size in counts_at(place, values):
            yield f"{name} in {whose}answer", size


@cache
def _places(operation: str) -> tuple[Place, ...]:
    return tuple(place for place in places(FORMS[operation].input.schema) if place.path)


def facts_at(place: Place, values: Sequence[Value | Absent], whose: str = "") -> Iterator[str]:
    """Yield the facts of the values at a place, of an input or of somebody's answer."""
    several = "[]" in place.path or "{}" in place.path
    start = f"some {place}" if several else f"{place}"
    if whose:
        name = "result" if place.path[0] in {EACH, BY_KEY} else ""
        start = f"{'some ' if several else ''}{name}{place} in {whose}answer"
    if whose and not several and isinstance(values[0] if values else None, str):
        yield f"{start} is {show.value(cast('str', values[0]), longest=SHORT)}"
    for kind in dict.fromkeys(kind for value in values for kind in kinds(place, value)):
        yield f"{start} {kind}"
    if any(isinstance(one, dict) and USUAL_NAME in one for one in values):
        yield f"{start} {_with_key(USUAL_NAME)}"
    if not whose and several and len(values) > 1:
        texts = [b"" if isinstance(one, Absent) else key_of(one) for one in values]
        if len(set(texts)) < len(texts):
            yield f"two {place} are equal"
        if len(set(texts)) > 1:
            yield f"two {place} differ"


def counts_at(place: Place, values: Sequence[Value | Absent]) -> Iterator[tuple[str, float]]:
    """Yield the sizes of the lists and objects at a place."""
    sizes = [len(one) for one in values if isinstance(one, list | dict)]
    if not sizes or place.kind is PlaceKind.MEMBERS:
        return
    of = "keys of the largest " if place.kind is PlaceKind.MAP else ""
    yield f"number of {of}{place}", max(sizes)
    if place.kind is PlaceKind.MAP:
        keys = {key for one in values if isinstance(one, dict) for key in one}
        yield f"number of different keys of {place}", len(keys)
        yield f"number of keys of the smallest {place}", min(sizes)


def kinds(place: Place, value: Value | Absent) -> Iterator[str]:
    """Yield what is true of a value at a place, such as ``is null``."""
    match value:
        case Absent():
            yield "is absent"
        case None:
            yield "is null"
        case bool():
            yield f"is {str(value).lower()}"
        case int() | float():
            yield from (words for words, is_one in _KINDS_OF_NUMBERS.items() if is_one(value))
        case str() if place.choices:
            yield f"is {value}"
        case str():
            yield from ("is text",) if place.kind is PlaceKind.NUMBER else ()
            yield from _kinds_of_text(value)
        case bytes():
            yield from _kinds_of_file(value, fields=not free_levels(place.path[0]))
        case list() | dict():
            yield "is not empty" if value else "is empty"
    if place.kind is PlaceKind.NUMBER and (value is None or isinstance(value, _NO_NUMBERS)):
        yield "is not a number"


_NO_NUMBERS = (bool, str, list, dict)
"""The types of values that are no numbers in JSON."""


def _with_key(key: str) -> str:
    return f"has the key {show.value(key)}"


_KINDS_OF_NUMBERS: Mapping[str, Callable[[float], bool]] = {
    "is an integer": lambda n: isinstance(n, int),
    "is a float": lambda n: isinstance(n, float),
    "is infinite or nan": lambda n: isinstance(n, float) and not math.isfinite(n),
    "is nan": lambda n: n != n,  # noqa: PLR0124 - nan
    "is infinite": lambda n: isinstance(n, float) and math.isinf(n),
    "is negative": lambda n: n < 0,
    "is 0": lambda n: n == 0,
    "is not 0": lambda n: n < 0 or n > 0,  # nor nan
    "is more than 1": lambda n: n > 1,
    "is 1": lambda n: n == 1,
    "has a fraction": lambda n: isinstance(n, float) and math.isfinite(n) and not n.is_integer(),
    "is beyond 2**53": lambda n: abs(n) > 2**53,
    "is beyond binary64": lambda n: isinstance(n, int) and abs(n) >= _BINARY64,
    "is -0.0": lambda n: n == 0 and math.copysign(1, n) < 0,
}


def _kinds_of_text(value: str) -> Iterator[str]:
    yield "is not empty" if value else "is empty"
    if not value.strip():
        yield "is blank"
    if not value.isascii():
        yield "has characters beyond ASCII"
    if value != value.strip():
        yield "has white space at an end"
    if value != value.lower():
        yield "has capitals"
    marks = dict.fromkeys(value[:_LONGEST])
    yield from (f"has {mark!r}" for mark in marks if not mark.isalpha())
    words = re.findall(r"[a-z]{2,}", value[:_LONGEST].lower())
    if words and value.lower().startswith(words[0]):
        yield f"begins with {words[0]!r}"
    elif value[:1].isdecimal():
        yield f"begins with {value[0]!r}"
    yield from (f"has the word {word!r}" for word in islice(dict.fromkeys(words), _MOST_WORDS))
    lower = value[:_LONGEST].lower()
    yield from (f"has {part!r}" for part in _parts_of_words() if part in lower)
    pairs = re.findall(r"(?<![a-z])(?=([a-z]{2,} [a-z]{2,})(?![a-z]))", lower)
    yield from (f"has {pair!r}" for pair in islice(dict.fromkeys(pairs), _MOST_WORDS))


def _of_texts(operation: str) -> list[Place]:
    return [place for place in _places(operation) if place.kind is PlaceKind.TEXT]


@cache
def _parts_of_words() -> tuple[str, ...]:
    """Return the words of recorded cases that others there contain, most often first."""
    texts = [
        text[:_LONGEST].lower()
        for operation in FORMS
        for one in (corpus.load(operation) if _of_texts(operation) else ())
        for place in _of_texts(operation)
        for text in values_at(one.case.input, place.path)
        if isinstance(text, str)
    ]
    words = Counter(one for text in texts for one in dict.fromkeys(re.findall("[a-z]{2,}", text)))
    parts = [one for one, n in words.items() if n >= _OFTEN and _SHORTEST <= len(one) < SHORT]
    within = {one: sum(one in other for other in words) for one in parts}
    return tuple(sorted((one for one in parts if within[one] > 1), key=lambda one: -within[one]))


def _kinds_of_file(data: bytes, *, fields: bool) -> Iterator[str]:
    """Yield kinds of a file's document where it has one, of its text in any case.

    The keys of a document are its ``fields``, or come from the data.
    """
    text = data.decode("utf-8", "replace")
    if "\ufffd" in text:
        yield "is not UTF-8"
    try:
        document = json.loads(text) if len(text) <= _LARGEST else None
    except (ValueError, RecursionError):
        yield "is not JSON"
        document = None
    if isinstance(document, dict):
        yield from map(
            _with_key,
            (key for key in islice(document, _MOST_WORDS) if fields or key == USUAL_NAME),
        )
    if isinstance(document, dict | list):  # characters and words there are a coincidence
        yield from ("is not empty", *dict.fromkeys(_kinds_of_json(document)))
        yield from _kinds_anywhere(text)
        return
    yield from _kinds_of_text(text)
    if document is not None or text.strip() == "null":
        yield from _kinds_of_json(document)


def _kinds_anywhere(text: str) -> Iterator[str]:
    """Yield what a document has at any place."""
    repeated: list[bool] = []
    seen: list[str] = []

    def members(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
        found = dict(pairs)
        repeated.append(len(found) < len(pairs))
        seen.extend(one for one in (*found, *found.values()) if isinstance(one, str))
        return found

    constants: list[str] = []
    json.loads(text, object_pairs_hook=members, parse_constant=constants.append)
    if any(repeated):
        yield "has a key twice in one object"
    if constants:
        yield "has a number that is nan or infinite"
    if any("\ud800" <= mark <= "\udfff" for one in seen for mark in one):
        yield "has half of a surrogate pair"


_TYPES_OF_JSON = {**show.TYPES, int: "an integer", float: "a float"}


def _kinds_of_json(document: object, name: str = "", levels: int = _LEVELS) -> Iterator[str]:
    """Yield what stands where in a document, lists and objects of free keys as one place each."""
    start = f"has {name} as" if name else "is"
    yield f"{start} {_TYPES_OF_JSON[type(document)]}"
    if isinstance(document, float) and not math.isfinite(document):
        yield f"{start} a number that is not finite"
    if document is not None and not document:
        yield f"{start} {show.value(cast('Value', document))}"
    if isinstance(document, dict) and levels:
        for key, value in islice(document.items(), _MOST_WORDS):
            yield from _kinds_of_json(value, key, levels - 1)
    elif isinstance(document, list) and levels:
        for value in document[:_MOST_WORDS]:
            yield from _kinds_of_json(value, f"{name or 'the document'}[]", levels - 1)
