"""The form of ``run``: a scenario for a whole job, and what is read back of the job.

``docs/run.md`` has both in words, with an example.
"""

from typing import Literal, TypedDict

from conformance.containers import ListOf, MapOf, Nullable, members
from conformance.documents import Document, Matching, PlainJson, Truth
from conformance.model import Value
from conformance.shapes import Bytes, Count, Number, Shape, Text

STAGES = (
    "start",
    "setup",
    "agent",
    "upload",
    "test",
    "download",
    "stop",
    "verifier_start",
    "verifier_stop",
)
"""The moments of a trial at which a script can have something happen, in their order."""

NAME = r"(?!\.\.?$)[^/\x00]{1,80}"
"""A name of a file or folder."""

PATH = rf"(?:(?!\.\.?/)[^/\x00]{{1,80}}/)*{NAME}"
"""A path below a folder, which cannot leave it."""


class Act(TypedDict, total=False):
    """What happens at one stage, in this order of its members."""

    leaves: dict[str, bytes | None]
    variables: dict[str, str]
    usage: dict[str, int | float | None]
    turn: int
    interrupts: bool
    hangs: bool
    raises: str
    exit: int


class Script(TypedDict, total=False):
    """One try of one attempt: an act by stage, those of each step, and what commands return."""

    start: Act
    setup: Act
    agent: Act
    upload: Act
    test: Act
    download: Act
    stop: Act
    verifier_start: Act
    verifier_stop: Act
    steps: list["Script"]
    commands: dict[str, list[int]]


class Task(TypedDict, total=False):
    """A task's folder, and the tries of its attempts; ``name`` is always there."""

    name: str
    dataset: str
    source: str
    config: str
    files: dict[str, str | None]
    mounted: bool
    attempts: list[list[Script]]


class Session(TypedDict, total=False):
    """What is done to the folder before one more ``Job.create`` and ``run``."""

    remove: list[str]
    truncate: dict[str, int]
    write: dict[str, bytes]
    job: dict[str, Value]


class Scenario(TypedDict, total=False):
    """A whole job; ``tasks`` is always there."""

    tasks: list[Task]
    registry: dict[str, list[Value]]
    job: dict[str, Value]
    host: dict[str, str]
    listing: Literal["given", "reversed"]
    before: dict[str, bytes]
    resume: list[Session]


_COUNT_OR_NULL = Nullable(Count())
_ACT = members(
    {},
    {
        "leaves": MapOf(Nullable(Bytes()), name=PATH),
        "variables": MapOf(Text(), name=PATH),
        "usage": members(
            {},
            {
                "n_input_tokens": _COUNT_OR_NULL,
                "n_cache_tokens": _COUNT_OR_NULL,
                "n_output_tokens": _COUNT_OR_NULL,
                "cost_usd": Nullable(Number()),
            },
        ),
        "turn": Count(),
        "interrupts": Truth(),
        "hangs": Truth(),
        "raises": Matching(r"[A-Za-z]\w*"),
        "exit": Count(),
    },
)
_ACTS: dict[str, Shape] = dict.fromkeys(STAGES, _ACT)
_SCRIPT = members(
    {}, {**_ACTS, "steps": ListOf(members({}, _ACTS)), "commands": MapOf(ListOf(Count()))}
)
_TASK = members(
    {"name": Matching(NAME)},
    {
        "dataset": Matching(NAME),
        "source": Text(),
        "config": Text(),
        "files": MapOf(Nullable(Text()), name=PATH),
        "mounted": Truth(),
        "attempts": ListOf(ListOf(_SCRIPT)),
    },
)
_SESSION = members(
    {},
    {
        "remove": ListOf(Matching(PATH)),
        "truncate": MapOf(Count(), name=PATH),
        "write": MapOf(Bytes(), name=PATH),
        "job": PlainJson(),
    },
)

INPUT = members(
    {"tasks": ListOf(_TASK)},
    {
        "registry": MapOf(ListOf(PlainJson()), name=NAME),
        "job": PlainJson(),
        "host": MapOf(Text()),
        "listing": Text(("given", "reversed")),
        "before": MapOf(Bytes(), name=PATH),
        "resume": ListOf(_SESSION),
    },
)
"""The shape of a scenario."""

RESULT = members(
    {
        "sessions": ListOf(Nullable(Text())),
        "job": Nullable(Document()),
        "configs": ListOf(Document()),
        "trials": MapOf(Nullable(Document())),
    }
)
"""The shape of what is read back of a job."""
