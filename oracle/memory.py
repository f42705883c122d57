"""Remembers the addresses of objects, to detect changes cheaply."""

from collections.abc import Callable, Mapping
from itertools import repeat
from operator import call, eq, is_
from typing import Any


class Memory:
    """Items of mappings and attributes of objects, as they were when stored.

    They are stored in columns: thousands are compared, in C, after every few cases.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._mappings: dict[int, Mapping[Any, object]] = {}
        self._sizes: dict[int, int] = {}
        self._getters: list[Callable[[object], object]] = []
        self._names: list[object] = []
        self._members: list[object] = []
        self._holders: list[object] = []
        self._attributes: list[str] = []
        self._values: list[object] = []

    def keep_member(self, mapping: Mapping[Any, object], name: object) -> None:
        """Remember an item of a mapping, and the number of items."""
        self._mappings[id(mapping)], self._sizes[id(mapping)] = mapping, len(mapping)
        self._getters.append(mapping.get)
        self._names.append(name)
        self._members.append(mapping[name])

    def keep_attribute(self, holder: object, name: str) -> None:
        """Remember an attribute of an object, None if it is missing."""
        self._holders.append(holder)
        self._attributes.append(name)
        self._values.append(getattr(holder, name, None))

    def is_untouched(self) -> bool:
        """Return whether everything stored is still the same objects."""
        attributes = map(getattr, self._holders, self._attributes, repeat(None))
        return (
            all(map(eq, map(len, self._mappings.values()), self._sizes.values()))
            and all(map(is_, map(call, self._getters, self._names), self._members))
            and all(map(is_, attributes, self._values))
        )
