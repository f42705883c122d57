"""A case that was drawn has siblings: of its shape, of its seed, and shrunk where they fail."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.database import choices_from_bytes
from hypothesis.internal.conjecture.data import ConjectureData

from conformance.examination.examination import explore
from conformance.examination.siblings import FIELDS, LARGEST, siblings_of, smaller
from conformance.implementations.start import open_candidate
from conformance.operations import FORMS
from conformance.operations.clause import Check
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import Case, Value
from conformance.recorded import corpus

RECORDED = {name: [one.case for one in corpus.load(name)] for name in FIELDS}
OPERATIONS = pytest.mark.parametrize("operation", FIELDS)
REFERENCE = open_candidate("reference")


def families(operation: str, amount: int = 20) -> Iterator[tuple[Case, list[Case]]]:
    """Yield recorded cases and their siblings."""
    for seed, head in enumerate(RECORDED[operation]):
        yield head, siblings_of(head, Random(seed), amount)


@OPERATIONS
def test_a_sibling_has_the_shape_of_its_operation(operation: str) -> None:
    made = [sibling for _, family in families(operation) for sibling in family]
    for sibling in made:
        FORMS[operation].input.encode(sibling.input)
    assert len(made) > 10 * len(RECORDED[operation])


@OPERATIONS
def test_a_sibling_differs_from_its_head_in_one_member(operation: str) -> None:
    for head, family in families(operation):
        for sibling in family:
            other = [n for n, value in sibling.input.items() if value is not head.input[n]]
            assert len(other) == 1
            assert other[0] in FIELDS[operation]


def test_a_sibling_is_the_same_once_a_message_has_carried_it() -> None:
    head = Case("reason_code", {"reason": "\udc80\ud800 a \udfff\ud800"})
    form = FORMS["reason_code"].input
    for sibling in siblings_of(head, Random(1), 500):
        carried = json.loads(json.dumps(form.encode(sibling.input)))
        assert form.decode(carried) == sibling.input


@OPERATIONS
def test_making_siblings_leaves_the_head_as_it_was(operation: str) -> None:
    before = [repr(head) for head in RECORDED[operation]]
    for _ in families(operation):
        pass
    assert [repr(head) for head in RECORDED[operation]] == before


@OPERATIONS
def test_the_same_head_and_random_numbers_give_the_same_siblings(operation: str) -> None:
    assert repr(list(families(operation))) == repr(list(families(operation)))


def test_a_large_head_has_no_siblings() -> None:
    large = Case("reason_code", {"reason": "a" * (LARGEST + 1)})
    assert siblings_of(large, Random(1), 5) == []


HEAD = Case("metric", {"metric": "sum", "rewards": [{"a": n, "b": 0.5} for n in range(5)]})


def wrong_where(wrong: str) -> LocalCandidate:
    """Return a candidate whose sums are wrong where a list of rewards has so many elements."""

    def metric(question: dict[str, Value]) -> Value:
        rewards = question["rewards"]
        assert isinstance(rewards, list)
        many = len(rewards) > 5
        zero = any(isinstance(one, dict) and repr(one.get("a")) == "0" for one in rewards)
        if {"many": many, "no zero": not zero}[wrong]:
            return {"sum": "wrong"}  # no number: harbor has none like it
        answer = REFERENCE.answer(Case("metric", question))
        return answer.value  # type: ignore[union-attr]

    return LocalCandidate(wrong, {"metric": metric})


@pytest.mark.parametrize(("wrong", "length"), [("many", 6), ("no zero", 0)])
def test_a_sibling_that_fails_is_made_smaller(wrong: str, length: int) -> None:
    check = Check("one", st.just(HEAD), clause="metric.sum-of-nothing")
    candidate = wrong_where(wrong)
    assert explore(check, REFERENCE, candidate, seed=1, examples=9).divergence is None
    found = explore(check, REFERENCE, candidate, seed=1, examples=9, siblings=60).divergence
    assert found is not None
    rewards = found.case.input["rewards"]
    assert isinstance(rewards, list)
    assert len(rewards) == length


def test_without_shrinking_a_sibling_that_fails_is_reported_as_it_came() -> None:
    check = Check("one", st.just(HEAD), clause="metric.sum-of-nothing")
    candidate = wrong_where("no zero")
    found = [
        explore(check, REFERENCE, candidate, seed=1, examples=9, siblings=60, shrinks=shrinks)
        for shrinks in (False, True)
    ]
    first, smallest = (len(repr(one.divergence.case)) for one in found if one.divergence)
    assert smallest < first


def test_an_example_that_fails_is_made_smaller() -> None:
    def reason_code(question: dict[str, Value]) -> Value:
        reason = question["reason"]
        if isinstance(reason, str) and "b" in reason:
            return {"reason_code": "wrong"}
        return REFERENCE.answer(Case("reason_code", question)).value  # type: ignore[union-attr]

    texts = st.text("abc", min_size=20).map(lambda text: Case("reason_code", {"reason": text}))
    check = Check("one", texts, clause="reason_code.first-match")
    candidate = LocalCandidate("b", {"reason_code": reason_code})
    found = explore(check, REFERENCE, candidate, seed=1, examples=50).divergence
    assert found is not None
    assert sorted(str(found.case.input["reason"])) == ["a"] * 19 + ["b"]


CASES = st.sampled_from([case for cases in RECORDED.values() for case in cases[:60]])


@given(CASES, st.data())
def test_whatever_pieces_a_case_lacks_it_has_the_shape_of_its_operation(
    case: Case, data: st.DataObject
) -> None:
    cases, _ = smaller(case)
    FORMS[case.operation].input.encode(data.draw(cases).input)


@given(CASES)
def test_the_choices_that_leave_every_piece_are_the_case_itself(case: Case) -> None:
    cases, kept = smaller(case)
    choices = choices_from_bytes(kept)
    assert choices is not None
    data = ConjectureData.for_choices(choices)
    with BuildContext(data, wrapped_test=smaller):
        assert repr(data.draw(cases)) == repr(case)
