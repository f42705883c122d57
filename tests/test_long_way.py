"""The oracle adds nothing of its own: generated cases have a real job's answers.

The cases are drawn from the strategies of all checks of an operation. Each runs on the oracle, and
as a job that harbor creates, queues, runs and writes (``real_jobs``); ``long_way`` says how, and
which cases no job can have. Of these, harbor's own trial answers about steps, and its own queue and
job about trials, which are played (``played_trials``). For ``metric`` and ``pass_at_k`` the oracle
calls harbor's own function, so that there is no other way to ask.

Cases with more trials or steps than a real job has time for go through one occasionally; those of
``job`` always go through one.

``run`` is itself the long way, and a test holds that it replaces nothing of harbor's. The long way
of ``leaderboard`` is in ``test_oracle_leaderboard.py``.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import harbor.job
import long_way
import played_trials
import pytest
import rich.progress
from harbor.models.trial.config import AgentConfig, EnvironmentConfig, TaskConfig, TrialConfig
from harbor.trial.multi_step import MultiStepTrial
from harbor.trial.queue import TrialQueue
from harbor.trial.trial import Trial
from hypothesis import given, settings
from hypothesis import strategies as st
from made_trials import is_text
from real_jobs import Place, on_a_pipe

from conformance.examination.recorded import corpus
from conformance.operations import REGISTRY
from conformance.operations.catalogue import checks
from conformance.operations.comparing import differs
from conformance.operations.trial_result.inputs import written
from conformance.protocol.values import Answer, Case, Failure, Result, Value
from oracle import integrity, scratch
from oracle.environment import ReplayEnvironment
from oracle.implementation import open_oracle
from oracle.multi_step import TASKS, described, step_results
from oracle.scripted import ScriptedEnvironment
from oracle.verifier import lay_out_task

type Trials = dict[Value, MultiStepTrial]


def examples(usual: int, long_way: int) -> int:
    """Return how many cases are run; ``tox -e long-way`` asks for as many as a proof deserves."""
    return long_way if "HARBOR_CONFORMANCE_LONG_WAY" in os.environ else usual


WAYS = ("verifier", "multi_step", "metric", "pass_at_k", "trial_result", "job")
SHARES = {"multi_step": 0.4, "metric": 0.6, "pass_at_k": 0.4, "job": 0.6}
"""The least share of cases that must go through a real job; all, where none is given."""

PARTS = {"multi_step": "steps", "metric": "rewards", "pass_at_k": "trials"}
FEW, MANY, NOW_AND_THEN = 16, examples(100, 1_100), 20
"""Trials or steps up to which each case goes through a real job, up to which one in 20 does."""


@pytest.mark.parametrize("operation", WAYS)
def test_the_oracle_answers_as_a_real_job_does(
    operation: str, trials: Trials, record_testsuite_property: Callable[[str, object], None]
) -> None:
    wanted = examples(20, 2_000) if operation == "job" else examples(50, 10_000)
    cases = st.one_of([check.cases for check in checks([operation])])
    asked: Counter[str] = Counter()
    with open_oracle() as oracle:

        @settings(max_examples=wanted, database=None)
        @given(cases, st.booleans(), st.integers(1, NOW_AND_THEN))
        def ask(case: Case, quiet: bool, turn: int) -> None:  # noqa: FBT001 - Hypothesis draws it
            answer, in_a_job = answered(case, trials, quiet, FEW if turn > 1 else MANY)
            asked["in a real job" if in_a_job else "plainly" if answer else "in no way"] += 1
            assert answer is None or not differs(case, answer, oracle.answer(case))

        ask()
        share = SHARES.get(operation, 1)
        while share < 1 and asked["in a real job"] < share * asked.total() < wanted * 4:
            ask()  # so few cases may have a smaller share by chance
    for way, count in asked.items():
        record_testsuite_property(f"{operation}, {way}", count)
    assert asked.total() >= wanted
    assert asked["in a real job"] >= share * asked.total()


def answered(case: Case, trials: Trials, quiet: bool, most: int) -> tuple[Answer | None, bool]:  # noqa: FBT001 - as Place has it
    """Return harbor's answer, and whether a real job of at most ``most`` parts gave it."""
    answer = None
    if parts(case) <= most:
        with scratch.folder() as folder:
            way = getattr(long_way, case.operation)
            answer = way(case, Place(Path(folder).resolve(), quiet))
    return (plainly(case, trials, quiet=quiet), False) if answer is None else (answer, True)


@pytest.mark.parametrize("operation", ["verifier", "multi_step", "job", "trial_result"])
def test_recorded_cases_have_a_real_jobs_answer(operation: str, trials: Trials) -> None:
    recorded = list(corpus.load(operation))
    # The first case of each clause, or all of them in ``tox -e long-way``.
    seen = Counter[str]()
    with open_oracle() as oracle:
        for number, entry in enumerate(recorded):
            seen[entry.clause] += 1
            if seen[entry.clause] <= examples(1, len(recorded)):
                answer, _ = answered(entry.case, trials, number % 2 == 0, FEW)
                assert answer is not None
                assert not differs(entry.case, answer, oracle.answer(entry.case)), entry.id


def parts(case: Case) -> int:
    """Return how many trials or steps a case is about, where that may be too many."""
    of = case.input.get(PARTS.get(case.operation, ""))
    return len(of) if isinstance(of, list) else 0


def plainly(case: Case, trials: Trials, *, quiet: bool) -> Answer | None:
    """Ask harbor's own trial about its steps, or its job about trials that are played."""
    if case.operation in {"metric", "pass_at_k"}:
        return None
    if case.operation == "multi_step":
        return ask_trial(trials, case)
    assert case.operation == "job"
    # A job that is not quiet shows its trials' names, which harbor draws and can write.
    named = cast("list[dict[str, str]]", case.input["trials"])
    writable = is_text("".join(trial["trial_name"] for trial in named))
    with scratch.folder() as folder, on_a_pipe():
        return played_trials.ask_plainly(Path(folder), case, quiet=quiet or not writable)


class StillEnvironment(ReplayEnvironment):
    """An environment that harbor's factory can make by its import path; it is never started."""

    def __init__(self, **made_with: Any) -> None:  # noqa: ANN401 - harbor's factory decides
        """Take what harbor's factory passes, and lay out no files."""
        super(ReplayEnvironment, self).__init__(**made_with)


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """Trials that harbor made of task folders and configurations, one a strategy."""
    folder = tmp_path_factory.mktemp("trials")
    made: Trials = {name: _create(folder / str(name), toml) for name, toml in TASKS.items()}
    yield made
    for trial in made.values():
        trial._close_logger_handler()  # noqa: SLF001 - as harbor does after a run


def ask_trial(trials: Trials, case: Case) -> Answer:
    """Ask an ordinary trial that has come to the end of its steps."""
    trial = trials[case.input["strategy"]]
    trial.result.step_results = step_results(case.input["steps"])
    try:
        return Result(described(trial._select_multi_step_reward()))  # noqa: SLF001 - see the adapter
    except Exception as error:  # noqa: BLE001 - any error of harbor is its answer
        return Failure(type(error).__name__)


def _create(folder: Path, toml: str) -> MultiStepTrial:
    """Have harbor create a trial of the task with this task.toml, ready for its steps."""
    folder.mkdir()
    task = lay_out_task(folder / "task")
    (task / "task.toml").write_text(toml)
    (task / "steps/step/tests").mkdir(parents=True)
    (task / "steps/step/instruction.md").write_text("")
    (task / "steps/step/tests/test.sh").write_text("")
    config = TrialConfig(
        task=TaskConfig(path=task),
        trials_dir=folder / "trials",
        agent=AgentConfig(name="nop"),
        environment=EnvironmentConfig(import_path=f"{__name__}:{StillEnvironment.__name__}"),
    )
    trial = asyncio.run(Trial.create(config))
    assert isinstance(trial, MultiStepTrial)
    trial._init_result()  # noqa: SLF001 - what run() does before the first step
    return trial


def files(txt: bytes | None, json: bytes | None) -> dict[str, Value]:
    return {"reward.txt": txt, "reward.json": json}


REWARDED: list[Value] = [{"rewards": {"reward": 1}}]
NOTHING_LEFT: list[tuple[str, list[dict[str, Value]], dict[str, Value], Answer]] = [
    # An operation, inputs, each of which is followed by another input, and the answer to that.
    ("verifier", [files(b"1", None), files(None, b"{"), files(b"", b""), files(b"x", b"null")],
     files(None, None), Failure("RewardFileNotFoundError")),
    *(("multi_step", [dict[str, Value](strategy=strategy, steps=REWARDED)],
       dict[str, Value](strategy=strategy, steps=[]), Result(None)) for strategy in TASKS),
    ("trial_result", [{"result": content} for content in (
        written({"reward": "1.0"}).encode(), b"\xff", b"{", b"[]")],
     {"result": b""}, Failure("ValidationError")),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "before", "input_", "answer"), NOTHING_LEFT)
def test_nothing_of_one_case_is_left_for_the_next(
    operation: str, before: list[dict[str, Value]], input_: dict[str, Value], answer: Answer
) -> None:
    with open_oracle() as oracle:
        for one in before:
            oracle.answer(Case(operation, one))
            assert oracle.answer(Case(operation, input_)) == answer


class WatchingEnvironment(ScriptedEnvironment):
    """An environment that looks, while a trial runs, at what runs it."""

    looked: list[str] = []  # noqa: RUF012 - harbor makes the environment

    async def start(self, force_build: bool) -> None:  # noqa: FBT001 - harbor's signature
        """Raise UntrustedOracleError if any code of harbor's is not its own."""
        integrity.verify()
        assert vars(harbor.job)["Progress"] is rich.progress.Progress
        assert vars(harbor.job)["TrialQueue"] is TrialQueue
        self.looked.append(self.session_id)
        await super().start(force_build)


def test_run_is_the_long_way_itself() -> None:
    environment: Value = {"import_path": f"{__name__}:{WatchingEnvironment.__name__}"}
    with open_oracle() as oracle:
        job: Value = {"environment": environment}
        answer = oracle.answer(Case("run", {"tasks": [{"name": "a"}], "job": job}))
    assert isinstance(answer, Result)
    assert len(WatchingEnvironment.looked) == 1


def test_no_operation_that_rests_on_the_wheel_is_left_out() -> None:
    ours = {"outcome", "reason_code"}
    assert {*REGISTRY} - ours == {*WAYS, "run", "leaderboard"}
