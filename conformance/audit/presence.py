"""The trials that a job was to run: whether all exist, and in which order they count."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.audit.configured import Setup, contradictions
from conformance.audit.findings import AuditFinding, Contradiction, found, noted, underived
from conformance.audit.folders import CONFIG, LOCK, RESULT
from conformance.audit.jobs import RecordedJob
from conformance.audit.trial_folders import RecordedTrial
from conformance.certification import count_of
from conformance.protocol import show

_SLACK = 60.0
"""Seconds by which the files of one trial may differ if a whole folder was copied."""

_LOCK = Contradiction.LOCK


@dataclass(frozen=True, slots=True)
class Plan:
    """The trials that a job was to run, in harbor's order, and those that lock.json lacks.

    ``order`` has the names of the trials that exist, ``missing`` the tasks of the others, and
    ``unplanned`` the trials without an entry in lock.json.
    """

    order: tuple[str, ...]
    missing: tuple[Setup, ...] = ()
    unplanned: tuple[str, ...] = ()


def plan_of(job: RecordedJob) -> Plan:
    """Return the trials that a job was to run.

    Harbor aggregates in the order of its configuration (harbor/job.py:352, 676). Attempts of one
    task have equal entries in lock.json, and start in their order.
    """
    started = sorted(job.trials, key=lambda one: (one.times[0], one.name))
    if job.locked is None:
        return Plan(tuple(one.name for one in started))
    places = defaultdict[tuple[str, str], deque[int]](deque)
    for place, entry in enumerate(job.locked):
        places[entry.key].append(place)
    taken, unknown, unplanned = dict[int, str](), list[str](), list[str]()
    for one in started:
        if one.setup is None:
            unknown.append(one.name)
        elif left := places.get(one.setup.key):
            taken[left.popleft()] = one.name
        else:
            unplanned.append(one.name)
    rest = sorted(place for left in places.values() for place in left)
    # Trials whose configuration could not be read are some of those that are missing.
    order = [*(taken[place] for place in sorted(taken)), *unknown, *unplanned]
    missing = tuple(job.locked[place] for place in rest[len(unknown) :])
    return Plan(tuple(order), missing, tuple(unplanned))


def present(job: RecordedJob, plan: Plan) -> Iterator[AuditFinding]:
    """Yield what is wrong with the set of trials: dropped, added, duplicate or of another job."""
    yield from job.findings
    for name, there in ((CONFIG, job.config), (LOCK, job.locked), (RESULT, job.result)):
        if there is None and not job.is_unread(name):
            why = "it is missing: what the job was to run is taken from its trials"
            yield underived(name, (), why, about=_LOCK)
    if job.locked is not None and not job.release:
        yield underived(LOCK, ("harbor", "version"), "no release of harbor says that it wrote it")
    if job.config is not None and job.locked is not None:
        why = "lock.json lists other trials than config.json asks for"
        of_kind = found if job.pinned else underived
        for field, own, other in contradictions(job.config, job.locked, pinned=job.pinned):
            yield of_kind(CONFIG, (field,), why, own, other, about=_LOCK)
    yield from _of_number(job, plan)
    for name in plan.unplanned:
        why = "lock.json lists no such trial, or not as many: it was added, or its config changed"
        yield found(f"{name}/{CONFIG}", (), why, name, about=_LOCK)
    yield from _of_ids(job)
    yield from _of_times(job.trials)


def _of_number(job: RecordedJob, plan: Plan) -> Iterator[AuditFinding]:
    there, place = len(job.trials) + len(job.lost), ("n_total_trials",)
    given = job.recorded.get("n_total_trials")
    total = given if job.locked is None else len(job.locked)
    if total != given and "n_total_trials" in job.recorded:
        yield found(
            RESULT, place, "lock.json does not list as many trials", given, total, about=_LOCK
        )
    if type(total) is not int:
        return
    if not job.ended:
        why = f"the job did not end: {there:,} of its {count_of(total, 'trial')} have a result"
        yield underived(RESULT, ("finished_at",), why)
    if there > total:
        why = "there are more trials than the job had: some were added, or belong to another job"
        yield found(RESULT, place, why, total, there, about=_LOCK)
    elif there < total:
        names = list(job.unended) or [one.task for one in plan.missing]
        shown = ", ".join(map(show.printable, names[:_SHOWN]))
        more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
        which = f": {shown}{more}" if names else ""
        why = f"trials were dropped from the folder, or have no result{which}"
        of_kind = found if job.ended else underived
        yield of_kind(RESULT, place, why, total, there, about=_LOCK)


_SHOWN = 5


def _of_ids(job: RecordedJob) -> Iterator[AuditFinding]:
    """Yield duplicate trials, and those of another job.

    harbor keeps the id of a job that it resumes.
    """
    ids, own = Counter(str(trial.id) for trial in job.trials), job.recorded.get("id")
    spans = Counter(trial.times for trial in job.trials)
    for trial in job.trials:
        other = trial.setup and trial.setup.job
        if trial.id is not None and ids[str(trial.id)] > 1:
            why = "another trial of this job has the same id: one result occurs twice"
            yield found(trial.file, ("id",), why, trial.id, about=_LOCK)
        if spans[trial.times] > 1 and all("." in time for time in trial.times):
            why = "another trial began and ended in the same microseconds: one is a copy"
            yield found(trial.file, (), why, trial.times[0], about=Contradiction.TIMES)
        if own is not None and other is not None and other != own:
            why = "the trial was run by another job, and merged into this one"
            yield found(trial.file, ("config", "job_id"), why, other, own, about=_LOCK)
        if job.pinned and trial.setup is not None and other is None:
            why = "it has no job id: nothing shows that this job ran the trial"
            yield underived(f"{trial.name}/{CONFIG}", ("job_id",), why, about=_LOCK)
        if job.pinned and "" in trial.times:
            why = "harbor writes when a trial began and when it ended"
            yield underived(trial.file, ("finished_at",), why, about=Contradiction.TIMES)


def _of_times(trials: Sequence[RecordedTrial]) -> Iterator[AuditFinding]:
    """Yield a note if reward files are newer than the results that were made from them."""
    late = {
        trial.name: seconds
        for trial in trials
        if trial.files.written is not None and trial.written is not None
        if (seconds := trial.files.written - trial.written) > _SLACK
    }
    if late:
        name = max(late, key=lambda one: late[one])
        files = f"reward files of {count_of(len(late), 'trial')}"
        why = f"{files} were written after their results, this {late[name]:,.0f} s after"
        yield noted(f"{name}/verifier", (), why, about=Contradiction.TIMES)
