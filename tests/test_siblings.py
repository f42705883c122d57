"""A case that was drawn has siblings: of its shape, of its seed, and shrunk where they fail."""

import json
from itertools import islice
from math import ceil
from random import Random
from typing import cast

import pytest
from hypothesis import strategies as st

from conformance.certification.plan import EXAMPLES, examples_of
from conformance.examination import corpus
from conformance.examination.examination import MINIMUM_FOR_SHARES, explore
from conformance.examination.siblings import LARGEST, siblings_of, variants_of
from conformance.implementations.start import open_candidate
from conformance.operations import FORMS, REGISTRY
from conformance.operations.catalogue import CATALOGUE, checks
from conformance.operations.clause import Check, Level
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import Case, Result, Value

EDITED = {name: one.edited for name, one in REGISTRY.items() if one.edited}
RECORDED = {name: [one.case for one in corpus.load(name)] for name in EDITED}
SUBJECTS = dict(zip(EDITED, (11, 5, 6, 6, 8, 7), strict=True))
OPERATIONS = pytest.mark.parametrize("operation", EDITED)
REFERENCE = open_candidate("reference")


@OPERATIONS
def test_a_sibling_is_one_edit_of_one_field_and_always_the_same(operation: str) -> None:
    before = repr(RECORDED[operation])
    made = [siblings_of(head, Random(n), 20) for n, head in enumerate(RECORDED[operation])]
    for head, family in zip(RECORDED[operation], made, strict=True):
        for sibling in family:
            FORMS[operation].input.encode(sibling.input)
            other = [n for n, value in sibling.input.items() if value is not head.input[n]]
            assert len(other) == 1
            assert other[0] in EDITED[operation]
    assert sum(map(len, made)) > 10 * len(made)
    again = [siblings_of(head, Random(n), 20) for n, head in enumerate(RECORDED[operation])]
    assert repr(again) == repr(made)
    assert repr(RECORDED[operation]) == before


def test_a_sibling_is_the_same_once_a_message_has_carried_it_and_a_large_head_has_none() -> None:
    large = Case("reason_code", {"reason": "a" * (LARGEST + 1)})
    assert siblings_of(large, Random(1), 5) == []
    head = Case("reason_code", {"reason": "\udc80\ud800 a \udfff\ud800"})
    form = FORMS["reason_code"].input
    for sibling in siblings_of(head, Random(1), 500):
        carried = json.loads(json.dumps(form.encode(sibling.input)))
        assert form.decode(carried) == sibling.input


HEAD = Case("metric", {"metric": "sum", "rewards": [{"a": n, "b": 0.5} for n in range(5)]})


def wrong_where(wrong: str) -> LocalCandidate:
    """Return a candidate whose sums are wrong where a list of rewards has this many elements."""

    def metric(case: dict[str, Value]) -> Value:
        rewards = case["rewards"]
        assert isinstance(rewards, list)
        many = len(rewards) > 5
        zero = any(isinstance(one, dict) and repr(one.get("a")) == "0" for one in rewards)
        if {"many": many, "no zero": not zero}[wrong]:
            return {"sum": "wrong"}  # no number: harbor has none like it
        answer = REFERENCE.answer(Case("metric", case))
        return cast("Result", answer).value

    return LocalCandidate(wrong, {"metric": metric})


def found_by(wrong: str, siblings: int, *, shrinks: bool = True) -> list[Value] | None:
    """Return the rewards of the divergence that few examples of one case find, if they do."""
    check = Check("one", st.just(HEAD), siblings=siblings, clause="metric.sum-of-nothing")
    candidate = wrong_where(wrong)
    result = explore(check, REFERENCE, candidate, seed=1, examples=9, shrinks=shrinks)
    found = result.divergence
    return cast("list[Value]", found.case.input["rewards"]) if found else None


@pytest.mark.parametrize(("wrong", "length"), [("many", 6), ("no zero", 0)])
def test_a_sibling_that_fails_is_made_smaller(wrong: str, length: int) -> None:
    assert found_by(wrong, 0) is None
    unshrunk, smallest = (found_by(wrong, 60, shrinks=shrinks) for shrinks in (False, True))
    assert len(smallest or []) == length
    assert len(repr(smallest)) < len(repr(unshrunk))


@OPERATIONS
@pytest.mark.parametrize("whole", EXAMPLES.values())
def test_siblings_take_the_place_of_examples_and_the_share_of_telling_ones_is_still_judged(
    operation: str, whole: int
) -> None:
    assert {examples_of(check, whole) for check in checks(["job"])} == {whole}
    for check in checks([operation]):
        judged = min(whole, ceil(MINIMUM_FOR_SHARES / check.effort)) if check.shares else 0
        assert max(1, judged) <= examples_of(check, whole) < max(whole, judged + 1)


@OPERATIONS
def test_a_difference_in_a_sibling_is_of_a_clause_of_its_own(operation: str) -> None:
    having = [check.clause for check in checks([operation]) if check.siblings]
    assert having == [f"{operation}.one-edit"] * SUBJECTS[operation]
    assert CATALOGUE[f"{operation}.one-edit"].rating.level is Level.EXTREME


def test_an_example_that_fails_is_made_smaller() -> None:
    def reason_code(case: dict[str, Value]) -> Value:
        reason = case["reason"]
        if isinstance(reason, str) and "b" in reason:
            return {"reason_code": "wrong"}
        return cast("Result", REFERENCE.answer(Case("reason_code", case))).value

    texts = st.text("abc", min_size=20).map(lambda text: Case("reason_code", {"reason": text}))
    check = Check("one", texts, clause="reason_code.first-match")
    candidate = LocalCandidate("b", {"reason_code": reason_code})
    found = explore(check, REFERENCE, candidate, seed=1, examples=50).divergence
    assert found is not None
    assert sorted(str(found.case.input["reason"])) == ["a"] * 19 + ["b"]


@OPERATIONS
def test_a_variant_has_the_shape_of_its_operation(operation: str) -> None:
    for case in RECORDED[operation][:60]:
        for variant in islice(variants_of(case), 100):
            FORMS[operation].input.encode(variant.input)
