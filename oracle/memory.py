"""Remembers which objects lie where, to tell at little cost whether anything was touched."""

from collections.abc import Callable, Mapping
from itertools import repeat
from operator import call, eq, is_
from typing import Any


class Memory:
    """Members of mappings and attributes of objects, as they were when they were kept.

    They lie in columns: a look passes over thousands of them, in C, after each few questions.
    """

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._mappings: dict[int, Mapping[Any, object]] = {}
        self._sizes: dict[int, int] = {}
        self._getters: list[Callable[[object], object]] = []
        self._names: list[object] = []
        self._members: list[object] = []
        self._holders: list[object] = []
        self._attributes: list[str] = []
        self._values: list[object] = []

    def keep_member(self, mapping: Mapping[Any, object], name: object) -> None:
        """Remember a member of a mapping, and how many there are."""
        self._mappings[id(mapping)], self._sizes[id(mapping)] = mapping, len(mapping)
        self._getters.append(mapping.get)
        self._names.append(name)
        self._members.append(mapping[name])

    def keep_attribute(self, holder: object, name: str) -> None:
        """Remember an attribute of an object, None where it has none."""
        self._holders.append(holder)
        self._attributes.append(name)
        self._values.append(getattr(holder, name, None))

    def is_untouched(self) -> bool:
        """Return whether all that was kept is the same objects in the same places."""
        attributes = map(getattr, self._holders, self._attributes, repeat(None))
        return (
            all(map(eq, map(len, self._mappings.values()), self._sizes.values()))
            and all(map(is_, map(call, self._getters, self._names), self._members))
            and all(map(is_, attributes, self._values))
        )
