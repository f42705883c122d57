"""Shapes of typed dictionaries: a form is stated once, as the type that mypy holds us to."""

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Required, get_args, get_origin, get_type_hints

from conformance.protocol.containers import ListOf, MapOf, Members, Nullable
from conformance.protocol.documents import Matching, Truth
from conformance.protocol.shapes import Bytes, Count, Number, Shape, Text


def shape_of(kind: Any) -> Shape:  # noqa: ANN401 - any type expression
    """Return the shape of a type; ``Annotated`` gives a type the shape that it names."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin = get_origin(kind)
    return _OF_OTHERS[origin](*get_args(kind)) if origin else _members_of(kind)


def _map_of(name: Any, member: Any) -> MapOf:  # noqa: ANN401 - any type expressions
    of_names = shape_of(name)
    return MapOf(shape_of(member), of_names.pattern if isinstance(of_names, Matching) else "")


def _members_of(kind: type) -> Members:
    shapes = {name: shape_of(of) for name, of in get_type_hints(kind, include_extras=True).items()}
    required: frozenset[str] = kind.__required_keys__  # type: ignore[attr-defined] # a TypedDict
    return Members(
        {name: shape for name, shape in shapes.items() if name in required},
        {name: shape for name, shape in shapes.items() if name not in required},
    )


_PLAIN: dict[Any, Shape] = {
    bool: Truth(),
    bytes: Bytes(),
    float: Number(),
    int: Count(),
    str: Text(),
}
_OF_OTHERS: Mapping[Any, Callable[..., Shape]] = {
    Annotated: lambda _, shape: shape,
    Literal: lambda *choices: Text(choices),
    Required: shape_of,
    UnionType: lambda present, _: Nullable(shape_of(present)),
    dict: _map_of,
    list: lambda member: ListOf(shape_of(member)),
}
