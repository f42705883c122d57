"""Compares a loaded module with its source: every name, class and constant."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cached_property, partial
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from oracle.memory import Memory
from oracle.remaking import complete, remade

_OF_A_MODULE = frozenset({"__annotations__", "__builtins__", "__cached__", "__doc__", "__loader__"})
_OF_A_CLASS = frozenset(
    {
        *("__dict__", "__doc__", "__firstlineno__", "__static_attributes__", "__weakref__"),
        *("_abc_impl", "__pydantic_parent_namespace__"),
        *("__pydantic_setattr_handlers__", "__signature__"),  # filled in when first used
    }
)
"""Attributes that say where a class was made or used, not what it is."""

_OF_THE_PROCESS = (re.compile(r"0x[0-9a-fA-F]{6,}"), re.compile(r":[0-9]{9,}"))
"""Addresses of objects, as in representations and pydantic's references.

Each begins with a literal, since a single expression takes ten times as long.
"""

_BETWEEN_WORDS = re.compile(r"[\s,{}\[\]()]+")


_PARTS: dict[type | tuple[type, ...], tuple[str, ...]] = {
    Enum: ("name", "value"),
    property: ("fget", "fset", "fdel"),
    (cached_property, partial): ("func", "args", "keywords"),
    (staticmethod, classmethod, MethodType): ("__func__",),
    CellType: ("cell_contents",),
}
"""What to compare in objects that contain others, by their kind."""


class UnlikeError(Exception):
    """Something differs from the source; the message has its dotted name."""


class Likeness:
    """A loaded module and the one made from its source.

    Objects that are alike are remembered by address, so that the next comparison is cheap if
    nothing changed.
    """

    def __init__(self, made: ModuleType, loaded: ModuleType) -> None:
        """Take the remade module, and the loaded one of that name."""
        self._made, self._loaded = made, loaded
        self._memory, self._is_known = Memory(), False
        self._under_way: set[tuple[int, int]] = set()

    def verify(self) -> None:
        """Raise UnlikeError at the first name that differs from the source."""
        if self._is_known and self._memory.is_untouched():
            return
        self._is_known, self._memory = False, Memory()
        self._under_way.clear()
        loaded = vars(self._loaded)
        for name, made in vars(self._made).items():
            if name not in _OF_A_MODULE:
                if name not in loaded:
                    raise UnlikeError(name)
                self._same(made, loaded[name], name)
                self._memory.keep_member(loaded, name)
        self._is_known = True

    def _same(self, made: object, loaded: object, at: str) -> None:
        pair = id(made), id(loaded)
        if made is loaded or pair in self._under_way:
            return
        self._under_way.add(pair)
        if _kind(type(made)) != _kind(type(loaded)) or not self._alike_within(made, loaded, at):
            raise UnlikeError(at)

    def _alike_within(self, made: Any, loaded: Any, at: str) -> bool:  # noqa: ANN401, PLR0911 - any two objects, one return a kind
        for kind, parts in _PARTS.items():
            if isinstance(made, kind):
                return self._parts(made, loaded, parts, at)
        match made:
            case FunctionType():
                return self._functions(made, loaded, at)
            case type():
                return self._classes(made, loaded, at)
            case CodeType():
                return bool(made == loaded)
            case ModuleType():
                return False
            case Mapping():
                return self._mappings(made, loaded, at)
            case list() | tuple():
                return self._sequences(made, loaded, at)
        if type(made).__module__.partition(".")[0] == "harbor":
            return self._mappings(vars(made), vars(loaded), at)
        return _words(made) == _words(loaded)

    def _functions(self, made: FunctionType, loaded: FunctionType, at: str) -> bool:
        abroad = made.__globals__.get("__name__") != self._loaded.__name__
        at_home = abroad or loaded.__globals__ is vars(self._loaded)
        parts = ("__closure__", "__code__", "__defaults__", "__kwdefaults__", "__dict__")
        return at_home and self._parts(made, loaded, parts, at)

    def _classes(self, made: type[Any], loaded: type[Any], at: str) -> bool:
        """Compare classes of the module; one from another module must be the same object."""
        if made.__module__ != self._loaded.__name__:
            return False
        if _is_finished(loaded) and not _is_finished(made):
            return self._finished_later(made, loaded, at)
        unfinished = not _is_finished(loaded)
        members = [_members(of, without_compiled=unfinished) for of in (made, loaded)]
        bases = made.__bases__, loaded.__bases__
        for name in members[1]:
            self._memory.keep_member(vars(loaded), name)
        return self._mappings(members[0], members[1], at) and self._sequences(*bases, at)

    def _finished_later(self, made: type[Any], loaded: type[Any], at: str) -> bool:
        """Compare models that pydantic finished when first used, before or after others."""
        complete(made, self._made)
        try:
            return self._classes(made, loaded, at)
        except UnlikeError:
            module = remade(self._loaded)
            alone = vars(module)[made.__name__]
            complete(alone, module)
            return self._classes(alone, loaded, at)

    def _parts(self, made: object, loaded: object, names: Sequence[str], at: str) -> bool:
        for name in names:
            if hasattr(made, name) or hasattr(loaded, name):
                self._same(getattr(made, name, None), getattr(loaded, name, None), at)
                self._memory.keep_attribute(loaded, name)
        return True

    def _mappings(self, made: Mapping[Any, Any], loaded: Mapping[Any, Any], at: str) -> bool:
        if len(made) != len(loaded):
            return False
        for (name, first), (other, second) in zip(made.items(), loaded.items(), strict=True):
            self._same(name, other, at)
            self._same(first, second, f"{at}.{name}" if isinstance(name, str) else at)
            self._memory.keep_member(loaded, other)
        return True

    def _sequences(self, made: Sequence[Any], loaded: Sequence[Any], at: str) -> bool:
        if len(made) != len(loaded):
            return False
        for first, second in zip(made, loaded, strict=True):
            self._same(first, second, at)
        return True


def _kind(of: type) -> tuple[str, str]:
    return of.__module__, of.__qualname__


def _members(of: type[Any], *, without_compiled: bool) -> dict[str, object]:
    """Return the attributes of a class; pydantic compiles those of a model at its end."""
    unwanted = "__pydantic_" if without_compiled else "__dict__"
    members = vars(of).items()
    return {
        n: member for n, member in members if n not in _OF_A_CLASS and not n.startswith(unwanted)
    }


def _is_finished(of: type[Any]) -> bool:
    return bool(vars(of).get("__pydantic_complete__", True))


def _words(of: object) -> list[str]:
    """Return an object's representation without order: compiled tables have none."""
    text = repr(of)
    for address in _OF_THE_PROCESS:
        text = address.sub("", text)
    return sorted(_BETWEEN_WORDS.split(text)) if len(text) > 1 else [text]
