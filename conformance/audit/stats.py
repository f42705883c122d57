"""The stats that harbor makes of a job's trials, and the headlines in stats."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from conformance.audit.findings import (
    NOT_DERIVED,
    NOT_RECORDED,
    AuditFinding,
    FindingKind,
    Headline,
    text,
)
from conformance.audit.folders import RESULT, Object, members_of
from conformance.audit.jobs import USED, RecordedJob, RecordedTrial
from conformance.audit.trials import Derived, Pair, answered
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Implementation, Result, Value

METRICS = ("mean", "max", "min", "sum")

WHOLE = 2000
"""Trials beyond which harbor takes long for a job: it computes its running means anew each time."""

type Trials = list[dict[str, Value]]
"""Trials as the input of ``job`` has them."""


@dataclass(frozen=True, slots=True)
class DerivedStats:
    """The stats, harbor's own text of them, and the trials of each group by its name in the evals.

    There are no stats where they cannot be derived, and no text where only their metrics are.
    """

    groups: Mapping[str, Trials]
    stats: Object | None
    text: str = ""
    findings: tuple[AuditFinding, ...] = ()


def derived_stats(harbor: Implementation, job: RecordedJob, pairs: Sequence[Pair]) -> DerivedStats:
    """Return the stats that harbor makes of the trials, in the order in which they ended."""
    ended = sorted(pairs, key=lambda one: (str(one[0].result.get("finished_at")), one[0].name))
    trials = [_input_of(*pair) for pair in ended]
    groups = groups_of(trials)
    if custom := [name for name in metrics_of(job) if name not in METRICS]:
        return _none(groups, f"a metric of its own, {custom[0]}, is not at hand")
    if job.lost:
        first = show.printable(job.lost[0])
        return _none(groups, f"{len(job.lost):,} of its trials could not be read, {first}")
    if len(trials) > WHOLE:
        why = f"more than {WHOLE:,} trials: only its metrics and pass@k are derived"
        note = AuditFinding(FindingKind.NOTE, RESULT, ("stats",), why)
        evals = {name: _group(harbor, job, members) for name, members in groups.items()}
        return DerivedStats(groups, {"evals": evals}, findings=(note,))
    answer = answered(harbor, _case(job, trials))
    if isinstance(answer, Failure):
        return _none(groups, f"harbor makes no stats of these trials: {answer.error}")
    text = cast("dict[str, str]", answer.value)["stats"]
    return DerivedStats(groups, json.loads(text), text)


def _none(groups: Mapping[str, Trials], why: str) -> DerivedStats:
    finding = AuditFinding(FindingKind.UNDERIVED, RESULT, ("stats",), why)
    return DerivedStats(groups, None, findings=(finding,))


def _case(job: RecordedJob, trials: Trials) -> Case:
    sources = dict.fromkeys(str(trial["source"] or "adhoc") for trial in trials)
    stats = members_of(job.recorded.get("stats"))
    return Case(
        "job",
        {
            "n_total_trials": max(_count(job.recorded.get("n_total_trials")), len(trials)),
            "n_retries": _count(stats.get("n_retries")),
            "metrics": {source: list[Value](metrics_of(job)) for source in sources},
            "trials": cast("Value", trials),
        },
    )


def _count(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _group(harbor: Implementation, job: RecordedJob, trials: Trials) -> Json:
    """Return the metrics and pass@k of a group, each derived by itself."""
    answers = [harbor.answer(metric_case(name, trials)) for name in metrics_of(job)]
    values = [cast("Json", answer.value) for answer in answers if isinstance(answer, Result)]
    passes = harbor.answer(Case("pass_at_k", {"trials": cast("Value", trials)}))
    by_group = cast("dict[str, Json]", passes.value) if isinstance(passes, Result) else {}
    return {"metrics": values, "pass_at_k": next(iter(by_group.values()), {})}


def metrics_of(job: RecordedJob) -> list[str]:
    """Return the names of the metrics that a job asks for; harbor takes the mean for none."""
    metrics = job.config.get("metrics")
    given = metrics if isinstance(metrics, list) else []
    names = [one.get("type") if isinstance(one, dict) else one for one in given]
    return [str(name) for name in names] or ["mean"]


def groups_of(trials: Trials) -> dict[str, Trials]:
    """Return the trials of each group of a job's evals (harbor/models/job/result.py:60)."""
    groups: dict[str, Trials] = {}
    for trial in trials:
        named = [trial["agent"], trial["model"], trial["source"] or "adhoc"]
        groups.setdefault("__".join(str(part) for part in named if part), []).append(trial)
    return groups


def rewards_of(trials: Trials) -> list[Value]:
    """Return the rewards of each trial, None where it has none."""
    results = [cast("dict[str, Value] | None", trial["verifier_result"]) for trial in trials]
    return [None if result is None else result["rewards"] for result in results]


def metric_case(metric: str, trials: Trials) -> Case:
    """Return the input about a metric of a group."""
    return Case("metric", {"metric": metric, "rewards": rewards_of(trials)})


def _input_of(trial: RecordedTrial, derived: Derived) -> dict[str, Value]:
    """Return a trial as the input of ``job`` has it."""
    agent = members_of(trial.result.get("agent_info"))
    model = members_of(agent.get("model_info"))
    return {
        "task_name": str(trial.result.get("task_name") or trial.name),
        "trial_name": trial.name,
        "agent": str(agent.get("name")),
        "model": text_of(model.get("name")),
        "source": text_of(trial.result.get("source")),
        "verifier_result": derived.verifier_result,
        "exception": derived.exception,
        "usage": _usage(trial.result),
    }


def text_of(value: Json) -> str | None:
    """Return the value if it is a string, else None: the file is untrusted."""
    return value if isinstance(value, str) else None


def _usage(result: Object) -> Value:
    """Return what a trial used up; of several steps the sum (harbor/models/trial/result.py:90)."""
    steps = result.get("step_results")
    agents = [result.get("agent_result")]
    if agents == [None] and isinstance(steps, list):
        agents = [members_of(step).get("agent_result") for step in steps]
    used = [agent for agent in agents if isinstance(agent, dict)]
    if not used:
        return None
    kinds = {name: (int, float) if name == "cost_usd" else (int,) for name in USED}
    return {name: _sum((one.get(name) for one in used), kinds[name]) for name in USED}


def _sum(values: Iterable[Json], kinds: tuple[type, ...]) -> Value:
    total: float | None = None
    for value in values:
        if type(value) in kinds:
            value = cast("float", value)
            total = value if total is None else total + value
    return total


def evals_of(stats: Object | None) -> Object:
    """Return the groups of stats."""
    return members_of((stats or {}).get("evals"))


def headlines(
    derived: Object | None, recorded: Object | None, sizes: Mapping[str, int]
) -> Iterator[Headline]:
    """Yield the first metric of each group; ``sizes`` counts its trials."""
    own, theirs = evals_of(derived), evals_of(recorded)
    for group in dict.fromkeys([*own, *theirs]):
        metric, value = _first_metric(own.get(group))
        name, other = _first_metric(theirs.get(group))
        rewarded = members_of(theirs.get(group)).get("n_trials")
        trials = rewarded if isinstance(rewarded, int) else 0
        yield Headline(
            group=show.printable(group),
            metric=show.printable(name or metric),
            recorded=text(other) if name or group not in own else NOT_RECORDED,
            derived=text(value) if metric or group not in theirs else NOT_DERIVED,
            trials=sizes.get(group, trials),
            rewarded=trials,
        )


def _first_metric(group: Json) -> tuple[str, Json]:
    metrics = members_of(group).get("metrics")
    if isinstance(metrics, list) and metrics and isinstance(metrics[0], dict):
        for name, value in metrics[0].items():
            return name, None if is_nan(value, None) else value
    return "", None


def is_nan(derived: Json, recorded: Json) -> bool:
    """Return whether null is recorded of a number that JSON does not have."""
    return recorded is None and isinstance(derived, float) and derived - derived != 0
