"""Audits one recorded job: derives its trials and stats, and compares what is recorded."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from traceback import extract_tb
from typing import cast

from conformance.audit.comparing import as_float, compared
from conformance.audit.explain import causes_of, counted_as_0, with_effects
from conformance.audit.findings import (
    Audit,
    AuditFinding,
    FindingKind,
    TrialReward,
    text,
    underived,
)
from conformance.audit.folders import LOCK, RESULT, Skipped, UnreadError, listed_in, members_of
from conformance.audit.jobs import EachBatch, RecordedJob, read_job
from conformance.audit.known import NOTHING, Known
from conformance.audit.presence import plan_of, present
from conformance.audit.releases import is_judged
from conformance.audit.stats import DerivedStats, derived_stats, evals_of, group_of, of_metrics
from conformance.audit.steps import failures
from conformance.audit.trials import Derived, Pair, derive, of_names, of_their_number
from conformance.implementations.start import UndrivenOracleError, UntrustedOracleError
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION, Implementation, Value

type Tell = Callable[[str], None]
"""Takes the progress of an audit."""


def audit(
    job: RecordedJob,
    harbor: Implementation,
    by: str = HARBOR_VERSION,
    known: Known = NOTHING,
    done: Mapping[str, Derived] | None = None,
) -> Audit:
    """Return what follows from a job's files, as ``harbor`` computes it.

    A job on which the audit itself fails is unreadable; other jobs are audited. ``done`` has trials
    that were derived before, by their names.
    """
    try:
        return _derived(job, harbor, by, known, done or {})
    except UndrivenOracleError as error:  # harbor was driven before: it is the job's own values
        return _unreadable(job.path, by, f"it cannot be derived: {error}")
    except UntrustedOracleError:
        raise
    except Exception as error:  # noqa: BLE001 - a stranger's numbers may overflow anywhere
        place = extract_tb(error.__traceback__)[-1]  # a defect here can be found by it
        where = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}"
        return _unreadable(job.path, by, f"it cannot be derived: {where}: {error}")


def opened(
    path: Path | Skipped, by: str, tell: Tell = lambda _: None, each: EachBatch = map
) -> RecordedJob | Audit:
    """Return what a job's folder records, or the audit of one that cannot be opened."""
    if isinstance(path, Skipped):
        return _unreadable(path.path, by, path.why)
    try:
        return read_job(path, tell, each)
    except UnreadError as error:
        return _unreadable(path, by, str(error))


def _unreadable(path: Path, by: str, why: str) -> Audit:
    unread = AuditFinding(FindingKind.UNREAD, ".", (), show.shorten(why))
    return Audit(path, "", by, 0, 0, 0, (), (unread,), unreadable=True)


def _derived(
    job: RecordedJob, harbor: Implementation, by: str, known: Known, done: Mapping[str, Derived]
) -> Audit:
    """Derive trials, then stats; then compute effects, and search for causes."""
    plan = plan_of(job)
    pairs = [(one, done.get(one.name) or derive(harbor, one, known, by)) for one in job.trials]
    there = [*present(job, plan), *of_metrics(job, known), *of_names(pairs, known)]
    there += of_their_number(pairs, known)
    of_trials = [finding for _, derived in pairs for finding in derived.findings]
    tries = derived_stats(harbor, job, plan, pairs, _unjudged(job, by))
    stats, headlines, found = compared(job, tries, by, known)
    if stats.stats is not None and isinstance(job.recorded.get("stats"), dict):
        there += counted_as_0(harbor, job, stats)
    if job.release not in {"", by}:
        why = known.lacking or f"--release {job.release} derives as it did"
        why = f"harbor {job.release} wrote it: {why}"
        there.append(underived(LOCK, ("harbor", "version"), show.printable(why)))
    findings = (*there, *stats.findings, *found, *of_trials)
    taken = Counter(show.printable(group_of(one.given)) for _, one in pairs if one.is_taken)
    return Audit(
        path=job.path,
        release=job.release,
        by=by,
        trials=len(job.trials) + len(job.lost),
        derived=sum(one.expected is not None for _, one in pairs),
        taken=taken.total(),
        headlines=tuple(replace(line, taken=taken[line.group]) for line in headlines),
        findings=(
            *with_effects(harbor, job, stats, pairs, findings),
            *causes_of(harbor, job, stats, pairs, findings),
        ),
        unreadable=job.is_unread(RESULT),
        rewards=tuple(_shown(plan.order, pairs)) if len(pairs) <= _MOST_SHOWN else (),
        answers=dict(_answers(stats, pairs)),
    )


def _answers(
    stats: DerivedStats, pairs: Sequence[Pair]
) -> Iterator[tuple[tuple[bool, str], Value]]:
    """Yield what was derived of a job, as ``Audit.answers`` has it."""
    for group, one in evals_of(stats.stats).items():
        members = members_of(one)
        for place, metric in enumerate(listed_in(members.get("metrics"))):
            again = f" ({place + 1})" if place else ""
            for key, number in members_of(metric).items():
                yield (True, f"{group}: {key}{again}"), cast("Value", number)
        for k, number in members_of(members.get("pass_at_k")).items():
            yield (True, f"{group}: pass@{k}"), cast("Value", number)
    for name, count in (stats.stats or {}).items():
        if name != "evals":
            yield (False, f"{RESULT} stats.{name}"), cast("Value", count)
    for trial, derived in pairs:
        result, exception = derived.given["verifier_result"], derived.given["exception"]
        yield (False, trial.file), exception if result is None else result


def _unjudged(job: RecordedJob, by: str) -> str:
    """Return why harbor's rules of validity cannot be applied; empty if they can.

    The operation ``job`` takes one failure per trial, and no rules that a job sets itself.
    """
    if not is_judged(by):
        return ""
    if (job.config or {}).get("override_error_policy"):
        return "config.json says which failures keep a reward from counting"
    several = [one.name for one in job.trials if len(failures(one, one.record.exception)) > 1]
    return f"failures of several types are recorded for {several[0]}" if several else ""


_MOST_SHOWN = 2_000
"""The most trials of a job whose rewards are drawn."""


def _shown(order: Sequence[str], pairs: Sequence[Pair]) -> Iterator[TrialReward]:
    """Yield the trials in harbor's order, each with its first reward."""
    given = {trial.name: derived.given for trial, derived in pairs}
    for name in order:
        one = given[name]
        rewards = members_of(members_of(one["verifier_result"]).get("rewards"))
        value = rewards.get("reward", next(iter(rewards.values()), None))
        number = as_float(value) if isinstance(value, int | float) else None
        shown = text(one["exception"] or "no reward" if number is None else value)
        yield TrialReward(group_of(one), show.printable(str(one["task_name"])), name, shown, number)
