"""The words that only one of two releases has: what a fuzzer would keep in its dictionary."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.gate.source_diff.differing import Differing
from conformance.gate.source_diff.statements import SourceStatement

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a configuration: the class that has it, its name, and values in JSON to try."""

    module: str
    owner: str
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names of exceptions and of environment variables, other texts, numbers, and fields."""

    errors: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()


def vocabulary(differing: Differing) -> Vocabulary:
    """Return the words that the changed statements of only one of two releases have."""
    first, second = differing.gone, differing.come
    words = _words(first) ^ _words(second)
    texts = sorted(word for word in words if isinstance(word, str))
    errors = tuple(word for word in texts if _ERROR.fullmatch(word))
    variables = tuple(word for word in texts if _VARIABLE.fullmatch(word))
    return Vocabulary(
        errors,
        variables,
        tuple(word for word in texts if word not in {*errors, *variables}),
        tuple(sorted(repr(word) for word in words if not isinstance(word, str))),
        tuple(sorted({*_members(first)} ^ {*_members(second)}, key=repr)),
    )


_ERROR = re.compile(r"[A-Z]\w*(?:Error|Exception|Interrupt|Timeout|Exit)")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")


def _words(statements: Sequence[SourceStatement]) -> set[str | float]:
    return {word for one in statements for node in ast.walk(one.node) for word in _of(node)}


def _of(node: ast.AST) -> Iterator[str | float]:
    """Yield what a node says: its constant, or the exception that it names."""
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | float() as number):
            yield float(number)
        case ast.Constant(value=str(text)) if 0 < len(text) <= _LONGEST and text.isprintable():
            yield text
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.ClassDef(name=name):
            if _ERROR.fullmatch(name):
                yield name


def _members(statements: Sequence[SourceStatement]) -> Iterator[Member]:
    for one in statements:
        if one.scope and not one.runs and one.module.startswith("harbor/models/"):
            match one.node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    yield Member(one.module, one.scope, name, tuple(_values(annotation)))


def _values(annotation: ast.expr) -> Iterator[str]:
    """Yield values that a field of this type takes, and one that it may not."""
    for node in ast.walk(annotation):
        match node:
            case ast.Constant(value=str(text)):
                yield json.dumps(text)
            case ast.Name(id=name):
                yield from _OF_TYPE.get(name, ())
    yield "null"


_OF_TYPE = {
    "bool": ("true", "false"),
    "int": ("0", "1", "-1"),
    "float": ("0.5", "0"),
    "str": ('"x"',),
    "list": ("[]", '["x"]'),
    "dict": ("{}", '{"x": "y"}'),
}
"""What is tried of a field of each type."""
