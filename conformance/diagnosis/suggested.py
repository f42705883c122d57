"""Deviations that the answers suggest: one answer for another, and values that numbers show."""

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from candidates.deviations.deviation import Deviation, after, calling
from candidates.deviations.job.calls import everywhere
from candidates.deviations.number_edits import if_finite
from candidates.deviations.pass_at_k.templates import keyed
from candidates.deviations.step_words import given_by
from conformance.diagnosis.documents import parsed, places_of_steps
from conformance.diagnosis.editing import At, called, edit_row, of_result
from conformance.diagnosis.elements import is_number
from conformance.diagnosis.places import Edit, Place, PlaceKind, values_at
from conformance.diagnosis.plain import common_length
from conformance.examination.findings import Observation
from conformance.operations import REGISTRY
from conformance.protocol import show
from conformance.protocol.differences import Absent
from conformance.protocol.values import Answer, Failure, Result, Value

_ROWS, _REPEATED = 96, 4
"""The most suggested deviations, and the fewest cases that must suggest one."""

_GROUPING = {"job", "pass_at_k"}
"""Operations whose results have groups of trials by their keys."""

_OF_STEPS = {PlaceKind.NUMBER, PlaceKind.TEXT}
"""What steps return that is edited as results are."""

_SHORT, _LARGEST = 80, 1e300
"""The longest text that may be written in place of another, in characters, and the largest number
whose digits are compared."""


def suggested(operation: str, seen: Sequence[Observation]) -> list[Deviation]:
    """Return the deviations that several cases suggest, the most frequent first."""
    rows: dict[str, Deviation] = {}
    counts: Counter[str] = Counter()
    for one in seen:
        found = [*_instead(operation, one.expected, one.candidate), *_of_values(operation, one)]
        for row in found:
            rows.setdefault(row.name, row)
        counts.update([*dict.fromkeys(row.name for row in found)])
    grouped = everywhere("progress.key") if operation == "job" else ("key",)
    keys = keyed(operation, grouped, _keys_shown(seen)) if operation in _GROUPING else []
    return [*keys, *(rows[name] for name, n in counts.most_common(_ROWS) if n >= _REPEATED)]


def _keys_shown(seen: Iterable[Observation]) -> Iterator[tuple[Value, str]]:
    """Yield the first trial of each case whose trials have one group, and that group's key."""
    for one in seen:
        trials = cast("Any", one.case.input)["trials"]
        groups = {(each["agent"], each.get("model"), each.get("source")) for each in trials}
        value: Any = one.candidate.value if isinstance(one.candidate, Result) else None
        text = REGISTRY[one.case.operation].json_text
        if text is not None and value is not None:
            value = cast("Any", parsed(value[text.member], text.prefix) or {}).get("evals")
        if len(groups) == 1 and isinstance(value, dict) and len(value) == 1:
            yield trials[0], next(iter(value))


def constant(operation: str, observed: Sequence[Observation]) -> list[Deviation]:
    """Return the deviation of a candidate that, unlike harbor, gave one answer to all cases."""
    answer = observed[0].candidate if observed else None
    if answer is None or any(one.candidate != answer for one in observed):
        return []
    if all(one.expected == observed[0].expected for one in observed):
        return []
    advice = "Compute the answer from the input."
    return [
        replace(row, description=f"always {row.description}", advice=advice)
        for row in always(operation, answer)
    ]


def _instead(operation: str, expected: Answer, given: Answer) -> Iterator[Deviation]:
    """Yield deviations that give a fixed answer where harbor has an error, or in every case."""
    if isinstance(expected, Failure) and isinstance(given, Failure | Result):
        where = "instead of" if isinstance(given, Failure) else "where harbor raises"
        sentence = f"{_said(given)} {where} {expected.error}"
        yield _row(operation, sentence, partial(_caught, expected.error, given))
    if isinstance(given, Failure) or REGISTRY[operation].json_text is None:
        yield from always(operation, given)


def always(operation: str, answer: Answer) -> Iterator[Deviation]:
    """Yield the deviation that gives one answer to all cases, unless it is none."""
    if isinstance(answer, Failure | Result):
        yield _row(operation, _said(answer), lambda _step, _case: _given(answer))


def _said(answer: Failure | Result) -> str:
    if isinstance(answer, Failure):
        return f"raises {answer.error}"
    return f"returns {show.value(answer.value)}"


def _row(operation: str, sentence: str, function: Callable[..., Value]) -> Deviation:
    """Return the deviation that calls a function with an operation's own one, and the input."""
    changes = calling(operation, function)
    return Deviation(f"{operation}: {sentence}", f"{operation}.", sentence, changes)


def _of_values(operation: str, one: Observation) -> Iterator[Deviation]:
    """Yield the deviations that write values differently, as two results suggest."""
    if not (isinstance(one.expected, Result) and isinstance(one.candidate, Result)):
        return
    for at, found in of_result(operation):
        old, new = (at.whole(answer.value) for answer in (one.expected, one.candidate))
        for place in found:
            for words, edit in _between(place, old, new):
                where = called(at, place)
                yield edit_row(at._replace(path=place.path), words.format(where), where, edit)
                yield from _of_steps(operation, place.kind, words, edit)


def _of_steps(operation: str, kind: PlaceKind, words: str, edit: Edit) -> Iterator[Deviation]:
    """Yield the deviations that edit the number, or the text, that a step returns."""
    for step, (_, returned) in places_of_steps(operation).items():
        if kind in _OF_STEPS and returned and returned[0].kind is kind:
            where = given_by(operation, step, returned[0])
            yield edit_row(At(operation, step, after), words.format(where), where, edit)


def _between(place: Place, old: Value, new: Value) -> Iterator[tuple[str, Edit]]:
    """Yield the edits that turn the values at a place of one result into the other's."""
    pairs = zip(values_at(old, place.path), values_at(new, place.path), strict=False)
    for one, other in pairs:
        if place.kind is PlaceKind.NUMBER and is_number(one) and is_number(other):
            yield from _of_numbers(cast("float", one), cast("float", other))
        if place.kind is PlaceKind.MAP and isinstance(one, dict) and isinstance(other, dict):
            yield from _of_keys(one, other)
        texts = place.kind in {PlaceKind.TEXT, PlaceKind.CHOICE} and one != other
        if texts and _is_short(one) and _is_short(other):
            was, now = cast("str | None", one), cast("str | None", other)
            shown = _as_words(f"{show.value(now)} instead of {show.value(was)}")
            yield f"{{}} is {shown}", partial(_text_as, was, now)
            for words, edit in _rewritten(was or "", now or ""):
                yield words.replace("{0}", "{}"), edit


def _of_keys(was: Mapping[str, Value], now: Mapping[str, Value]) -> Iterator[tuple[str, Edit]]:
    """Yield the edit that rewrites every key of a map in the same way."""
    pairs = zip(was, now, strict=False)
    ways = {words: edit for one, other in pairs for words, edit in _rewritten(one, other)}
    for words, edit in ways.items() if len(ways) == 1 and len(was) == len(now) else ():
        yield words.replace("{0}", "keys of {}"), partial(_of_keys_each, edit)


def _rewritten(was: str, now: str) -> Iterator[tuple[str, Edit]]:
    """Yield what turns a text, at a place ``{0}``, into another: an addition, another part."""
    start, found, end = now.partition(was) if was else ("", "", "")
    said = [f"an extra {show.value(start)} precedes"] if start else []
    said += [f"an extra {show.value(end)} follows"] if end else []
    if found and said:
        yield f"{_as_words(' and '.join(said))} {{0}}", partial(_with_affix, start, end)
    begin = common_length(was, now)
    last = common_length(was[begin:][::-1], now[begin:][::-1])
    old, new = (text[begin : len(text) - last] for text in (was, now))
    if old and old != was and was.replace(old, new) == now:
        shown = [_as_words(show.value(text)) for text in (old, new)]
        yield f"{shown[0]} in {{0}} becomes {shown[1]}", partial(_with_other, old, new)


def _as_words(text: str) -> str:
    """Return a text as a part of a sentence that is formatted."""
    return text.replace("{", "{{").replace("}", "}}")


def _with_affix(start: str, end: str, value: Value | Absent) -> Value | Absent:
    return f"{start}{value}{end}" if isinstance(value, str) else value


def _of_keys_each(edit: Edit, value: Value | Absent) -> Value | Absent:
    named = value if isinstance(value, dict) else {}
    return {cast("str", edit(key)): one for key, one in named.items()} or value


def _with_other(old: str, new: str, value: Value | Absent) -> Value | Absent:
    return value.replace(old, new) if isinstance(value, str) else value


def _of_numbers(one: float, other: float) -> Iterator[tuple[str, Edit]]:
    """Yield to how many digits a number was rounded, and by what of six digits it was scaled."""
    if one == other or not max(abs(one), abs(other)) <= _LARGEST:  # or one of them is nan
        return
    _, dot, digits = repr(float(other)).partition(".")
    for places_kept in (len(digits), len(digits) + 1) if dot and "e" not in digits else ():
        if round(one, places_kept) == other:
            edit = if_finite(partial(round, ndigits=places_kept))
            yield f"{{}} is rounded to {places_kept} digits", partial(_as_number, edit)
    ways = (("multiplied", operator.mul, other, one), ("divided", operator.truediv, one, other))
    for words, way, above, below in ways if one and other else ():
        factor = f"{above / below:.6g}"
        by = int(factor) if factor.lstrip("-").isdecimal() else float(factor)
        if by and way(one, by) == other:
            yield f"{{}} is {words} by {factor}", partial(_as_number, partial(_scaled, way, by))


def _scaled(way: Callable[[float, float], float], by: float, number: float) -> float:
    return way(number, by)


def _as_number(edit: Callable[[float], Value], value: Value | Absent) -> Value | Absent:
    return edit(cast("float", value)) if is_number(value) else value


def _is_short(text: Value | Absent) -> bool:
    return text is None or (isinstance(text, str) and len(text) < _SHORT)


def _text_as(one: Value, other: Value, value: Value | Absent) -> Value | Absent:
    return other if value == one and type(value) is type(one) else value


def _caught(
    error: str, answer: Failure | Result, step: Callable[[Value], Value], given: Value
) -> Value:
    """Return what a step does, and an answer where it raises an error of this name."""
    try:
        return step(given)
    except Exception as raised:
        if type(raised).__name__ != error:
            raise
    return _given(answer)


def _given(answer: Failure | Result) -> Value:
    """Return the value of an answer, or raise its error."""
    if isinstance(answer, Failure):
        raise type(answer.error, (Exception,), {})
    return answer.value
