"""A condition says in which cases a deviation applies, in facts about the case alone."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.diagnosis.conditions import separating
from conformance.diagnosis.facts import Facts, denied, facts_of
from conformance.protocol.values import Case, Value


def metric(name: str, *rewards: Value) -> Case:
    return Case("metric", {"metric": name, "rewards": list(rewards)})


@pytest.mark.parametrize(
    ("case", "fact"),
    [
        (metric("max"), "metric is max"),
        (metric("max"), "rewards is empty"),
        (metric("sum", None), "some rewards[] is null"),
        (metric("sum", {}), "some rewards[] is empty"),
        (metric("sum", {"a": math.nan}), "some rewards[]{} is nan"),
        (metric("sum", {"a": -0.0}), "some rewards[]{} is -0.0"),
        (metric("sum", {"a": 2**53 + 1}), "some rewards[]{} is beyond 2**53"),
        (metric("sum", {"a": 1}, {"a": 1}), "two rewards[] are equal"),
        (Case("reason_code", {"reason": None}), "reason is null"),
        (Case("reason_code", {"reason": " x"}), "reason has white space at an end"),
        (Case("verifier", {"reward.txt": b"1_0", "reward.json": None}), "reward.txt has '_'"),
    ],
)
def test_what_is_true_of_a_case_is_a_fact(case: Case, fact: str) -> None:
    assert facts_of(case)[fact] == 1


def test_a_number_of_elements_is_counted() -> None:
    facts = facts_of(metric("sum", {"a": 1, "b": 2}, None))
    assert facts["number of rewards"] == 2
    assert facts["number of different keys of rewards[]"] == 2


@pytest.mark.parametrize(
    ("fact", "denial"),
    [
        ("metric is max", "metric is not max"),
        ("reason has capitals", "reason does not have capitals"),
        ("some rewards[] is null", "no rewards[] is null"),
        ("two trials[].source are equal", "no two trials[].source are equal"),
        ("two trials[].source differ", "all trials[].source are equal"),
    ],
)
def test_a_fact_that_is_not_so_has_words_of_its_own(fact: str, denial: str) -> None:
    assert denied(fact) == denial


def test_the_simplest_fact_that_separates_is_the_condition() -> None:
    inside = [facts_of(metric("max", {"a": value})) for value in (1, 2.5, math.nan)]
    outside = [facts_of(metric("min", {"a": value})) for value in (1, 2.5, math.nan)]
    assert str(separating(inside, outside)) == "metric is max"


def test_a_count_has_the_limit_that_separates() -> None:
    one: Value = {"a": 1}
    sizes = [facts_of(metric("sum", *[one] * size)) for size in range(20)]
    assert str(separating(sizes[10:], sizes[:10])) == "the number of rewards is at least 10"


def test_where_nothing_is_outside_the_condition_always_holds() -> None:
    condition = separating([facts_of(metric("max"))], [])
    assert condition is not None
    assert condition.facts == ()


sets_of_facts = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.just(1.0)), max_size=12)


@given(sets_of_facts, sets_of_facts)
def test_a_condition_holds_of_nothing_outside_and_of_something_inside(
    inside: list[Facts], outside: list[Facts]
) -> None:
    condition = separating(inside, outside)
    if condition is not None:
        assert not any(condition.holds_of(one) for one in outside)
        assert not inside or any(condition.holds_of(one) for one in inside)
