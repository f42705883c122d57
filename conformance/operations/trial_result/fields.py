"""Every field of harbor's models of a trial's result, with every kind of value.

``fields.json`` is the JSON Schema of harbor's ``TrialResult``, without titles and defaults, and
among its definitions ``JobConfig``; ``tests/test_fields.py`` compares them with the installed
harbor's.
"""

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, rare
from conformance.operations.trial_result import inputs

LEVEL = rare("a file that another program wrote, or a person edited")

type _Schema = dict[str, Any]
type Field = tuple[str, ...]
"""Where a field is: names of members, ``*`` for any key of a map, and ``0`` in lists."""

_SCHEMA: _Schema = json.loads(files(__package__).joinpath("fields.json").read_text())

VALUES = (
    "null", "0", '"a"', "[]", "{}", "true", "false", "1.0", "0.5", "NaN", '""', '"1"', "[null]",
)  # fmt: skip
"""JSON text of a value of each kind, right or wrong."""

_DIGITS = "1" * 4_301
"""More digits than Python reads as an integer."""

_WORDS = ("0", "1", "f", "t", "n", "y", "no", "on", "off", "yes", "true", "false")
_NO_WORDS = (
    '" true "', '"2"', '"tr"', '"yess"', '"none"', '"enabled"', '"1.0"', '"true\\u0000"',
    '"ye\u017f"', '"o\ufb00"',
)  # fmt: skip
_OF_FORMAT = {"date-time": '"2026-01-02T03:04:05"', "uuid": f'"{inputs.UUID}"'}

ODD: dict[str, tuple[str, ...]] = {
    "string": ('"\\u0000a"', '"a\\u0000a"', '"1\\u0000"', '"\u2212"'),
    "boolean": (
        *(f'"{cased}"' for word in _WORDS for cased in (word, word.title(), word.upper())),
        *_NO_WORDS,
    ),
    "integer": (_DIGITS, f'"{_DIGITS}"', '"1\\u0000"', '"\u22121"'),
    "number": (_DIGITS, f'"{_DIGITS}"', '"1\\u0000"', '"\u22121"'),
    "date-time": (
        _DIGITS, f'"{_DIGITS}"', f"0.{_DIGITS}", '"1\\u0000"', '"2026-01-02T03:04:05\u221201:00"',
        '"2026-01-02T03:04:05+0100"', '"2026-01-02T03:04:05\\u0000"', '"2026-01-02x03:04:05"',
    ),
    "topology": (
        '"2x4x4"', '" 2x4\\n"', '"10x20"', '"1\u0662x2"', '"2X4"', '"2"', '"2x"', '"0x2"', '"2x04"',
        '"2*4"', '"2 x4"', '"2x4a"', '"\u0662x2"',
    ),
    "uuid": (
        f'"{inputs.UUID}\\u0000"', f'"\\u0000{inputs.UUID}"',
        f'"{inputs.UUID[:24]}\\u0000{inputs.UUID[25:]}"', f'"{inputs.UUID}"',
    ),
}  # fmt: skip
"""JSON text of odd values of one type, format or field, most of them text."""

_RIGHT = {
    "null": {"null"}, "0": {"integer", "number", "boolean"}, "0.5": {"number"}, "[]": {"array"},
    '"a"': {"string"}, "{}": {"object"}, "true": {"integer", "number", "boolean"},
}  # fmt: skip
"""By the JSON text of a value the types that harbor reads it as."""

_FEW = VALUES[:5]
"""Values for a field of a model that another field has as well."""

_BESIDE: dict[str, dict[str, str]] = {
    "task": {"path": '"t"'},
    "task.name": {},
    "task.git_url": {"name": '"o/n"'},
    "task.ref": {"name": '"o/n"'},
    "task.git_commit_id": {"path": '"t"', "git_url": '"g"'},
    "mcp_servers.0": {"url": '"u"', "command": '"c"'},
    "override_tpu": {"topology": '"2x4"'},
    "tasks.0.name": {},
    "tasks.0.ref": {"name": '"o/n"'},
    "tasks.0.git_commit_id": {"path": '"t"', "git_url": '"g"'},
    "datasets.0.name": {},
    "tasks.0": {"path": '"t"'},
    "datasets.0": {"path": '"t"'},
}
"""What a model needs besides a field, and its schema does not say."""

LEFT_OUT: dict[Field, tuple[str, ...]] = {
    ("extra_allowed_hosts", "0"): tuple(v for v in (*VALUES, *ODD["string"]) if v[0] == '"'),
    ("task", "path"): tuple(value for value in ODD["string"] if "\\u0000" in value),
    ("environment", "env"): ("[",),
}
"""How values begin that no clause is about: hosts' syntax, paths with NUL, lists as variables."""


@clause("every-field", sources.READ, sources.TRIAL_RESULT, **inputs.BOTH_KINDS, effort=12.2)
def every_field() -> Cases:
    """Each field of a result, at any depth, has a value that pydantic takes for its type, or the
    whole file is a ValidationError, whether or not an answer depends on it."""
    return st.sampled_from(
        [inputs.text_file(with_value(*chosen)) for chosen in fields_and_values()]
    )


def fields_and_values() -> list[tuple[Field, str]]:
    """Return every field of the models with each of its values."""
    found: dict[Field, tuple[str, ...]] = {}
    for field, schema, again in _fields(_SCHEMA, (), set()):
        values = _FEW if again else (*VALUES, *_odd(schema))
        own = (_least(schema), *_words(schema), *ODD.get(field[-1], ()))
        found.setdefault(field, (*values, *own))
    return [
        (field, value)
        for field, values in found.items()
        for value in dict.fromkeys(values)
        if not value.startswith(LEFT_OUT.get(field[-2:], ()))
    ]


def wrong_configurations() -> list[tuple[Field, str]]:
    """Return every field of a job's configuration with each value that is of no type of its own."""
    config = _SCHEMA["$defs"]["JobConfig"]
    return [
        (field, value)
        for field, schema, _ in _fields(config, (), set())
        for value in _wrong(schema)
        if not value.startswith(LEFT_OUT.get(field[-2:], ()))
    ]


def _wrong(schema: _Schema) -> list[str]:
    """Return the values that are of none of the types that a value may have."""
    types = [one.get("type", "") for _, one in _variants(schema)]
    return [
        value
        for value, right in _RIGHT.items()
        if "" not in types and not right.intersection(types)
    ]


def _fields(
    schema: _Schema, at: Field, seen: set[str], *, again: bool = False
) -> Iterator[tuple[Field, _Schema, bool]]:
    """Yield each field from a place on, and whether it is one of a model that was met before.

    ``seen`` are those models.
    """
    if at:
        yield at, schema, again
    for model, one in _variants(schema):
        inner = again or model in seen
        seen |= {model} - {""}
        for step, below in _steps(one).items():
            yield from _fields(below, (*at, step), seen, again=inner)


def _steps(schema: _Schema) -> dict[str, _Schema]:
    """Return what is one step below a value: members, any key, or any element."""
    steps: dict[str, _Schema] = {**schema.get("properties", {})}
    if isinstance(free := schema.get("additionalProperties"), dict):
        steps["*"] = free
    return {**steps, "0": schema["items"]} if "items" in schema else steps


def _variants(schema: _Schema) -> Iterator[tuple[str, _Schema]]:
    """Yield what a value may be, each with the name of its model, if it is one."""
    for one in schema.get("anyOf", [schema]):
        model = one.get("$ref", "").rpartition("/")[2]
        yield model, _SCHEMA["$defs"][model] if model else one


def configuration_with(field: Field, value: str) -> str:
    """Return the text of a job's configuration that has this value of one field and no other."""
    return _with_value(_SCHEMA["$defs"]["JobConfig"], "", [*field], value)


def with_value(field: Field, value: str) -> str:
    """Return the text of a valid result, with this value in one field."""
    first, *rest = field
    inner = _with_value(_SCHEMA["properties"][first], first, rest, value)
    return inputs.json_object({**inputs.REQUIRED, first: inner})


def _with_value(schema: _Schema, at: str, path: list[str], value: str) -> str:
    """Return the JSON text of a value of a schema that has another value at a path."""
    if not path:
        return value
    step, *rest = path
    (one,) = [one for _, one in _variants(schema) if step in _steps(one)][:1]
    inner = _with_value(_steps(one)[step], f"{at.rpartition('.')[2]}.{step}", rest, value)
    if step == "0":
        return f"[{inner}]"
    last = at.rpartition(".")[2]
    keys = (f"{at}.{step}", f"{last}.{step}", at, last)
    beside = next((_BESIDE[key] for key in keys if key in _BESIDE), {})
    required = {name: _least(one["properties"][name]) for name in one.get("required", ())}
    return inputs.json_object({**required, **beside, step: inner})


def _odd(schema: _Schema) -> Iterator[str]:
    """Yield the odd values of each type and format that a value may be."""
    for _, one in _variants(schema):
        yield from ODD.get(one.get("format", ""), ODD.get(one.get("type", ""), ()))


def _words(schema: _Schema) -> Iterator[str]:
    """Yield the JSON text of each word that a value may be, as it is, in capitals, with a space."""
    for _, one in _variants(schema):
        for word in one.get("enum", ()):
            yield from map(json.dumps, (word, word.upper(), f"{word} "))


def _least(schema: _Schema) -> str:
    """Return the JSON text of a value that fits a schema."""
    _, one = next(_variants(schema))
    if "enum" in one:
        return json.dumps(one["enum"][0])
    if one.get("format") in _OF_FORMAT:
        return _OF_FORMAT[one["format"]]
    members = {name: _least(one["properties"][name]) for name in one.get("required", ())}
    if "properties" in one:
        return inputs.json_object(members or {"path": '"t"'})
    return {"array": "[]", "boolean": "true"}.get(one.get("type", ""), '"t"')
