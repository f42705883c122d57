"""Another way or order of adding is found, even if only long lists or one field show it."""

import math
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, cast

import pytest

from candidates.deviations.deviation import Deviation, around, before, compose, instead
from candidates.deviations.sums import reduced
from candidates.reference import pipelines
from candidates.reference.job import one_by_one
from candidates.reference.summation import Number, total
from conformance.certification.plan import EXAMPLES, Profile, examples_of
from conformance.examination.drawing import by_seed_alone, draw_each
from conformance.examination.generating import seed_of
from conformance.implementations.installed_harbor import RecordingOracle
from conformance.implementations.start import open_candidate
from conformance.operations.catalogue import check_of
from conformance.protocol.values import Case, Value

type Adding = Callable[[Sequence[Number]], Number]

WAYS: dict[str, Adding] = {
    "plain": lambda values: reduced([*values]),
    "exact": math.fsum,
    "in parts": lambda values: total([total(values[i::4]) for i in range(4)]),
}
COSTS: dict[str, Adding] = {"corrected": total, "exact": math.fsum}
PLACES: dict[str, tuple[str, str, Adding, dict[str, Adding], int]] = {
    "metric": ("metric.sum-is-not-exact/long-additions", "sum", total, WAYS, 2_000),
    "outcome": ("outcome.compensated-score/long-additions", "summary.mean.add", total, WAYS, 2_000),
    "job": ("job.any-number-of-trials/many-trials", "stats.cost_usd.add", one_by_one, COSTS, 500),
}
"""By operation: the check, the step that adds, how it adds, other ways, and the greatest length
from which on a reader may deviate."""


def adding(other: Adding, least: int, right: Adding) -> Adding:
    """Return a sum that differs for lists of floats from a length on."""

    def add(values: Sequence[Number]) -> Number:
        differs = len(values) >= least and {*map(type, values)} == {float}
        return other(values) if differs else right(values)

    return add


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
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("operation", PLACES)
def test_another_way_of_adding_is_found_however_long_the_list_is(operation: str, seed: int) -> None:
    check, step, adds, ways, longest = PLACES[operation]
    right = pipelines()[operation]
    cases = [(case.input, right(case.input)) for case in drawn(check, seed)]
    missed = []
    for way, least in product(ways, (100, longest)):
        changes = instead({step: adding(ways[way], least, adds)})
        other = compose(operation, right, [Deviation("", "", "", changes)])
        if all(other(asked) == answer for asked, answer in cases):
            missed.append((way, least))
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
