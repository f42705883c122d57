"""The statements of a module, each with what it does and where it stands."""

import ast
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from types import CodeType


@dataclass(frozen=True, slots=True)
class SourceStatement:
    """A statement without those in it: its scope, what it does, its lines in the file.

    ``content`` is the same wherever a statement does the same: comments, forms, positions and
    the annotations of functions are not in it. ``runs`` is the first of its lines that the
    interpreter runs when a function is called; 0 where it runs at import, or never. ``node`` is
    the statement itself, without those in it.
    """

    scope: str
    content: str
    first: int
    last: int
    runs: int = 0
    node: ast.stmt = field(default_factory=ast.Pass, compare=False, repr=False)


def text_of(statement: SourceStatement) -> str:
    """Return the first line of what a statement says, without the statements in it."""
    return ast.unparse(ast.fix_missing_locations(statement.node)).partition("\n")[0]


def statements_of(source: str) -> list[SourceStatement]:
    """Return the statements of a module, in their order; raises SyntaxError."""
    tree = ast.parse(source)
    for node in ast.walk(tree):  # annotations of functions change nothing that they do
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
    lines = _lines_of_functions(compile(source, "<module>", "exec"))
    return list(_in_body(tree.body, "", lines, in_function=False))


def _in_body(
    body: Sequence[ast.stmt], scope: str, lines: dict[str, set[int]], *, in_function: bool
) -> Iterator[SourceStatement]:
    for node in body:
        if _says_nothing(node):
            continue
        yield _statement(node, scope, lines, in_function=in_function)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{scope}.{node.name}" if scope else node.name
            is_function = not isinstance(node, ast.ClassDef)
            yield from _in_body(node.body, inner, lines, in_function=is_function or in_function)
        else:
            for inner_body in _bodies(node):
                yield from _in_body(inner_body, scope, lines, in_function=in_function)


_BODIES = ("body", "orelse", "finalbody")


def _says_nothing(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring, or another constant."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the bodies of a compound statement."""
    for name in _BODIES:
        if body := getattr(node, name, []):
            yield body
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def _statement(
    node: ast.stmt, scope: str, lines: dict[str, set[int]], *, in_function: bool
) -> SourceStatement:
    last = _last_line_of_head(node)
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    run = sorted(lines.get(scope, set()) & set(range(first, last + 1))) if in_function else []
    return SourceStatement(
        scope, _head(node), first, last, run[0] if run else 0, _without_bodies(node)
    )


def _without_bodies(node: ast.stmt) -> ast.stmt:
    """Return a statement without the statements in it."""
    alone = copy(node)
    for name in (*_BODIES, "handlers", "cases"):
        if hasattr(alone, name):
            setattr(alone, name, [])
    return alone


def _last_line_of_head(node: ast.stmt) -> int:
    inner = [body[0].lineno for body in _bodies(node)]
    end = node.end_lineno or node.lineno
    return max(node.lineno, min([end, *(line - 1 for line in inner)]))


def _head(node: ast.stmt) -> str:
    """Return what a statement does without the statements in it."""
    parts = [type(node).__name__]
    for name, value in ast.iter_fields(node):
        if name in {*_BODIES, "type_comment"}:
            continue
        values = value if isinstance(value, list) else [value]
        parts += [f"{name}={_dumped(one)}" for one in values]
    return " ".join(parts)


def _dumped(value: object) -> str:
    if isinstance(value, ast.ExceptHandler):
        return f"except {_dumped(value.type)} as {value.name}"
    if isinstance(value, ast.match_case):
        return f"case {ast.dump(value.pattern)} if {_dumped(value.guard)}"
    return ast.dump(value) if isinstance(value, ast.AST) else repr(value)


def _lines_of_functions(module: CodeType) -> dict[str, set[int]]:
    """Return the lines that the interpreter runs, by the scope that they stand in."""
    lines: dict[str, set[int]] = {}
    inner = [("", module)]
    while inner:
        scope, code = inner.pop()
        lines.setdefault(scope, set()).update(line for _, _, line in code.co_lines() if line)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                # A comprehension or lambda is run where it stands.
                named = "" if constant.co_name.startswith("<") else constant.co_name
                inner.append((f"{scope}.{named}".strip(".") if named else scope, constant))
    return lines
