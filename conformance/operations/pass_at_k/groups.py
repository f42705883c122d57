"""Which trials are one group, and what one trial or group does to others."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Examination, Source, clause, common, rare
from conformance.operations.pass_at_k.inputs import (
    MODULE,
    ONE_TO_THREE,
    STEPS,
    TASKS,
    TWO_OR_MORE,
    Attempts,
    TrialGroup,
    agents_of,
    arranged,
    attempts,
    case,
    expecting_none,
    groups_of,
    rewarded,
    trial,
)
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.values import Case, Value

LEVEL = common("NVIDIA-NeMo/nemo-platform#2136: an example job of two agents on a dataset")
_RARE = rare("a job without trials, or names with two underscores in a row")

_COLLIDING = (
    (TrialGroup("a__b", None, "c"), TrialGroup("a", "b", "c")),
    (TrialGroup("a", None, "b__c"), TrialGroup("a", "b", "c")),
    (TrialGroup("a", None, "b__c"), TrialGroup("a__b", None, "c")),
    (TrialGroup("a", "b__c", "d"), TrialGroup("a__b", "c", "d")),
    (TrialGroup("a", "b", "c__d"), TrialGroup("a", "b__c", "d")),
    (TrialGroup("a", "b", None), TrialGroup("a__b", "", None)),
    (TrialGroup("a", "b", None), TrialGroup("a", None, "b__adhoc")),
    (TrialGroup("a_", None, "b"), TrialGroup("a", "", "_b")),
    (TrialGroup("", "b", "c"), TrialGroup("__b", None, "c")),
)
"""Pairs whose names join to one text."""

_SECOND_TASK = st.sampled_from(("t", "t", "u"))

_OFF: tuple[Value, ...] = (
    {"rewards": {}}, rewarded(0.5), {"rewards": {"reward": 1, "a": 1}}, rewarded(2),
    rewarded(float("nan")),
)  # fmt: skip
"""Verifier results that leave a group without k, of each kind."""

_GROUPS = (TrialGroup("a"), TrialGroup("b"), TrialGroup("a", "m"), TrialGroup("a", None, "s"))


@clause("no-trials", Source(MODULE, 25, 29, "return {"), level=_RARE)
def no_trials() -> Cases:
    """Without trials the result is an empty object."""
    return st.builds(case, st.just(()))


def _expecting_one_group(examination: Examination, case: Case) -> None:
    """Note whether the trials are one group, which may have no pass@k."""
    groups = groups_of(examination.agree(case))
    examination.observe("one group", happened=len(groups) == 1)
    examination.observe("no second group", happened=len(groups) <= 1)


@clause(
    "colliding-names",
    Source(MODULE, 23, 23, "eval_groups[evals_key].append(trial_result)"),
    level=_RARE,
    body=_expecting_one_group,
    shares={"one group": 0.4, "no second group": 1.0},
)
def colliding_names() -> Cases:
    """Trials whose names join to the same text are one group, whichever name the underscores came
    from."""
    counts = st.sampled_from(ONE_TO_THREE)
    return build(_two_groups, _COLLIDING, counts, counts, STEPS, _SECOND_TASK)


@clause(
    "groups-apart", Source(MODULE, 25, 29, "return {"), Source(MODULE, 33, 33, "task_successes:")
)
def one_task_in_many_groups() -> Cases:
    """A task's attempts in one group say nothing about another group."""
    # Two groups with trials of one task; their counts differ from those of the union.
    groups = (
        (TrialGroup("a"), TrialGroup("b")), (TrialGroup("a", "m"), TrialGroup("a", "n")),
        (TrialGroup("a", "m", "s"), TrialGroup("a", "m", "r")), (TrialGroup("a", "m"),
        TrialGroup("a", None, "m")),
        (TrialGroup("a"), TrialGroup("", None, "proto__")),
    )  # fmt: skip
    counts = st.sampled_from((*TWO_OR_MORE, Attempts(1, 1)))
    return build(_two_groups, groups, counts, counts, STEPS, st.just("t"))


def _two_groups(
    groups: tuple[TrialGroup, TrialGroup], first: Attempts, second: Attempts, step: int, task: str
) -> Case:
    trials = attempts(first, "t", groups[0]) + attempts(second, task, groups[1])
    return case(arranged(trials, step))


@clause(
    "whole-group-off",
    Source(MODULE, 45, 45, "return {}"),
    Source(MODULE, 51, 51, "return {}"),
    body=expecting_none,
    shares={"no pass@k": 0.4},
)
@drawn(some(TWO_OR_MORE, 2, 4), (None, *range(len(_OFF))), STEPS)
def one_task_off(counts: list[Attempts], off: int | None, step: int) -> Case:
    """One unfit trial leaves its whole group without pass@k, tasks that have none included."""
    named = zip(TASKS, counts, strict=False)
    trials = [t for task, member in named for t in attempts(member, task)]
    if off is not None:
        trials.append(trial(_OFF[off]))
    return case(arranged(trials, step))


def _expecting_others(examination: Examination, case: Case) -> None:
    """Note whether a group is absent from a result that has others."""
    groups = groups_of(examination.agree(case))
    examination.observe("a group is absent", happened=0 < len(groups) < agents_of(case))


@clause(
    "other-groups-stay",
    Source(MODULE, 25, 29, "return {"),
    body=_expecting_others,
    shares={"a group is absent": 0.4},
)
@drawn(some(TWO_OR_MORE, 2, 3), (None, *range(len(_OFF))), STEPS)
def one_group_off(counts: list[Attempts], off: int | None, step: int) -> Case:
    """A group without pass@k is absent from the result and does not affect the other groups."""
    named = zip(_GROUPS, counts, strict=False)
    trials = [t for group, member in named for t in attempts(member, "t", group)]
    if off is not None:
        trials.append(trial(_OFF[off]))
    return case(arranged(trials, step))
