"""A check that cannot be relied on is never a pass."""

from itertools import count

from hypothesis import strategies as st

from conformance.checks import Check, Examination
from conformance.examination import explore
from conformance.implementations import open_candidate
from conformance.model import Answer, Case, Result

CASE = Case("metric", {"metric": "sum", "rewards": []})
REFERENCE = open_candidate("reference")


def agree(examination: Examination, case: Case) -> None:
    examination.agree(case)


class Wavering:
    """A candidate that gives another answer each time."""

    def __init__(self) -> None:
        """Begin with 1."""
        self._numbers = count(1)

    def answer(self, case: Case) -> Answer:
        """Return 1, then 0, then 1."""
        del case
        return Result({"sum": next(self._numbers) % 2})

    def answers(self, cases: object) -> None:
        """Not used here."""
        raise NotImplementedError


def test_a_candidate_that_answers_one_question_in_two_ways_diverges() -> None:
    check = Check("metric.sum-of-nothing", "wavering", st.just(CASE), agree)
    result = explore(check, REFERENCE, Wavering(), seed=1, examples=50)  # type: ignore[arg-type]
    assert result.divergence is not None


def test_a_check_whose_share_is_missed_does_not_pass() -> None:
    def body(examination: Examination, case: Case) -> None:
        examination.agree(case)
        examination.observe("telling", happened=False)

    cases = st.integers(0, 10**6).map(
        lambda n: Case("metric", {"metric": "sum", "rewards": [{"a": n}]})
    )
    check = Check("metric.sum-of-nothing", "blunt", cases, body, {"telling": 0.3})
    result = explore(check, REFERENCE, REFERENCE, seed=1, examples=200)
    assert not result.passed
    assert "too few telling examples" in result.problem


def test_a_check_that_asks_nothing_does_not_pass() -> None:
    def body(examination: Examination, case: Case) -> None:
        del examination, case

    check = Check("metric.sum-of-nothing", "silent", st.just(CASE), body)
    assert not explore(check, REFERENCE, REFERENCE, seed=1, examples=5).passed


def test_a_share_missed_by_chance_is_judged_on_more_examples() -> None:
    met = count()

    def body(examination: Examination, case: Case) -> None:
        examination.agree(case)
        examination.observe("telling", happened=next(met) >= 200)

    cases = st.integers(0, 10**6).map(
        lambda n: Case("metric", {"metric": "sum", "rewards": [{"a": n}]})
    )
    check = Check("metric.sum-of-nothing", "late", cases, body, {"telling": 0.3})
    result = explore(check, REFERENCE, REFERENCE, seed=1, examples=200)
    assert result.passed
    assert result.cases > 500
