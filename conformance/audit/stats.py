"""Derives what a job records of its trials, and holds its result.json against that."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

from conformance.audit.comparing import differences, differs, headlines, members_of
from conformance.audit.findings import Finding, Headline, Kind
from conformance.audit.habits import habit_of
from conformance.audit.jobs import RESULT, Object, RecordedJob, RecordedTrial
from conformance.audit.trials import Derived, exception_of
from conformance.protocol.implementation import Implementation
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Result, Value

METRICS = ("mean", "max", "min", "sum")

WHOLE = 2000
"""Trials beyond which harbor takes long for a job: its running means are made anew each time."""

type Pairs = Sequence[tuple[RecordedTrial, Derived]]


def audited(
    harbor: Implementation, job: RecordedJob, derived: Sequence[Derived]
) -> tuple[list[Headline], list[Finding]]:
    """Return the headline of each group of trials, and what in result.json does not follow."""
    pairs = list(zip(job.trials, derived, strict=True))
    findings = [*_present(job)]
    stats = (job.result or {}).get("stats")
    if not isinstance(stats, dict):
        why = "it records no stats: the job did not end, or another program wrote it"
        findings.append(Finding(Kind.UNDERIVED, RESULT, "stats", why))
        own = _stats(harbor, job, pairs, findings)
        return list(headlines(own or {}, None)), findings
    own = _stats(harbor, job, pairs, findings)
    if own is None:
        return [], findings
    parted = differences(dict(own), stats, "stats")
    findings += _with_habits(harbor, job, pairs, stats, list(parted))
    return list(headlines(own, stats)), findings


def _with_habits(
    harbor: Implementation, job: RecordedJob, pairs: Pairs, stats: Object, parted: list[Finding]
) -> Iterator[Finding]:
    """Yield findings, those on metrics with what people do otherwise who come to such a number."""
    groups = _groups([_trial(*pair) for pair in _ordered(pairs)])
    evals, known = members_of(stats.get("evals")), dict[tuple[str, int], str]()
    for finding in parted:
        parts = finding.member.removeprefix("stats.evals.").rsplit(".metrics.", 1)
        if len(parts) < len(("group", "place")) or parts[0] not in groups:
            yield finding
            continue
        group, place = parts[0], int(parts[1].partition(".")[0])
        if (group, place) not in known:
            metrics = members_of(evals.get(group)).get("metrics")
            recorded = metrics[place] if isinstance(metrics, list) else None
            rewards = _rewards(groups[group])
            known[group, place] = habit_of(harbor, _metrics(job)[place], rewards, recorded)
        habit = known[group, place]
        cause = (
            f"{finding.cause}; the recorded one comes out where {habit}" if habit else finding.cause
        )
        yield replace(finding, cause=cause)


def _ordered(pairs: Pairs) -> Pairs:
    """Return trials in the order in which they ended."""
    return sorted(pairs, key=lambda pair: (str(pair[0].result.get("finished_at")), pair[0].name))


def _present(job: RecordedJob) -> Iterator[Finding]:
    """Yield what is wrong with the set of trials: dropped ones, and ones that are there twice."""
    total = (job.result or {}).get("n_total_trials")
    stats = (job.result or {}).get("stats")
    open_ = sum(_count(stats, name) for name in ("n_running_trials", "n_pending_trials"))
    if isinstance(total, int) and total - open_ != len(job.trials):
        why = "trials were dropped from the folder, or added to it"
        yield differs("n_total_trials", why, total - open_, len(job.trials))
    ids = Counter(str(trial.result.get("id")) for trial in job.trials)
    for trial in job.trials:
        if trial.result.get("id") is not None and ids[str(trial.result.get("id"))] > 1:
            why = "another trial of this job has the same id: one result is there twice"
            yield Finding(Kind.DIFFERS, f"{trial.name}/{RESULT}", "id", why)


def _count(stats: Json, name: str) -> int:
    value = stats.get(name) if isinstance(stats, dict) else None
    return value if isinstance(value, int) else 0


def _stats(
    harbor: Implementation, job: RecordedJob, pairs: Pairs, findings: list[Finding]
) -> Object | None:
    """Return the stats that harbor makes of the trials, in the order in which they ended."""
    custom = [name for name in _metrics(job) if name not in METRICS]
    if custom:
        why = f"a metric of its own, {custom[0]}, is not at hand"
        findings.append(Finding(Kind.UNDERIVED, RESULT, "stats", why))
        return None
    trials = [_trial(*pair) for pair in _ordered(pairs)]
    if len(trials) > WHOLE:
        why = f"more than {WHOLE:,} trials: only its metrics and pass@k are derived"
        findings.append(Finding(Kind.NOTE, RESULT, "stats", why))
        return _in_parts(harbor, job, trials)
    stats = (job.result or {}).get("stats")
    question: dict[str, Value] = {
        "n_total_trials": cast("int", (job.result or {}).get("n_total_trials", len(trials))),
        "n_retries": _count(stats, "n_retries"),
        "metrics": {source: list[Value](_metrics(job)) for source in _sources(trials)},
        "trials": trials,
    }
    answer = harbor.answer(Case("job", question))
    if isinstance(answer, Result):
        text = cast("dict[str, str]", answer.value)["stats"]
        return cast("Object", json.loads(text))
    why = f"harbor makes no stats of these trials: {getattr(answer, 'error', answer)}"
    findings.append(Finding(Kind.UNDERIVED, RESULT, "stats", why))
    return None


def _metrics(job: RecordedJob) -> list[str]:
    metrics = job.config.get("metrics")
    given = metrics if isinstance(metrics, list) else []
    names = [one.get("type") if isinstance(one, dict) else one for one in given]
    return [str(name) for name in names] or ["mean"]


def _sources(trials: Sequence[Value]) -> list[str]:
    sources = (cast("dict[str, str | None]", trial)["source"] for trial in trials)
    return list(dict.fromkeys(source or "adhoc" for source in sources))


def _trial(trial: RecordedTrial, derived: Derived) -> Value:
    agent = members_of(trial.result.get("agent_info"))
    model = members_of(agent.get("model_info"))
    return {
        "task_name": str(trial.result.get("task_name") or trial.name),
        "trial_name": trial.name,
        "agent": str(agent.get("name")),
        "model": _name(model.get("name")),
        "source": _name(trial.result.get("source")),
        "verifier_result": derived.verifier_result,
        "exception": exception_of(trial.result),
        "usage": _usage(trial.result),
    }


_USED = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


def _name(value: Json) -> str | None:
    """Return a name; whatever else a stranger wrote in its place is none."""
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
    kinds = {name: (int, float) if name == "cost_usd" else (int,) for name in _USED}
    return {name: _sum((one.get(name) for one in used), kinds[name]) for name in _USED}


def _sum(values: Iterable[Json], kinds: tuple[type, ...]) -> Value:
    total: float | None = None
    for value in values:
        if type(value) in kinds:
            value = cast("float", value)
            total = value if total is None else total + value
    return total


type Group = list[dict[str, Value]]


def _groups(trials: Sequence[Value]) -> dict[str, Group]:
    """Return the trials of each group of a job's evals (harbor/models/job/result.py:60)."""
    groups: dict[str, Group] = {}
    for trial in trials:
        members = cast("dict[str, Value]", trial)
        named = [members["agent"], members["model"], members["source"] or "adhoc"]
        groups.setdefault("__".join(str(part) for part in named if part), []).append(members)
    return groups


def _rewards(trials: Group) -> list[Value]:
    results = [cast("dict[str, Value] | None", trial["verifier_result"]) for trial in trials]
    return [None if result is None else result["rewards"] for result in results]


def _in_parts(harbor: Implementation, job: RecordedJob, trials: Sequence[Value]) -> Object:
    """Return the metrics and pass@k of each group, asked one by one."""
    groups = _groups(trials)
    return {"evals": {key: _group(harbor, job, members) for key, members in groups.items()}}


def _group(harbor: Implementation, job: RecordedJob, trials: Group) -> Json:
    questions = [
        Case("metric", {"metric": name, "rewards": _rewards(trials)}) for name in _metrics(job)
    ]
    answers = [harbor.answer(question) for question in questions]
    values = [cast("Json", answer.value) for answer in answers if isinstance(answer, Result)]
    passes = harbor.answer(Case("pass_at_k", {"trials": cast("Value", trials)}))
    by_group = cast("dict[str, Json]", passes.value) if isinstance(passes, Result) else {}
    return {"metrics": values, "pass_at_k": next(iter(by_group.values()), {})}
