"""Another way or order of adding is found, even if only long lists or one field show it."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, cast

import pytest

from candidates.deviations.deviation import Deviation, around, before, compose, instead
from candidates.deviations.library_sums import numpy_sum, pairwise
from candidates.deviations.sums import kahan_of_all, reduced
from candidates.reference import pipelines
from candidates.reference.job import one_by_one
from candidates.reference.metric import metric
from candidates.reference.summation import Number, total
from conformance.certification.plan import EXAMPLES, Profile, examples_of
from conformance.examination.drawing import by_seed_alone, draw_each
from conformance.examination.generating import seed_of
from conformance.implementations.installed_harbor import RecordingOracle
from conformance.implementations.start import open_candidate
from conformance.operations.catalogue import check_of
from conformance.protocol.values import Case, Value

type Adding = Callable[[Sequence[Number]], Number]
type Way = Callable[[list[Any]], Number]

WAYS: dict[str, Way] = {
    "plain": reduced,
    "exact": math.fsum,
    "kahan": kahan_of_all,
    "pairwise": lambda values: pairwise([*map(float, values)]),
    "in parts": lambda values: total([total(values[i::4]) for i in range(4)]),
    "backwards": lambda values: total(values[::-1]),
    "by size": lambda values: total(sorted(values, key=abs)),
}
KINDS, FLOATS, INTEGERS = ("floats", "mixed"), ("floats",), ("integers",)
PLACES: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]] = {
    "metric": ("metric.sum-is-not-exact/long-additions", "sum", tuple(WAYS), KINDS),
    "multi_step": ("multi_step.step-order/long-additions", "average.sum", tuple(WAYS), KINDS),
    "outcome": (
        "outcome.compensated-score/long-additions", "summary.mean.add", tuple(WAYS), FLOATS,
    ),
    "job": (
        "job.any-number-of-trials/many-trials", "stats.cost_usd.add", ("corrected", *WAYS), FLOATS,
    ),
    "job's metrics": ("job.order-of-numbers/long-additions", "", tuple(WAYS), KINDS),
    # Of estimates, each way that corrects anything makes the exact sum.
    "pass_at_k": (
        "pass_at_k.any-number-of-attempts/of-tasks", "average.sum", ("plain", "pairwise"), FLOATS,
    ),
    "integers of a metric": (
        "metric.any-number-of-digits/many-integers", "sum", ("plain", "in 64 bits"), INTEGERS,
    ),
    "integers of steps": (
        "multi_step.mean-of-large-integers/many-integers", "average.sum", ("plain", "in 64 bits"),
        INTEGERS,
    ),
}  # fmt: skip
"""By what is added: the check that finds other ways, the step that adds, the ways, of what."""
FROM = {"metric": 2_000, "integers of a metric": 2_000, "outcome": 2_000, "job": 500}
"""The greatest length from which on a reader may deviate; 900 for the others."""


def kind_of(values: Sequence[Number]) -> str:
    types = {*map(type, values)}
    return "mixed" if len(types) > 1 else "floats" if float in types else "integers"


def adding(way: str, least: int, kind: str, right: Adding) -> Adding:
    """Return a sum that differs for lists of one kind from a length on."""
    other = (WAYS | {"corrected": total, "in 64 bits": numpy_sum})[way]
    if right is one_by_one:
        order: dict[str, Way] = {
            "plain": math.fsum,
            "backwards": lambda values: one_by_one(values[::-1]),
            "by size": lambda values: one_by_one(sorted(values, key=abs)),
        }
        other = order.get(way, other)

    def add(values: Sequence[Number]) -> Number:
        differs = len(values) >= least and kind_of(values) == kind
        return other([*values]) if differs else right(values)

    return add


def wrong(operation: str, step: str, add: Callable[[Adding], Adding]) -> Callable[[Any], Any]:
    changes = instead({step: add(one_by_one if "cost" in step else total)})
    if not step:
        sums = Deviation("", "", "", instead({"sum": add(total)}))
        changes = instead({"stats.evals.metrics.compute.metric": compose("metric", metric, [sums])})
    return compose(operation, pipelines()[operation], [Deviation("", "", "", changes)])


def drawn(check_id: str, seed: int) -> list[Case]:
    """Return what the default profile asks in a check, the longest cases first."""
    check, recording = check_of(check_id), RecordingOracle(open_candidate("reference"))
    examples = math.ceil(examples_of(check, EXAMPLES[Profile.DEFAULT]) * check.effort)
    with by_seed_alone():
        draw_each(
            check.cases, lambda case, _: check.body(recording, case), seed_of(check, seed), examples
        )
    cases = [one.case for one in recording.exchanges]
    return sorted(cases, key=lambda case: len(str(case.input)), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "seed"),
    [(one, seed) for one in PLACES for seed in ((1,) if "job" in one else (1, 2, 3))],
)
def test_another_way_of_adding_is_found_however_long_the_list_is(place: str, seed: int) -> None:
    check, step, ways, kinds = PLACES[place]
    operation = check.partition(".")[0]
    lengths = [100, FROM.get(place, 500 if "job" in place else 900)]
    right = pipelines()[operation]
    cases = [(case.input, right(case.input)) for case in drawn(check, seed)]
    missed = []
    for chosen in product(ways, lengths, kinds):
        other = wrong(operation, step, partial(adding, *chosen))
        if all(other(asked) == answer for asked, answer in cases):
            missed.append(chosen)
    assert missed == []


WITHIN_A_GROUP = {"trial_name", "task_name", "verifier_result", "exception", "usage"}
"""Fields in which trials of one group may differ."""


def in_order_of(field: str, step: str) -> Callable[[Any], Any]:
    """Return a job whose cost, or whose metrics, have the trials in the order of a field."""

    def ordered(trials: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return sorted(trials, key=lambda trial: repr(trial[field]))

    if step == "stats.cost_usd":
        changes = before({step: lambda job: {**job, "trials": ordered(job["trials"])}})
    else:
        changes = around(
            {step: lambda of: lambda group: of(group._replace(trials=ordered(group.trials)))}
        )
    return compose("job", pipelines()["job"], [Deviation("", "", "", changes)])


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("step", "check"),
    [
        ("stats.cost_usd", "job.cost/costs-of-unlike-trials"),
        ("stats.evals.metrics", "job.order-of-numbers/unlike-trials"),
    ],
)
def test_an_order_of_any_field_is_found(step: str, check: str, seed: int) -> None:
    cases, right = drawn(check, seed), pipelines()["job"]
    trials = cast("list[list[dict[str, Value]]]", [case.input["trials"] for case in cases])
    fields = {field for each in trials for trial in each for field in trial}
    found = {
        field
        for field in fields
        for other in [in_order_of(field, step)]
        if any(other(case.input) != right(case.input) for case in cases)
    }
    assert found == (fields if step == "stats.cost_usd" else WITHIN_A_GROUP)
    assert len(fields) == 8
