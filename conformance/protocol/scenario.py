"""The form of ``run``: a scenario for a whole job, and what is read back from the job.

``docs/run.md`` describes both, with an example. The form is stated once, as types that mypy checks,
and ``shape_of`` makes the shape from them.
"""

from collections.abc import Callable
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Required,
    TypedDict,
    get_args,
    get_origin,
    get_type_hints,
)

from conformance.protocol.containers import DOCUMENT, PLAIN_JSON, list_of, map_of, members, nullable
from conformance.protocol.shapes import BYTES, COUNT, NUMBER, TEXT, TRUTH, Shape, choice, matching
from conformance.protocol.values import Value

_NAME = r"(?!\.\.?$)[^/\x00]{1,80}"

Name = Annotated[str, _NAME]
"""A name of a file or folder."""

Path = Annotated[str, rf"(?:(?!\.\.?/)[^/\x00]{{1,80}}/)*{_NAME}"]
"""A path below a folder."""

Settings = Annotated[dict[str, Value], PLAIN_JSON]
"""Fields of harbor's own configuration, unchanged."""


class Usage(TypedDict, total=False):
    """Tokens and cost that an agent reports."""

    n_input_tokens: int | None
    n_cache_tokens: int | None
    n_output_tokens: int | None
    cost_usd: float | None


class Act(TypedDict, total=False):
    """The actions at one stage, in the order of these fields."""

    leaves: dict[Path, bytes | None]
    variables: dict[Path, str]
    usage: Usage
    turn: int
    interrupts: bool
    hangs: bool
    raises: Annotated[str, r"[A-Za-z]\w*"]
    exit: int


class ScenarioStep(TypedDict, total=False):
    """One step of a try, or a try of one step: an act by stage."""

    start: Act
    setup: Act
    agent: Act
    upload: Act
    test: Act
    download: Act
    stop: Act
    verifier_start: Act
    verifier_stop: Act


class Script(ScenarioStep, total=False):
    """One try of an attempt: its actions, those of each step, and the results of commands."""

    steps: list[ScenarioStep]
    commands: dict[str, list[int]]


class Task(TypedDict, total=False):
    """A task's folder, and the tries of its attempts."""

    name: Required[Name]
    dataset: Name
    source: str
    config: str
    files: dict[Path, str | None]
    mounted: bool
    attempts: list[list[Script]]


class Session(TypedDict, total=False):
    """Changes to the folder before another ``Job.create`` and ``run``."""

    remove: list[Path]
    truncate: dict[Path, int]
    write: dict[Path, bytes]
    job: Settings


class Scenario(TypedDict, total=False):
    """A whole job."""

    tasks: Required[list[Task]]
    registry: dict[Name, list[Annotated[Value, PLAIN_JSON]]]
    job: Settings
    host: dict[str, str]
    listing: Literal["given", "reversed"]
    before: dict[Path, bytes]
    resume: list[Session]


def shape_of(kind: Any) -> Shape:  # noqa: ANN401 - any type expression
    """Return the shape of a type; ``Annotated`` gives a type a shape, or a string its pattern."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin = get_origin(kind)
    return _OF_OTHERS[origin](*get_args(kind)) if origin else _members_of(kind)


def _members_of(kind: type) -> Shape:
    shapes = {name: shape_of(of) for name, of in get_type_hints(kind, include_extras=True).items()}
    required: frozenset[str] = kind.__required_keys__  # type: ignore[attr-defined] # a TypedDict
    return members(
        {name: shape for name, shape in shapes.items() if name in required},
        {name: shape for name, shape in shapes.items() if name not in required},
    )


_PLAIN: dict[Any, Shape] = {bool: TRUTH, bytes: BYTES, float: NUMBER, int: COUNT, str: TEXT}
_OF_OTHERS: dict[Any, Callable[..., Shape]] = {
    Annotated: lambda _, own: own if isinstance(own, Shape) else matching(own),
    Literal: choice,
    Required: shape_of,
    UnionType: lambda present, _: nullable(shape_of(present)),
    dict: lambda name, of: map_of(shape_of(of), *getattr(name, "__metadata__", ())),
    list: lambda of: list_of(shape_of(of)),
}


INPUT = shape_of(Scenario)
"""The shape of a scenario."""

RESULT = members(
    {
        "sessions": list_of(nullable(TEXT)),
        "job": nullable(DOCUMENT),
        "configs": list_of(DOCUMENT),
        "trials": map_of(nullable(DOCUMENT)),
    }
)
"""The shape of what is read back from a job."""
