"""Checks the set of trials in a job's folder against those that it was configured to run."""

from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.audit.configured import Plan, contradictions, planned
from conformance.audit.findings import (
    AuditFinding,
    Contradiction,
    FindingKind,
    count,
    differs,
    underived,
)
from conformance.audit.folders import CONFIG, LOCK, RESULT, members_of
from conformance.audit.jobs import RecordedJob, RecordedTrial
from conformance.audit.stats import evals_of, of_metrics
from conformance.protocol import show

_SLACK = 60.0
"""Seconds by which the files of one trial may differ where a whole folder was copied."""


def plan_of(job: RecordedJob) -> Plan:
    """Return the trials that a job was to run, in harbor's order."""
    return planned(job.locked, [(one.name, one.times[0], one.setup) for one in job.trials])


def present(job: RecordedJob, plan: Plan) -> Iterator[AuditFinding]:
    """Yield what is wrong with the set of trials: dropped, added, there twice, of another job."""
    yield from _of_configuration(job)
    yield from _of_number(job, plan)
    for name in plan.unplanned:
        why = "lock.json lists no such trial, or not as many: it was added, or its config changed"
        file = f"{name}/{CONFIG}"
        yield differs(file, (), why, name, None, "job", Contradiction.LOCK)
    yield from _twice(job)
    yield from _of_others(job)
    yield from _of_times(job.trials)


def _of_configuration(job: RecordedJob) -> Iterator[AuditFinding]:
    """Yield where the job's own files contradict each other, or are not there."""
    yield from job.findings
    for name, there in ((CONFIG, job.config), (LOCK, job.locked), (RESULT, job.result)):
        if there is None and name not in job.unread:
            why = "it is not there: what the job was to run is taken from its trials"
            yield underived(name, (), why, Contradiction.LOCK)
    if job.config is not None:
        yield from of_metrics(job)
    if job.config is not None and job.locked is not None:
        about = Contradiction.LOCK
        for field, own, other in contradictions(job.config, job.locked):
            why = "lock.json lists other trials than config.json asks for"
            yield differs(CONFIG, (field,), why, own, other, "job", about)


def _of_number(job: RecordedJob, plan: Plan) -> Iterator[AuditFinding]:
    there, place = len(job.trials) + len(job.lost), ("n_total_trials",)
    given = job.recorded.get("n_total_trials")
    total = given if job.locked is None else len(job.locked)
    if total != given and "n_total_trials" in job.recorded:
        why = "lock.json lists another number of trials"
        yield differs(RESULT, place, why, given, total, "job", Contradiction.LOCK)
    if type(total) is not int:
        return
    if not job.ended:
        why = f"the job did not end: {there:,} of its {count(total, 'trial')} have a result"
        yield underived(RESULT, ("finished_at",), why)
    if there > total:
        why = "there are more trials than the job had: some were added, or are of another job"
        yield differs(RESULT, place, why, total, there, "job", Contradiction.LOCK)
    elif there < total:
        names = _named(job) or list(job.unended) or [one.task for one in plan.missing]
        which = f": {_some(names)}" if names else ""
        why = f"trials were dropped from the folder, or have no result{which}"
        kind = FindingKind.DIFFERS if job.ended else FindingKind.UNDERIVED
        about = Contradiction.LOCK
        yield differs(RESULT, place, why, total, there, "job", about, kind)


def _named(job: RecordedJob) -> list[str]:
    """Return the trials that the stats list and that are not there."""
    there = {trial.name for trial in job.trials} | set(job.lost)
    names: dict[str, None] = {}
    for group in evals_of(members_of(job.recorded.get("stats"))).values():
        rewards = members_of(members_of(group).get("reward_stats")).values()
        lists = [one for by_value in rewards for one in members_of(by_value).values()]
        lists += members_of(members_of(group).get("exception_stats")).values()
        for listed in lists:
            names |= dict.fromkeys(map(str, listed if isinstance(listed, list) else ()))
    return [name for name in names if name not in there]


def _some(names: Sequence[str]) -> str:
    """Return the first few names."""
    shown = ", ".join(map(show.printable, names[:_SHOWN]))
    return f"{shown} and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else shown


_SHOWN = 5


def _twice(job: RecordedJob) -> Iterator[AuditFinding]:
    ids = Counter(str(trial.result.get("id")) for trial in job.trials)
    for trial in job.trials:
        if trial.result.get("id") is not None and ids[str(trial.result.get("id"))] > 1:
            why = "another trial of this job has the same id: one result is there twice"
            about = Contradiction.LOCK
            yield differs(trial.file, ("id",), why, trial.result["id"], None, "", about)


def _of_others(job: RecordedJob) -> Iterator[AuditFinding]:
    """Yield the trials of another job: harbor keeps a job's id where it resumes it."""
    own = job.recorded.get("id")
    for trial in job.trials:
        other = None if trial.setup is None else trial.setup.job
        if own is not None and other is not None and other != own:
            why = "the trial was run by another job, and merged into this one"
            place, about = ("config", "job_id"), Contradiction.CONFIG
            yield differs(trial.file, place, why, other, own, "", about)


def _of_times(trials: Sequence[RecordedTrial]) -> Iterator[AuditFinding]:
    """Yield a note where reward files are younger than the results that were made of them."""
    late = {
        trial.name: trial.files.written - trial.written
        for trial in trials
        if trial.files.written is not None and trial.written is not None
    }
    late = {name: seconds for name, seconds in late.items() if seconds > _SLACK}
    if late:
        name = max(late, key=lambda one: late[one])
        files = f"reward files of {count(len(late), 'trial')}"
        why = f"{files} were written after the results made of them, this {late[name]:,.0f} s after"
        kind, about = FindingKind.NOTE, Contradiction.TIMES
        yield AuditFinding(kind, f"{name}/verifier", (), why, about=about, trial=name)
