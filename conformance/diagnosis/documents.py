"""Values without a shape in the protocol: JSON in a file or text, and what steps return.

Their shape is what they have in common in the recorded cases.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import Any, cast

from candidates.deviations.catalogue import functions
from candidates.deviations.deviation import Change, Deviation, calling, compose
from candidates.deviations.job.calls import everywhere
from conformance.diagnosis.places import (
    Edit,
    Place,
    PlaceKind,
    Schema,
    Way,
    edited,
    inner_of,
    places,
)
from conformance.examination import corpus
from conformance.examination.findings import weight
from conformance.operations import FORMS, REGISTRY
from conformance.operations.functions import LocalCandidate
from conformance.operations.operation import NAMED_BY_DATA
from conformance.protocol import json_text
from conformance.protocol.shapes import BYTES, NUMBER
from conformance.protocol.values import Case, Result, Value

_USUAL, _OFTEN = 3, 0.4
"""Recorded documents that must have a key for it to be a field, and the share that has the most
usual one: where no key is as usual, or all values are numbers and no key is in all of them, keys
come from the data."""

_ADDING, _WRITING = "candidates.reference.summation", "candidates.reference.harbor_json"
"""Modules whose inner steps, or all steps, only the catalogue changes."""

_CASES, _LARGEST, _FEWEST = 200, 2_000, 3
"""Recorded cases that are run, characters of the largest, and results that a shape needs."""

_PARSED = 4_000
"""The most documents that are kept: each aspect of an answer asks for that of the same one."""

_TYPES: Mapping[type, Schema] = {
    int: NUMBER.schema,
    float: NUMBER.schema,
    str: {"type": "string"},
    bool: {"type": "boolean"},
}


def parsed(text: Value, prefix: str = "") -> Value:
    """Return the document in a text or a file; None if there is none.

    A text is an answer: of a repeated key there it has every value, as ``json_text.parse`` does.
    """
    with suppress(ValueError, RecursionError):
        if isinstance(text, bytes):
            return cast("Value", json.loads(text.decode("utf-8", "replace")))
        if isinstance(text, str):
            return _in_text(text.removeprefix(prefix))
    return None


@lru_cache(_PARSED)
def _in_text(text: str) -> Value:
    return json_text.parse(text)


def edited_document(path: Way, edit: Edit, prefix: str, text: Value) -> Value:
    """Return a text with an edit in its document; the same text if the edit changes nothing."""
    document = parsed(text, prefix)
    if not isinstance(document, dict | list):
        return text
    new = edited(document, path, edit)
    if repr(new) == repr(document):
        return text
    if isinstance(text, bytes):
        with suppress(UnicodeDecodeError):  # what is no UTF-8 stays
            text.decode()
            return json.dumps(new).encode("utf-8", "surrogatepass")
        return text
    return prefix + json_text.written(new)


@cache
def places_of_documents(
    operation: str, *, valid: bool = False
) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """Return the fields of an operation's input that have documents, with the places in them.

    These are of all documents, or of those alone whose answer is a result.
    """
    schema: Schema = FORMS[operation].input.schema
    named: Mapping[str, Schema] = schema.get("properties", {})
    files = [name for name, one in named.items() if inner_of(one) == BYTES.schema]
    cases = [
        one.case for one in corpus.load(operation) if not valid or isinstance(one.answer, Result)
    ]
    return tuple(
        (name, tuple(_places(documents, free_levels(name), whole=True)))
        for name in files
        if (documents := [parsed(one.input[name]) for one in cases])
    )


def free_levels(file: str) -> int:
    """Return the number of levels of a file's document whose keys come from the data."""
    return NAMED_BY_DATA.get(file.partition(".")[0] + "s", 0)


@cache
def places_of_result(operation: str) -> tuple[Place, ...]:
    """Return the places in the document of an operation's result."""
    text = REGISTRY[operation].json_text
    if text is None:
        return ()
    answers = (one.answer for one in corpus.load(operation))
    values = [one.value for one in answers if isinstance(one, Result)]
    texts = [one.get(text.member) for one in values if isinstance(one, dict)]
    return tuple(_places([parsed(one, text.prefix) for one in texts], 0))


def _places(documents: Sequence[Value], free: int, *, whole: bool = False) -> Iterable[Place]:
    """Return the places of documents, and the ``whole`` if its keys come from the data."""
    schema = schema_of([one for one in documents if isinstance(one, dict)], free)
    found = places(schema) if schema else ()
    return (one for one in found if one.path or (whole and one.kind is PlaceKind.MAP))


def schema_of(values: Sequence[Value], free: int) -> dict[str, Any]:
    """Return what most values have in common; ``free`` levels of keys come from the data."""
    kinds = Counter(type(one) for one in values if one is not None)
    if not kinds:
        return {}
    kind = kinds.most_common(1)[0][0]
    alike = [one for one in values if type(one) is kind]
    inner = _inner(kind, alike, free)
    return {"anyOf": [{"type": "null"}, inner]} if None in values and inner else inner


def _inner(kind: type, values: Sequence[Any], free: int) -> dict[str, Any]:
    if kind is list:
        items = schema_of([one for value in values for one in value], free)
        return {"items": items or {}}
    if kind is not dict:
        return dict(_TYPES.get(kind, {}))
    counts = Counter(key for one in values for key in one)
    inner = [value for one in values for value in one.values()]
    numbers = len(values) not in counts.values() and all(type(one) in {int, float} for one in inner)
    if free or numbers or max(counts.values(), default=0) < _OFTEN * len(values):
        return {"additionalProperties": schema_of(inner, max(free - 1, 0))}
    usual = {
        key: schema_of([one[key] for one in values if key in one], NAMED_BY_DATA.get(key, 0))
        for key, count in counts.items()
        if count >= _USUAL
    }
    return {"properties": usual, "required": ()}


type Calls = Mapping[str, tuple[list[Any], list[Any]]]
"""What each step takes first in its calls, and what it returns where it raises nothing."""


@cache
def _listening(operation: str) -> tuple[LocalCandidate, Calls]:
    """Return the reference, and where the calls of its steps go."""
    pipeline = functions(())[operation]
    paths = [*steps_of(pipeline)]
    repeated = {other for path in paths for other in everywhere(path)[1:]}
    calls: Calls = {path: ([], []) for path in paths if path not in repeated}
    changes = calling({path: partial(_heard, *kept) for path, kept in calls.items()})
    listening = compose(operation, pipeline, [Deviation("listening", f"{operation}.", "", changes)])
    return LocalCandidate("listening", {operation: listening}), calls


def calls_of(case: Case) -> Calls:
    """Return what each step of the reference takes first and returns in a case, each call."""
    candidate, calls = _listening(case.operation)
    for kept in (one for both in calls.values() for one in both):
        kept.clear()
    candidate.answer(case)
    return {path: ([*taken], [*returned]) for path, (taken, returned) in calls.items()}


def is_called(change: Change, calls: Calls) -> bool:
    """Return whether the step of a change may run: it and the steps around it are called."""
    names = change.step.split(".")
    known = [path for n in range(len(names)) if (path := ".".join(names[: n + 1])) in calls]
    return all(calls[path][0] for path in known)


@cache
def values_of_steps(operation: str) -> Calls:
    """Return what each step takes first and returns in some of the recorded cases."""
    light = [one.case for one in corpus.load(operation) if weight(one.case.input) < _LARGEST]
    seen: dict[str, tuple[list[Any], list[Any]]] = {}
    for case in light[:: len(light) // _CASES + 1]:
        for path, (taken, returned) in calls_of(case).items():
            seen.setdefault(path, ([], []))[0].extend(taken)
            seen[path][1].extend(returned)
    return {path: both for path, both in seen.items() if len(both[1]) >= _FEWEST}


@cache
def places_of_steps(operation: str) -> Mapping[str, tuple[Sequence[Place], Sequence[Place]]]:
    """Return the places in what each step takes first and in what it returns, of plain values.

    Where only an error shows what a step computes, an edit of it would be a coincidence.
    """
    return {
        path: (
            _common(taken, len(taken) if type(taken[0]) is dict else 0) or _common(taken, 0),
            _common(returned, len(returned)),
        )
        for path, (taken, returned) in values_of_steps(operation).items()
        if path not in _SEEN_IN_ERRORS
    }


_SEEN_IN_ERRORS = {"progress.refresh", "progress.write", "progress.show"}
"""Steps of jobs whose results no answer has."""


def is_constant(operation: str, step: str) -> bool:
    """Return whether a step returns the same value in all recorded cases."""
    first, *rest = values_of_steps(operation)[step][1]
    return all(one == first for one in rest)


def _common(values: list[Any], free: int) -> Sequence[Place]:
    """Return the places of plain values; keys come from the data if any are free."""
    try:
        plain = all(_is_plain(one, 1 if free else len(_TYPES)) for one in values)
        schema = schema_of(values, free) if plain else {}
    except RecursionError:  # a document of a thousand levels
        return ()
    return tuple(places(schema)) if schema else ()


def step_at(operation: str, path: str) -> Callable[..., Any]:
    """Return a step of the reference."""
    return attrgetter(path)(functions(())[operation])  # type: ignore[no-any-return] # any step


def steps_of(pipeline: object, start: str = "") -> Iterator[str]:
    """Yield the steps that can be called, inner ones too, but for those of other operations."""
    for field in fields(pipeline) if is_dataclass(pipeline) else ():
        step = getattr(pipeline, field.name)
        module = type(step).__module__
        if module == _WRITING or any(step is one for one in functions(()).values()):
            continue
        if callable(step):
            yield f"{start}{field.name}"
        if module != _ADDING:
            yield from steps_of(step, f"{start}{field.name}.")


def _heard(
    taken: list[Any], returned: list[Any], step: Callable[..., object], *arguments: object
) -> object:
    taken.append(arguments[0] if arguments else None)
    returned.append(step(*arguments))
    return returned[-1]


def _is_plain(value: object, most: int) -> bool:
    """Return whether a value is one of those of messages, in objects of few kinds."""
    match value:
        case list():
            return all(_is_plain(one, most) for one in value)
        case dict():
            kinds = {type(one) for one in value.values() if one is not None}
            return len(kinds - {int}) <= most and _is_plain([*value.values()], most)
    return type(value) in {type(None), bool, int, float, str}
