"""Deviations that the answers suggest: one answer for another, and values that numbers show."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import cast

from candidates.deviations.deviation import Change, Deviation, after, before
from conformance.diagnosis.derived import At, edit_row, edited_at, in_document, named
from conformance.diagnosis.documents import parsed, places_of_result
from conformance.diagnosis.edits import if_finite, is_finite
from conformance.diagnosis.places import Edit, Place, PlaceKind, places, values_at
from conformance.examination.findings import Observation
from conformance.operations import FORMS, REGISTRY
from conformance.protocol import show
from conformance.protocol.differences import Absent
from conformance.protocol.values import Answer, Failure, Result, Value

_ROWS, _REPEATED = 32, 4
"""Deviations that are suggested at most, and the cases that must suggest one."""

_SHORT = 80
"""Characters of a text that may be written for another."""

_LARGEST = 1e300
"""The largest number whose digits are looked at."""

_FACTORS = (100, 0.01, 10, -1)
"""What numbers are multiplied by."""


def suggested(operation: str, seen: Iterable[Observation]) -> list[Deviation]:
    """Return the deviations that several cases suggest, those of most cases first."""
    rows: dict[str, Deviation] = {}
    counts: Counter[str] = Counter()
    for one in seen:
        found = [*_instead(operation, one.expected, one.candidate), *_of_values(operation, one)]
        for row in found:
            rows.setdefault(row.name, row)
        counts.update({row.name for row in found})
    return [rows[name] for name, n in counts.most_common(_ROWS) if n >= _REPEATED]


def constant(operation: str, observed: Sequence[Observation]) -> list[Deviation]:
    """Return the deviation of a candidate that gave one answer to all cases, as harbor did not."""
    answer, expected = observed[0].candidate, observed[0].expected
    if any(one.candidate != answer for one in observed):
        return []
    if all(one.expected == expected for one in observed):
        return []
    match answer:
        case Result(value):
            shown, change = show.value(value), _replaced(operation, lambda _: value)
        case Failure(error):
            shown, change = f"the error {error}", _replaced(operation, _raising(error))
        case _:
            return []
    advice = "Compute the answer from the input."
    return [_row(operation, f"every answer is {shown}", change, advice)]


def _instead(operation: str, expected: Answer, given: Answer) -> Iterator[Deviation]:
    """Yield deviations that give one answer where harbor has an error, or in every case."""
    match expected, given:
        case Failure(old), Failure(new):
            yield _row(operation, f"raises {new} instead of {old}", _caught(operation, old, given))
        case Failure(old), Result(value):
            sentence = f"returns {show.value(value)} where harbor raises {old}"
            yield _row(operation, sentence, _caught(operation, old, given))
    if isinstance(given, Failure):
        yield _row(operation, f"raises {given.error}", _replaced(operation, _raising(given.error)))
    elif isinstance(given, Result):
        value = given.value
        sentence = f"returns {show.value(value)}"
        yield _row(operation, sentence, _replaced(operation, lambda _: value))


def _row(operation: str, sentence: str, change: Change, advice: str = "") -> Deviation:
    return Deviation(
        f"{operation}: {sentence}", f"{operation}.", sentence, (change,), advice=advice
    )


def _of_values(operation: str, one: Observation) -> Iterator[Deviation]:
    """Yield what writes values of the result in another way, by those of two results."""
    if not (isinstance(one.expected, Result) and isinstance(one.candidate, Result)):
        return
    old, new = one.expected.value, one.candidate.value
    at = At(operation, operation, after)
    for place in places(FORMS[operation].result.schema):
        for words, edit in _between(place, old, new):
            where = named("result{}", place)
            yield edit_row(at, words.format(where), where, partial(edited_at, place.path, edit))
    text = REGISTRY[operation].json_text
    if text is not None and isinstance(old, dict) and isinstance(new, dict):
        was, now = (parsed(each.get(text.member), text.prefix) for each in (old, new))
        for place in places_of_result(operation):
            for words, edit in _between(place, was, now):
                change = in_document(text.member, text.prefix, place.path, edit)
                where = f"{place} of {text.member}"
                yield edit_row(at, words.format(where), where, change)
    yield from _cuts(at._replace(side=before), one.case.input, new)


def _between(place: Place, old: Value, new: Value) -> Iterator[tuple[str, Edit]]:
    """Yield the edits that make values at a place of one result those of the other."""
    pairs = zip(values_at(old, place.path), values_at(new, place.path), strict=False)
    for one, other in pairs:
        if place.kind is PlaceKind.NUMBER and _is_number(one) and _is_number(other):
            yield from _of_numbers(cast("float", one), cast("float", other))
        texts = place.kind in {PlaceKind.TEXT, PlaceKind.CHOICE} and one != other
        if texts and _is_short(one) and _is_short(other):
            was, now = cast("str | None", one), cast("str | None", other)
            shown = f"{show.value(now)} instead of {show.value(was)}"
            words = "{} is " + shown.replace("{", "{{").replace("}", "}}")
            yield words, partial(_text_as, was, now)


def _is_number(value: Value | Absent) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and is_finite(value)


def _of_numbers(one: float, other: float) -> Iterator[tuple[str, Edit]]:
    """Yield how many digits a number may have been rounded to, and what it was multiplied by."""
    if one == other or max(abs(one), abs(other)) > _LARGEST:
        return
    _, dot, digits = repr(float(other)).partition(".")
    for places_kept in (len(digits), len(digits) + 1) if dot and "e" not in digits else ():
        if round(one, places_kept) == other:
            edit = if_finite(partial(round, ndigits=places_kept))
            yield f"{{}} is rounded to {places_kept} digits", partial(_as_number, edit)
    for factor in _FACTORS:
        if one * factor == other:
            edit = if_finite(partial(_times, factor))
            yield f"{{}} is multiplied by {factor}", partial(_as_number, edit)


def _times(factor: float, number: float) -> float:
    return number * factor


def _as_number(edit: Callable[[float], Value], value: Value | Absent) -> Value | Absent:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return edit(value)
    return value


def _cuts(at: At, asked: Value, answer: Value) -> Iterator[Deviation]:
    """Yield what cuts a text of the input off, after as many characters as an answer has."""
    lengths = {len(text) for text in _texts(answer) if text}
    for place in places(FORMS[at.operation].input.schema):
        if place.kind is PlaceKind.TEXT and len(place.path) == 1:
            (text,) = values_at(asked, place.path)
            for most in lengths if isinstance(text, str) else ():
                words = f"{place} is cut off after {most} characters"
                yield edit_row(at, words, str(place), partial(edited_at, place.path, _cut(most)))


def _cut(most: int) -> Edit:
    return lambda text: text[:most] if isinstance(text, str) else text


def _is_short(text: Value | Absent) -> bool:
    return text is None or (isinstance(text, str) and len(text) < _SHORT)


def _text_as(one: Value, other: Value, value: Value | Absent) -> Value | Absent:
    return other if value == one and type(value) is type(one) else value


def _caught(operation: str, old: str, given: Answer) -> Change:
    """Return the change that gives an answer where an error of this name is raised."""

    def of(step: Callable[[object], object]) -> Callable[[object], object]:
        def changed(first: object) -> object:
            try:
                return step(first)
            except Exception as error:
                if type(error).__name__ != old:
                    raise
                if isinstance(given, Failure):
                    raise type(given.error, (Exception,), {}) from error
                return given.value if isinstance(given, Result) else None

        return changed

    return Change(operation, of)


def _replaced(operation: str, step: Callable[[object], object]) -> Change:
    return Change(operation, lambda _: step, replaces=True)


def _raising(error: str) -> Callable[[object], object]:
    def fail(_: object) -> object:
        raise type(error, (Exception,), {})

    return fail


_ROUND = (64, 100, 128, 200, 250, 255, 256, 300, 400, 500, 512, 600, 700, 800, 900, 1000, 1023)
_LARGE = (1024, 2000, 2048, 4000, 4096, 4300, 5000, 8192, 10000, 16384, 32768, 65535, 65536)
_LARGER = (100000, 131072, 262144, 500000, 524288, 1000000, 1048576)
_NEAR = {n + d for n in (*_ROUND, *_LARGE, *_LARGER) for d in (-1, 0, 1)}
LIMITS = sorted(_NEAR.union(range(1, 257), range(260, 500, 10)))
"""Limits that people choose, and their neighbours."""

_MOST_TEXTS = 40
"""Texts of answers and inputs that a parameter is tried with, at most."""


def values_for(row: Deviation, observations: Sequence[Observation]) -> list[str]:
    """Return the values of a row's parameter that people, or the observations, suggest."""
    if row.parameter is None:
        return []
    default, usual = row.parameter.default, row.parameter.usual
    if default.isdecimal() and int(default) > 1:
        return [*usual, *map(str, LIMITS)]
    sources = (
        source
        for one in observations
        for source in (
            one.candidate.value if isinstance(one.candidate, Result) else None,
            one.candidate.error if isinstance(one.candidate, Failure) else None,
            one.case.input,
        )
    )
    texts = (text for source in sources for text in _texts(source))
    return [*usual, *islice(dict.fromkeys(texts), _MOST_TEXTS)]


def _texts(value: Value) -> Iterator[str]:
    """Yield what in a value could be a parameter: keys, texts and numbers."""
    match value:
        case str():
            yield value
        case int() | float() if not isinstance(value, bool):
            yield show.value(value)
        case list():
            for inner in value[:_MOST_TEXTS]:
                yield from _texts(inner)
        case dict():
            for key, inner in islice(value.items(), _MOST_TEXTS):
                yield key
                yield from _texts(inner)
