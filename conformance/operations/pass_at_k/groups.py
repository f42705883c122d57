"""Which trials are one group, and what one trial or group does to others."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Examination, Source, clause, common, rare, seeing
from conformance.operations.job.inputs import JobGroup
from conformance.operations.pass_at_k import inputs
from conformance.operations.strategies.drawing import build, drawn, some
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


@clause("no-trials", Source(inputs.MODULE, 25, 29), level=_RARE)
def no_trials() -> Cases:
    """Without trials the result is an empty object."""
    return st.builds(inputs.case, st.just(()))


@clause(
    "colliding-names",
    Source(inputs.MODULE, 23, 23),
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


@clause("groups-apart", Source(inputs.MODULE, 25, 29), Source(inputs.MODULE, 33, 33))
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
    Source(inputs.MODULE, 45, 45),
    Source(inputs.MODULE, 51, 51),
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
    Source(inputs.MODULE, 25, 29),
    body=_expecting_others,
    shares={"a group is absent": 0.4},
)
@drawn(some(inputs.TWO_OR_MORE, 2, 3), _OFF, inputs.STEPS)
def one_group_off(counts: list[inputs.Attempts], off: list[inputs.Trial], step: int) -> Case:
    """A group without pass@k is absent from the result and does not affect the other groups."""
    named = zip(_GROUPS, counts, strict=False)
    trials = [t for group, member in named for t in inputs.attempts(member, "t", group)]
    return inputs.case([*trials, *off], step)
