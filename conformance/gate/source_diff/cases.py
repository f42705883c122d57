"""Questions with the words that one of two releases has: asked because they are new, or gone."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice

from conformance.gate.source_diff.vocabulary import Member, Vocabulary
from conformance.operations.run.inputs import (
    NOTHING,
    ONE,
    one_trial,
    raising,
    rewarded,
    scenario,
    script,
    task,
)
from conformance.operations.run.inputs import case as case_of
from conformance.protocol.scenario import Scenario, Settings
from conformance.protocol.values import Case

MOST = 80
"""Words of a kind that are asked about: a release that has more has a change of another size."""

type ByClause = Mapping[str, tuple[Case, ...]]
"""Questions by the clause that they are about."""


def questions(words: Vocabulary) -> ByClause:
    """Return what is asked because of these words."""
    asked = {
        "run.not-retried": _errors(words),
        "run.secrets": _variables(words),
        "run.configuration": _members(words),
        "run.stale-reward": _files(words),
        "verifier.json-names": _names(words),
        "verifier.text-words": _texts(words),
    }
    every = {clause: _different(cases) for clause, cases in asked.items()}
    return {clause: cases for clause, cases in every.items() if cases}


def _different(cases: Iterator[Case]) -> tuple[Case, ...]:
    return tuple({str(case.input): case for case in cases}.values())


def _errors(words: Vocabulary) -> Iterator[Case]:
    """Yield a try that ends in each exception, in each place, and one after it."""
    for error in islice(words.errors, MOST):
        for stage in ("test", "agent", "start"):
            left = NOTHING if stage == "start" else ONE
            failing = raising(stage, error, left)
            yield one_trial(failing, *rewarded(b"0.5"), job={"retry": {"max_retries": 1}})


def _variables(words: Vocabulary) -> Iterator[Case]:
    """Yield a job whose verifier gets each variable, with the value of its reward."""
    named = [*words.variables, *_sounding(words.texts)]
    for name in islice(dict.fromkeys(named), MOST):
        for host in ({}, {name: "0.5"}):
            asked: Scenario = scenario([task("a", [rewarded(b"0.5")])], _given(name))
            yield case_of({**asked, "host": host} if host else asked)


def _given(name: str) -> Settings:
    return {"verifier": {"env": {name: "0.5"}}}


_CAPITALS = re.compile(r"[A-Z]{3,}")


def _sounding(texts: tuple[str, ...]) -> Iterator[str]:
    """Yield names of variables that have a word in capitals in them, its plural, and neither."""
    for text in texts:
        for word in _CAPITALS.findall(text):
            yield from (f"MY_{word}", f"MY_{word}S", f"{word}_X")


def _members(words: Vocabulary) -> Iterator[Case]:
    """Yield a job with each member of a configuration, and each of its values."""
    for member in islice(words.members, MOST):
        for value in dict.fromkeys(member.values):
            yield from _with(member, value)


def _with(member: Member, value: str) -> Iterator[Case]:
    if "models/task/" in member.module and member.owner in _TABLES:
        table = _TABLES[member.owner]
        if value != "null" and not value.startswith("{"):
            yield one_trial(*rewarded(b"0.5"), config=f"{table}\n{member.name} = {value}\n")
    elif member.owner in _PLACES:
        inner: Settings = {member.name: json.loads(value)}
        place = _PLACES[member.owner]
        job: Settings = {place: inner} if place else inner
        if place == "agents":
            job = {"agents": [{"name": "nop", **inner}]}
        yield case_of(scenario([task("a", [rewarded(b"0.5")])], job))


_PLACES = {
    "JobConfig": "",
    "RetryConfig": "retry",
    "AgentConfig": "agents",
    "EnvironmentConfig": "environment",
    "VerifierConfig": "verifier",
}
"""Where a job's configuration has the members of a class (harbor/models/job/config.py:215)."""

_TABLES = {
    "TaskConfig": "",
    "VerifierConfig": "[verifier]",
    "AgentConfig": "[agent]",
    "EnvironmentConfig": "[environment]",
}
"""Where task.toml has the members of a class (harbor/models/task/config.py)."""

_FILE = re.compile(r"[\w-]+(?:\.[\w-]+)+")
_WORD = re.compile(r"[\w.:+-]{1,40}")


def _files(words: Vocabulary) -> Iterator[Case]:
    """Yield tests that leave a file of each name, alone and beside a reward."""
    for name in islice(filter(_FILE.fullmatch, words.texts), MOST):
        for beside in ({}, {"reward.txt": b"1"}):
            leaves: dict[str, bytes | None] = {name: b'{"reward": 0.25}', **beside}
            yield one_trial(script({"leaves": leaves}))


def _names(words: Vocabulary) -> Iterator[Case]:
    """Yield reward files with a reward of each name, and each text in the place of a number."""
    for word in islice(filter(_WORD.fullmatch, words.texts), MOST):
        for content in ({word: 0.5}, {"reward": 1, word: 0.5}, {"reward": word}):
            yield _verifier(json_=json.dumps(content).encode())


def _texts(words: Vocabulary) -> Iterator[Case]:
    """Yield reward files that hold each word, or number."""
    for word in islice((*words.numbers, *filter(_WORD.fullmatch, words.texts)), MOST):
        yield _verifier(text=word.encode())


def _verifier(text: bytes | None = None, json_: bytes | None = None) -> Case:
    return Case("verifier", {"reward.txt": text, "reward.json": json_})
