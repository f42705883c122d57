"""The jobs that readers get, such as task authors and runners produce, and what harbor shows."""

import base64
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import cast

from conformance.implementations.readers.reader import Input, Reader
from conformance.implementations.readers.showing import Files, ShownValue, Shows
from conformance.protocol.scenario import Scenario
from conformance.protocol.shapes import NUMBER
from conformance.protocol.values import Answer, Case, Failure, Implementation, Result, Value

TEXT, JSON = "reward.txt", "reward.json"

FAILURE = "EnvironmentStartTimeoutError"
"""What ends a trial that fails before its verifier."""


@dataclass(frozen=True, slots=True)
class SurveyTrial:
    """One attempt at a task: the verifier's reward files by name, unless the trial fails first."""

    task: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    fails: bool = False

    @property
    def case(self) -> Case:
        """The files as a case of ``verifier``."""
        return Case("verifier", {name: self.files.get(name) for name in (TEXT, JSON)})

    @property
    def script(self) -> Value:
        """What a verifier does that writes these files."""
        if self.fails:
            return {"start": {"raises": FAILURE}}
        return {"test": {"leaves": dict(self.files)}}


@dataclass(frozen=True, slots=True)
class SurveyInput:
    """A job, its title in words, and which number is compared: its trial's, or its own."""

    job: str
    title: str
    trials: tuple[SurveyTrial, ...]
    shows: Shows

    @property
    def id(self) -> str:
        """The job's id, with ``-job`` for the job's number if its trial's is shown as well."""
        return f"{self.job}-job" if len(self.trials) == 1 and self.shows is Shows.JOB else self.job

    @property
    def scenario(self) -> Scenario:
        """The job as harbor is to run it, one trial after the other."""
        attempts: dict[str, list[Value]] = {}
        for trial in self.trials:
            attempts.setdefault(trial.task, []).append([trial.script])
        tasks = [{"name": name, "attempts": tries} for name, tries in attempts.items()]
        job = {"n_attempts": max(map(len, attempts.values())), "n_concurrent_trials": 1}
        return cast("Scenario", {"tasks": tasks, "job": job})

    def source(self, reader: Reader) -> Input | None:
        """Return the source from which a reader makes its number, if it has one."""
        return reader.trial if self.shows is Shows.TRIAL else reader.job

    def why_not(self, reader: Reader) -> str:
        """Return why a reader has no number for it; empty if it may have one."""
        source = self.source(reader)
        if source is None and self.shows is not Shows.ATTEMPTS:
            return f"it shows no number of a {self.shows.removeprefix('of_')}"
        if source == "files" and any(trial.fails for trial in self.trials):
            return "it runs trials itself, and one of its own that fails was not run"
        has_attempts = len({trial.task for trial in self.trials}) < len(self.trials)
        if self.shows is Shows.JOB and not reader.attempts and has_attempts:
            return "it does not run a task more than once"
        return ""


def of_writers(written: Files) -> list[SurveyInput]:
    """Return inputs for each set of files that a writer wrote."""
    inputs: list[SurveyInput] = []
    for title, files in written.items():
        id_ = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")
        contents = {name: base64.b64decode(files[name]) for name in (TEXT, JSON) if name in files}
        inputs += _both(id_, title, SurveyTrial("task", contents))
    return inputs


def _both(id_: str, title: str, trial: SurveyTrial) -> tuple[SurveyInput, SurveyInput]:
    """Return the inputs for a trial, and for a job with only this trial."""
    of_trial = SurveyInput(id_, title, (trial,), Shows.TRIAL)
    return of_trial, SurveyInput(id_, title, (trial,), Shows.JOB)


def _of_task(task: str, content: str) -> SurveyTrial:
    if content == "fails":
        return SurveyTrial(task, fails=True)
    return SurveyTrial(task, {JSON: content.encode()} if content else {})


def _inputs() -> Iterator[SurveyInput]:
    file = resources.files("conformance.survey").joinpath("inputs.toml").read_text(encoding="utf-8")
    given = tomllib.loads(file)
    for one in given["trial"]:
        named = ((TEXT, "text"), (JSON, "json"))
        files = {name: one[key].encode() for name, key in named if key in one}
        trial = SurveyTrial("task", files, one.get("fails", False))
        yield from _both(one["id"], one["title"], trial)
    for one in given["mean"]:
        trials = tuple(_of_task(f"task-{n}", text) for n, text in enumerate(one["json"], 1))
        yield SurveyInput(one["id"], one["title"], trials, Shows.JOB)
    yield SurveyInput("leaderboard", "89 tasks by 5 attempts", _LEADERBOARD, Shows.JOB)
    for one in given["attempts"]:
        trials = tuple(SurveyTrial("task", {TEXT: text.encode()}) for text in one["text"])
        yield SurveyInput(one["id"], one["title"], trials, Shows.ATTEMPTS)


_LEADERBOARD = tuple(
    SurveyTrial(f"task-{task:02}", {TEXT: f"{(task * 7 + attempt * 3) % 11 / 10}".encode()})
    for task in range(1, 90)
    for attempt in range(5)
)
"""89 tasks by 5 attempts, with rewards of tenths."""

INPUTS = tuple(_inputs())
"""Each input once: reward files first, then whole jobs; ``inputs.toml`` has them."""

BY_JOB = {one.job: one for one in INPUTS}
"""One input for each job, by the job's id: all inputs of a job have the same job."""


def of_harbor(harbor: Implementation, one: SurveyInput) -> ShownValue:
    """Return what harbor shows: a trial's rewards or its error, a job's mean, or its pass@k."""
    if one.shows is Shows.TRIAL and one.trials[0].fails:
        return ShownValue(error=FAILURE)
    case = case_of(harbor, one)
    shown = value_of(case, harbor.answer(case))
    return shown if one.shows is not Shows.JOB else _of_job(harbor, one, shown)


def _of_job(harbor: Implementation, one: SurveyInput, metric: ShownValue) -> ShownValue:
    """Return the metrics in a job's stats, which since 0.26.0 leave out trials without rewards.

    For null in the stats, a number that is not finite, it is the metric of all trials.
    """
    settings: dict[str, Value] = {
        "n_total_trials": len(one.trials),
        "n_retries": 0,
        "metrics": {"adhoc": ["mean"]},
    }
    answer = harbor.answer(Case("job", {**settings, "trials": _trials(harbor, one)}))
    stats = json.loads(cast("str", fields(cast("Result", answer))["stats"]))
    found = [each for group in stats["evals"].values() for each in group["metrics"]]
    numbers = {key: value for each in found for key, value in each.items()}
    return metric if None in numbers.values() else numbers_of(numbers or None, "mean")


def case_of(harbor: Implementation, one: SurveyInput) -> Case:
    """Return the case of an operation that gives the number."""
    if one.shows is Shows.TRIAL:
        return one.trials[0].case
    if one.shows is Shows.JOB:
        rewards = [rewards_of(harbor, trial) for trial in one.trials]
        return Case("metric", {"metric": "mean", "rewards": rewards})
    return Case("pass_at_k", {"trials": _trials(harbor, one)})


def _trials(harbor: Implementation, one: SurveyInput) -> list[Value]:
    """Return a job's trials in the form of the operations' inputs."""
    usual = {"agent": "nop", "model": None, "source": None, "usage": None}
    trials: list[Value] = []
    for place, trial in enumerate(one.trials):
        answer = Failure(FAILURE) if trial.fails else harbor.answer(trial.case)
        error = answer.error if isinstance(answer, Failure) else None
        found = None if error else {"rewards": rewards_of(harbor, trial)}
        names = {"trial_name": f"{trial.task}__{place}", "task_name": trial.task}
        trials.append({**usual, **names, "verifier_result": found, "exception": error})
    return trials


def rewards_of(harbor: Implementation, trial: SurveyTrial) -> Value:
    """Return harbor's rewards of a trial; None if it has no verifier result."""
    answer = None if trial.fails else harbor.answer(trial.case)
    return fields(answer)["rewards"] if isinstance(answer, Result) else None


def fields(answer: Result) -> dict[str, Value]:
    """Return the fields of a result."""
    return cast("dict[str, Value]", answer.value)


SINGLE = {"verifier": "reward", "metric": "mean", "pass_at_k": ""}
"""The key that a single number has in an answer, by operation."""


def numbers_in(case: Case, answer: Answer) -> Mapping[str, float] | None:
    """Return the numbers in an answer of verifier, metric or pass_at_k, if it has any."""
    if not isinstance(answer, Result):
        return None
    found = fields(answer)
    of_group = next(iter(found.values()), {})
    numbers = {"verifier": found.get("rewards"), "metric": found, "pass_at_k": of_group}
    return cast("Mapping[str, float] | None", numbers[case.operation])


def value_of(case: Case, answer: Answer) -> ShownValue:
    """Return the shown value of an answer of one of these operations."""
    if not isinstance(answer, Result):
        return ShownValue(error=answer.error if isinstance(answer, Failure) else "no answer")
    return numbers_of(numbers_in(case, answer), SINGLE[case.operation])


def numbers_of(numbers: Mapping[str, float] | None, single: str) -> ShownValue:
    """Return the shown value of numbers by key; ``single`` is the key that needs no name."""
    if numbers is None:
        return ShownValue()
    forms = {key: cast("dict[str, str]", NUMBER.encode(n)) for key, n in numbers.items()}
    return ShownValue.of({key: next(iter(form.values())) for key, form in forms.items()}, single)
