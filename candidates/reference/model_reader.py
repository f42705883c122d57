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
from dataclasses import dataclass, field

from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError

type Model = Mapping[str, str]
type Record = dict[str, object]


@dataclass(frozen=True)
class ModelReader:
    """A table of models, the functions for what is no model, and rules beyond the table.

    A rule takes the members of one model's value, absent ones as None, and says
    whether they go together.
    """

    models: Mapping[str, Model]
    values: Mapping[str, Callable[[object], object]]
    rules: Mapping[str, Callable[[Record], bool]] = field(default_factory=dict)

    def read(self, kind: str, value: object) -> object:
        """Return what pydantic makes of a value; raises UnfitError where it refuses it."""
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
        """Return the members that a model knows; of one name, only the last counts."""
        known = self.models[model]
        members = {name: member for name, member in _members(value) if name in known}
        record = {name: self._member(kind, name, members) for name, kind in known.items()}
        if model in self.rules and not self.rules[model](record):
            raise UnfitError(model)
        return record

    def _member(self, kind: str, name: str, members: Record) -> object:
        if name in members:
            return self.read(kind.removesuffix("!"), members[name])
        if kind.endswith("!"):
            raise UnfitError(name)
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


def _members(value: object) -> list[tuple[str, object]]:
    if not isinstance(value, Object):
        raise UnfitError
    return value.members
