"""What a deviation is: steps of the reference, replaced or changed, under a name.

Several deviations compose to one implementation: replacements come first, changes around
them in the catalogue's order. A step's name may lead into a step that has steps of its
own, as ``sum.convert`` does, or into a table; the operation's own name stands for the whole.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

type Step = Callable[..., Any]


class IncompatibleError(Exception):
    """Two deviations replace one step, each in its own way."""


class ParameterError(Exception):
    """A deviation was given a value that it does not take."""


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one step; nothing is left of one that is replaced.

    ``entry`` is the key of a step that is a table, where only that entry is replaced.
    """

    step: str
    of: Callable[[Any], Any]
    replaces: bool = False
    entry: str | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The names that lead to what is changed."""
        return (*self.step.split("."), *(() if self.entry is None else (self.entry,)))


type Changes = tuple[Change, ...]


def _second(_: object, new: Any) -> Any:  # noqa: ANN401 - a step may be a table
    return new


def _with_entry(old: Mapping[str, Any], key: str, new: Any) -> dict[str, Any]:  # noqa: ANN401 - any entry
    return {**old, key: new}


def instead(steps: Mapping[str, Any] | None = None, /, **named: Any) -> Changes:  # noqa: ANN401 - a step may be a table
    """Replace these steps."""
    given = {**(steps or {}), **named}
    return tuple(
        Change(step, partial(_second, new=new), replaces=True) for step, new in given.items()
    )


def entries(step: str, table: Mapping[str, Any]) -> Changes:
    """Replace, or add, these entries of a step that is a table."""
    return tuple(
        Change(
            step,
            partial(_with_entry, key=key, new=new),
            replaces=True,
            entry=key,
        )
        for key, new in table.items()
    )


def around(steps: Mapping[str, Callable[[Any], Any]] | None = None, /, **named: Step) -> Changes:
    """Replace these steps by what is made of them."""
    return tuple(Change(step, of) for step, of in {**(steps or {}), **named}.items())


def before(steps: Mapping[str, Step] | None = None, /, **named: Step) -> Changes:
    """Change the first argument of these steps."""

    def changing(change: Step) -> Callable[[Step], Step]:
        return lambda step: lambda first, *rest: step(change(first), *rest)

    return tuple(Change(s, changing(c)) for s, c in {**(steps or {}), **named}.items())


def after(steps: Mapping[str, Step] | None = None, /, **named: Step) -> Changes:
    """Change the result of these steps."""

    def changing(change: Step) -> Callable[[Step], Step]:
        return lambda step: lambda *arguments: change(step(*arguments))

    return tuple(Change(s, changing(c)) for s, c in {**(steps or {}), **named}.items())


@dataclass(frozen=True)
class Parameter:
    """A value that a deviation takes: its name, how text is read, and the changes it makes.

    ``usual`` are other values that people choose.
    """

    name: str
    default: str
    read: Callable[[str], Any]
    changes: Callable[[Any], Changes]
    usual: tuple[str, ...] = ()


@dataclass(frozen=True)
class Deviation:
    """One way to deviate from harbor: what it breaks, how people come to do it, what it changes.

    ``parameter`` is there where a value may be given; ``changes`` are then those of its
    default.
    """

    name: str
    clause: str
    description: str
    changes: Changes = ()
    parameter: Parameter | None = None

    def __post_init__(self) -> None:
        """Take the changes of the parameter's default where there is one."""
        if self.parameter is not None and not self.changes:
            read = self.parameter.read(self.parameter.default)
            object.__setattr__(self, "changes", self.parameter.changes(read))

    @property
    def operation(self) -> str:
        """The operation that the deviation is about."""
        return self.clause.partition(".")[0]

    def given(self, text: str) -> "Deviation":
        """Return the deviation with another value; raises ParameterError."""
        if self.parameter is None:
            raise ParameterError(f"{self.name} takes no value")
        try:
            changes = self.parameter.changes(self.parameter.read(text))
        except ValueError as error:
            raise ParameterError(f"{self.name}: {text!r} is no {self.parameter.name}") from error
        return replace(self, name=f"{self.name}={text}", changes=changes)


def compose(operation: str, pipeline: Step, deviations: Iterable[Deviation]) -> Step:
    """Return an operation's pipeline with the changes of all these deviations of it.

    Raises IncompatibleError, with both names, where two of them replace one step.
    """
    chosen = [(d.name, change) for d in deviations for change in d.changes]
    _refuse_conflicts(chosen)
    changes = sorted((change for _, change in chosen), key=partial(_order, operation))
    for change in changes:
        if change.step == operation:
            pipeline = change.of(pipeline)
        else:
            pipeline = _with(pipeline, change.step, change.of)
    return pipeline


def _order(operation: str, change: Change) -> tuple[int, bool]:
    """Return what changes are ordered by: inner steps first, replacements before the rest."""
    depth = 0 if change.step == operation else 1 + change.step.count(".")
    return -depth, not change.replaces


def _refuse_conflicts(chosen: Iterable[tuple[str, Change]]) -> None:
    for (first, one), (second, other) in combinations(chosen, 2):
        if first != second and _conflict(one, other):
            step = min(one.step, other.step, key=len)
            raise IncompatibleError(f"{first} and {second} both replace the step {step}")


def _conflict(one: Change, other: Change) -> bool:
    """Return whether one change leaves nothing of the other."""
    outer, inner = sorted((one, other), key=lambda change: len(change.path))
    if outer.path == inner.path:
        return outer.replaces and inner.replaces
    return outer.replaces and inner.path[: len(outer.path)] == outer.path


def _with(pipeline: Any, step: str, of: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - any dataclass of steps
    first, _, rest = step.partition(".")
    is_table = isinstance(pipeline, Mapping)
    inner = pipeline[first] if is_table else getattr(pipeline, first)
    new = _with(inner, rest, of) if rest else of(inner)
    return {**pipeline, first: new} if is_table else replace(pipeline, **{first: new})
