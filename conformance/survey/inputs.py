"""The jobs that readers are shown: what task authors and runners really meet."""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from conformance.implementations.readers.reader import Reader
from conformance.implementations.readers.showing import Files, Shows
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import Case, Value

TEXT, JSON = "reward.txt", "reward.json"

FAILURE = "EnvironmentStartTimeoutError"
"""What ends a trial that fails before its verifier."""


@dataclass(frozen=True, slots=True)
class SurveyTrial:
    """One attempt at a task: the reward files that its verifier leaves, or that it fails before."""

    task: str
    text: bytes | None = None
    json: bytes | None = None
    fails: bool = False

    @property
    def files(self) -> dict[str, bytes]:
        """The reward files by name."""
        files = {TEXT: self.text, JSON: self.json}
        return {name: content for name, content in files.items() if content is not None}

    @property
    def case(self) -> Case:
        """The files as a case of ``verifier``."""
        return Case("verifier", {TEXT: self.text, JSON: self.json})

    @property
    def script(self) -> Value:
        """What a verifier does that leaves these files."""
        if self.fails:
            return {"start": {"raises": FAILURE}}
        return {"test": {"leaves": dict(self.files)}}


@dataclass(frozen=True, slots=True)
class SurveyInput:
    """A job, its title in words, and which number is looked at: that of its trial, or its own."""

    job: str
    title: str
    trials: tuple[SurveyTrial, ...]
    shows: Shows

    @property
    def id(self) -> str:
        """The job's id, with ``-job`` for the job's number where its trial's is shown as well."""
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

    def why_not(self, reader: Reader) -> str:
        """Return why a reader has no number of it; empty if it may have one."""
        source = {Shows.TRIAL: reader.trial, Shows.JOB: reader.job, Shows.ATTEMPTS: reader.job}
        if source[self.shows] is None and self.shows is not Shows.ATTEMPTS:
            return f"it shows no number of a {self.shows.removeprefix('of_')}"
        if source[self.shows] == "files" and any(trial.fails for trial in self.trials):
            return "it runs trials itself, and one of its own that fails was not run"
        if self.shows is Shows.JOB and not reader.attempts and self._has_attempts:
            return "it does not run a task more than once"
        return ""

    @property
    def _has_attempts(self) -> bool:
        return len({trial.task for trial in self.trials}) < len(self.trials)


def of_writers(written: Files) -> list[SurveyInput]:
    """Return inputs for each set of files that a writer wrote."""
    inputs: list[SurveyInput] = []
    for title, files in written.items():
        id_ = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")
        contents = {name: base64.b64decode(content) for name, content in files.items()}
        inputs += _both(id_, title, SurveyTrial("task", contents.get(TEXT), contents.get(JSON)))
    return inputs


def _both(id_: str, title: str, trial: SurveyTrial) -> tuple[SurveyInput, SurveyInput]:
    """Return what is shown of a trial, and of a job of this trial."""
    of_trial = SurveyInput(id_, title, (trial,), Shows.TRIAL)
    return of_trial, SurveyInput(id_, title, (trial,), Shows.JOB)


_FILES: tuple[tuple[str, str, str | None, str | None], ...] = (
    ("text-one", "reward.txt with 1", "1", None),
    ("zero", "a reward of 0", None, '{"reward": 0}'),
    ("both-files", "both files: reward.txt 0, reward.json 1", "0", '{"reward": 1}'),
    ("details-in-json", "text next to the reward", None, '{"reward": 1, "details": "ok"}'),
    ("details-and-text-file", "text next to the reward, and a good reward.txt",
     "1", '{"reward": 1, "details": "ok"}'),
    ("list-in-json", "a list next to the reward", None, '{"reward": 1, "checks": [1, 1]}'),
    ("number-as-text", "the reward as text", None, '{"reward": "0.5"}'),
    ("true", "the reward is true", None, '{"reward": true}'),
    ("null", "the reward is null", None, '{"reward": null}'),
    ("empty-object", "{} next to a reward.txt with 1", "1", "{}"),
    ("broken-json", "JSON that breaks off, next to a good reward.txt", "1", '{"rew'),
    ("bare-number", "a bare number in reward.json", None, "0.5"),
    ("several-names", "several keys, reward among them", None, '{"reward": 0.5, "speed": 2}'),
    ("other-names", "several keys, none of them reward", None, '{"style": 0, "correct": 1}'),
    ("score", "score instead of reward", None, '{"score": 0.5}'),
    ("twice", "the key reward twice", None, '{"reward": 1, "reward": 0}'),
    ("above-one", "a reward of 2", None, '{"reward": 2}'),
    ("below-zero", "a reward of -1", "-1", None),
    ("large", "an integer beyond doubles", None, '{"reward": 9007199254740993}'),
    ("nan-text", "nan in reward.txt", "nan", None),
    ("nan-json", "NaN in reward.json", None, '{"reward": NaN}'),
    ("infinity", "infinity in reward.txt", "inf", None),
    ("underscore", "digits with an underscore", "1_000", None),
    ("comma", "a decimal comma", "0,5", None),
    ("word", "a word in reward.txt", "pass", None),
    ("empty-text", "an empty reward.txt", "", None),
    ("blank-text", "a reward.txt with only a line end", "\n", None),
    ("no-file", "no reward file", None, None),
)  # fmt: skip
"""Jobs of one trial: an id, a title, and the content of reward.txt and of reward.json."""

_MEANS: tuple[tuple[str, str, tuple[str | None, ...]], ...] = (
    ("mean-missing", "the mean of 1 and a trial without a reward file", ('{"reward": 1}', "")),
    ("mean-failed", "the mean of 1 and a trial that failed", ('{"reward": 1}', None)),
    ("mean-empty", "the mean of 1 and {}", ('{"reward": 1}', "{}")),
    ("mean-tenths", "the mean of 0.1, 0.2 and 0.3",
     ('{"reward": 0.1}', '{"reward": 0.2}', '{"reward": 0.3}')),
    ("mean-names", "the mean of two keys in each trial",
     ('{"correct": 1, "speed": 0.5}', '{"correct": 0, "speed": 1}')),
    ("mean-other-names", "the mean where each trial has another key",
     ('{"reward": 1}', '{"score": 1}')),
    ("mean-nan", "the mean of nan and 1", ('{"reward": NaN}', '{"reward": 1}')),
)  # fmt: skip
"""Jobs of several tasks: an id, a title, and reward.json of each: "" is no file, None a failure."""

_ATTEMPTS: tuple[tuple[str, str, Sequence[str]], ...] = (
    ("pass-at-15", "pass@k of 15 attempts, one of them right", ("1", *"0" * 14)),
    ("pass-halves", "pass@k of 5 attempts with rewards of a half", ("0.5",) * 5),
    ("pass-one", "pass@k of a single attempt", ("1",)),
)
"""Jobs of one task: an id, a title, and the reward.txt of each attempt."""


def _encoded(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def _of_tasks(contents: Sequence[str | None]) -> tuple[SurveyTrial, ...]:
    return tuple(
        SurveyTrial(f"task-{place}", json=_encoded(content or None), fails=content is None)
        for place, content in enumerate(contents, 1)
    )


_LEADERBOARD = tuple(
    SurveyTrial(f"task-{task:02}", text=f"{(task * 7 + attempt * 3) % 11 / 10}".encode())
    for task in range(1, 90)
    for attempt in range(5)
)
"""89 tasks by 5 attempts, with rewards of tenths."""

INPUTS = (
    *(
        one
        for id_, title, text, json in _FILES
        for one in _both(id_, title, SurveyTrial("task", _encoded(text), _encoded(json)))
    ),
    *_both("failed", "a trial that fails before its verifier", SurveyTrial("task", fails=True)),
    *(SurveyInput(id_, title, _of_tasks(rest), Shows.JOB) for id_, title, rest in _MEANS),
    SurveyInput("leaderboard", "89 tasks by 5 attempts", _LEADERBOARD, Shows.JOB),
    *(
        SurveyInput(
            id_, title, tuple(SurveyTrial("task", _encoded(one)) for one in texts), Shows.ATTEMPTS
        )
        for id_, title, texts in _ATTEMPTS
    ),
)
"""Each input once: reward files first, then whole jobs."""

BY_JOB = {one.job: one for one in INPUTS}
"""An input of each job by the job's id; what it shows does not matter to the job."""
