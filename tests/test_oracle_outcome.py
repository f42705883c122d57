"""The outcome of a job is what the text says, for files that harbor wrote and by hand."""

import ast
from pathlib import Path
from typing import cast

import pytest
from harbor.models.job.result import JobResult
from hypothesis import given, settings

from candidates.reference.outcome import outcome
from conformance.examination import corpus
from conformance.operations.functions import Function
from conformance.operations.job.inputs import JobGroup, case_with, trial
from conformance.operations.outcome import harbor_files, inputs
from conformance.operations.outcome.inputs import Job, written
from conformance.operations.sources import errata_by_clause
from conformance.protocol.values import Result
from oracle.implementation import open_oracle
from oracle.job import stats_of
from oracle.outcome import OutcomeAdapter

BY_HAND = Path(__file__).with_name("outcome_by_hand.txt")
ANSWERS: dict[str, Function] = {"oracle": OutcomeAdapter(), "reference": cast("Function", outcome)}
NAN, INFINITY = float("nan"), float("inf")


WORKED_OUT = [
    block.strip().removeprefix("# ").split("\n")
    for block in BY_HAND.read_text(encoding="utf-8").split("\n\n")
    if block.startswith("# ")
]
"""Cases that were worked out by hand: why, the file, and the line."""


def content_of(file: str) -> bytes | None:
    """Return the bytes that a line of the file of cases stands for."""
    if file.startswith("b'"):
        content: bytes = ast.literal_eval(file)
        return content
    return {"(no file)": None, "(empty file)": b""}.get(file, file.encode())


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize(
    ("file", "line"), [row[1:] for row in WORKED_OUT], ids=[row[0][:50] for row in WORKED_OUT]
)
def test_each_of_60_cases_worked_out_by_hand_has_its_line(
    file: str, line: str, answer: Function
) -> None:
    assert len({row[1] for row in WORKED_OUT}) == len(WORKED_OUT) >= 60
    assert answer({"result": content_of(file)}) == {"line": line}


COUNTS = ("n_completed_trials", "n_errored_trials", "n_running_trials", "n_pending_trials")


def result_from(job: Job) -> JobResult:
    stats = {name: getattr(job, name) for name in COUNTS}
    evals = {group.name: {**vars(group), "metrics": [*group.metrics]} for group in job.groups}
    result = {
        "id": inputs.ID,
        "started_at": inputs.STARTED,
        "updated_at": inputs.UPDATED,
        "finished_at": inputs.UPDATED if job.finished else None,
        "n_total_trials": job.n_total_trials,
        "stats": {**stats, "evals": evals},
    }
    return JobResult.model_validate(result)


@settings(max_examples=500, database=None)
@given(harbor_files.jobs((*harbor_files.REWARDS, NAN, INFINITY, -INFINITY)))
def test_files_of_jobs_are_those_that_harbor_writes(job: Job) -> None:
    text = result_from(job).model_dump_json(indent=4, exclude={"trial_results"})
    assert written(job) == text


@pytest.mark.parametrize(
    ("clause", "rewards"),
    [
        ("outcome.nan-is-null", {"reward": NAN}),
        ("outcome.infinity-is-null", {"reward": INFINITY}),
        ("outcome.mean-alone", {"mean": 1.0, "speed": 0.0}),
    ],
)
def test_files_of_errata_are_those_of_real_jobs(clause: str, rewards: dict[str, float]) -> None:
    content = corpus.recorded_case(errata_by_clause()[clause].case).input["result"]
    assert isinstance(content, bytes)
    one = trial(rewards, name="a__1", task="a", group=JobGroup("oracle"))
    with open_oracle() as oracle:
        answer = oracle.answer(case_with([one]))
    assert answer == Result({"stats": stats_of(content)})
