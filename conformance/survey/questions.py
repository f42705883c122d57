"""The jobs that readers are shown: what task authors and runners really meet."""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from conformance.implementations.readers.showing import Files, Shows
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

    @property
    def files(self) -> dict[str, bytes]:
        """The reward files by name."""
        files = {TEXT: self.text, JSON: self.json}
        return {name: content for name, content in files.items() if content is not None}

    @property
    def case(self) -> Case:
        """The case of ``verifier`` that the files are."""
        return Case("verifier", {TEXT: self.text, JSON: self.json})

    @property
    def script(self) -> Value:
        """What a verifier does that leaves these files."""
        if self.fails:
            return {"start": {"raises": FAILURE}}
        return {"test": {"leaves": dict(self.files)}}


@dataclass(frozen=True, slots=True)
class Question:
    """A job, its title in words, and which number is looked at."""

    id: str
    title: str
    trials: tuple[Trial, ...]
    shows: Shows = Shows.SCORE

    @property
    def scenario(self) -> Scenario:
        """The job as harbor is to run it, one trial after the other."""
        attempts: dict[str, list[Value]] = {}
        for trial in self.trials:
            attempts.setdefault(trial.task, []).append([trial.script])
        tasks = [{"name": name, "attempts": tries} for name, tries in attempts.items()]
        job = {"n_attempts": max(map(len, attempts.values())), "n_concurrent_trials": 1}
        return cast("Scenario", {"tasks": tasks, "job": job})


def of_writers(written: Files) -> list[Question]:
    """Return a question for each set of files that a writer wrote."""
    questions = []
    for title, files in written.items():
        id_ = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")
        contents = {name: base64.b64decode(content) for name, content in files.items()}
        trial = Trial("task", contents.get(TEXT), contents.get(JSON))
        questions.append(Question(id_, title, (trial,)))
    return questions


_FILES: tuple[tuple[str, str, str | None, str | None], ...] = (
    ("text-one", "reward.txt with 1", "1", None),
    ("both-files", "both files: reward.txt 0, reward.json 1", "0", '{"reward": 1}'),
    ("details-in-json", "text beside the reward", None, '{"reward": 1, "details": "ok"}'),
    ("details-and-text-file", "text beside the reward, and a good reward.txt",
     "1", '{"reward": 1, "details": "ok"}'),
    ("list-in-json", "a list beside the reward", None, '{"reward": 1, "checks": [1, 1]}'),
    ("number-as-text", "the reward as text", None, '{"reward": "0.5"}'),
    ("true", "the reward is true", None, '{"reward": true}'),
    ("null", "the reward is null", None, '{"reward": null}'),
    ("empty-object", "{} beside a reward.txt with 1", "1", "{}"),
    ("broken-json", "JSON that breaks off beside a good reward.txt", "1", '{"rew'),
    ("bare-number", "a number alone in reward.json", None, "0.5"),
    ("several-names", "several names, reward among them", None, '{"reward": 0.5, "speed": 2}'),
    ("other-names", "several names, none of them reward", None, '{"style": 0, "correct": 1}'),
    ("score", "score instead of reward", None, '{"score": 0.5}'),
    ("twice", "the name reward twice", None, '{"reward": 1, "reward": 0}'),
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
    ("blank-text", "a reward.txt with a line end alone", "\n", None),
    ("no-file", "no reward file", None, None),
)  # fmt: skip
"""Jobs of one trial: an id, a title, and the content of reward.txt and of reward.json."""

_MEANS: tuple[tuple[str, str, tuple[str | None, ...]], ...] = (
    ("mean-failed", "the mean of 1 and a failed trial", ('{"reward": 1}', None)),
    ("mean-empty", "the mean of 1 and of {}", ('{"reward": 1}', "{}")),
    ("mean-tenths", "the mean of 0.1, 0.2 and 0.3",
     ('{"reward": 0.1}', '{"reward": 0.2}', '{"reward": 0.3}')),
    ("mean-names", "the mean of two names in each trial",
     ('{"correct": 1, "speed": 0.5}', '{"correct": 0, "speed": 1}')),
    ("mean-other-names", "the mean where each trial has another name",
     ('{"reward": 1}', '{"score": 1}')),
    ("mean-nan", "the mean of nan and 1", ('{"reward": NaN}', '{"reward": 1}')),
)  # fmt: skip
"""Jobs of several tasks: an id, a title, and the reward.json of each; None is a failed trial."""

_ATTEMPTS: tuple[tuple[str, str, Sequence[str]], ...] = (
    ("pass-at-15", "pass@k of 15 attempts, one of them right", ("1", *"0" * 14)),
    ("pass-halves", "pass@k of 5 attempts with rewards of a half", ("0.5",) * 5),
    ("pass-one", "pass@k of a single attempt", ("1",)),
)
"""Jobs of one task: an id, a title, and the reward.txt of each attempt."""


def _encoded(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def _of_tasks(contents: Sequence[str | None]) -> tuple[Trial, ...]:
    return tuple(
        Trial(f"task-{place}", json=_encoded(content), fails=content is None)
        for place, content in enumerate(contents, 1)
    )


_LEADERBOARD = tuple(
    Trial(f"task-{task:02}", text=f"{(task * 7 + attempt * 3) % 11 / 10}".encode())
    for task in range(1, 90)
    for attempt in range(5)
)
"""89 tasks by 5 attempts, with rewards of tenths."""

QUESTIONS = (
    *(
        Question(id_, title, (Trial("task", _encoded(text), _encoded(json)),))
        for id_, title, text, json in _FILES
    ),
    Question("failed", "a trial that fails before its verifier", (Trial("task", fails=True),)),
    *(Question(id_, title, _of_tasks(contents)) for id_, title, contents in _MEANS),
    Question("leaderboard", "89 tasks by 5 attempts", _LEADERBOARD),
    *(
        Question(id_, title, tuple(Trial("task", _encoded(one)) for one in texts), Shows.ATTEMPTS)
        for id_, title, texts in _ATTEMPTS
    ),
)
"""Each question once: reward files first, then whole jobs."""

BY_ID = {question.id: question for question in QUESTIONS}
