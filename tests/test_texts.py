"""The four texts on each recorded case that is meant for them, and their readers of folders."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from played_jobs import documents, run, trial_of
from programs import run_program
from recorded import recorded

from candidates.spec_000 import chain
from candidates.spec_001 import trials
from candidates.spec_001.ingest import NO_REWARD
from candidates.spec_003.jobs import read_jobs
from conformance.diagnosis.expected.deviations import find
from conformance.diagnosis.expected.expecting import Expectation
from conformance.diagnosis.expected.reading import load
from conformance.implementations.start import TEXTS, open_candidate
from conformance.operations.comparing import diverges
from conformance.protocol.values import Answer, Case


def no_prediction(function: str, case: Case, answer: Answer) -> Answer:
    raise NotImplementedError((function, case, answer))


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_answers_as_harbor_with_its_expected_deviations_each_of_which_is_seen(
    text: str,
) -> None:
    file = find(text)
    assert file
    declared, candidate = load(file), open_candidate(text)
    expectation = Expectation(declared, no_prediction)
    for one in recorded():
        if declared.meant(one.clause) and declared.asks(one.case):
            expected = expectation(one.case, one.answer)
            assert not diverges(one.case, expected, candidate.answer(one.case)), one.id
    seen = {entry.title for entry in declared.deviations}
    assert expectation.applied == seen - {"refused-outside"}  # which generated cases show


type Reading = dict[str, tuple[float | None, str]]
"""By trial: its reward, and what is wrong with it."""

BIG = 1_000_000
BOTH = ("result.json", "verifier/reward.json")


def of_000(job: Path) -> Reading:
    readings, _ = chain.read_job(job)
    return {one.name: ((one.rewards or {}).get("reward"), one.problem) for one in readings}


def of_001(job: Path) -> Reading:
    return {
        one.trial_name: (one.result.reward, "; ".join(one.result.validity.errors))
        if one.result
        else (None, one.problem)
        for one in trials.read_job(job)
    }


def of_003(job: Path) -> Reading:
    return {one.task_name: (one.reward, one.problem) for one in read_jobs(job.parent).tasks}


READERS = {"spec_000": of_000, "spec_001": of_001, "spec_003": of_003}


@pytest.fixture(scope="module")
def harbors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A job of three trials that harbor wrote: rewards of 0, 0.5 and 1."""
    rewards = documents(b'{"reward": 0}', b'{"reward": 0.5}', b'{"reward": 1}')
    return run(tmp_path_factory.mktemp("harbors"), *rewards)


@pytest.fixture
def job(harbors: Path, tmp_path: Path) -> Path:
    return shutil.copytree(harbors, tmp_path / "jobs" / "job")


SPOILT: dict[str, tuple[tuple[str, ...], Callable[[Path], object] | bytes | None, str]] = {
    # Files, what is put in place of each, and what spec/001, which names errors as harbor, says.
    "half written": (BOTH, b'{"rew', "VerifierOutputParseError: not JSON"),
    "gone": (BOTH, None, NO_REWARD),
    "links to nowhere": (BOTH, lambda file: file.symlink_to("nowhere"), NO_REWARD),
    "links to themselves": (BOTH, lambda file: file.symlink_to(file), "reward.json cannot be read"),
    "folders": (BOTH, Path.mkdir, "reward.json cannot be read: Is a directory"),
    "a file in place of a folder": (("result.json", "verifier"), b"", NO_REWARD),
    "a million digits": (BOTH, b"1" * BIG, "VerifierOutputParseError: "),
    "a million brackets": (BOTH, b"[" * BIG, "RecursionError: "),
}


@pytest.mark.parametrize(("names", "put", "said"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_trial_has_a_verdict_and_the_others_are_read(
    job: Path, names: tuple[str, ...], put: Callable[[Path], object] | bytes | None, said: str
) -> None:
    trial = trial_of(job, "t02")
    for file in (trial / name for name in names):
        shutil.rmtree(file) if file.is_dir() else file.unlink()
        if put is not None:
            file.write_bytes(put) if isinstance(put, bytes) else put(file)
    for reader, read in READERS.items():
        (zero, half, (reward, problem)) = read(job).values()
        assert (zero, half) == ((0, ""), (0.5, ""))
        assert reward == (0 if reader == "spec_001" and said == NO_REWARD else None)
        assert problem.startswith(said if reader == "spec_001" else "")
        assert problem


def test_a_name_that_is_not_utf8_is_shown_and_read(job: Path) -> None:
    trial_of(job, "t02").rename(job / os.fsdecode(b"t02\xff"))
    for reader, read in READERS.items():
        name = "t02" if reader == "spec_003" else "t02\\xff"  # which is in its result.json
        assert read(job)[name] == (1, "")


@pytest.mark.parametrize(
    ("reader", "lines"),
    [
        ("spec_000", ["t02__", 'BASE_BENCHMARK_RESULT={"reason_code": null, "resolved": 2, ']),
        ("spec_001", ["t00__", "t01__", "t02__"]),
        ("spec_003", ["t00 0.0", "t01 0.5", "t02 1.0", "val_score 0.5, 0 tasks without"]),
    ],
)
def test_a_program_prints_a_line_a_trial_and_the_number_and_refuses_what_is_no_folder(
    reader: str, lines: list[str], job: Path
) -> None:
    folder = job if reader != "spec_003" else job.parent
    asked = (sys.executable, "-m", f"candidates.{reader}")
    ended = run_program(*asked, str(folder), status=0)
    printed = [*ended.stderr.splitlines(), *ended.stdout.splitlines()]
    found = printed[-len(lines) :]
    assert all(line.startswith(text) for line, text in zip(found, lines, strict=True)), printed
    for wrong in ([], [str(folder / "nowhere")]):
        refused = run_program(*asked, *wrong, status=2)
        assert len(refused.stderr.splitlines()) == 1
