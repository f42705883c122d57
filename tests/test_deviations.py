"""Deviations: steps replaced, several together, under names that people can write."""

import re
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from candidates import reference
from candidates.deviations.catalogue import CATALOGUE, chosen, functions
from candidates.deviations.deviation import Deviation, IncompatibleError, around, compose, instead
from conformance.implementations.start import open_candidate
from conformance.operations import OPERATIONS
from conformance.operations.functions import LocalCandidate
from conformance.operations.trial_result.inputs import document
from conformance.protocol.values import Case, Result, Value

OF_REFERENCE = [d for d in CATALOGUE.values() if d.operation in OPERATIONS]


def sum_of(*values: float) -> Case:
    return Case("metric", {"metric": "sum", "rewards": [{"reward": value} for value in values]})


REWARDS: list[Value] = [{"reward": 0.1}, {"reward": 0.2}, {"reward": 0.3}, None]
MEAN = Case("metric", {"metric": "mean", "rewards": REWARDS})
FILES = Case("verifier", {"reward.txt": b"1", "reward.json": b'{"reward": 0}'})
TRIAL = document({"id": "null", "config": "{}", "verifier_result": '{"rewards": {"a": null}}'})
COMPOSED: list[tuple[str, Case, dict[str, Value]]] = [
    # Names of deviations, a case, and the answer.
    ("naive-sum", MEAN, {"mean": (0.1 + 0.2 + 0.3 + 0) / 4}),
    # Two of one operation, of two operations, and of two entries of a table.
    ("naive-sum+skips-trials-without-rewards", MEAN, {"mean": (0.1 + 0.2 + 0.3) / 3}),
    ("naive-sum+text-wins", sum_of(0.1, 0.2, 0.3), {"sum": 0.1 + 0.2 + 0.3}),
    ("naive-sum+text-wins", FILES, {"rewards": {"reward": 1.0}}),
    (
        "trial-missing-is-null+trial-any-config+trial-null-is-zero",
        Case("trial_result", {"result": TRIAL.encode()}),
        {"verifier_result": {"rewards": {"a": 0}}, "exception": None},
    ),
    # A value of its own, another one, and a choice.
    ("rounds-results", sum_of(0.12343), {"sum": 0.1234}),
    ("rounds-results=1", sum_of(0.12343), {"sum": 0.1}),
    ("extremes-by=math", sum_of(1.0), {"sum": 1.0}),
    # Without any, the mean is the reference's.
    ("", MEAN, {"mean": 0.6 / 4}),
]


@pytest.mark.parametrize(("name", "case", "answer"), COMPOSED)
def test_all_deviations_that_are_named_are_in_what_they_make(
    name: str, case: Case, answer: dict[str, Value]
) -> None:
    candidate = open_candidate(f"deviation/{name}" if name else "reference")
    assert candidate.answer(case) == Result(answer)
    assert "+" not in name or chosen(name) == chosen("+".join(reversed(name.split("+"))))


def test_a_deviation_of_a_few_choices_says_which_it_takes() -> None:
    (default,), (numpy,) = chosen("extremes-by"), chosen("extremes-by=math")
    assert default.description.startswith("max and min are numpy's")
    assert numpy.description.startswith("max and min are Math.max")
    assert [one.name for one in default.each()][:2] == ["extremes-by", "extremes-by=pandas"]


def test_every_row_says_in_one_sentence_what_to_change_and_is_not_a_whole_operation() -> None:
    for name, one in CATALOGUE.items():
        assert one.changes, name
        assert one.operation not in [c.step for c in one.changes if c.replaces], name
        for row in one.each():
            assert re.fullmatch(r"[A-Z].+[.]", row.advice), row.name
            assert "{}" not in row.description, row.name


@settings(max_examples=400)
@given(st.lists(st.sampled_from(OF_REFERENCE), min_size=2, max_size=4, unique_by=id))
def test_any_deviations_are_one_implementation_or_refused_for_two_of_them(
    deviations: list[Deviation],
) -> None:
    made = composed(deviations)
    if made is None:
        assert None in map(composed, combinations(deviations, 2))
    else:
        assert set(made.operations) == set(OPERATIONS)


def composed(deviations: Sequence[Deviation]) -> LocalCandidate | None:
    """Return the implementation of all of them, or None if it is refused."""
    try:
        return LocalCandidate("composed", functions(deviations))
    except IncompatibleError:
        return None


def test_inner_steps_are_changed_before_what_holds_them() -> None:
    doubled = Deviation("doubled", "metric.x", "", around(sum=lambda add: lambda v: 2 * add(v)))
    ended = Deviation("ended", "metric.y", "", instead({"sum.at_the_end": lambda total, _: -total}))
    pipeline = reference.pipelines()["metric"]
    for both in ([doubled, ended], [ended, doubled]):
        made = compose("metric", pipeline, both)
        assert made(sum_of(1.0).input) == {"sum": -2.0}
