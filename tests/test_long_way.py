"""The oracle adds nothing of its own: generated cases have a real job's answers.

The cases are drawn from the strategies of all checks of an operation. Each runs on the oracle, and
as a job that harbor creates, queues, runs and writes (``real_jobs``); ``long_way`` says how, and
which cases no job can have. Those are left out, as are most with more trials or steps than a real
job has time for.

``run`` is itself the long way, and a test holds that it replaces nothing of harbor's. The long way
of ``leaderboard`` is in ``test_oracle_leaderboard.py``.
"""

import os
from collections import Counter
from pathlib import Path
from typing import cast

import harbor.job
import long_way
import pytest
import rich.progress
from harbor.trial.queue import TrialQueue
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from real_jobs import Place
from recorded import recorded

from conformance.operations import REGISTRY
from conformance.operations.catalogue import checks
from conformance.operations.comparing import differs
from conformance.protocol.values import Answer, Case, Result, Value
from oracle import integrity, scratch
from oracle.implementation import open_oracle
from oracle.scripted import ScriptedEnvironment


def examples(usual: int, long_way: int) -> int:
    """Return how many cases are run; ``tox -e long-way`` asks for as many as a proof deserves."""
    return long_way if "HARBOR_CONFORMANCE_LONG_WAY" in os.environ else usual


WAYS = ("verifier", "multi_step", "metric", "pass_at_k", "trial_result", "job")
PARTS = {"multi_step": "steps", "metric": "rewards", "pass_at_k": "trials"}
FEW, MANY, NOW_AND_THEN = 16, examples(100, 1_100), 20
"""Trials or steps up to which each case goes through a real job, up to which one in 20 does."""


@pytest.mark.parametrize("operation", WAYS)
def test_the_oracle_answers_as_a_real_job_does(operation: str) -> None:
    wanted = examples(20, 2_000) if operation == "job" else examples(50, 10_000)
    cases = st.one_of([check.cases for check in checks([operation])])
    compared = 0
    with open_oracle() as oracle:

        @settings(max_examples=wanted, database=None, suppress_health_check=[*HealthCheck])
        @given(cases, st.booleans(), st.integers(1, NOW_AND_THEN))
        def ask(case: Case, quiet: bool, turn: int) -> None:  # noqa: FBT001 - Hypothesis draws it
            nonlocal compared
            answer = answered(case, FEW if turn > 1 else MANY, quiet=quiet)
            assume(answer is not None)  # such a case does not count for max_examples
            compared += 1
            assert not differs(case, cast("Answer", answer), oracle.answer(case))

        ask()
    assert compared >= wanted


def answered(case: Case, most: int, *, quiet: bool) -> Answer | None:
    """Return the answer of a real job; None if it cannot have the case or if that is too large."""
    if parts(case) > most:
        return None
    with scratch.folder() as folder:
        way = getattr(long_way, case.operation)
        answer: Answer | None = way(case, Place(Path(folder).resolve(), quiet))
        return answer


@pytest.mark.parametrize("operation", ["verifier", "multi_step", "job", "trial_result"])
def test_recorded_cases_have_a_real_jobs_answer(operation: str) -> None:
    # The first case of each clause, or all of them in ``tox -e long-way``.
    compared = Counter[str]()
    with open_oracle() as oracle:
        for number, entry in enumerate(recorded(operation)):
            if compared[entry.clause] < examples(1, 10_000):
                answer = answered(entry.case, FEW, quiet=number % 2 == 0)
                compared[entry.clause] += answer is not None
                assert answer is None or not differs(
                    entry.case, answer, oracle.answer(entry.case)
                ), entry.id
    left_out = {entry.clause for entry in recorded(operation) if not compared[entry.clause]}
    assert left_out <= {"multi_step.no-steps"}  # no real job has such a task


def parts(case: Case) -> int:
    """Return how many trials or steps a case is about, where that may be too many."""
    of = case.input.get(PARTS.get(case.operation, ""))
    return len(of) if isinstance(of, list) else 0


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
