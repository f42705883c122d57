"""A condition says in which cases a deviation applies, in facts about the case alone."""

import math
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import run_program
from recorded import recorded

from conformance.diagnosis.conditions import separating
from conformance.diagnosis.facts import COUNT, Facts, denied, facts_of, facts_of_answer
from conformance.protocol.values import Case, Value


def metric(name: str, *rewards: Value) -> Case:
    return Case("metric", {"metric": name, "rewards": list(rewards)})


@pytest.mark.parametrize(
    ("case", "fact", "value"),
    [
        (metric("max"), "metric is max", 1),
        (metric("sum", None), "some rewards[] is null", 1),
        (metric("sum", {"a": math.nan}), "some rewards[]{} is nan", 1),
        (metric("sum", {"a": 2**53 + 1}), "some rewards[]{} is beyond 2**53", 1),
        (metric("sum", {"a": 1}, {"a": 1}), "two rewards[] are equal", 1),
        (metric("sum", {"a": 1, "b": 2}, None), "number of rewards", 2),
        (metric("sum", {"a": 1, "b": 2}, None), "number of different keys of rewards[]", 2),
        (Case("reason_code", {"reason": "Ab c"}), "reason begins with 'ab'", 1),
        (Case("verifier", {"reward.txt": b"1_0", "reward.json": None}), "reward.txt has '_'", 1),
    ],
)
def test_what_is_true_of_a_case_is_a_fact_and_its_elements_are_counted(
    case: Case, fact: str, value: int
) -> None:
    assert facts_of(case)[fact] == value


@pytest.mark.parametrize(
    ("fact", "denial"),
    [
        ("metric is max", "metric is not max"), ("some rewards[] is null", "no rewards[] is null"),
        ("steps is not empty", "steps is empty, null or absent"),
        ("two trials[].source differ", "all trials[].source are equal"),
        ("stats.n_retries of result is not 0", "stats.n_retries of result is 0"),
        ("reason begins with 'a'", "reason does not begin with 'a'"),
    ],
)  # fmt: skip
def test_a_fact_that_is_not_so_has_words_of_its_own(fact: str, denial: str) -> None:
    assert denied(fact) == denial


@pytest.mark.parametrize("operation", ["metric", "outcome", "reason_code", "verifier"])
def test_no_fact_of_a_recorded_case_is_its_own_opposite(operation: str) -> None:
    facts = {
        fact
        for one in recorded(operation)
        for fact in (*facts_of(one.case), *facts_of_answer(one.case, one.answer))
        if not fact.startswith(COUNT)
    }
    assert [fact for fact in facts if denied(fact) == fact] == []


FACTS = """
from conformance.diagnosis.facts import facts_of
from conformance.protocol.values import Case
print(*facts_of(Case("verifier", {"reward.txt": b" 1_0\\n", "reward.json": b'{"b": [nan, 1]}'})))
"""


def test_facts_are_in_one_order_in_every_process() -> None:
    def printed(seed: str) -> str:
        around = {**os.environ, "PYTHONHASHSEED": seed}
        return run_program(sys.executable, "-c", FACTS, env=around, status=0).stdout

    assert printed("1") == printed("2")


def test_a_part_of_a_word_is_no_word() -> None:
    facts = facts_of(Case("reason_code", {"reason": "AgentTimeoutError: no time"}))
    assert {"reason has the word 'agenttimeouterror'", "reason has 'timeout'"} <= {*facts}
    assert "reason has the word 'timeout'" not in facts


ONE: Value = {"a": 1}
SIZES = [facts_of(metric("sum", *[ONE] * size)) for size in range(20)]
OF_MAX, OF_MIN = (
    [facts_of(metric(name, {"a": value})) for value in (1, 2.5, math.nan)]
    for name in ("max", "min")
)


OF_ANSWER = {"some result{} in harbor's answer is 1": 1.0}


@pytest.mark.parametrize(
    ("inside", "outside", "condition"),
    [
        (OF_MAX, OF_MIN, "metric is max"),
        (SIZES[10:], SIZES[:10], "the number of rewards is at least 10"),
        ([{**one, **OF_ANSWER} for one in OF_MAX], OF_MIN, "metric is max"),
        (OF_MAX, [], None),
    ],
)
def test_the_simplest_fact_or_limit_that_separates_is_the_condition(
    inside: list[Facts], outside: list[Facts], condition: str | None
) -> None:
    found = separating(inside, outside)
    assert found is not None
    assert condition in {str(found), None}
    assert bool(found.facts) is (condition is not None)


@pytest.mark.parametrize("fact", ["reason has the word 'harbor'", "reason has ':'", 'code is "a"'])
def test_a_word_that_is_missing_is_no_condition(fact: str) -> None:
    assert separating([{}] * 9, [{fact: 1.0}]) is None
    assert separating([{fact: 1.0}] * 9, [{}]) is not None


sets_of_facts = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.just(1.0)), max_size=12)


@given(sets_of_facts, sets_of_facts)
def test_a_condition_holds_of_nothing_outside_and_of_something_inside(
    inside: list[Facts], outside: list[Facts]
) -> None:
    condition = separating(inside, outside)
    if condition is not None:
        assert not any(condition.holds_of(one) for one in outside)
        assert not inside or any(condition.holds_of(one) for one in inside)
