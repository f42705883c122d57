"""One ``Job.create`` and ``run`` of a scenario: which trial plays which script, and when."""

import asyncio
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from harbor.models.trial.config import AgentConfig
from harbor.trial.hooks import TrialHookEvent

from conformance.protocol.scenario import Act, Scenario, Script, Task
from oracle.run_layout import ScenarioError
from oracle.run_turns import Turns

PLAIN: Script = {"test": {"leaves": {"reward.txt": b"1"}}}
"""The script of a trial that the scenario does not mention."""

playing: ContextVar["RunSession"] = ContextVar("playing")
"""The session that an environment or an agent made by harbor belongs to."""


@dataclass(frozen=True, slots=True, order=True)
class Label:
    """The stable identity of a trial: its task, its agent, and the number of its attempt.

    ``task`` and ``agent`` are indexes in the scenario's and the job's lists.
    """

    task: int
    agent: int
    attempt: int


@dataclass
class Player:
    """The state of a trial: how often it was started, and its current step."""

    task: Task
    attempt: int
    tries: int = 0
    steps: int = 0
    commands: dict[str, int] = field(default_factory=dict)

    def begin(self) -> None:
        """Record a start of the trial, in this run or another."""
        self.tries += 1
        self.steps = 0
        self.commands.clear()

    def act(self, stage: str) -> Act:
        """Return the script's action at a stage, that of the step if there is one."""
        script = self._script()
        steps = script.get("steps", [])
        of_step = steps[self.steps - 1] if 0 < self.steps <= len(steps) else {}
        return cast("dict[str, Act]", {**script, **of_step}).get(stage, {})

    def exit_code(self, command: str) -> int:
        """Return the exit status of a command this time: 0, or the script's."""
        codes = self._script().get("commands", {}).get(command, [])
        times = self.commands[command] = self.commands.get(command, 0) + 1
        return codes[min(times, len(codes)) - 1] if codes else 0

    def _script(self) -> Script:
        tries = _at(self.task.get("attempts", []), self.attempt, [])
        return _at(tries, self.tries, PLAIN)


def _at[Item](items: list[Item], place: int, otherwise: Item) -> Item:
    """Return the item at a position from 1 on; the last one repeats."""
    return items[min(place, len(items)) - 1] if items else otherwise


class RunSession:
    """The trials of one run of the job; ``labels`` includes those of earlier runs."""

    def __init__(self, scenario: Scenario, folders: Mapping[str, int], folder: Path) -> None:
        """Take the scenario, each task folder's index in its tasks, and its folder."""
        self._containers, self._container = folder / "containers", 0
        self.labels: dict[str, Label] = {}
        self.agents: list[AgentConfig] = []
        self.turns = Turns()
        self.interrupted = False
        self._tasks, self._folders = scenario["tasks"], folders
        self._players: dict[str, Player] = {}
        self._attempts: dict[Label, Player] = {}
        self._job: asyncio.Task[object] | None = None

    def begin(self, job: asyncio.Task[object], kept: set[str]) -> None:
        """Start over with the kept trials; ``job`` is what an interruption cancels."""
        self._job = job
        self._players.clear()
        self._taken = {self.labels[name] for name in kept if name in self.labels}

    def interrupt(self) -> None:
        """Cancel the job, as Ctrl-C does."""
        self.interrupted = True
        if self._job is not None:
            self._job.cancel()

    def is_mounted(self, environment: Path) -> bool:
        """Return whether the trials of an environment's task share their log folders."""
        for parent in environment.parents:
            if str(parent) in self._folders:
                return self._tasks[self._folders[str(parent)]].get("mounted", True)
        raise ScenarioError(f"{environment} belongs to no task")

    def new_container(self) -> Path:
        """Return the folder of another container, which does not exist yet."""
        self._container += 1
        return self._containers / str(self._container)

    def player(self, trial_name: str) -> Player:
        """Return the trial of a name."""
        if trial_name not in self._players:
            raise ScenarioError(f"trial {trial_name} was never started")
        return self._players[trial_name]

    async def trial_started(self, event: TrialHookEvent) -> None:
        """Identify the attempt of a trial; harbor calls this for each try."""
        name = event.config.trial_name
        if name not in self._players:
            label = self.labels[name] = self._label(event)
            self._taken.add(label)
            new = Player(self._tasks[label.task], label.attempt)
            self._players[name] = self._attempts.setdefault(label, new)
        self._players[name].begin()
        self.turns.started(name)

    async def agent_started(self, event: TrialHookEvent) -> None:
        """Count a step of a trial: each step starts the agent."""
        self.player(event.config.trial_name).steps += 1

    async def trial_ended(self, event: TrialHookEvent) -> None:
        """Release trials that wait for their turn."""
        self.turns.ended(event.config.trial_name)

    def _label(self, event: TrialHookEvent) -> Label:
        """Return the first free attempt of the trial's task and agent.

        Attempts of one task and agent have equal configurations, and harbor starts them in order
        (harbor/trial/queue.py:150-153).
        """
        path, configured = str(event.config.task.path), event.config.agent
        if path not in self._folders or configured not in self.agents:
            raise ScenarioError(
                f"trial {event.config.trial_name} is of no task and agent of the scenario"
            )
        task, agent = self._folders[path], self.agents.index(configured)
        attempt = 1
        while Label(task, agent, attempt) in self._taken:
            attempt += 1
        return Label(task, agent, attempt)
