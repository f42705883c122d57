"""The quick way to harbor's Verifier says what the plain way says."""

import asyncio
from pathlib import Path

import pytest
from harbor.models.task.task import Task
from harbor.models.trial.paths import TrialPaths
from harbor.verifier.verifier import Verifier

from conformance.examination.recorded import corpus
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Answer, Case, Failure, Result
from oracle.environment import ReplayEnvironment
from oracle.implementation import open_oracle
from oracle.provenance import UntrustedOracleError
from oracle.verifier import lay_out_task


def ask_plainly(folder: Path, case: Case) -> Answer:
    """Ask a fresh Verifier of a fresh trial, with harbor's own paths and an event loop."""
    task = Task(lay_out_task(folder / "task"))
    trial_paths = TrialPaths(folder / "trial")
    trial_paths.mkdir()
    environment = ReplayEnvironment(task, trial_paths)
    environment.files = {n: c for n, c in case.input.items() if isinstance(c, bytes)}
    try:
        result = asyncio.run(Verifier(task, trial_paths, environment).verify())
    except Exception as error:  # noqa: BLE001 - whatever harbor raises is its answer
        return Failure(type(error).__name__)
    return Result({"rewards": result.rewards})


def test_every_recorded_case_has_the_same_answer_both_ways(tmp_path: Path) -> None:
    recorded = list(corpus.load("verifier"))
    with open_oracle() as oracle:
        for number, entry in enumerate(recorded):
            plain = ask_plainly(tmp_path / str(number), entry.case)
            assert (
                compare(entry.case, plain, oracle.answer(entry.case)).agreement is Agreement.EXACT
            ), entry.id
    assert len(recorded) >= 200


def test_nothing_of_one_question_is_left_for_the_next() -> None:
    nothing = Case("verifier", {"reward.txt": None, "reward.json": None})
    with open_oracle() as oracle:
        for text, json in [(b"1", None), (None, b"{"), (b"", b""), (b"x", b"null")]:
            oracle.answer(Case("verifier", {"reward.txt": text, "reward.json": json}))
            assert oracle.answer(nothing) == Failure("RewardFileNotFoundError")


def test_a_full_disk_is_not_an_answer_of_harbors(monkeypatch: pytest.MonkeyPatch) -> None:
    def write_nothing(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with open_oracle() as oracle:
        monkeypatch.setattr("oracle.environment.os.write", write_nothing)
        with pytest.raises(UntrustedOracleError, match="No space left"):
            oracle.answer(Case("verifier", {"reward.txt": b"1", "reward.json": None}))
