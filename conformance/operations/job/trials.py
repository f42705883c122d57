"""The trials of a job as a list: in any order, of any number, with any names."""

from functools import partial

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import (
    Cases,
    Check,
    asked_both_ways,
    clause,
    common,
    extreme,
    rare,
)
from conformance.operations.job import inputs
from conformance.operations.job.inputs import JobGroup, Trial, case_with, costing, trial
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.operations.strategies.sizes import cents, counts, layered_rewards, long_pair, names
from conformance.operations.strategies.texts import ALIKE_NAMES
from conformance.protocol.values import Answer, Case

LEVEL = common("marin-community/marin#7789: a job of 300 results, in the order of its trials")

JOB_OF_MANY = 513
"""Trials of the largest job of a case: harbor writes result.json whenever one ends."""

OFTEN = 40
"""How often the largest size comes up for all others, since few jobs are run."""

_RUNS: tuple[tuple[inputs.Number, ...], ...] = (
    (1e16, 1, 1, 3, 5), (1e308, 1e308, -1e308), (inputs.NAN, 1, 2, -1),
    (2**53, 1, 1, 0.5, -(2.0**53)), (1, 1.0, 0, 0.0), (inputs.INFINITY, inputs.NAN, 1),
)  # fmt: skip
"""Values of which a number of harbor's depends on the order in which they come."""


_SUMS: tuple[tuple[inputs.Number, ...], ...] = (
    (1e16, 1.5, -1e16, 0.25), (1e16, 0.5, 0.5, 0.5, -1e16), (0.1, 0.2, 0.3), (0.7, 0.1, 0.2, 0.6),
)  # fmt: skip
"""Values whose sum depends on their order where it is not corrected."""


_REWARDS = [{"reward": value} for value in (1e308, -1e308, 1e32, -1e32, 1.5)]


@drawn(("mean", "mean", "sum"), st.sampled_from(_SUMS).flatmap(st.permutations))
def sums(metric: str, run: list[inputs.Number]) -> Case:
    """Values in one of their orders, which decides only where a sum is not corrected."""
    return inputs.values(run, [metric])


def _other_numbers(_: Case, one: Answer, other: Answer) -> bool:
    return repr(inputs.metrics_of(one)) != repr(inputs.metrics_of(other))


@clause(
    "order-of-numbers",
    sources.JOB.lines(729),
    level=rare("rewards whose sum depends on their order"),
)
def order_of_numbers() -> tuple[Check, ...]:
    """A metric takes the rewards in the order of the trials."""
    runs = st.sampled_from(_RUNS).flatmap(st.permutations)
    ordered_numbers = build(lambda metric, run: inputs.values(run, [metric]), inputs.METRICS, runs)
    long_additions = counts(JOB_OF_MANY, OFTEN).map(
        lambda count: inputs.case_with([inputs.trial({**one}) for one in layered_rewards(count)])
    )
    return (
        Check(
            "order-of-numbers",
            ordered_numbers,
            **asked_both_ways("trials", 0.2, _other_numbers),
            effort=1,
        ),
        Check("sums", sums(), effort=0.5),
        Check("unlike-trials", inputs.unlike_trials(_REWARDS, [inputs.PLAIN]), effort=0.4),
        Check("long-additions", long_additions, effort=0.015),
    )


@clause(
    "order-of-names",
    sources.STATS.lines(79, 80),
    **asked_both_ways("trials", 0.5, lambda _, one, other: one != other),
    effort=0.41,
)
def order_of_names() -> Cases:
    """Groups, rewards, values, exceptions and the trials listed under them are in the order in
    which the trials add them."""
    groups = (inputs.JobGroup(), inputs.JobGroup("b"))
    one = build(inputs.trial, inputs.MIXED_REWARDS, exception=(None, "E", "F"), group=groups)
    return st.builds(inputs.case_with, some(one, 2, 5))


_EXTREME = extreme("no job has a thousand groups or keys, or names of thousands of characters")
_RARE = rare("names that differ in case, normal form or white space")
_COMMON = common("marin-community/marin#7789: a job of 300 results")

_NAMED = ("trial_name", "task_name", "agent", "model", "source", "reward", "exception")
"""What a trial names, and what stats list or tell apart."""

_ONE_OR_ALL = (*((kind,) for kind in _NAMED), *[_NAMED] * 14)
"""Mostly all kinds in one case; a divergence shrinks to the one that shows it."""

_EACH_TRIAL = sources.STATS.lines(130)
_GROUPS = sources.STATS.lines(141)


@clause("any-number-of-trials", _EACH_TRIAL, level=_COMMON, effort=0.045)
def many_trials() -> Cases:
    """All trials of a job count, however many there are."""
    # Few are of one agent: harbor computes an agent's metrics for each trial.
    of_kinds = [
        partial(trials_of_size, agents=agents, kind=kind)
        for kind in ("rewarded", "failed", "last rewarded")
        for agents in (9, 9, 9, 1)
    ]
    # Of costs, each way of adding shows.
    makers = of_kinds + [lambda count: costing(cents(count), {})] * 6
    return build(lambda count, make: make(count), counts(JOB_OF_MANY, OFTEN), makers)


@clause("any-number-of-listed-trials", sources.REWARD_LIST, level=_COMMON, effort=0.06)
def listed_trials() -> Cases:
    """Each trial is listed under its reward and its exception, however many there are."""
    return build(trials_of_size, counts(257, OFTEN), st.just(1), ("rewarded", "failed"))


def trials_of_size(count: int, agents: int, kind: str) -> Case:
    """Return the case of this many trials, five of each agent's at a task."""
    return case_with(
        [_of_kind(kind, number, agents, is_last=number == count - 1) for number in range(count)]
    )


def _of_kind(kind: str, number: int, agents: int, *, is_last: bool) -> Trial:
    task, group = f"t{number // agents // 5}", JobGroup(f"a{number % agents}")
    match kind:
        case "rewarded":
            return trial({"reward": int(number >= agents)}, task=task, group=group)
        case "failed":
            return trial(None, task=task, group=group, exception="E")
    return trial({"reward": 1} if is_last else None, task=task, group=group)


@clause(
    "any-number-of-names", sources.METRICS, sources.STATS.lines(148), effort=0.06, level=_EXTREME
)
def many_names() -> Cases:
    """Each reward name has its metrics and its lists, however many names there are."""
    return counts().map(
        lambda count: case_with([trial(dict(zip(names(count), range(count), strict=True)))])
    )


@clause("any-number-of-groups", _GROUPS, effort=0.06, level=_EXTREME)
@drawn(counts(101, OFTEN), st.booleans())
def many_groups(count: int, models: bool) -> Case:  # noqa: FBT001 - a draw
    """Each agent, model and dataset has its stats, however many there are."""
    groups = [JobGroup("a", name) if models else JobGroup(name) for name in names(count, "a")]
    return case_with([trial({"reward": 1}, group=group) for group in groups])


@clause("names-as-they-stand", _GROUPS, sources.REWARD_LIST, level=_RARE, effort=0.5)
@drawn(_ONE_OR_ALL, ALIKE_NAMES)
def names_alike(kinds: tuple[str, ...], names: tuple[str, str]) -> Case:
    """Names that differ in any character are different: nothing is trimmed, folded, normalised or
    parsed."""
    # For each kind of name, two trials of a group whose names of that kind are alike.
    return _two_of_each(kinds, names)


@clause("names-of-any-length", _GROUPS, sources.REWARD_LIST, effort=0.1, level=_EXTREME)
@drawn(_NAMED, long_pair())
def long_names(what: str, names: tuple[str, str]) -> Case:
    """Names are kept and told apart to their last character, however long they are."""
    return _two_of_each((what,), names)


def _two_of_each(kinds: tuple[str, ...], names: tuple[str, str]) -> Case:
    trials = [_named(kind, name) for kind in kinds for name in names]
    return case_with(trials, {name: ["mean"] for name in (*names, "s")})


def _named(kind: str, name: str) -> Trial:
    described = trial({name if kind == "reward" else "r": 1}, group=JobGroup(kind, "m", "s"))
    return described if kind == "reward" else {**described, kind: name}
