"""What a deviation is: steps of the reference, replaced or changed, under a name.

Several deviations compose to one implementation: replacements come first, changes around
them in the catalogue's order. A step's name may lead into a step that has steps of its
own, as ``sum.convert`` does, or into a table; the operation's own name stands for the whole.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

type Step = Callable[..., Any]
type Changes = tuple[Change, ...]
type Steps = str | Sequence[str] | Mapping[str, Any]
"""The name of a step, of several steps, or the replacement of each by its name."""


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


def instead(step: Steps = (), new: object = None, /, **named: object) -> Changes:
    """Replace a step, or each of several; a step may be a table."""
    return tuple(
        Change(one, partial(_second, new=other), replaces=True)
        for one, other in _each(step, new, named)
    )


def entries(step: str, table: Mapping[str, Any] | None = None, /, **named: object) -> Changes:
    """Replace, or add, these entries of a step that is a table."""
    return tuple(
        Change(step, partial(_with_entry, key=key, new=new), replaces=True, entry=key)
        for key, new in {**(table or {}), **named}.items()
    )


def around(step: Steps = (), of: Step | None = None, /, **named: Step) -> Changes:
    """Replace a step, or each of several, by what is made of it."""
    return tuple(Change(one, make) for one, make in _each(step, of, named))


def calling(step: Steps = (), function: Step | None = None, /, **named: Step) -> Changes:
    """Replace a step by a function that is called with the step, and then its arguments."""
    return tuple(Change(one, partial(partial, do)) for one, do in _each(step, function, named))


def before(step: Steps = (), change: Step | None = None, /, **named: Step) -> Changes:
    """Change the first argument of a step, or of each of several."""
    return calling({one: partial(_before, do) for one, do in _each(step, change, named)})


def after(step: Steps = (), change: Step | None = None, /, **named: Step) -> Changes:
    """Change the result of a step, or of each of several."""
    return calling({one: partial(_after, do) for one, do in _each(step, change, named)})


def _each(step: Steps, what: Any, named: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - a step may be a table
    """Yield each step with what becomes of it: one for all these steps, or one for each."""
    steps = (step,) if isinstance(step, str) else step
    yield from (steps if isinstance(steps, Mapping) else dict.fromkeys(steps, what)).items()
    yield from named.items()


def _second(_: object, new: Any) -> Any:  # noqa: ANN401 - a step may be a table
    return new


def _with_entry(old: Mapping[str, Any], key: str, new: Any) -> dict[str, Any]:  # noqa: ANN401 - any entry
    return {**old, key: new}


def _before(change: Step, step: Step, first: object, *rest: object) -> object:
    return step(change(first), *rest)


def _after(change: Step, step: Step, *arguments: object) -> object:
    return change(step(*arguments))


class Words(NamedTuple):
    """The words for a deviation: what it does, the clause that it breaks, and what to change."""

    description: str
    clause: str = ""
    advice: str = ""


@dataclass(frozen=True)
class Parameter:
    """A value that a deviation takes: its name, how text is read, and the changes it makes.

    ``usual`` are other values that people choose. ``choices`` describe the values of a parameter
    that takes no others.
    """

    name: str
    default: str
    read: Callable[[str], Any]
    changes: Callable[[Any], Changes]
    usual: tuple[str, ...] = ()
    choices: Mapping[str, Words] = field(default_factory=dict, hash=False)

    @property
    def is_limit(self) -> bool:
        """Return whether it takes integers beyond 1."""
        return self.default.isdecimal() and int(self.default) > 1


type Table = Mapping[str, Changes | Parameter | Mapping[str, Changes]]
"""Rows by name: the changes of each, what it takes, or the changes of each way of a family."""


def one_of(name: str, ways: Mapping[str, tuple[Words | str, Changes]]) -> Parameter:
    """Return a parameter that takes one of these values and no other."""

    def changes_of(value: str) -> Changes:
        if value not in ways:
            raise ValueError(value)
        return ways[value][1]

    default, *others = ways
    words = {
        way: said if isinstance(said, Words) else Words(said) for way, (said, _) in ways.items()
    }
    return Parameter(name, default, str, changes_of, tuple(others), words)


@dataclass(frozen=True)
class Deviation:
    """One way to deviate from harbor: what it breaks, what it does, and what it changes.

    ``parameter`` is there where a value may be given: it takes the place of the first ``{}`` of
    the description, and ``changes`` are those of its default where no value is given. ``advice`` is
    one sentence on what to change. ``rule`` is how far-fetched the condition is under which it
    changes elements or calls, 0 without one.
    """

    name: str
    clause: str
    description: str
    changes: Changes = ()
    parameter: Parameter | None = None
    advice: str = ""
    template: str = field(default="", repr=False)
    rule: float = 0

    def __post_init__(self) -> None:
        """Take the changes and the words of the parameter's default where there is one."""
        object.__setattr__(self, "template", self.template or self.description)
        if self.parameter is not None and not self.changes:
            self._take(self.parameter, self.parameter.default)

    def _take(self, parameter: Parameter, value: str) -> None:
        words = parameter.choices.get(value, Words(value))
        description = self.template.replace("{}", words.description, 1)
        object.__setattr__(self, "changes", parameter.changes(parameter.read(value)))
        object.__setattr__(self, "description", description)
        object.__setattr__(self, "clause", words.clause or self.clause)
        object.__setattr__(self, "advice", words.advice or self.advice)

    @property
    def operation(self) -> str:
        """The operation that the deviation is about."""
        return self.clause.partition(".")[0]

    def given(self, text: str) -> "Deviation":
        """Return the deviation with another value; raises ParameterError."""
        if self.parameter is None:
            raise ParameterError(f"{self.name} takes no value")
        given = replace(self, name=f"{self.name.partition('=')[0]}={text}")
        try:
            given._take(self.parameter, text)  # noqa: SLF001 - one of its own class
        except ValueError as error:
            raise ParameterError(f"{self.name}: {text!r} is no {self.parameter.name}") from error
        return given

    def each(self) -> Iterator["Deviation"]:
        """Yield the deviation, of a parameter that takes certain values alone with each of them."""
        if self.parameter is None or not self.parameter.choices:
            yield self
            return
        others = (self.given(value) for value in self.parameter.usual)
        yield from (replace(one, parameter=None) for one in (self, *others))


def compose(operation: str, pipeline: Step, deviations: Iterable[Deviation]) -> Step:
    """Return an operation's pipeline with the changes of all these deviations of it.

    Raises IncompatibleError, with both names, where two of them replace one step.
    """
    chosen = [(d.name, change) for d in deviations for change in d.changes]
    _refuse_conflicts(chosen)
    changes = sorted((change for _, change in chosen), key=partial(_order, operation))
    for change in changes:
        is_whole = change.step == operation
        pipeline = change.of(pipeline) if is_whole else _with(pipeline, change.step, change.of)
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
