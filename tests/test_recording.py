"""Oracles that record what passes through them, or keep it."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest
from programs import ROOT, run_program

from conformance.examination.generating import generate
from conformance.implementations.installed_harbor import Exchange, RecordingOracle
from conformance.operations.catalogue import check_of
from conformance.protocol.values import Answer, Case, Result, Value
from conformance.pytest_plugin.clause import KeptAnswers

CASES = [Case("metric", {"metric": "max", "rewards": [{"a": number}]}) for number in (1, 2)]


class Echo:
    """An oracle that answers with the input."""

    def answer(self, case: Case) -> Answer:
        """Return the rewards of the input."""
        return Result(case.input["rewards"])


def test_answers_are_the_oracles_and_recorded_in_order_by_a_recorder_that_may_end_the_run() -> None:
    oracle = RecordingOracle(Echo())
    assert [oracle.answer(case) for case in CASES] == [Result([{"a": 1}]), Result([{"a": 2}])]
    oracle.agree_on_each(CASES)
    oracle.observe("anything", happened=True)
    expected = [Exchange(case, Echo().answer(case)) for case in CASES]
    assert (oracle.exchanges, oracle.cases, oracle.noticed) == (expected * 2, 4, False)

    def stop(exchange: Exchange) -> None:
        if exchange.case == CASES[1]:
            raise KeyboardInterrupt

    oracle = RecordingOracle(Echo(), stop)
    assert oracle.answer(CASES[0]) == Result([{"a": 1}])
    with pytest.raises(KeyboardInterrupt):
        oracle.answer(CASES[1])
    assert (oracle.exchanges, oracle.cases) == ([], 2)


def test_a_check_needs_no_candidate() -> None:
    check = check_of("metric.none-counts-zero/trials-without-rewards")
    oracle = RecordingOracle(Echo())
    assert generate(check, oracle, seed=1, examples=5) == ""
    assert oracle.cases == len(oracle.exchanges) >= 5


LINES = """
from conformance.implementations.installed_harbor import RecordingOracle
from conformance.implementations.start import FirstLines, open_harbor
from conformance.protocol.values import Case

lines = FirstLines(lambda module: module.startswith("harbor/metrics/"))
lines.begin()
oracle = RecordingOracle(open_harbor(), lines=lines)
for metric in ("max", "max", "min"):
    oracle.answer(Case("metric", {"metric": metric, "rewards": [{"a": 1}]}))
first, again, other = oracle.exchanges
assert {module for module, _ in first.lines} >= {"harbor/metrics/max.py"}, first.lines
assert again.lines == ()
assert "harbor/metrics/min.py" in {module for module, _ in other.lines}, other.lines
"""


def test_a_line_of_harbor_is_recorded_with_the_first_case_that_runs_it() -> None:
    """In a process of its own: an interpreter reports lines to one monitor only."""
    completed = run_program(sys.executable, "-c", LINES, cwd=ROOT, status=0)
    assert completed.stderr == ""


def test_harbor_answers_a_case_once_for_all_candidates_of_a_session() -> None:
    asked: list[Value] = []

    def answer(case: Case) -> Answer:
        asked.append(case.input["value"])
        return Result(case.input["value"])

    harbor: Any = SimpleNamespace(answer=answer, provenance=None, verify=None, close=None)
    kept: dict[bytes, Answer] = {}
    values: list[Value] = [1, 1.0, 0.0, -0.0, True, "1", b"1", [1], 10**4000, "\ud800"]
    for _ in range(2):
        of_a_candidate = KeptAnswers(harbor, kept)
        given = [of_a_candidate.answer(Case("metric", {"value": one})) for one in values]
        assert list(map(repr, given)) == [repr(Result(one)) for one in values]
    assert len(asked) == len(values)
