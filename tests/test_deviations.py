"""Deviations: steps replaced, several together, under names that people can write."""

import json
import re
from contextlib import suppress
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import recorded

from candidates import reference
from candidates.deviations.catalogue import CATALOGUE, chosen, functions
from candidates.deviations.deviation import Deviation, IncompatibleError, around, compose, instead
from conformance.implementations.start import UnknownCandidateError, open_candidate
from conformance.operations import OPERATIONS
from conformance.operations.comparing import diverges
from conformance.operations.functions import LocalCandidate
from conformance.operations.trial_result.inputs import document
from conformance.protocol.values import Case, Result

OF_REFERENCE = [d for d in CATALOGUE.values() if d.operation in OPERATIONS]


def answer(name: str, case: Case) -> object:
    result = open_candidate(name).answer(case)
    assert isinstance(result, Result)
    return result.value


def sum_of(*values: float) -> Case:
    return Case("metric", {"metric": "sum", "rewards": [{"reward": value} for value in values]})


def mean_of(*rewards: object) -> Case:
    return Case("metric", {"metric": "mean", "rewards": list(rewards)})  # type: ignore[arg-type]


def test_two_deviations_of_one_operation_are_both_in_what_they_make() -> None:
    case = mean_of({"reward": 0.1}, {"reward": 0.2}, {"reward": 0.3}, None)
    assert answer("reference", case) == {"mean": 0.6 / 4}
    assert answer("deviation/naive-sum", case) == {"mean": (0.1 + 0.2 + 0.3 + 0) / 4}
    both = "deviation/naive-sum+skips-trials-without-rewards"
    assert answer(both, case) == {"mean": (0.1 + 0.2 + 0.3) / 3}


def test_deviations_of_two_operations_are_both_in_what_they_make() -> None:
    made = functions(chosen("naive-sum+text-wins"))
    assert made["metric"](sum_of(0.1, 0.2, 0.3).input) == {"sum": 0.1 + 0.2 + 0.3}
    files = {"reward.txt": b"1", "reward.json": b'{"reward": 0}'}
    assert made["verifier"](files) == {"rewards": {"reward": 1.0}}


def test_the_order_in_which_deviations_are_named_means_nothing() -> None:
    assert chosen("sorts-values+naive-sum") == chosen("naive-sum+sorts-values")


def test_two_that_replace_two_entries_of_a_table_are_both_in_what_they_make() -> None:
    made = functions(chosen("trial-missing-is-null+trial-any-config+trial-null-is-zero"))
    text = document({"id": "null", "config": "{}", "verifier_result": '{"rewards": {"a": null}}'})
    answer = {"verifier_result": {"rewards": {"a": 0}}, "exception": None}
    assert made["trial_result"]({"result": text.encode()}) == answer


STEP_OF_A_TABLE = r"both replace the step reader\.models"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("no-such", "no deviation 'no-such'"),
        ("", "no deviation ''"),
        ("naive-sum+", "no deviation ''"),
        ("naive-sum=3", "naive-sum takes no value"),
        ("rounds-results=x", "'x' is no number of digits"),
        ("sums-by=x", "'x' is no way"),
        # Two that replace one step or a part of it, one entry of a table, or a table and its entry.
        ("naive-sum+pairwise-sum", "naive-sum and pairwise-sum both replace"),
        ("naive-sum+corrected=wide-integers", "naive-sum and corrected=wide-integers both replace"),
        ("trial-required-if-used+trial-any-config", STEP_OF_A_TABLE),
        ("trial-unvalidated+trial-missing-is-null", STEP_OF_A_TABLE),
    ],
)
def test_a_name_that_stands_for_nothing_is_refused_in_a_line(name: str, complaint: str) -> None:
    with pytest.raises(UnknownCandidateError, match=complaint):
        open_candidate(f"deviation/{name}")


def test_a_deviation_takes_another_value() -> None:
    case = sum_of(0.12343)
    assert answer("deviation/rounds-results", case) == {"sum": 0.1234}
    assert answer("deviation/rounds-results=1", case) == {"sum": 0.1}


def test_a_deviation_of_a_few_choices_says_which_it_takes() -> None:
    (default,), (numpy,) = chosen("extremes-by"), chosen("extremes-by=math")
    assert default.description.startswith("max and min are numpy's")
    assert numpy.description.startswith("max and min are Math.max")
    assert [one.name for one in default.each()][:2] == ["extremes-by", "extremes-by=pandas"]
    assert answer("deviation/extremes-by=math", sum_of(1.0)) == {"sum": 1.0}


def test_every_row_says_what_to_change_in_one_sentence() -> None:
    for row in chain.from_iterable(one.each() for one in CATALOGUE.values()):
        assert re.fullmatch(r"[A-Z].+[.]", row.advice), row.name
        assert "{}" not in row.description, row.name


def test_no_deviation_replaces_a_whole_operation() -> None:
    assert [name for name, one in CATALOGUE.items() if not one.changes] == []
    assert [
        name
        for name, one in CATALOGUE.items()
        if any(change.replaces and change.step == one.operation for change in one.changes)
    ] == []


@settings(max_examples=400)
@given(st.lists(st.sampled_from(OF_REFERENCE), min_size=2, max_size=4, unique_by=id))
def test_any_deviations_are_one_implementation_or_refused_for_two_of_them(
    deviations: list[Deviation],
) -> None:
    try:
        made = functions(deviations)
    except IncompatibleError:
        pairs = combinations(deviations, 2)
        assert any(_refused(list(pair)) for pair in pairs)
    else:
        assert set(LocalCandidate("composed", made).operations) == set(OPERATIONS)


def _refused(deviations: list[Deviation]) -> bool:
    try:
        functions(deviations)
    except IncompatibleError:
        return True
    return False


def test_inner_steps_are_changed_before_what_holds_them() -> None:
    doubled = Deviation("doubled", "metric.x", "", around(sum=lambda add: lambda v: 2 * add(v)))
    ended = Deviation("ended", "metric.y", "", instead({"sum.at_the_end": lambda total, _: -total}))
    pipeline = reference.pipelines()["metric"]
    for both in ([doubled, ended], [ended, doubled]):
        made = compose("metric", pipeline, both)
        assert made(sum_of(1.0).input) == {"sum": -2.0}


def repeats_a_key(case: Case) -> bool:
    """Return whether an object in a file of the case has a key twice, where that can be parsed."""
    repeated = []

    def noted(pairs: list[tuple[str, object]]) -> None:
        repeated.append(len({key for key, _ in pairs}) < len(pairs))

    for content in case.input.values():
        with suppress(ValueError, RecursionError):
            json.loads(content if isinstance(content, bytes) else "", object_pairs_hook=noted)
    return any(repeated)


@pytest.mark.parametrize(
    "name",
    [
        "duplicate-keys=first",
        "result-parsed=first-of-equal-keys",
        "trial-repeated-rewards=first-counts",
        "trial-repeated-rewards=first-is-ignored",
    ],
)
def test_a_deviation_about_repeated_keys_changes_no_answer_where_none_is_repeated(
    name: str,
) -> None:
    (row,) = chosen(name)
    wrong, right = (LocalCandidate(name, dict(functions(rows))) for rows in ((row,), ()))
    cases = [one.case for one in recorded(row.operation)]
    changed = [case for case in cases if diverges(case, right.answer(case), wrong.answer(case))]
    assert changed
    assert [case for case in changed if not repeats_a_key(case)] == []
