"""The groups of trials: which trials are one, what it is called, and what one does to others."""

from collections.abc import Sequence
from itertools import chain

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import (
    Cases,
    Check,
    Examination,
    Subject,
    clause,
    common,
    rare,
    seeing,
)
from conformance.operations.job.inputs import JobGroup
from conformance.operations.pass_at_k import inputs
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.operations.strategies.texts import ALIKE_NAMES
from conformance.protocol.values import Case, Value

LEVEL = common("NVIDIA-NeMo/nemo-platform#2136: an example job of two agents on a dataset")
_RARE = rare("a job without trials, or names with two underscores in a row")

_COLLIDING = tuple(
    (JobGroup(*one), JobGroup(*other))
    for one, other in (
        (("a__b", None, "c"), ("a", "b", "c")), (("a", None, "b__c"), ("a", "b", "c")),
        (("a", None, "b__c"), ("a__b", None, "c")), (("a", "b__c", "d"), ("a__b", "c", "d")),
        (("a", "b", "c__d"), ("a", "b__c", "d")), (("a", "b", None), ("a__b", "", None)),
        (("a", "b", None), ("a", None, "b__adhoc")), (("a_", None, "b"), ("a", "", "_b")),
        (("", "b", "c"), ("__b", None, "c")),
    )
)  # fmt: skip
"""Pairs whose names join to one text."""

_UNFIT: tuple[Value, ...] = (
    {"rewards": {}}, inputs.rewarded(0.5), {"rewards": {"reward": 1, "a": 1}}, inputs.rewarded(2),
    inputs.rewarded(float("nan")),
)  # fmt: skip
_OFF: tuple[list[inputs.Trial], ...] = ([], *([inputs.trial(result)] for result in _UNFIT))
"""No trial, or one that leaves a group without k, of each kind."""

_GROUPS = (JobGroup("a"), JobGroup("b"), JobGroup("a", "m"), JobGroup("a", None, "s"))


@clause("no-trials", sources.PASS_AT_K.lines(25, 29), level=_RARE)
def no_trials() -> Cases:
    """Without trials the result is an empty object."""
    return st.builds(inputs.case, st.just(()))


@clause(
    "colliding-names",
    sources.PASS_AT_K.lines(23),
    level=_RARE,
    **seeing(
        ("one group", lambda answer: len(inputs.groups_of(answer)) == 1, 0.4),
        ("no second group", lambda answer: len(inputs.groups_of(answer)) <= 1, 1.0),
    ),
)
def colliding_names() -> Cases:
    """Trials whose names join to the same text are one group, whichever name the underscores came
    from."""
    return build(_two_groups, _COLLIDING, *[inputs.ONE_TO_THREE] * 2, inputs.STEPS, ("t", "t", "u"))


@clause("groups-apart", sources.PASS_AT_K.lines(25, 29), sources.PASS_AT_K.lines(33))
def one_task_in_many_groups() -> Cases:
    """A task's attempts in one group say nothing about another group."""
    # Two groups with trials of one task; their counts differ from those of the union.
    groups = (
        (JobGroup("a"), JobGroup("b")), (JobGroup("a", "m"), JobGroup("a", "n")),
        (JobGroup("a", "m", "s"), JobGroup("a", "m", "r")), (JobGroup("a", "m"),
        JobGroup("a", None, "m")),
        (JobGroup("a"), JobGroup("", None, "proto__")),
    )  # fmt: skip
    return build(
        _two_groups,
        groups,
        *[(*inputs.TWO_OR_MORE, inputs.Attempts(1, 1))] * 2,
        inputs.STEPS,
        st.just("t"),
    )


def _two_groups(
    groups: tuple[JobGroup, JobGroup],
    first: inputs.Attempts,
    second: inputs.Attempts,
    step: int,
    task: str,
) -> Case:
    return inputs.case(
        inputs.attempts(first, "t", groups[0]) + inputs.attempts(second, task, groups[1]), step
    )


@clause(
    "whole-group-off",
    sources.PASS_AT_K.lines(45),
    sources.PASS_AT_K.lines(51),
    **inputs.seeing_none(0.4),
)
@drawn(some(inputs.TWO_OR_MORE, 2, 4), _OFF, inputs.STEPS)
def one_task_off(counts: list[inputs.Attempts], off: list[inputs.Trial], step: int) -> Case:
    """One unfit trial leaves its whole group without pass@k, tasks that have none included."""
    named = zip(inputs.TASKS, counts, strict=False)
    trials = [t for task, member in named for t in inputs.attempts(member, task)]
    return inputs.case([*trials, *off], step)


def _expecting_others(examination: Examination, case: Case) -> None:
    """Note whether a group is absent from a result that has others."""
    groups = inputs.groups_of(examination.agree(case))
    examination.observe("a group is absent", happened=0 < len(groups) < inputs.agents_of(case))


@clause(
    "other-groups-stay",
    sources.PASS_AT_K.lines(25, 29),
    body=_expecting_others,
    shares={"a group is absent": 0.4},
)
@drawn(some(inputs.TWO_OR_MORE, 2, 3), _OFF, inputs.STEPS)
def one_group_off(counts: list[inputs.Attempts], off: list[inputs.Trial], step: int) -> Case:
    """A group without pass@k is absent from the result and does not affect the other groups."""
    named = zip(_GROUPS, counts, strict=False)
    trials = [t for group, member in named for t in inputs.attempts(member, "t", group)]
    return inputs.case([*trials, *off], step)


NAMES = Subject(
    "names", common("NVIDIA-NeMo/nemo-platform#2136: an agent with a model on a dataset")
)


_NAMES = ("a", "b", "A", "b_c", "a-1.5", "org/m", "1", "", "m s", "\u00e9", "\U0001f600", "proto__")

_FULL = tuple(
    JobGroup(agent, model, source)
    for agent in ("a", "b", "", "c__", "_", "mine:Agent")
    for model in ("m", "m/1", "__", "\u00e9", "adhoc", "org/m:free@1")
    for source in ("s", "t@2.0", "adhoc", "_", "\U0001f600")
)

_UNSET = ("", "None", "null", "undefined", " ", "0", "adhoc", "m")

_INHERITED = ("__proto__", "constructor", "toString", "hasOwnProperty", "__class__")

_LONG = "install-and-configure-the-server-"

_TWO_TASKS = (
    ("t", "u"), ("t", "t__1"), ("t__1", "t__2"), ("t__", "t"), (f"{_LONG}a", f"{_LONG}b"),
    ("constructor", "__proto__"),
)  # fmt: skip
"""Pairs of tasks whose trials may have names that start alike."""


@clause("evals-key", sources.STATS.lines(65), of=NAMES)
def evals_key() -> tuple[Check, ...]:
    """A group is named by its agent, model and source, joined in this order by two underscores."""
    optional = (None, *_NAMES)
    free_names = _groups([JobGroup(a, m, s) for a in _NAMES for m in optional for s in optional])
    return (Check("full-names", _groups(_FULL)), Check("free-names", free_names))


@clause("missing-model", sources.STATS.lines(64, 66), sources.PASS_AT_K.lines(17, 19), of=NAMES)
def missing_models() -> Cases:
    """An empty or null model is left out of the group's name."""
    return _groups([JobGroup("a", m, s) for m in (None, *_UNSET) for s in ("s", None)])


@clause("missing-source", sources.PASS_AT_K.lines(21), of=NAMES)
def missing_sources() -> Cases:
    """An empty or null source is named adhoc."""
    return _groups([JobGroup("a", m, s) for s in (None, *_UNSET) for m in (None, "m")])


@drawn(
    (JobGroup("a"), JobGroup("", None, "proto__"), JobGroup("constructor")),
    _INHERITED,
    *[(*inputs.TWO_OR_MORE, inputs.Attempts(1, 1))] * 2,
)
def inherited_names(
    group: JobGroup, task: str, first: inputs.Attempts, second: inputs.Attempts
) -> Case:
    """Two tasks, one of them or its group named like what objects of some languages have."""
    return inputs.case(inputs.attempts(first, task, group) + inputs.attempts(second, "t", group))


@clause(
    "names-as-they-stand",
    sources.PASS_AT_K.lines(23),
    sources.PASS_AT_K.lines(53),
    level=rare("names that differ in case, normal form or white space"),
    of=NAMES,
)
def names_as_they_stand() -> tuple[Check, ...]:
    """Names that differ in any character are different: nothing is trimmed, folded, normalised or
    parsed."""
    places = ("task_name", "agent", "model", "source", "task_name")
    return (
        Check(
            "names-alike", build(_alike, places, ALIKE_NAMES, *[inputs.ONE_TO_THREE] * 2), effort=3
        ),
        Check("inherited-names", inherited_names(), **inputs.seeing_some(0.4)),
    )


@clause(
    "task-name",
    sources.PASS_AT_K.lines(42),
    sources.PASS_AT_K.lines(53),
    **inputs.seeing_some(0.2),
    of=NAMES,
)
@drawn(
    _TWO_TASKS, some([(i, result) for i in (0, 1) for result in (inputs.PASS, inputs.FAIL)], 2, 10)
)
def task_names(tasks: tuple[str, str], drawn: list[tuple[int, Value]]) -> Case:
    """Within a group, the trials of one task name are the attempts at one task."""
    # Trials of two tasks, each trial named after its task in the way harbor does it.
    return inputs.case(
        inputs.trial(result, tasks[i], trial_name=f"{tasks[i][:32].rstrip('_-')}__{number}")
        for number, (i, result) in enumerate(drawn)
    )


def _groups(groups: Sequence[JobGroup]) -> Cases:
    drawn = build(
        lambda group, counts: inputs.attempts(counts, "t", group), groups, inputs.TWO_OR_MORE
    )
    return build(
        lambda each, step: inputs.case(chain.from_iterable(each), step),
        some(drawn, 1, 3),
        inputs.STEPS,
    )


def _alike(
    place: str, names: tuple[str, str], first: inputs.Attempts, second: inputs.Attempts
) -> Case:
    each = zip(names, (first, second), strict=True)
    return inputs.case(
        {**one, place: name} for name, counts in each for one in inputs.attempts(counts)
    )
