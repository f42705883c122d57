"""Derives what a job records of its trials, and holds its result.json against that."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from conformance.audit.comparing import evals_of, members_of, parted, renamed
from conformance.audit.earlier import migrated, written_by
from conformance.audit.findings import Finding, Headline, Kind
from conformance.audit.groups import (
    Group,
    groups_of,
    metrics_of,
    of_metric,
    rewards_of,
    trial_of,
    without_rewards,
    without_their_own,
)
from conformance.audit.habits import Pairs, habit_of
from conformance.audit.headlines import headlines
from conformance.audit.jobs import RESULT, Object, RecordedJob
from conformance.audit.present import present
from conformance.audit.spelling import respelled
from conformance.implementations.process import CandidateError
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Implementation, Result, Value

METRICS = ("mean", "max", "min", "sum")

WHOLE = 2000
"""Trials beyond which harbor takes long for a job: its running means are made anew each time."""


def audited(
    harbor: Implementation, job: RecordedJob, pairs: Pairs
) -> tuple[list[Headline], list[Finding]]:
    """Return the headline of each group of trials, and what in result.json does not follow."""
    findings = [*present(job)]
    groups = groups_of([trial_of(*pair) for pair in _ordered(pairs)])
    sizes = {name: len(trials) for name, trials in groups.items()}
    own = _stats(harbor, job, pairs, findings)
    stats = (job.result or {}).get("stats")
    if not isinstance(stats, dict):
        why = "it records no stats: the job did not end, or another program wrote it"
        findings.append(Finding(Kind.UNDERIVED, RESULT, "stats", why))
        return list(headlines(own, None, sizes)), findings
    if wrote := written_by(stats):
        why = f"by its shape harbor {wrote} wrote it: members that came later are not looked for"
        findings.append(Finding(Kind.NOTE, RESULT, "stats", why))
    recorded = migrated(stats)
    if own is None:
        return list(headlines(None, recorded, sizes)), findings
    findings += without_rewards(harbor, job, pairs)
    own, names = renamed(own, stats)
    own, unknown = without_their_own(own, recorded, job, groups)
    told = parted(own, recorded, ended=job.ended)
    if not _is_tampered(findings, pairs):
        told = _with_habits(harbor, job, groups, recorded, list(told))
    findings += [*names, *unknown, *told]
    return list(headlines(own, recorded, sizes)), findings


def _is_tampered(findings: Sequence[Finding], pairs: Pairs) -> bool:
    """Return whether a trial differs or is not there, which is why its group differs."""
    of_trials = (finding for _, derived in pairs for finding in derived.findings)
    return any(finding.kind is Kind.DIFFERS for finding in (*findings, *of_trials))


def _with_habits(
    harbor: Implementation,
    job: RecordedJob,
    groups: Mapping[str, Group],
    stats: Object,
    told: Sequence[Finding],
) -> Iterator[Finding]:
    """Yield findings, those on metrics with what people do otherwise who come to such a number."""
    evals = evals_of(stats)

    @cache
    def habit(group: str, place: int) -> str:
        metrics = members_of(evals.get(group)).get("metrics")
        recorded = metrics[place] if isinstance(metrics, list) else None
        return habit_of(harbor, metrics_of(job)[place], rewards_of(groups[group]), recorded)

    for finding in told:
        group, _, at = finding.member.removeprefix("stats.evals.").rpartition(".metrics.")
        why = habit(group, int(at.partition(".")[0])) if group in groups else ""
        cause = f"{finding.cause}; the recorded one comes out where {why}"
        yield replace(finding, cause=cause) if why else finding


def _ordered(pairs: Pairs) -> Pairs:
    """Return trials in the order in which they ended."""
    return sorted(pairs, key=lambda pair: (str(pair[0].result.get("finished_at")), pair[0].name))


def _stats(
    harbor: Implementation, job: RecordedJob, pairs: Pairs, findings: list[Finding]
) -> Object | None:
    """Return the stats that harbor makes of the trials, in the order in which they ended."""
    custom = [name for name in metrics_of(job) if name not in METRICS]
    if custom:
        why = f"a metric of its own, {custom[0]}, is not at hand"
        findings.append(Finding(Kind.UNDERIVED, RESULT, "stats", why))
        return None
    if job.lost:
        why = f"{len(job.lost):,} of its trials could not be read, {show.printable(job.lost[0])}"
        findings.append(Finding(Kind.UNDERIVED, RESULT, "stats", why))
        return None
    trials = [trial_of(*pair) for pair in _ordered(pairs)]
    if len(trials) > WHOLE:
        why = f"more than {WHOLE:,} trials: only its metrics and pass@k are derived"
        findings.append(Finding(Kind.NOTE, RESULT, "stats", why))
        return _in_parts(harbor, job, trials)
    stats = members_of((job.result or {}).get("stats"))
    question: dict[str, Value] = {
        "n_total_trials": max(_count((job.result or {}).get("n_total_trials")), len(trials)),
        "n_retries": _count(stats.get("n_retries")),
        "metrics": {source: list[Value](metrics_of(job)) for source in _sources(trials)},
        "trials": trials,
    }
    answer = harbor.answer(Case("job", question))
    if isinstance(answer, Result):
        text = cast("dict[str, str]", answer.value)["stats"]
        findings += respelled(text, job.content)
        return cast("Object", json.loads(text))
    if not isinstance(answer, Failure):
        raise CandidateError(f"harbor gave no answer: {getattr(answer, 'reason', 'unsupported')}")
    why = f"harbor makes no stats of these trials: {answer.error}"
    findings.append(Finding(Kind.UNDERIVED, RESULT, "stats", why))
    return None


def _count(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _sources(trials: Sequence[Value]) -> list[str]:
    sources = (cast("dict[str, str | None]", trial)["source"] for trial in trials)
    return list(dict.fromkeys(source or "adhoc" for source in sources))


def _in_parts(harbor: Implementation, job: RecordedJob, trials: Sequence[Value]) -> Object:
    """Return the metrics and pass@k of each group, asked one by one."""
    groups = groups_of(trials)
    return {"evals": {key: _group(harbor, job, members) for key, members in groups.items()}}


def _group(harbor: Implementation, job: RecordedJob, trials: Group) -> Json:
    questions = [of_metric(name, trials) for name in metrics_of(job)]
    answers = [harbor.answer(question) for question in questions]
    values = [cast("Json", answer.value) for answer in answers if isinstance(answer, Result)]
    passes = harbor.answer(Case("pass_at_k", {"trials": cast("Value", trials)}))
    by_group = cast("dict[str, Json]", passes.value) if isinstance(passes, Result) else {}
    return {"metrics": values, "pass_at_k": next(iter(by_group.values()), {})}
