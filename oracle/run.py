"""Runs a whole job of harbor: ``await Job.create(config)`` and ``.run()``."""

import asyncio
import contextlib
import errno
import io
import logging
import os
import sys
import tomllib
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from importlib import import_module
from pathlib import Path
from typing import cast
from unittest import mock

from harbor.job import Job
from harbor.models.job.config import JobConfig

from conformance.protocol.scenario import Scenario
from conformance.protocol.scenario import Session as Again
from conformance.protocol.values import Value
from oracle import run_names, scratch
from oracle.driving import ReplayError, asking, meant
from oracle.later import OF_MODELS, put_off
from oracle.run_answer import AnswerReader, order_ends, order_names, take_out_configs
from oracle.run_layout import JOB, ScenarioError, change, configuration, lay_out, task_folder
from oracle.run_listing import Order, listed
from oracle.run_session import RunSession, playing

LONGEST = 60.0
"""Seconds after which a session is given up, since a script may hang."""

_LATE = ("harbor.trial.single_step", "harbor.trial.multi_step")
"""Modules that harbor imports with its first trial, for many seconds that are not the trial's."""


class RunAdapter:
    """The real ``Job`` on folders, an environment and an agent that a scenario describes.

    Raises any error of harbor's in the last session, except the scenario's own interruption. Raises
    ScenarioError if the scenario cannot be played.
    """

    def __init__(self, parent: str | None = None) -> None:
        """Take the folder for the scenarios' folders, and import harbor."""
        self._parent = parent
        _import_late()

    def __call__(self, case: dict[str, Value]) -> Value:
        """Run the job; return the content of its and its trials' result files."""
        with scratch.folder(self._parent) as folder:
            try:
                return Play(cast("Scenario", case), Path(folder).resolve()).answer()
            finally:
                _refuse_full(folder)


def _import_late() -> None:
    """Import what harbor itself imports with its first trial, but for what calls a model."""
    if sys.modules.keys() >= {*_LATE}:
        return
    with put_off(OF_MODELS):
        for name in _LATE:
            import_module(name)


def _refuse_full(folder: str) -> None:
    """Raise ReplayError if no room is left: harbor ignores what it cannot write."""
    if not scratch.has_room(folder, _LEAST_ROOM):
        raise ReplayError(os.strerror(errno.ENOSPC))


_LEAST_ROOM = 2**16
"""Free bytes that show that the disk was not full."""


class Play:
    """One scenario in its own folder, which is kept."""

    def __init__(self, scenario: Scenario, folder: Path) -> None:
        """Write the folders of the scenario."""
        self.scenario, self.folder = scenario, folder
        _import_late()
        places = lay_out(scenario, folder)
        self._session = RunSession(scenario, places, folder)
        self._session.labels.update(run_names.earlier(scenario))
        self._ended: list[str | None] = []

    def answer(self) -> Value:
        """Run every session and return what can be read back."""
        playing_now = playing.set(self._session)
        try:
            for again in ({}, *self.scenario.get("resume", [])):
                self._run(cast("Again", again))
        finally:
            playing.reset(playing_now)
        return self._read()

    def names(self) -> dict[str, str]:
        """Return a stable name for each trial by harbor's random one, in their order."""
        labels = self._session.labels
        return {
            drawn: run_names.name(labels[drawn], self.scenario)
            for drawn in sorted(labels, key=labels.__getitem__)
        }

    def _read(self) -> Value:
        reader = AnswerReader(self.folder, self.names())
        job, trials = reader.job(), reader.trials()
        order_names(job, [trials[name] for name in self._means() if name in trials])
        if self._session.interrupted:
            order_ends(job, list(trials))
        configs = take_out_configs(trials)
        return {"sessions": list(self._ended), "job": job, "configs": configs, "trials": trials}

    def _means(self) -> Iterator[str]:
        """Yield the names of trials whose rewards are means of several steps."""
        for drawn, label in self._session.labels.items():
            config = _toml(self.scenario["tasks"][label.task].get("config", ""))
            if config.get("steps") and config.get("multi_step_reward_strategy") != "final":
                yield self.names()[drawn]

    def _run(self, again: Again) -> None:
        """Run one session; raise what it raises if it is the last one."""
        names = self.names()
        change(again, self.folder, names)
        self._session.interrupted = False
        last = len(self._ended) == len(self.scenario.get("resume", []))
        try:
            with quietly(), self._surroundings():
                asyncio.run(self._run_job(again))
        except (Exception, BaseExceptionGroup, asyncio.CancelledError) as error:
            ended = _first(error)
            self._ended.append(type(ended).__name__)
            unplayable = isinstance(ended, ReplayError)
            if unplayable or (last and not self._session.interrupted):
                raise _as_exception(ended) from error
        else:
            self._ended.append(None)

    async def _run_job(self, again: Again) -> None:
        settings = configuration(self.scenario, self.folder, again.get("job", {}))
        with asking():
            config = JobConfig.model_validate(settings)
        self._session.agents = config.agents
        job = await Job.create(config)
        kept = self._kept()
        self._session.turns.expect(len(job) - len(kept), config.n_concurrent_trials)
        job.on_trial_started(self._session.trial_started)
        job.on_agent_started(self._session.agent_started)
        job.on_trial_ended(self._session.trial_ended)
        running = asyncio.create_task(job.run())
        self._session.begin(running, kept)
        await asyncio.wait([running], timeout=LONGEST)
        if not running.done():
            message = f"the scenario did not end within {LONGEST:g} s"
            raise ScenarioError(message)
        running.result()

    def _kept(self) -> set[str]:
        """Return the names of the trials that have a result already."""
        return {file.parent.name for file in (self.folder / JOB).glob("*/result.json")}

    @contextlib.contextmanager
    def _surroundings(self) -> Iterator[None]:
        """Set the environment variables and the order of folders of the scenario."""
        backwards = self.scenario.get("listing") == "reversed"
        with (
            mock.patch.dict(os.environ, self.scenario.get("host", {})),
            listed(self._orders(), backwards=backwards),
        ):
            yield

    def _orders(self) -> dict[str, Order]:
        names = list(self.names())
        orders = {str(self.folder / JOB): _place_in(names)}
        tasks = [task_folder(task, self.folder) for task in self.scenario["tasks"]]
        for parent in {path.parent for path in tasks}:
            orders[str(parent)] = _place_in([path.name for path in tasks if path.parent == parent])
        return orders


def _place_in(names: list[str]) -> Order:
    places = {name: i for i, name in enumerate(names)}
    return lambda name: (places.get(name, len(places)), name)


def _first(error: BaseException) -> BaseException:
    """Return the first of the errors that ended the trials of a job, or the error itself."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _as_exception(error: BaseException) -> BaseException:
    """Return the error; for a cancellation the Exception that has the same name."""
    return meant(CancelledError()) if isinstance(error, asyncio.CancelledError) else error


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Suppress harbor's output and logs, and close its loggers and their files.

    harbor leaves the log of a trial open that is cancelled at its start
    (harbor/trial/trial.py:288).
    """
    loggers, disabled = set(logging.root.manager.loggerDict), logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    nowhere = io.StringIO()
    try:
        with (
            warnings.catch_warnings(),
            contextlib.redirect_stdout(nowhere),
            contextlib.redirect_stderr(nowhere),
        ):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(disabled)
        for name in set(logging.root.manager.loggerDict) - loggers:
            for handler in getattr(logging.root.manager.loggerDict.pop(name), "handlers", ()):
                handler.close()
