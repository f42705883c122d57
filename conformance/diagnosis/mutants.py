"""Deviations that follow from the reference's code: one expression of a step is another one.

Those who understood a rule still get such things wrong: one more or less, a missing test.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from itertools import chain
from types import FunctionType
from typing import Any, TypeGuard

from candidates.deviations.catalogue import functions
from candidates.deviations.deviation import Change, Deviation, IncompatibleError
from candidates.deviations.step_words import given_by
from conformance.diagnosis.documents import step_at, steps_of

_LEFT = {"summation", "harbor_json", "python_json", "jiter_json", "python_float", "lax_number"}
"""Modules of the reference that add, write and read, in ways that the catalogue has."""

_ADVICE = "Compute it as the reference does there."

_SHOWN = 60  # characters of the longest expression that is shown around a change

_OTHERS: Mapping[type[ast.AST], tuple[Any, ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.GtE,),
    ast.Div: (ast.FloorDiv,),
}
"""What people write in place of a comparison or an operator."""

_CALLED = {"any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class ChangedCode:
    """Definitions of a module of the reference, with one expression instead of another."""

    module: str
    definitions: tuple[ast.FunctionDef | ast.ClassDef, ...]
    old: ast.AST
    new: ast.AST

    def of(self, step: object) -> object:
        """Return a step as the mutated module has it; raises IncompatibleError for another's."""
        namespace = _executed(self)
        if isinstance(step, FunctionType) and step.__module__ == self.module:
            return namespace[step.__name__]
        if is_dataclass(step) and type(step).__module__ == self.module:
            inner = {one.name: getattr(step, one.name) for one in fields(step)}
            return namespace[type(step).__name__](**inner)
        raise IncompatibleError(f"{step} is changed already")

    def words(self, around: ast.AST) -> str:
        """Return what stands where, in the smallest expression that says something."""
        file = f"{self.module.replace('.', '/')}.py:{getattr(around, 'lineno', 1)}"
        old, new = ast.unparse(around), ast.unparse(self.within(around))
        return f"like the reference with `{new}` instead of `{old}` ({file})"

    def within(self, around: ast.AST) -> Any:  # noqa: ANN401 - the kind of what is copied
        """Return a copy of code around the expression, with the new one."""
        return deepcopy(around, {id(self.old): self.new})


@dataclass(frozen=True)
class CodeDeviation(Deviation):
    """A deviation that has other code in a step."""


@cache
def _executed(mutant: ChangedCode) -> dict[str, Any]:
    """Return the names of the mutated module."""
    module = import_module(mutant.module)
    namespace = {**vars(module)}
    tree = ast.Module([*map(mutant.within, mutant.definitions)], [])
    code = compile(ast.fix_missing_locations(tree), str(module.__file__), "exec")
    exec(code, namespace)  # noqa: S102 - the reference's own code
    return namespace


@cache
def mutated(operation: str) -> tuple[Deviation, ...]:
    """Return the deviations that have one expression of an operation's steps changed."""
    pipeline = functions(())[operation]
    steps = {operation: pipeline} | {path: step_at(operation, path) for path in steps_of(pipeline)}
    paths: dict[str, dict[str, list[str]]] = {}
    for path, step in steps.items():
        kind = step if isinstance(step, FunctionType) else type(step)
        module = kind.__module__
        if module.startswith("candidates.reference.") and module.rpartition(".")[2] not in _LEFT:
            paths.setdefault(module, {}).setdefault(kind.__name__, []).append(path)
    return tuple(
        row for module, by_name in paths.items() for row in _of_module(operation, module, by_name)
    )


def _of_module(operation: str, module: str, paths: Mapping[str, list[str]]) -> Iterator[Deviation]:
    tree = ast.parse(inspect.getsource(import_module(module)))
    defined = {
        one.name: one for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)
    }
    for name, definition in defined.items():
        users = [defined[user] for user in _users(name, defined)]
        changed = [
            (path, isinstance(user, ast.FunctionDef))
            for user in users
            for path in paths.get(user.name, ())
        ]
        for old, new, around in _variants(definition) if changed else ():
            mutant = ChangedCode(module, tuple(users), old, new)
            column = getattr(old, "col_offset", 0)
            for steps, words in _in_steps(operation, mutant.words(around), changed):
                changes = tuple(Change(path, mutant.of, replaces=one) for path, one in steps)
                called, advice = f"{operation}: {words} in column {column}", _ADVICE
                yield CodeDeviation(called, f"{operation}.", words, changes, advice=advice)


def _in_steps(
    operation: str, words: str, steps: Sequence[tuple[str, bool]]
) -> Iterator[tuple[Sequence[tuple[str, bool]], str]]:
    """Yield all the steps with some code, with the words for that, and each of several alone."""
    yield steps, words
    for one in steps if len(steps) > 1 else ():
        with suppress(KeyError):  # a step without words
            yield (one,), f"{words}, but only in {given_by(operation, one[0])}"


def _users(name: str, defined: Mapping[str, ast.AST]) -> list[str]:
    """Return the definitions whose functions use one, directly or not, and itself."""
    found, new = [name], [name]
    while new:
        new = [user for user, body in defined.items() if user not in found and _names(body, new)]
        found += new
    return found


def _names(body: ast.AST, names: Sequence[str]) -> bool:
    return any(isinstance(one, ast.Name) and one.id in names for one in _inside(body))


def _variants(definition: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, ast.AST]]:
    """Yield what may be replaced in a definition, by what, and the expression to show."""
    parents = {child: node for node in _inside(definition) for child in ast.iter_child_nodes(node)}
    others = _others(definition)
    for node in _inside(definition):
        for new in (*_instead_of(node, parents.get(node)), *others.get(node, ())):
            around = node
            while _is_shown(parents[around], around):
                around = parents[around]
            yield node, new, around


def _is_shown(node: ast.AST, inner: ast.AST) -> bool:
    """Return whether an expression is shown with the one around it."""
    if isinstance(inner, ast.comprehension):
        return True
    lines = ast.expr, ast.comprehension, ast.Return, ast.Assign, ast.AugAssign
    return isinstance(node, lines) and len(ast.unparse(node)) <= _SHOWN


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes within functions, but for annotations and decorators."""
    yield node
    match node:
        case ast.ClassDef(body=body):
            children: Iterable[ast.AST] = (one for one in body if isinstance(one, ast.FunctionDef))
        case ast.FunctionDef(body=body):
            children = body
        case ast.AnnAssign(value=value):
            children = [value] if value else []
        case _:
            children = ast.iter_child_nodes(node)
    for child in children:
        yield from _inside(child)


def _instead_of(node: ast.AST, parent: ast.AST | None) -> Iterator[ast.AST]:  # noqa: C901, PLR0912 - a table
    """Yield what people write in place of a node."""
    if isinstance(parent, ast.If) and node is parent.test:
        yield from (ast.Constant(value=True), ast.Constant(value=False))
    match node:
        case ast.Compare(ast.Constant() as key, [ast.In()], [mapping]):
            value = ast.Call(ast.Attribute(mapping, "get", ast.Load()), [key], [])
            yield from (value, ast.Compare(value, [ast.IsNot()], [ast.Constant(None)]))
        case ast.Compare(left, [ast.Is() | ast.IsNot() as op], [ast.Constant(None)]):
            none = isinstance(op, ast.Is)
            yield from (ast.UnaryOp(ast.Not(), left), left)[:: 1 if none else -1]
        case ast.Compare(left, [ast.In()], [text]):
            yield ast.Compare(left, [ast.NotIn()], [text])
            for method in ("startswith", "endswith", "__eq__"):
                yield ast.Call(ast.Attribute(text, method, ast.Load()), [left], [])
        case ast.Compare(left, [op], right):
            yield from (ast.Compare(left, [new()], right) for new in _OTHERS.get(type(op), ()))
        case ast.BinOp(left, op, right):
            yield from (ast.BinOp(left, other(), right) for other in _OTHERS.get(type(op), ()))
        case ast.BoolOp():
            yield from _of_booleans(node)
        case ast.IfExp(_, body, orelse):
            yield from (body, orelse)
        case ast.Constant(bool()):
            pass  # and no integer
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as number)):
            yield from (ast.Constant(1 - number), ast.Constant(-1 - number))
        case ast.Constant(int() | float() as number) if not isinstance(parent, ast.UnaryOp):
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))
        case ast.Call(ast.Name() as name, arguments):
            yield from _of_calls(name, arguments)
        case ast.comprehension(target, values, [_, *_]):
            yield ast.comprehension(target, values, [], 0)


def _others(definition: ast.AST) -> dict[ast.AST, list[ast.AST]]:
    """Return the other variables that may replace the use of one, unless it may change."""
    found: dict[ast.AST, list[ast.AST]] = {}
    for function in (one for one in _inside(definition) if isinstance(one, ast.FunctionDef)):
        inside = [*chain.from_iterable(map(_inside, function.body))]
        given = [one.arg for one in function.args.args if one.arg != "self"]
        names = dict.fromkeys([*given, *(one.id for one in inside if _is_set(one))])
        parts = (one for one in inside if isinstance(one, ast.Attribute | ast.Subscript))
        changed = {one.value for one in parts}
        for one in inside:
            is_use = isinstance(getattr(one, "ctx", None), ast.Load) and one not in changed
            if is_use and isinstance(one, ast.Name) and one.id in names:
                found[one] = [ast.Name(other, ast.Load()) for other in names if other != one.id]
    return found


def _is_set(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _of_booleans(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for one in node.values:
        rest = [other for other in node.values if other is not one]
        yield ast.BoolOp(node.op, rest) if rest[1:] else rest[0]


def _of_calls(name: ast.Name, arguments: list[ast.expr]) -> Iterator[ast.AST]:
    match name.id, arguments:
        case "range", [end]:
            yield ast.Call(name, [ast.Constant(1), end], [])
            for op in (ast.Add(), ast.Sub()):
                yield ast.Call(name, [ast.BinOp(end, op, ast.Constant(1))], [])
        case called, _ if called in _CALLED:
            yield ast.Call(ast.Name(_CALLED[called], ast.Load()), arguments, [])
