"""The quick way to harbor's Job says what the plain way says."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from amount import examples
from harbor.job import Job
from harbor.models.job.config import JobConfig
from harbor.models.job.result import JobStats
from harbor.models.trial.config import TaskConfig, TrialConfig
from harbor.models.trial.result import TrialResult
from harbor.models.verifier.result import VerifierResult
from harbor.trial.hooks import HookCallback, TrialEvent
from harbor.trial.trial import Trial
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.comparison.agreement import Agreement
from conformance.operations.catalogue import checks
from conformance.operations.comparing import compare
from conformance.operations.job.questions import Group, question, reward, trial
from conformance.protocol.values import Answer, Case, Failure, Result, Value
from conformance.recorded import corpus
from oracle.implementation import open_oracle
from oracle.job import Door as JobDoor
from oracle.job import metrics_table, stats_of
from oracle.provenance import UntrustedOracleError
from oracle.trials import trial_config, trial_result
from oracle.verifier import lay_out_task

PLAIN = question([reward(1)])
MISSING = question([reward(1, group=Group(source="s"))])


class PlayedTrial:
    """A trial that harbor's own queue runs, and that announces its events as harbor's do."""

    _emit = vars(Trial)["_emit"]

    def __init__(self, config: TrialConfig, result: TrialResult) -> None:
        """Take the result that the trial is to have."""
        self.config, self._result = config, result
        self.task = SimpleNamespace(name=result.task_name)
        self._hooks: dict[TrialEvent, list[HookCallback]] = {event: [] for event in TrialEvent}

    def add_hook(self, event: TrialEvent, hook: HookCallback) -> None:
        """Take a hook of the queue."""
        self._hooks[event].append(hook)

    async def run(self) -> TrialResult:
        """Announce the start and the end."""
        await self._emit(TrialEvent.START)
        await self.cancel()
        await self._emit(TrialEvent.END)
        return self._result

    async def cancel(self) -> None:
        """Announce nothing in between."""


class CancelledTrial(PlayedTrial):
    """A trial that announces it if it is cancelled, and has a result nevertheless."""

    async def cancel(self) -> None:
        """Announce that the trial is cancelled."""
        failed = self._result.exception_info
        if failed is not None and failed.exception_type == "CancelledError":
            await self._emit(TrialEvent.CANCEL)


def play(
    monkeypatch: pytest.MonkeyPatch, results: list[TrialResult], kind: type[PlayedTrial]
) -> None:
    """Let the trials that harbor's queue creates have these results, one after the other."""
    rest = iter(results)

    async def create(config: TrialConfig) -> PlayedTrial:
        return kind(config, next(rest))

    monkeypatch.setattr(Trial, "create", create)


async def run_plainly(config: JobConfig, asked: Case, results: list[TrialResult]) -> None:
    """Run a job that harbor created, with the question's trials in the place of its own."""
    job = await Job.create(config)
    known = vars(job)  # what the constructor worked out of the configuration
    known["_metrics"] = metrics_table(asked.input["metrics"])
    known["_trial_configs"] = known["_trial_configs"][: asked.input["n_total_trials"]]
    known["_remaining_trial_configs"] = [trial_config(result) for result in results]
    known["_n_retries"] = asked.input["n_retries"]
    await job.run()


def ask_plainly(
    folder: Path, asked: Case, *, quiet: bool = True, kind: type[PlayedTrial] = PlayedTrial
) -> Answer:
    """Ask a created Job with its progress bar, its lock file, its queue, threads and loop."""
    results = [trial_result(described) for described in asked.input["trials"]]
    config = JobConfig(
        job_name="job",
        jobs_dir=folder / "jobs",
        tasks=[TaskConfig(path=lay_out_task(folder / "task"))],
        n_attempts=max(asked.input["n_total_trials"], 1),
        n_concurrent_trials=1,
        quiet=quiet,
    )
    with pytest.MonkeyPatch.context() as monkeypatch:
        play(monkeypatch, results, kind)
        try:
            asyncio.run(run_plainly(config, asked, results))
        except Exception as error:  # noqa: BLE001 - whatever harbor raises is its answer
            return Failure(type(error).__name__)
    return Result({"stats": stats_of((folder / "jobs/job/result.json").read_bytes())})


@pytest.fixture
def door() -> Iterator[JobDoor]:
    made = JobDoor()
    yield made
    made.close()


def test_every_recorded_case_has_the_same_answer_both_ways(tmp_path: Path) -> None:
    recorded = list(corpus.load("job"))
    with open_oracle() as oracle:
        for number, entry in enumerate(recorded):
            plain = ask_plainly(tmp_path / str(number), entry.case, quiet=number % 2 == 0)
            assert (
                compare(entry.case, plain, oracle.answer(entry.case)).agreement is Agreement.EXACT
            ), entry.id
    assert len(recorded) >= 100


def test_generated_cases_have_the_same_answer_both_ways(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    cases = st.one_of([check.cases for check in checks(["job"])])
    with open_oracle() as oracle:

        @settings(max_examples=examples(100, 2_000), deadline=None, database=None)
        @given(cases, st.booleans())
        def ask(asked: Case, quiet: bool) -> None:  # noqa: FBT001 - Hypothesis draws it
            plain = ask_plainly(tmp_path_factory.mktemp("job"), asked, quiet=quiet)
            assert compare(asked, plain, oracle.answer(asked)).agreement is Agreement.EXACT

        ask()


FAILS, DRAWN = (
    {
        "trial_name": f"{source}__1",
        "task_name": "t",
        "agent": "a",
        "model": None,
        "source": source,
        "verifier_result": {"rewards": rewards},
        "exception": None,
        "usage": None,
    }
    for source, rewards in (("s", {"r": 1}), (None, {"[/x]": 1, "b": 1}))
)


@pytest.mark.parametrize(
    ("trials", "error"),
    [([FAILS, DRAWN], "ExceptionGroup"), ([DRAWN, FAILS], "MarkupError")],
    ids=["fails-first", "drawn-first"],
)
def test_a_trial_that_fails_ends_those_beside_it_before_they_are_drawn(
    trials: list[Value], error: str, tmp_path: Path
) -> None:
    asked = Case(
        "job",
        {"n_total_trials": 2, "n_retries": 0, "metrics": {"adhoc": ["mean"]}, "trials": trials},
    )
    with open_oracle() as oracle:
        assert oracle.answer(asked) == ask_plainly(tmp_path, asked) == Failure(error)


def test_a_reward_name_that_utf_8_cannot_hold_ends_a_job_as_it_does_on_a_terminal() -> None:
    trial = {**DRAWN, "verifier_result": {"rewards": {"\ud800": 1, "\ue000": 1}}}
    asked = Case(
        "job",
        {"n_total_trials": 1, "n_retries": 0, "metrics": {"adhoc": ["mean"]}, "trials": [trial]},
    )
    with open_oracle() as oracle:
        assert oracle.answer(asked) == Failure("UnicodeEncodeError")


def test_nothing_of_one_question_is_left_for_the_next(door: JobDoor) -> None:
    questions = (PLAIN, MISSING, question([trial(None, exception="CancelledError")], retries=2))
    alone = {}
    for number, asked in enumerate(questions):
        fresh = JobDoor()
        alone[number] = ask(fresh, asked)
        fresh.close()
    for order in itertools.permutations(range(len(questions))):
        assert [ask(door, questions[number]) for number in order] == [alone[n] for n in order]


def ask(door: JobDoor, asked: Case) -> str:
    try:
        return str(door(asked.input))
    except Exception as error:  # noqa: BLE001 - whatever harbor raises is its answer
        return type(error).__name__


def test_harbor_prints_and_logs_nothing(
    door: JobDoor, capfd: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    for asked in (PLAIN, MISSING, question([reward(float("nan")), reward(2**1024 - 1)])):
        ask(door, asked)
    assert capfd.readouterr() == ("", "")
    assert not recwarn


def test_a_question_leaves_no_file_behind(tmp_path: Path) -> None:
    door = JobDoor(str(tmp_path))
    for asked in (PLAIN, MISSING):
        ask(door, asked)
        assert not any(path.is_file() for path in tmp_path.rglob("*"))
    door.close()
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("written_before", [0, 3, 5])
def test_a_full_disk_is_not_an_answer_of_harbors(
    written_before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_text, calls = Path.write_text, itertools.count()

    def write_some(path: Path, text: str) -> int:
        if next(calls) >= written_before:
            raise OSError(28, "No space left on device")
        return write_text(path, text)

    with open_oracle() as oracle:
        oracle.answer(PLAIN)
        monkeypatch.setattr(Path, "write_text", write_some)
        with pytest.raises(UntrustedOracleError, match="could not be put to harbor"):
            oracle.answer(PLAIN)


def test_to_announce_a_cancellation_as_well_changes_nothing(tmp_path: Path, door: JobDoor) -> None:
    cancelled = trial({"reward": 1}, name="x", exception="CancelledError")
    asked = question([cancelled, reward(0), {**cancelled, "trial_name": "y"}, cancelled])
    assert ask_plainly(tmp_path, asked, kind=CancelledTrial) == Result(door(asked.input))


def test_a_task_whose_source_is_no_dataset_ends_a_job_that_harbor_set_up_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, [trial_result(MISSING.input["trials"][0])], PlayedTrial)
    task = TaskConfig(path=lay_out_task(tmp_path / "task"), source="s")
    config = JobConfig(job_name="job", jobs_dir=tmp_path, tasks=[task], quiet=True)

    async def run() -> None:
        await (await Job.create(config)).run()

    with pytest.raises(ExceptionGroup) as raised:
        asyncio.run(run())
    assert [type(error) for error in raised.value.exceptions] == [IndexError]


def test_nans_of_reward_json_are_one_object_and_those_of_reward_txt_are_not() -> None:
    from_json = [json.loads('{"reward": NaN}')["reward"] for _ in range(2)]
    from_text = [float("nan") for _ in range(2)]
    assert lists_of(from_json) == 1
    assert lists_of(from_text) == 2


def lists_of(values: list[float]) -> int:
    """Return under how many values harbor lists a trial for each of these."""
    results = [
        trial_result(trial(None)).model_copy(
            update={"verifier_result": VerifierResult(rewards={"reward": value})}
        )
        for value in values
    ]
    (evals,) = JobStats.from_trial_results(results).evals.values()
    return len(evals.reward_stats["reward"])
