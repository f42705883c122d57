"""JSON documents inside of a message: what is usual in them, as a schema, and edits of them.

A file of bytes, or the text of a result, has no shape in the protocol. What the recorded cases have
in common serves as one.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from conformance.diagnosis.places import Edit, Place, Schema, Way, edited, inner_of, places
from conformance.examination.recorded import corpus
from conformance.operations import FORMS, REGISTRY
from conformance.operations.operation import NAMED_BY_DATA
from conformance.protocol.shapes import BYTES, NUMBER
from conformance.protocol.values import Result, Value

_USUAL, _OFTEN = 3, 0.4
"""Recorded documents that must have a key for it to be a field, and the share that has the most
usual one: where no key is as usual, keys come from the data."""

_TYPES: Mapping[type, Schema] = {
    int: NUMBER.schema,
    float: NUMBER.schema,
    str: {"type": "string"},
    bool: {"type": "boolean"},
}


def parsed(text: Value, prefix: str = "") -> Value:
    """Return the document in a text or a file; None where there is none."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if not isinstance(text, str):
        return None
    try:
        document: Value = json.loads(text.removeprefix(prefix))
    except (ValueError, RecursionError):
        return None
    return document


def edited_document(path: Way, edit: Edit, prefix: str, text: Value) -> Value:
    """Return a text with an edit in its document; the same text where that changes nothing."""
    document = parsed(text, prefix)
    if not isinstance(document, dict | list):
        return text
    new = edited(document, path, edit)
    if repr(new) == repr(document):
        return text
    made = prefix + json.dumps(new)
    return made.encode("utf-8", "surrogatepass") if isinstance(text, bytes) else made


@cache
def places_of_documents(operation: str) -> tuple[tuple[str, Place], ...]:
    """Return the places in the documents of an operation's input, with the field that has them."""
    schema: Schema = FORMS[operation].input.schema
    fields: Mapping[str, Schema] = schema.get("properties", {})
    files = [name for name, one in fields.items() if inner_of(one) == BYTES.schema]
    return tuple(
        (name, place)
        for name in files
        for place in _places(
            [parsed(one.case.input[name]) for one in corpus.load(operation)],
            NAMED_BY_DATA.get(name.partition(".")[0] + "s", 0),
        )
    )


@cache
def places_of_result(operation: str) -> tuple[Place, ...]:
    """Return the places in the document of an operation's result."""
    text = REGISTRY[operation].json_text
    if text is None:
        return ()
    answers = (one.answer for one in corpus.load(operation))
    values = [one.value for one in answers if isinstance(one, Result)]
    fields = [one.get(text.member) for one in values if isinstance(one, dict)]
    return tuple(_places([parsed(one, text.prefix) for one in fields], 0))


def _places(documents: Sequence[Value], free: int) -> Iterable[Place]:
    schema = _schema([one for one in documents if isinstance(one, dict)], free)
    return (place for place in places(schema) if place.path) if schema else ()


def _schema(values: Sequence[Value], free: int) -> dict[str, Any]:
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
        items = _schema([one for value in values for one in value], free)
        return {"items": items or {}}
    if kind is not dict:
        return dict(_TYPES.get(kind, {}))
    counts = Counter(key for one in values for key in one)
    if free or max(counts.values(), default=0) < _OFTEN * len(values):
        inner = [value for one in values for value in one.values()]
        return {"additionalProperties": _schema(inner, max(free - 1, 0))}
    fields = {
        key: _schema([one[key] for one in values if key in one], NAMED_BY_DATA.get(key, 0))
        for key, count in counts.items()
        if count >= _USUAL
    }
    return {"properties": fields, "required": ()}
