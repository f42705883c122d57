"""What clauses rest on: lines of harbor, sections of texts, and statements that harbor contradicts.

The statements are in errata.toml.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from conformance.protocol.containers import DOCUMENT as JSON_DOCUMENT
from conformance.protocol.shapes import Json
from conformance.protocol.values import Answer, Failure, Result


@dataclass(frozen=True, slots=True)
class Source:
    """Lines of the wheel that a clause rests on."""

    file: str
    first_line: int
    last_line: int

    def __str__(self) -> str:
        """Return ``file:line`` or ``file:first-last``."""
        lines = dict.fromkeys((self.first_line, self.last_line))
        return f"{self.file}:{'-'.join(map(str, lines))}"

    @property
    def quote(self) -> str:
        """The first of the lines, as the installed wheel has it."""
        file = Path(str(distribution("harbor").locate_file(self.file)))
        return file.read_text(encoding="utf-8").splitlines()[self.first_line - 1].strip()


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a text that a clause rests on where no wheel has the stage."""

    text: str
    section: str
    quote: str = ""
    """Nothing is quoted of texts."""

    def __str__(self) -> str:
        """Return ``text section``."""
        return f"{self.text} {self.section}"


@dataclass(frozen=True, slots=True)
class Erratum:
    """What a text says, and what the wheel does; ``case`` is the id of a recorded case."""

    text: str
    says: str
    wheel: str
    case: str
    text_answer: Answer


@cache
def errata_by_clause() -> Mapping[str, Erratum]:
    """Return the errata by the id of the clause that has what holds instead."""
    table = tomllib.loads(Path(__file__).with_name("errata.toml").read_text(encoding="utf-8"))
    return {
        clause: Erratum(**{**row, "text_answer": _answer(json.loads(row["text_answer"]))})
        for clause, row in table.items()
    }


def _answer(given: dict[str, Json]) -> Answer:
    """Return an answer, which need not have the shape of an operation's results."""
    if "error" in given:
        return Failure(str(given["error"]))
    return Result(JSON_DOCUMENT.decode(given["result"]))


@dataclass(frozen=True, slots=True)
class HarborFile:
    """A file of the wheel, by its path in it."""

    path: str

    def lines(self, first: int, last: int | None = None) -> Source:
        """Return lines of the file, or one."""
        return Source(self.path, first, first if last is None else last)


VERIFIER = HarborFile("harbor/verifier/verifier.py")
CHOICE = VERIFIER.lines(209, 220)
NUMBER = VERIFIER.lines(68)
TEXT = (NUMBER, VERIFIER.lines(69, 74))
JSON = VERIFIER.lines(83)
DOCUMENT = (JSON, VERIFIER.lines(84, 89))

REWARDS = HarborFile("harbor/models/verifier/result.py").lines(5)
MODEL = (VERIFIER.lines(220), REWARDS)

TASK = HarborFile("harbor/models/task/task.py")
TASK_CONFIG = HarborFile("harbor/models/task/config.py")
TASK_ID = HarborFile("harbor/models/task/id.py")
TRIAL_CONFIG = HarborFile("harbor/models/trial/config.py")

MULTI_STEP = HarborFile("harbor/trial/multi_step.py")
UNSET = MULTI_STEP.lines(197, 201)
NO_STEPS = MULTI_STEP.lines(198, 199)
FINAL = MULTI_STEP.lines(200)
NO_STEPS_TO_AVERAGE = MULTI_STEP.lines(209, 210)
VALID = MULTI_STEP.lines(212, 216)
STEP_REWARDS = MULTI_STEP.lines(213)
WITH_RESULT = MULTI_STEP.lines(215)
NO_RESULTS = MULTI_STEP.lines(217, 218)
STEP_NAMES = MULTI_STEP.lines(220)
NO_NAMES = MULTI_STEP.lines(221, 222)
COUNT = MULTI_STEP.lines(224)
STEP_MEAN = MULTI_STEP.lines(227)

METRIC_FACTORY = HarborFile("harbor/metrics/factory.py")
MEAN = HarborFile("harbor/metrics/mean.py").lines(9)
SUM = HarborFile("harbor/metrics/sum.py").lines(6)
MAX = HarborFile("harbor/metrics/max.py").lines(6)
MIN = HarborFile("harbor/metrics/min.py").lines(6)

BASE = HarborFile("harbor/metrics/base.py")
NAMES = BASE.lines(21, 23)
NAME = BASE.lines(22)
ONE_NAME = BASE.lines(25, 30)
VALUES = BASE.lines(26, 29)
ONE_VALUE = BASE.lines(27)
SEVERAL_NAMES = BASE.lines(32, 37)
VALUE_OF_NAME = BASE.lines(34)

PASS_AT_K = HarborFile("harbor/utils/pass_at_k.py")

JOB = HarborFile("harbor/job.py")
WRITTEN = JOB.lines(424, 430)
COMBINED = JOB.lines(725, 774)
# What a job that is run again finds.
OLD_RESULT = JOB.lines(80, 82)
CHANGED = JOB.lines(210, 214)
KEPT = JOB.lines(216, 230)
READ = JOB.lines(229)
RETRIES = JOB.lines(260, 263)
MATCHED = JOB.lines(265, 295)
UNMATCHED = JOB.lines(291, 292)
LOCK = JOB.lines(573, 587)
FIRST = JOB.lines(725)
LOCK_EQUAL = HarborFile("harbor/models/job/lock.py").lines(216, 222)

JOB_CONFIG = HarborFile("harbor/models/job/config.py")
REGISTERED = JOB_CONFIG.lines(182, 189)
EQUAL = JOB_CONFIG.lines(306, 312)

STATS = HarborFile("harbor/models/job/result.py")
METRICS = STATS.lines(18)
REWARDED_OR_FAILED = STATS.lines(143, 157)
REWARD_LIST = STATS.lines(150)

QUEUE = HarborFile("harbor/trial/queue.py")
TRIAL = HarborFile("harbor/trial/trial.py")
RUN = TRIAL.lines(286, 307)
WRITE = TRIAL.lines(328)
RECORD = TRIAL.lines(331, 340)
AGENT_TIMEOUT = TRIAL.lines(385, 387)
START_TIMEOUT = TRIAL.lines(795, 797)
SETUP_TIMEOUT = TRIAL.lines(817, 819)

SINGLE_STEP = HarborFile("harbor/trial/single_step.py")
VERIFIER_TIMEOUT = SINGLE_STEP.lines(95, 98)
TIMEOUTS = (START_TIMEOUT, SETUP_TIMEOUT, AGENT_TIMEOUT, VERIFIER_TIMEOUT)

RESULTS = HarborFile("harbor/models/trial/result.py")
EXCEPTION = RESULTS.lines(20, 26)
TRIAL_RESULT = RESULTS.lines(69, 88)
RESULT = RESULTS.lines(80)

AGENT_BASE = HarborFile("harbor/agents/base.py")
AGENT_FACTORY = HarborFile("harbor/agents/factory.py")
AGENT_CONTEXT = HarborFile("harbor/models/agent/context.py")
ENVIRONMENT_BASE = HarborFile("harbor/environments/base.py")
VARIABLES = HarborFile("harbor/utils/env.py")

STATIC = HarborFile("harbor/leaderboard/static_validation.py")
DYNAMIC = HarborFile("harbor/leaderboard/dynamic_validation.py")
UPLOADER = HarborFile("harbor/upload/uploader.py")
DATABASE = HarborFile("harbor/db/client.py")
