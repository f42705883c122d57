"""Oracles that record what passes through them, or keep it."""

import sys
from types import SimpleNamespace
from typing import Any

from programs import ROOT, run_program

from conformance.protocol.values import Answer, Case, Failure, Result, Value
from conformance.pytest_plugin.clause import KeptAnswers

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
    kept: dict[bytes, Result | Failure] = {}
    values: list[Value] = [1, 1.0, 0.0, -0.0, True, "1", b"1", [1], 10**4000, "\ud800"]
    for _ in range(2):
        of_a_candidate = KeptAnswers(harbor, kept)
        given = [of_a_candidate.answer(Case("metric", {"value": one})) for one in values]
        assert list(map(repr, given)) == [repr(Result(one)) for one in values]
    assert len(asked) == len(values)
