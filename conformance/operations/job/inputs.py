"""The trials of a job's case, from short descriptions of them, and answers about its stats."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import starmap
from typing import NamedTuple, cast

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Telling, is_result, seeing
from conformance.operations.strategies.drawing import build, some
from conformance.protocol import json_text
from conformance.protocol.values import Answer, Case, Failure, Result, Value

type Number = int | float
type Rewards = Mapping[str, Number] | None
type Trial = dict[str, Value]

MEAN: Mapping[str, Sequence[str]] = {"adhoc": ("mean",)}
"""The metrics of a job that asks for none: harbor computes the mean."""

NAN, INFINITY = float("nan"), float("inf")


class JobGroup(NamedTuple):
    """What harbor names a group after."""

    agent: str = "a"
    model: str | None = None
    source: str | None = None


PLAIN = JobGroup()


class TrialUsage(NamedTuple):
    """What a trial used; None is not known."""

    n_input_tokens: int | None = None
    n_cache_tokens: int | None = None
    n_output_tokens: int | None = None
    cost_usd: Number | None = None


METRICS = ("mean", "max", "min", "sum")

REWARDS: tuple[Rewards, ...] = ({"reward": 1}, {"reward": 0}, {}, None, {"a": 1, "b": 0.5})
"""A success, a failure, no rewards in two ways, and several."""

MIXED_REWARDS: tuple[Rewards, ...] = (
    {"reward": 1}, {"reward": 0}, {"reward": 0.5}, None, {}, {"a": 1}, {"a": 1, "b": 0.25},
    {"b": 2, "a": 0.1},
)  # fmt: skip
"""A success, a failure and others, under one name or two."""

GROUPS = (PLAIN, PLAIN, JobGroup("b"), JobGroup("a", "m"))
"""A few groups, of which trials mostly share the first."""

EDGES = (
    0.5, 1.0, 0.1, 1e-5, 9.999999999999999e-6, 1e-6, 1.5e-5, 1.5e-6, 1e-4, 9.999999999999999e-5,
    0.00012345, 1e15, 9999999999999998.0, 1e16, 123456789012345680.0, 1e22, 1e100, 1.5e300, 5e-324,
    2.2250738585072014e-308, 1.7976931348623157e308, 0.30000000000000004, 2 / 3, 4503599627370497.5,
    -0.0, -1.0, -1e-6, -1e16,
)  # fmt: skip
"""Floats about the places where a way of writing begins or ends."""


def trial(  # noqa: PLR0913 - a trial has as many parts
    rewards: Rewards,
    *,
    name: str = "",
    task: str = "t",
    group: JobGroup = PLAIN,
    exception: str | None = None,
    usage: TrialUsage | None = None,
) -> Trial:
    """Return one trial; without a name it is given one by ``case_with``."""
    return {
        "trial_name": name,
        "task_name": task,
        "agent": group.agent,
        "model": group.model,
        "source": group.source,
        "verifier_result": None if rewards is None else {"rewards": dict(rewards)},
        "exception": exception,
        "usage": None if usage is None else dict(usage._asdict()),
    }


def reward(value: Number, *, group: JobGroup = PLAIN) -> Trial:
    """Return a trial with one reward."""
    return trial({"reward": value}, group=group)


def case_with(
    trials: Iterable[Trial],
    metrics: Mapping[str, Sequence[str]] = MEAN,
    *,
    planned: int | None = None,
    retries: int = 0,
) -> Case:
    """Return the case about these trials; trials without a name become 1, 2 and so on.

    ``planned`` is how many trials were planned, by default as many as there are.
    """
    named: list[Value] = [
        {**described, "trial_name": described["trial_name"] or str(number)}
        for number, described in enumerate(trials, 1)
    ]
    table: dict[str, Value] = {dataset: list(names) for dataset, names in metrics.items()}
    return Case(
        "job",
        {
            "n_total_trials": len(named) if planned is None else planned,
            "n_retries": retries,
            "metrics": table,
            "trials": named,
        },
    )


def values(drawn: Sequence[Number], metrics: Sequence[str] = ("mean",)) -> Case:
    """Return the case about one group with a trial for each of the values."""
    return case_with([reward(value) for value in drawn], {"adhoc": metrics})


def costing(costs: Iterable[Number | None], rewards: Rewards) -> Case:
    """Return the case about one group with a trial of these rewards for each of the costs."""
    return case_with([trial(rewards, usage=TrialUsage(cost_usd=cost)) for cost in costs])


UNLIKE_GROUPS = (*GROUPS, JobGroup("a", None, "s"), JobGroup("a", None, "r"))
"""Groups of which any two differ in one member."""


def unlike_trials(rewards: Sequence[Rewards], groups: Sequence[JobGroup]) -> Cases:
    """Return jobs of trials that differ in every field, any of which a reader might sort by.

    The sum of their costs depends on their order, and so may that of their rewards.
    """
    usages = build(
        TrialUsage, n_input_tokens=(None, 0, 7, 1200), cost_usd=(0.1, 0.2, 0.3, 0.7, 1e16, -1e16)
    )
    one = build(
        trial,
        rewards,
        name=("", *"zyXwvuTsrq"),
        task="tvu",
        group=groups,
        exception=(None, "E", "CancelledError"),
        usage=usages,
    )
    metrics = {name: ["mean"] for name in ("adhoc", "s", "r")}
    return st.builds(case_with, some(one, 3, 8), st.just(metrics))


def groups_of(answer: Answer) -> dict[str, dict[str, Value]]:
    """Return the groups of an answer by key; an error has none."""
    if not isinstance(answer, Result):
        return {}
    text = cast("dict[str, str]", answer.value)["stats"]
    parsed = cast("dict[str, dict[str, dict[str, Value]]]", json_text.parse(text))
    return parsed["evals"]


def metrics_of(answer: Answer) -> list[Value]:
    """Return the values of the metrics of all groups."""
    entries = [cast("list[dict[str, Value]]", g["metrics"]) for g in groups_of(answer).values()]
    return [value for metrics in entries for metric in metrics for value in metric.values()]


def seeing_outcomes(**shares: float) -> Telling:
    """Return what has a check see these shares of errors, by their names, and of ``results``."""

    def label_of(outcome: str, least: float) -> tuple[str, Callable[[Answer], bool], float]:
        if outcome == "results":
            return "a result", is_result, least
        return outcome, lambda answer: answer == Failure(outcome), least

    return seeing(*starmap(label_of, shares.items()))
