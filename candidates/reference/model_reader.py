"""Reads a JSON value by a table of models, as pydantic validates JSON.

A table is model → member → kind. A kind is one of

- the name of a function of ``lax_values``, or of another model of the table,
- ``[kind]``, a list; ``{kind}``, an object of free names,
- ``kind|kind``, whichever fits,
- ``kind?``, which may also be null, and is null where the member is absent,
- ``kind!``, for a member that must not be absent.

A member that is neither ``?`` nor ``!`` may be absent, but not null.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError

type Model = Mapping[str, str]
type Record = dict[str, object]
type Members = list[tuple[str, object]]
type Read = Callable[[object], object]


def without_unknown(model: Model, members: Members) -> Members:
    """Drop the members that a model does not have."""
    return [(name, member) for name, member in members if name in model]


def last_of(values: list[object], read: Read) -> object:
    """Read the last of several members with one name; earlier ones may have any value."""
    return read(values[-1])


@dataclass(frozen=True, slots=True)
class ModelReader:
    """The steps from a JSON value to the record of a model.

    ``models`` is the table, ``values`` has the functions for values that are not models, and
    ``rules`` what the table cannot express: a rule takes the members of a model's value, absent
    ones as None, and returns whether the combination is valid. ``known`` selects an object's
    members, and ``member`` reads all values of one name.
    """

    models: Mapping[str, Model]
    values: Mapping[str, Read]
    rules: Mapping[str, Callable[[Record], bool]]
    known: Callable[[Model, Members], Members] = without_unknown
    member: Callable[[list[object], Read], object] = last_of

    def read(self, kind: str, value: object) -> object:
        """Return a value as pydantic converts it; raises UnfitError if it refuses the value."""
        if kind.endswith("?"):
            return None if value is None else self.read(kind[:-1], value)
        if kind.startswith("["):
            return [self.read(kind[1:-1], element) for element in _elements(value)]
        if kind.startswith("{"):
            return {name: self.read(kind[1:-1], member) for name, member in _members(value)}
        if "|" in kind:
            return self._any_of(kind.split("|"), value)
        if kind in self.models:
            return self.record(kind, value)
        return self.values[kind](value)

    def record(self, model: str, value: object) -> Record:
        """Return the members that a model has, absent ones as None."""
        kinds = self.models[model]
        values: dict[str, list[object]] = {}
        for name, member in self.known(kinds, _members(value)):
            values.setdefault(name, []).append(member)
        record = {name: self._member(kind, values.get(name, [])) for name, kind in kinds.items()}
        if model in self.rules and not self.rules[model](record):
            raise UnfitError(model)
        return record

    def _member(self, kind: str, values: list[object]) -> object:
        if values:
            return self.member(values, partial(self.read, kind.removesuffix("!")))
        if kind.endswith("!"):
            raise UnfitError(kind)
        return None

    def _any_of(self, kinds: list[str], value: object) -> object:
        for kind in kinds:
            try:
                return self.read(kind, value)
            except UnfitError:
                continue
        raise UnfitError(kinds)


def _elements(value: object) -> list[object]:
    if not isinstance(value, list):
        raise UnfitError
    return value


def _members(value: object) -> Members:
    if not isinstance(value, Object):
        raise UnfitError
    return value.members
