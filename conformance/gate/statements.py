"""The statements in which two releases of harbor differ."""

import ast
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from conformance.operations.harbor_modules import harbor_modules


@dataclass(frozen=True, slots=True)
class SourceStatement:
    """A statement of a module without nested ones: its scope and its content.

    ``content`` is the same if statements do the same: it has the branches that a statement is in,
    and lacks comments, layout, positions and the annotations of functions. ``runs`` is the first of
    its lines that the interpreter runs when a function is called; 0 if it runs at import, or never.
    ``node`` is the statement itself, without nested ones, and ``shown`` also has what is above it,
    or first inside a ``try``.
    """

    module: str
    scope: str
    content: str
    runs: int = 0
    node: ast.stmt = field(default_factory=ast.Pass, compare=False, repr=False)
    shown: tuple[ast.AST, ...] = field(default=(), compare=False, repr=False)

    @property
    def text(self) -> str:
        """Its first line; of one that names nothing, such as ``return``, all that is shown."""
        names = any(isinstance(one, _NAMING) for one in ast.walk(self.node))
        nodes = map(ast.fix_missing_locations, (self.node,) if names else self.shown)
        return " ".join(ast.unparse(one).partition("\n")[0] for one in nodes)


def statements_of(module: str, source: bytes) -> list[SourceStatement]:
    """Return the statements of a module, in their order; raises SyntaxError."""
    tree = ast.parse(source)
    for node in ast.walk(tree):  # annotations do not change what functions do
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, _FUNCTIONS):
            node.returns = None
    lines = {*_lines_of_functions(compile(source, "<module>", "exec"))}
    return list(_in_body(tree.body, module, _Scope(), lines))


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NAMING = (ast.Name, ast.Attribute, ast.alias, ast.arg)
_BODIES = ("body", "orelse", "finalbody")
_PARTS = ("handlers", "cases")


class _Scope(NamedTuple):
    """The names and branches around a statement, and whether it is in a function."""

    name: str = ""
    branches: str = ""
    in_function: bool = False
    above: tuple[ast.AST, ...] = ()


def _in_body(
    body: Sequence[ast.stmt], module: str, scope: _Scope, lines: Collection[tuple[str, int]]
) -> Iterator[SourceStatement]:
    for node in body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        last = _last_line_of_head(node)
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        run = (line for line in range(first, last + 1) if (scope.name, line) in lines)
        runs = min(run, default=0) if scope.in_function else 0
        content = f"{scope.branches} {_content(node)}"
        bare, is_try = _without_bodies(node), isinstance(node, ast.Try)
        inside = map(_without_bodies, getattr(node, "body", [])[:1])
        shown = (bare, *inside) if is_try else (*scope.above, bare)
        yield SourceStatement(module, scope.name, content, runs, bare, shown)
        for branch, inner_body, part in _bodies(node):
            above = scope.above if part is node and is_try else (_without_bodies(part),)
            inner = scope._replace(branches=f"{scope.branches}/{branch}", above=above)
            if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                name = f"{scope.name}.{node.name}".removeprefix(".")
                inner = _Scope(name, "", scope.in_function or isinstance(node, _FUNCTIONS))
            yield from _in_body(inner_body, module, inner, lines)


def _bodies(node: ast.AST) -> Iterator[tuple[str, list[ast.stmt], ast.AST]]:
    """Yield the branches of a compound statement: the name, the body and the head of each."""
    for name in _BODIES:
        body, head = getattr(node, name, []), node
        if isinstance(node, ast.If) and name == "orelse":
            head = ast.If(ast.UnaryOp(ast.Not(), node.test), body=[], orelse=[])
        yield from [(name, body, head)] if body else []
    for name in _PARTS:
        for number, part in enumerate(getattr(node, name, ())):
            yield f"{name}{number}", part.body, part


def _without_bodies[Node: ast.AST](node: Node) -> Node:
    """Return a statement without nested ones."""
    bare = copy(node)
    for name in (*_BODIES, *_PARTS):
        if hasattr(bare, name):
            setattr(bare, name, [])
    return bare


def _last_line_of_head(node: ast.stmt) -> int:
    inner = [body[0].lineno for _, body, _ in _bodies(node)]
    end = node.end_lineno or node.lineno
    return max(node.lineno, min([end, *(line - 1 for line in inner)]))


def _content(node: ast.stmt) -> str:
    """Return the content of a statement without nested ones."""
    heads = (one for name in _PARTS for one in getattr(node, name, ()))
    return " ".join(ast.dump(_without_bodies(one)) for one in (node, *heads))


def _lines_of_functions(code: CodeType, scope: str = "") -> Iterator[tuple[str, int]]:
    """Yield the lines that the interpreter runs, each with its scope."""
    yield from ((scope, line) for _, _, line in code.co_lines() if line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            # A comprehension or lambda runs in its enclosing scope.
            named = "" if constant.co_name.startswith("<") else f".{constant.co_name}"
            yield from _lines_of_functions(constant, f"{scope}{named}".removeprefix("."))


@dataclass(frozen=True, slots=True)
class Differing:
    """The difference of two releases in the path of rewards.

    ``gone`` are the statements of only the earlier one, ``come`` those of only the later one;
    ``outside`` counts the differing modules that no reward depends on.
    """

    gone: tuple[SourceStatement, ...]
    come: tuple[SourceStatement, ...]
    outside: int


def differing(before: Path, after: Path) -> Differing:
    """Return the difference of two harbor packages, given by their folders."""
    gone, come, outside = list[SourceStatement](), list[SourceStatement](), 0
    packages = before, after
    files = {file.relative_to(one).as_posix() for one in packages for file in one.rglob("*.py")}
    for file in sorted(files):
        module = f"{before.name}/{file}"
        places = (one / file for one in packages)
        first, second = (one.read_bytes() if one.exists() else b"" for one in places)
        if first == second:
            continue
        if harbor_modules().why_outside(module):
            outside += 1
            continue
        one, other = statements_of(module, first), statements_of(module, second)
        gone += _only(one, other)
        come += _only(other, one)
    return Differing(tuple(gone), tuple(come), outside)


def _only(one: list[SourceStatement], other: list[SourceStatement]) -> Iterator[SourceStatement]:
    """Yield the statements of one module that the other lacks."""
    mine, theirs = ([(each.scope, each.content) for each in side] for side in (one, other))
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
    kept = {place for block in blocks for place in range(block.a, block.a + block.size)}
    yield from (each for place, each in enumerate(one) if place not in kept)
