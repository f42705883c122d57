"""Checks the set of trials in a job's folder against those that it was configured to run."""

from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.audit.configured import Plan, contradictions, planned
from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found, underived
from conformance.audit.findings import count as counted
from conformance.audit.folders import CONFIG, LOCK, RESULT
from conformance.audit.jobs import RecordedJob
from conformance.audit.known import Known
from conformance.audit.stats import of_metrics
from conformance.audit.trial_folders import RecordedTrial
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION

_SLACK = 60.0
"""Seconds by which the files of one trial may differ where a whole folder was copied."""

_LOCK = Contradiction.LOCK


def plan_of(job: RecordedJob) -> Plan:
    """Return the trials that a job was to run, in harbor's order."""
    return planned(job.locked, [(one.name, one.times[0], one.setup) for one in job.trials])


def present(job: RecordedJob, plan: Plan, known: Known) -> Iterator[AuditFinding]:
    """Yield what is wrong with the set of trials: dropped, added, there twice, of another job."""
    yield from job.findings
    for name, there in ((CONFIG, job.config), (LOCK, job.locked), (RESULT, job.result)):
        if there is None and not job.is_unread(name):
            why = "it is not there: what the job was to run is taken from its trials"
            yield underived(name, (), why, _LOCK)
    yield from of_metrics(job, known)
    if job.config is not None and job.locked is not None:
        why = "lock.json lists other trials than config.json asks for"
        is_known = job.release == HARBOR_VERSION
        kind = FindingKind.DIFFERS if is_known else FindingKind.UNDERIVED
        for field, own, other in contradictions(job.config, job.locked, pinned=is_known):
            yield found(_LOCK, CONFIG, (field,), why, own, other, kind)
    yield from _of_number(job, plan)
    for name in plan.unplanned:
        why = "lock.json lists no such trial, or not as many: it was added, or its config changed"
        yield found(_LOCK, f"{name}/{CONFIG}", (), why, name)
    yield from _of_ids(job)
    yield from _of_times(job.trials)


def _of_number(job: RecordedJob, plan: Plan) -> Iterator[AuditFinding]:
    there, place = len(job.trials) + len(job.lost), ("n_total_trials",)
    given = job.recorded.get("n_total_trials")
    total = given if job.locked is None else len(job.locked)
    if total != given and "n_total_trials" in job.recorded:
        yield found(_LOCK, RESULT, place, "lock.json lists another number of trials", given, total)
    if type(total) is not int:
        return
    if not job.ended:
        why = f"the job did not end: {there:,} of its {counted(total, 'trial')} have a result"
        yield underived(RESULT, ("finished_at",), why)
    if there > total:
        why = "there are more trials than the job had: some were added, or are of another job"
        yield found(_LOCK, RESULT, place, why, total, there)
    elif there < total:
        names = list(job.unended) or [one.task for one in plan.missing]
        shown = ", ".join(map(show.printable, names[:_SHOWN]))
        more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
        why = f"trials were dropped from the folder, or have no result: {shown}{more}"
        kind = FindingKind.DIFFERS if job.ended else FindingKind.UNDERIVED
        yield found(_LOCK, RESULT, place, why, total, there, kind)


_SHOWN = 5


def _of_ids(job: RecordedJob) -> Iterator[AuditFinding]:
    """Yield trials that are there twice, and those of another job.

    Harbor keeps a job's id where it resumes it.
    """
    ids, own = Counter(str(trial.result.get("id")) for trial in job.trials), job.recorded.get("id")
    for trial in job.trials:
        id_, other = trial.result.get("id"), trial.setup and trial.setup.job
        if id_ is not None and ids[str(id_)] > 1:
            why = "another trial of this job has the same id: one result is there twice"
            yield found(_LOCK, trial.file, ("id",), why, id_)
        if own is not None and other is not None and other != own:
            why = "the trial was run by another job, and merged into this one"
            yield found(Contradiction.CONFIG, trial.file, ("config", "job_id"), why, other, own)


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
        files = f"reward files of {counted(len(late), 'trial')}"
        why = f"{files} were written after the results made of them, this {late[name]:,.0f} s after"
        kind, about = FindingKind.NOTE, Contradiction.TIMES
        yield found(about, f"{name}/verifier", (), why, kind=kind)
