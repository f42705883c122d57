"""Checks which trials are in a job's folder against those that the job says it had."""

from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.audit.findings import AuditFinding, FindingKind, count, differs
from conformance.audit.folders import RESULT, members_of
from conformance.audit.jobs import RecordedJob, RecordedTrial
from conformance.audit.stats import evals_of
from conformance.protocol import show

_SLACK = 60.0
"""Seconds by which the files of one trial may differ where a whole folder was copied."""


def present(job: RecordedJob) -> Iterator[AuditFinding]:
    """Yield what is wrong with the set of trials: dropped, added, there twice, of another job."""
    total = job.recorded.get("n_total_trials")
    if isinstance(total, int):
        yield from _of_number(job, total)
    yield from _twice(job)
    yield from _of_others(job)
    yield from _of_times(job.trials)


def _of_number(job: RecordedJob, total: int) -> Iterator[AuditFinding]:
    there, place = len(job.trials) + len(job.lost), ("n_total_trials",)
    if not job.ended:
        why = f"the job did not end: {there:,} of its {count(total, 'trial')} have a result"
        yield AuditFinding(FindingKind.UNDERIVED, RESULT, ("finished_at",), why)
    if there > total:
        why = "there are more trials than the job had: some were added, or are of another job"
        yield differs(RESULT, place, why, total, there, "job")
    elif there < total and job.ended:
        names = _named(job) or list(job.unended)
        which = f": {_some(names)}" if names else ""
        why = f"trials were dropped from the folder, or have no result{which}"
        yield differs(RESULT, place, why, total, there, "job")


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
            yield AuditFinding(FindingKind.DIFFERS, trial.file, ("id",), why)


def _of_others(job: RecordedJob) -> Iterator[AuditFinding]:
    """Yield the trials of another job: harbor keeps a job's id where it resumes it."""
    own = job.recorded.get("id")
    for trial in job.trials:
        other = members_of(trial.result.get("config")).get("job_id")
        if own is not None and other is not None and other != own:
            why = "the trial was run by another job, and merged into this one"
            yield differs(trial.file, ("config", "job_id"), why, other, own)


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
        yield AuditFinding(FindingKind.NOTE, f"{name}/verifier", (), why)
