"""Remembers which objects lie where, to tell at little cost whether anything was touched."""

from collections.abc import Mapping
from typing import Any


class Memory:
    """Members of mappings and attributes of objects, as they were when they were kept."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._members: list[tuple[Mapping[Any, object], object, object]] = []
        self._attributes: list[tuple[object, str, object]] = []
        self._sizes: dict[int, tuple[Mapping[Any, object], int]] = {}

    def keep_member(self, mapping: Mapping[Any, object], name: object) -> None:
        """Remember a member of a mapping, and how many there are."""
        self._members.append((mapping, name, mapping[name]))
        self._sizes[id(mapping)] = mapping, len(mapping)

    def keep_attribute(self, holder: object, name: str) -> None:
        """Remember an attribute of an object, None where it has none."""
        self._attributes.append((holder, name, getattr(holder, name, None)))

    def is_untouched(self) -> bool:
        """Return whether all that was kept is the same objects in the same places."""
        return (
            all(len(mapping) == size for mapping, size in self._sizes.values())
            and all(mapping.get(name) is member for mapping, name, member in self._members)
            and all(getattr(h, name, None) is value for h, name, value in self._attributes)
        )
