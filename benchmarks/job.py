"""Speed of the job oracle, as a ratio to plain jobs measured in the same run.

A plain job is what one would write first: ``Job.create`` with a task on disk, then
``Job.run`` under ``asyncio.run``, with harbor's progress bar, threads and lock file. Only
its trials are known beforehand, as they are for the oracle. Both are asked the questions
of the suite's broadest check and take turns, so that a machine whose speed drifts drifts
for both.

    python benchmarks/job.py [QUESTIONS]
"""

import asyncio
import contextlib
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import hypothesis
from harbor.job import Job
from harbor.models.job.config import JobConfig
from harbor.models.trial.config import TaskConfig

from conformance.operations.job.layout import anything
from conformance.operations.job.questions import values
from conformance.protocol.values import Case
from oracle.implementation import open_oracle
from oracle.job import metrics_table, prepare
from oracle.verifier import lay_out_task

SEED = 1
TURNS = 10


def main() -> None:
    """Print both rates and their ratio, and the rate for ten trials a job."""
    cases = questions(int(sys.argv[1]) if sys.argv[1:] else 300)
    ten = [values([0, 1] * 5)] * len(cases)
    with open_oracle() as oracle, TemporaryDirectory() as folder:
        plain = Plain(Path(folder))
        seconds = {"oracle": 0.0, "plain": 0.0}
        for turn in range(TURNS):
            asked = cases[turn::TURNS]
            seconds["oracle"] += timed(oracle.answer, asked)
            seconds["plain"] += timed(plain.answer, asked)
        of_ten = timed(oracle.answer, ten)
    trials = sum(len(trials_of(case)) for case in cases) / len(cases)
    rates = {name: len(cases) / spent for name, spent in seconds.items()}
    print(f"{len(cases)} jobs of {trials:.1f} trials on average")
    print(f"oracle  {rates['oracle']:8.0f} jobs/s")
    print(f"plain   {rates['plain']:8.0f} jobs/s")
    print(f"ratio   {rates['oracle'] / rates['plain']:8.1f}")
    print(f"oracle  {len(ten) / of_ten:8.0f} jobs/s of ten trials")


class Plain:
    """Jobs as harbor makes them, on a task on disk."""

    def __init__(self, folder: Path) -> None:
        """Lay out the task below a folder."""
        self._folder = folder
        self._task = TaskConfig(path=lay_out_task(folder / "task"))
        self._asked = 0

    def answer(self, case: Case) -> None:
        """Run a job in a folder of its own; errors of harbor's are answers."""
        self._asked += 1
        config = JobConfig(
            job_name=str(self._asked),
            jobs_dir=self._folder / "jobs",
            tasks=[self._task],
            n_concurrent_trials=1,
            quiet=True,
        )
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
            asyncio.run(self._run(config, case))

    async def _run(self, config: JobConfig, case: Case) -> None:
        asked = cast("Any", case.input)
        made = await Job.create(config)
        vars(made)["_metrics"] = metrics_table(asked["metrics"])
        prepare(made, asked)
        await made.run()


def timed(answer: Callable[[Case], object], cases: list[Case]) -> float:
    """Return the seconds that the answers to the cases take."""
    started = time.perf_counter()
    for case in cases:
        answer(case)
    return time.perf_counter() - started


def trials_of(case: Case) -> list[object]:
    """Return the trials of a question."""
    return cast("list[object]", case.input["trials"])


def questions(number: int) -> list[Case]:
    """Return so many questions of the suite's broadest check."""
    drawn: list[Case] = []

    @hypothesis.seed(SEED)
    @hypothesis.settings(max_examples=number, database=None, deadline=None)
    @hypothesis.given(anything())
    def draw(case: Case) -> None:
        drawn.append(case)

    draw()
    return drawn


if __name__ == "__main__":
    main()
