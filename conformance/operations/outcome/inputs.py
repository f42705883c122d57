"""A job's result.json, as harbor writes it and as short as a case allows, and the line about it.

harbor writes ``JobResult.model_dump_json(indent=4, exclude={"trial_results"})``
(harbor/job.py:422-430). ``written`` gives the same text without harbor, and
``tests/test_oracle_outcome.py`` holds the two against each other. No wheel has the line: the code
block of §5 decides; where its rules in words, or another section, say something else, that is an
erratum.
"""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from conformance.operations.clause import both_kinds
from conformance.operations.sources import Section
from conformance.operations.strategies.texts import object_of
from conformance.protocol.values import Answer, Case, Result

PLAIN_SCORES = ("0", "1", "0.5", "0.25", "0.75", "2", "-1", "0.1", "1.0")
"""Scores as text that tell one way to sum them up from another."""

type Number = int | float

type Pairs = list[tuple[str, str]]
"""A metric: names and values as text."""


@dataclass(frozen=True)
class EvalGroup:
    """The statistics of one evals group, by harbor's names for them.

    Floats stay between 1e-4 and 1e16, where harbor and Python spell them alike, or are
    0, infinite or nan.
    """

    name: str
    n_trials: int = 0
    n_errors: int = 0
    metrics: tuple[dict[str, Number], ...] = ()
    pass_at_k: dict[int, float] = field(default_factory=dict)
    reward_stats: dict[str, dict[Number, list[str]]] = field(default_factory=dict)
    exception_stats: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """A job, running or finished."""

    n_total_trials: int
    groups: tuple[EvalGroup, ...] = ()
    n_completed_trials: int = 0
    n_errored_trials: int = 0
    n_running_trials: int = 0
    finished: bool = True

    @property
    def n_pending_trials(self) -> int:
        """The trials that have not been started."""
        return max(self.n_total_trials - self.n_completed_trials - self.n_running_trials, 0)


ID = "00000000-0000-4000-8000-000000000000"

STARTED, UPDATED = "2026-01-02T03:04:05.000006", "2026-01-02T03:05:00"


def written(job: Job) -> str:
    """Return the text that harbor writes for a job."""
    evals = {group.name: _as_harbor_writes(group) for group in job.groups}
    stats = {
        "n_completed_trials": job.n_completed_trials, "n_errored_trials": job.n_errored_trials,
        "n_running_trials": job.n_running_trials, "n_pending_trials": job.n_pending_trials,
        "n_cancelled_trials": 0, "n_retries": 0, "evals": evals, "n_input_tokens": None,
        "n_cache_tokens": None, "n_output_tokens": None, "cost_usd": None,
    }  # fmt: skip
    result = {
        "id": ID, "started_at": STARTED, "updated_at": UPDATED,
        "finished_at": UPDATED if job.finished else None, "n_total_trials": job.n_total_trials,
        "stats": stats,
    }  # fmt: skip
    return json.dumps(result, indent=4, ensure_ascii=False, allow_nan=False)


def _as_harbor_writes(value: object) -> object:
    """Return the value with nan and the infinities as null, and numbers in names as text."""
    match value:
        case EvalGroup():
            members = vars(value).items()
            return _as_harbor_writes({name: of for name, of in members if name != "name"})
        case dict():
            return {str(name): _as_harbor_writes(member) for name, member in value.items()}
        case list() | tuple():
            return [_as_harbor_writes(member) for member in value]
        case float() if not math.isfinite(value):
            return None
    return value


def case_with(content: bytes | None) -> Case:
    """Return the case of a result.json with this content; None stands for no file."""
    return Case("outcome", {"result": content})


def of_text(text: str) -> Case:
    """Return the case of a result.json with this text."""
    return case_with(text.encode())


def of_job(job: Job) -> Case:
    """Return the case of a result.json as harbor writes it."""
    return of_text(written(job))


def of_metrics(metrics: str, total: str = "3", counts: str = "") -> Case:
    """Return the case of one evals group; ``metrics`` is what stands between the brackets.

    ``counts`` are members of ``stats``, each with a comma behind it.
    """
    return of_groups(f'"e": {{"metrics": [{metrics}]}}', total, counts)


def of_groups(groups: str, total: str = "3", counts: str = "") -> Case:
    """Return the case of several evals groups, written as the members of ``evals``."""
    return of_text(f'{{"n_total_trials": {total}, "stats": {{{counts}"evals": {{{groups}}}}}}}')


def of_pairs(groups: Iterable[tuple[str, Iterable[Pairs]]], total: str = "3") -> Case:
    """Return the case of groups by their names, each the metrics that it has."""
    evals = [(name, f'{{"metrics": [{", ".join(map(object_of, each))}]}}') for name, each in groups]
    return of_groups(object_of(evals)[1:-1], total)


def means(values: Iterable[str]) -> list[Pairs]:
    """Return a metric named mean for each of the values."""
    return [[("mean", value)] for value in values]


def numbered(values: Iterable[str], start: str = "v") -> Pairs:
    """Return the metric of these values under names that are numbered."""
    return [(f"{start}{number}", value) for number, value in enumerate(values)]


RULES = (Section("spec/000", "§5"),)
SUMS = (*RULES, Section("spec/000", "§6"))

READ = "the file is read"


class Summary(NamedTuple):
    """What the line says of a file that was read."""

    resolved: int
    score: float
    status: str
    total: int


def summary(answer: Answer) -> Summary | None:
    """Return what the line says; None where the file is missing or malformed."""
    if not isinstance(answer, Result) or not isinstance(answer.value, dict):
        return None
    members = json.loads(str(answer.value["line"]).partition("=")[2])
    return Summary(**members) if members.pop("reason_code") is None else None


BOTH_KINDS = both_kinds(
    lambda answer: summary(answer) is not None, READ, "the file is malformed", 0.1
)
"""For rules about what is read and what is not: a check must see both."""
