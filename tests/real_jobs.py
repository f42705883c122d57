"""Jobs that harbor creates, queues, runs and writes itself, from scenarios of ``run``.

Nothing of harbor's is replaced: not its loop, its queue, its threads nor its progress bar.
The folders and the script of each trial are those of ``oracle.run``. Here is what a scenario
cannot say: agents of any name, and a CancelledError that harbor takes for a failure.
"""

import asyncio
import concurrent.futures
import contextlib
import io
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, cast

import rich
from harbor.job import Job
from harbor.models.job.config import JobConfig
from harbor.models.job.result import JobResult
from harbor.models.trial.result import AgentInfo, TrialResult
from harbor.trial.hooks import TrialHookEvent
from harbor.utils.logger import logger

from conformance.protocol.scenario import Scenario
from conformance.protocol.values import Value
from oracle.run import quietly
from oracle.run_layout import JOB, configuration, lay_out
from oracle.run_session import RunSession, playing
from oracle.scripted import ScriptedAgent, ScriptedEnvironment

type Change = Callable[[Job], None]


class Actor(NamedTuple):
    """The agent that a trial is to have, and its model."""

    agent: str
    model: str | None


_cast: ContextVar[Iterator[Actor]] = ContextVar("_cast")
"""The agents of the trials that are still to come, of which one runs at a time."""


class NamedAgent(ScriptedAgent):
    """harbor's agent that does nothing, under the name and with the model that a trial asks for."""

    def __init__(self, logs_dir: Path, **members: Any) -> None:  # noqa: ANN401 - as harbor passes them
        """Take the next trial's part; harbor takes a model's provider off before a slash."""
        self._part = next(_cast.get())
        model = None if self._part.model is None else f"/{self._part.model}"
        super().__init__(logs_dir, **{**members, "model_name": model})

    def to_agent_info(self) -> AgentInfo:
        """Return what harbor records of an agent, with the name of the case."""
        return super().to_agent_info().model_copy(update={"name": self._part.agent})


class EndingEnvironment(ScriptedEnvironment):
    """An environment that can end with a CancelledError that cancels nothing."""

    async def stop(self, delete: bool) -> None:  # noqa: FBT001 - harbor's signature
        """Play the stage; ``concurrent.futures`` has an ordinary error of the same name."""
        try:
            await super().stop(delete)
        except asyncio.CancelledError as error:
            raise concurrent.futures.CancelledError from error


NAMED_AGENT = f"{__name__}:{NamedAgent.__name__}"
ENVIRONMENT = f"{__name__}:{EndingEnvironment.__name__}"


class Place(NamedTuple):
    """The empty folder that a job runs in, and whether it shows its trials as they run."""

    folder: Path
    quiet: bool


@dataclass
class RealJob:
    """A job that has run: what it returned or raised, and each trial as its hooks got it."""

    folder: Path
    result: JobResult | None = None
    error: Exception | None = None
    ended: list[TrialResult] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The names that harbor drew for the trials, in their configured order."""
        return [] if self.result is None else [t.trial_name for t in self.result.trial_results]


def run(
    scenario: Scenario,
    place: Place,
    *,
    actors: Sequence[Actor] = (),
    change: Change = lambda _: None,
) -> RealJob:
    """Create and run a scenario's job, one trial at a time; ``change`` comes before it runs."""
    session = RunSession(scenario, lay_out(scenario, place.folder), place.folder)
    job = RealJob(place.folder / JOB)
    tokens = playing.set(session), _cast.set(iter(actors))
    try:
        with on_a_pipe():
            job.result = asyncio.run(_run(settings(scenario, place), session, job.ended, change))
    except Exception as error:  # noqa: BLE001 - any error of harbor is its answer
        job.error = error
    finally:
        playing.reset(tokens[0])
        _cast.reset(tokens[1])
    return job


def resume(scenario: Scenario, place: Place) -> TrialResult:
    """Have harbor create a job again whose one trial has ended, and run what is left of it.

    Returns the trial as the job's result has it, or as harbor had read it before it
    failed to compute a metric of it. Raises any error that harbor raises as it reads the trial.
    """
    with on_a_pipe():
        return asyncio.run(_resume(settings(scenario, place)))


def settings(scenario: Scenario, place: Place) -> JobConfig:
    """Return the configuration of a scenario's job, of which one trial runs at a time."""
    said: dict[str, Value] = {"n_concurrent_trials": 1, "quiet": place.quiet}
    return JobConfig.model_validate(configuration(scenario, place.folder, said))


async def _run(
    config: JobConfig, session: RunSession, ended: list[TrialResult], change: Change
) -> JobResult:
    session.agents = config.agents
    session.begin(cast("asyncio.Task[object]", asyncio.current_task()), set())
    job = await Job.create(config)
    change(job)

    async def note(event: TrialHookEvent) -> None:
        ended.extend(filter(None, [event.result]))

    job.on_trial_started(session.trial_started)
    job.on_agent_started(session.agent_started)
    job.on_trial_ended(note)
    return await job.run()


async def _resume(config: JobConfig) -> TrialResult:
    job = await Job.create(config)
    (trial,) = vars(job)["_existing_trial_results"]
    assert not vars(job)["_remaining_trial_configs"]
    with contextlib.suppress(OverflowError):
        (trial,) = (await job.run()).trial_results
    return cast("TrialResult", trial)


@contextlib.contextmanager
def on_a_pipe() -> Iterator[None]:
    """Suppress harbor's output, close the log handlers that it leaves, and renew rich's console."""
    before = list(logger.handlers)
    rich.reconfigure()
    with quietly(), io.TextIOWrapper(io.BytesIO(), "utf-8") as pipe:
        try:
            with contextlib.redirect_stdout(pipe), contextlib.redirect_stderr(pipe):
                yield
        finally:
            for handler in [handler for handler in logger.handlers if handler not in before]:
                logger.removeHandler(handler)
                handler.close()
