"""The mutants of a module: small changes to its source, one place at a time.

The operators are those of cosmic-ray and mutmut, used as libraries: both tools run a test suite for
each mutant and identify a line by its number, but here each mutant gets the inputs of ``certify``.
cosmic-ray's replace each operator and comparison by every other, and numbers; mutmut's change the
rest: texts, arguments, assigned values, and the cases of a match.
"""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import libcst
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

type Position = tuple[int, int]
"""A line, counted from 1, and a column, counted from 0."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change: its place, its operator, the old and the new text.

    ``name`` is the qualified name of the innermost class or function, or of the variable assigned
    outside of them, or empty.
    """

    module: str
    name: str
    operator: str
    line: str
    becomes: str
    source: str


def mutants(module: str, source: str) -> list[Mutant]:
    """Return the mutants of a module that are valid Python, each once.

    Annotations and ``type`` statements stay: no answer depends on them, and mypy checks them.
    """
    types, names = _types(source), _names(source)
    found: dict[str, Mutant] = {}
    for operator, position, mutated in _applied(source):
        meaning = "" if _lies_in(position, types) else _meaning(mutated)
        if meaning and meaning not in found:
            line, becomes = _change(source, mutated)
            name = _innermost(position, names)
            found[meaning] = Mutant(module, name, operator, line, becomes, mutated)
    found.pop(_meaning(source), None)
    return list(found.values())


def _applied(source: str) -> Iterator[tuple[str, Position, str]]:
    """Yield each change as an operator's name, its place and the new source, even if invalid."""
    yield from _by_cosmic_ray(source)
    yield from _by_mutmut(source)


def _by_cosmic_ray(source: str) -> Iterator[tuple[str, Position, str]]:
    nodes = list(ast_nodes(get_ast(source)))
    kinds = {name: get_operator(name) for name in operator_names()}
    for name, kind in kinds.items():
        if kind.arguments():  # such operators are random
            continue
        operator = kind()
        places = [place for node in nodes for place, _ in operator.mutation_positions(node)]
        for occurrence, place in enumerate(places):
            mutated = mutate_code(source, operator, occurrence)
            if mutated is not None:
                yield name.partition("/")[2], place, mutated


def _by_mutmut(source: str) -> Iterator[tuple[str, Position, str]]:
    wrapper = MetadataWrapper(libcst.parse_module(source))
    for node, where in wrapper.resolve(PositionProvider).items():
        for kind, operator in mutation_operators:
            for changed in operator(node) if isinstance(node, kind) else ():
                mutated = wrapper.module.deep_replace(node, changed)
                place = where.start.line, where.start.column
                yield operator.__name__, place, libcst.ensure_type(mutated, libcst.Module).code


def _meaning(source: str) -> str:
    """Return a form that ignores white space; nothing for invalid Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            tree = ast.parse(source)
            compile(tree, "mutant", "exec")
        except SyntaxError:
            return ""
    return ast.dump(tree)


def _change(source: str, mutated: str) -> tuple[str, str]:
    """Return the differing lines, before and after, stripped."""
    before, after = source.splitlines(), mutated.splitlines()
    start = _alike(before, after)
    end = min(_alike(before[::-1], after[::-1]), len(before) - start, len(after) - start)
    return _text(before[start : len(before) - end]), _text(after[start : len(after) - end])


def _alike(one: list[str], other: list[str]) -> int:
    """Return the number of equal lines at the start."""
    pairs = zip(one, other, strict=False)
    shorter = min(len(one), len(other))
    return next((n for n, (a, b) in enumerate(pairs) if a != b), shorter)


def _text(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines if line.strip())


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of a source, and its name, if it has one."""

    start: Position
    end: Position
    name: str = ""


def _stretch(node: ast.expr | ast.stmt, name: str = "") -> _Stretch:
    end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return _Stretch((node.lineno, node.col_offset), end, name)


def _types(source: str) -> list[_Stretch]:
    """Return the annotations and ``type`` statements of a source."""
    stretches = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.TypeAlias():
                stretches.append(_stretch(node))
            case ast.arg(annotation=ast.expr() as type_) | ast.AnnAssign(annotation=type_):
                stretches.append(_stretch(type_))
            case ast.FunctionDef(returns=ast.expr() as type_):
                stretches.append(_stretch(type_))
    return stretches


def _names(source: str) -> list[_Stretch]:
    """Return the named parts of a source by qualified name, outer before inner.

    These are classes, functions, and variables assigned outside of them.
    """
    tree = ast.parse(source)
    assigned = [_assigned(node) for node in tree.body]
    return [*filter(None, assigned), *_within(tree, "")]


def _assigned(node: ast.stmt) -> _Stretch | None:
    match node:
        case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
            return _stretch(node, name)
    return None


def _within(node: ast.AST, prefix: str) -> Iterator[_Stretch]:
    for child in ast.iter_child_nodes(node):
        name = prefix
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            name = f"{prefix}.{child.name}" if prefix else child.name
            yield _decorated(child, name)
        yield from _within(child, name)


def _decorated(node: ast.ClassDef | ast.FunctionDef, name: str) -> _Stretch:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return _Stretch((first, 0), _stretch(node).end, name)


def _lies_in(position: Position, stretches: list[_Stretch]) -> bool:
    return any(stretch.start <= position < stretch.end for stretch in stretches)


def _innermost(position: Position, names: list[_Stretch]) -> str:
    around = [each.name for each in names if each.start <= position < each.end]
    return around[-1] if around else ""
