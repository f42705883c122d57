"""Without a terminal, a run prints its progress at intervals, whether or not results arrive."""

import re
import time

import pytest

from conformance.examination.findings import CheckResult
from conformance.report import progress

RESULT = CheckResult("metric.trial-order", "x", seed=0, cases=1500, seconds=0.0)


@pytest.fixture
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell twenty times a second instead of every ten seconds."""
    monkeypatch.setattr(progress, "EVERY", 0.05)


def await_lines(capsys: pytest.CaptureFixture[str], count: int) -> list[str]:
    """Return what was printed once it is ``count`` lines."""
    told, deadline = "", time.monotonic() + 10
    while told.count("\n") < count and time.monotonic() < deadline:
        time.sleep(0.01)
        told += capsys.readouterr().err
    return told.splitlines()


@pytest.mark.usefixtures("quicker")
def test_lines_come_while_no_result_does(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress(3) as advance:
        advance(RESULT)
        for line in await_lines(capsys, 3):
            assert re.fullmatch(r"1 of 3 checks, 1,500 cases(, \d+ s so far)?", line)
        advance(RESULT)
        assert re.fullmatch(
            r"2 of 3 checks, 3,000 cases, [\d,]+/s, \d+ s left(, \d+ s so far)?",
            await_lines(capsys, 2)[-1],
        )


def test_what_comes_before_the_first_result_counts_neither_for_rate_nor_for_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([100.0, 110.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    tally = progress.Tally(5)
    tally.advance(RESULT)
    tally.advance(RESULT)
    assert tally.line() == "2 of 5 checks, 3,000 cases, 150/s, 30 s left"


@pytest.mark.usefixtures("quicker")
def test_nothing_is_printed_once_a_run_has_ended(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress(3) as advance:
        advance(RESULT)
    capsys.readouterr()
    time.sleep(0.2)
    assert capsys.readouterr().err == ""
