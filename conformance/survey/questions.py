"""The jobs that readers are shown: what task authors and runners really meet."""

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from conformance.implementations.readers.showing import Shows
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import Case, Value

TEXT, JSON = "reward.txt", "reward.json"

FAILURE = "EnvironmentStartTimeoutError"
"""What ends a trial that fails before its verifier."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One attempt at a task: the reward files that its verifier leaves, or that it fails before."""

    task: str
    text: bytes | None = None
    json: bytes | None = None
    fails: bool = False

    @classmethod
    def written(cls, task: str, files: Mapping[str, str]) -> "Trial":
        """Return a trial whose verifier leaves these files, each as base64."""
        contents = {name: base64.b64decode(content) for name, content in files.items()}
        return cls(task, contents.get(TEXT), contents.get(JSON))

    @property
    def files(self) -> dict[str, bytes]:
        """The reward files by name."""
        files = {TEXT: self.text, JSON: self.json}
        return {name: content for name, content in files.items() if content is not None}

    @property
    def case(self) -> Case:
        """The question that the files are to ``verifier``."""
        return Case("verifier", {TEXT: self.text, JSON: self.json})


@dataclass(frozen=True, slots=True)
class Question:
    """A job, what is asked of it in words, and which number is looked at."""

    id: str
    title: str
    trials: tuple[Trial, ...]
    shows: Shows = Shows.SCORE

    @property
    def scenario(self) -> Scenario:
        """The job as harbor is to run it, one trial after the other."""
        attempts: dict[str, list[Value]] = {}
        for trial in self.trials:
            attempts.setdefault(trial.task, []).append([_script(trial)])
        tasks = [{"name": name, "attempts": tries} for name, tries in attempts.items()]
        job = {"n_attempts": max(map(len, attempts.values())), "n_concurrent_trials": 1}
        return cast("Scenario", {"tasks": tasks, "job": job})


def _script(trial: Trial) -> Value:
    if trial.fails:
        return {"start": {"raises": FAILURE}}
    return {"test": {"leaves": dict(trial.files)}}


def _text(content: str) -> tuple[Trial, ...]:
    return (Trial("task", text=content.encode()),)


def _json(content: str, text: str | None = None) -> tuple[Trial, ...]:
    return (Trial("task", None if text is None else text.encode(), content.encode()),)


def _job(*contents: str | None) -> tuple[Trial, ...]:
    return tuple(
        Trial(f"task-{place}", fails=True)
        if content is None
        else Trial(f"task-{place}", json=content.encode())
        for place, content in enumerate(contents, 1)
    )


def _attempts(rewards: Iterable[float]) -> tuple[Trial, ...]:
    return tuple(Trial("task", text=f"{reward:g}".encode()) for reward in rewards)


def _leaderboard() -> tuple[Trial, ...]:
    """Return 89 tasks by 5 attempts, with rewards of tenths."""
    return tuple(
        Trial(f"task-{task:02}", text=f"{(task * 7 + attempt * 3) % 11 / 10}".encode())
        for task in range(1, 90)
        for attempt in range(5)
    )


QUESTIONS = (
    Question("text-one", "reward.txt with 1", _text("1")),
    Question("both-files", "both files: reward.txt 0, reward.json 1", _json('{"reward": 1}', "0")),
    Question("details-in-json", "text beside the reward", _json('{"reward": 1, "details": "ok"}')),
    Question(
        "details-and-text-file",
        "text beside the reward, and a good reward.txt",
        _json('{"reward": 1, "details": "ok"}', "1"),
    ),
    Question("list-in-json", "a list beside the reward", _json('{"reward": 1, "checks": [1, 1]}')),
    Question("number-as-text", "the reward as text", _json('{"reward": "0.5"}')),
    Question("true", "the reward is true", _json('{"reward": true}')),
    Question("null", "the reward is null", _json('{"reward": null}')),
    Question("empty-object", "{} beside a reward.txt with 1", _json("{}", "1")),
    Question("broken-json", "JSON that breaks off beside a good reward.txt", _json('{"rew', "1")),
    Question("bare-number", "a number alone in reward.json", _json("0.5")),
    Question(
        "several-names", "several names, reward among them", _json('{"reward": 0.5, "speed": 2}')
    ),
    Question(
        "other-names", "several names, none of them reward", _json('{"style": 0, "correct": 1}')
    ),
    Question("score", "score instead of reward", _json('{"score": 0.5}')),
    Question("twice", "the name reward twice", _json('{"reward": 1, "reward": 0}')),
    Question("above-one", "a reward of 2", _json('{"reward": 2}')),
    Question("below-zero", "a reward of -1", _text("-1")),
    Question("large", "an integer beyond doubles", _json('{"reward": 9007199254740993}')),
    Question("nan-text", "nan in reward.txt", _text("nan")),
    Question("nan-json", "NaN in reward.json", _json('{"reward": NaN}')),
    Question("infinity", "infinity in reward.txt", _text("inf")),
    Question("underscore", "digits with an underscore", _text("1_000")),
    Question("comma", "a decimal comma", _text("0,5")),
    Question("word", "a word in reward.txt", _text("pass")),
    Question("empty-text", "an empty reward.txt", _text("")),
    Question("blank-text", "a reward.txt with a line end alone", _text("\n")),
    Question("no-file", "no reward file", (Trial("task"),)),
    Question("failed", "a trial that fails before its verifier", (Trial("task", fails=True),)),
    Question("mean-failed", "the mean of 1 and a failed trial", _job('{"reward": 1}', None)),
    Question("mean-empty", "the mean of 1 and of {}", _job('{"reward": 1}', "{}")),
    Question(
        "mean-tenths",
        "the mean of 0.1, 0.2 and 0.3",
        _job('{"reward": 0.1}', '{"reward": 0.2}', '{"reward": 0.3}'),
    ),
    Question(
        "mean-names",
        "the mean of two names in each trial",
        _job('{"correct": 1, "speed": 0.5}', '{"correct": 0, "speed": 1}'),
    ),
    Question(
        "mean-other-names",
        "the mean where each trial has another name",
        _job('{"reward": 1}', '{"score": 1}'),
    ),
    Question("mean-nan", "the mean of nan and 1", _job('{"reward": NaN}', '{"reward": 1}')),
    Question("leaderboard", "89 tasks by 5 attempts", _leaderboard()),
    Question(
        "pass-at-15",
        "pass@k of 15 attempts, one of them right",
        _attempts([1, *[0] * 14]),
        Shows.ATTEMPTS,
    ),
    Question(
        "pass-halves",
        "pass@k of 5 attempts with rewards of a half",
        _attempts([0.5] * 5),
        Shows.ATTEMPTS,
    ),
    Question("pass-one", "pass@k of a single attempt", _attempts([1]), Shows.ATTEMPTS),
)
"""Each question once: reward files first, then whole jobs."""

BY_ID = {question.id: question for question in QUESTIONS}
