"""The words that only one of two releases has: what a fuzzer would keep in its dictionary."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.gate.source_diff.differing import Changed, Differing

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a configuration: the class that has it, its name, and values in JSON to try."""

    module: str
    owner: str
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names of exceptions and of environment variables, other texts, numbers, and members."""

    errors: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()


def vocabulary(differing: Differing) -> Vocabulary:
    """Return the words that the changed statements of one release have and the other's have not."""
    first, second = differing.gone, differing.come
    words = _words(first) ^ _words(second)
    texts = sorted(word for word in words if isinstance(word, str))
    errors = [word for word in texts if _ERROR.fullmatch(word)]
    variables = [word for word in texts if _VARIABLE.fullmatch(word)]
    rest = [word for word in texts if word not in {*errors, *variables}]
    return Vocabulary(
        tuple(errors),
        tuple(variables),
        tuple(rest),
        tuple(sorted(repr(word) for word in words if not isinstance(word, str))),
        tuple(sorted({*_members(first)} ^ {*_members(second)}, key=repr)),
    )


_ERROR = re.compile(r"[A-Z]\w*(?:Error|Exception|Interrupt|Timeout|Exit)")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")

type Word = str | float


def _words(statements: Sequence[Changed]) -> set[Word]:
    return {
        word for one in statements for node in ast.walk(one.statement.node) for word in _of(node)
    }


def _of(node: ast.AST) -> Iterator[Word]:
    """Yield what a node says: its constant, or the exception that it names."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if 0 < len(node.value) <= _LONGEST and node.value.isprintable():
            yield node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        if not isinstance(node.value, bool):
            yield float(node.value)
    elif isinstance(node, ast.Name | ast.Attribute | ast.ClassDef):
        name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
        name = name or getattr(node, "name", "")
        if _ERROR.fullmatch(name):
            yield name


def _members(statements: Sequence[Changed]) -> Iterator[Member]:
    for one in statements:
        node, scope = one.statement.node, one.statement.scope
        if not scope or one.statement.runs or not one.module.startswith("harbor/models/"):
            continue
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield Member(one.module, scope, node.target.id, tuple(_values(node.annotation)))


def _values(annotation: ast.expr) -> Iterator[str]:
    """Yield values that a member of this type takes, and one that it may not."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield json.dumps(node.value)
        elif isinstance(node, ast.Name):
            yield from _OF_TYPE.get(node.id, ())
    yield "null"


_OF_TYPE = {
    "bool": ("true", "false"),
    "int": ("0", "1", "-1"),
    "float": ("0.5", "0"),
    "str": ('"x"',),
    "list": ("[]", '["x"]'),
    "dict": ("{}", '{"x": "y"}'),
}
"""What is tried of a member of each type."""
