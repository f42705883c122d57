"""The trials that a job was to run: whether all exist, and in which orders they count."""

from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import lgamma, log

from conformance.audit.configured import Setup, contradictions, unlisted
from conformance.audit.findings import AuditFinding, Contradiction, found, noted, underived
from conformance.audit.folders import CONFIG, LOCK, RESULT
from conformance.audit.jobs import RecordedJob
from conformance.audit.trial_folders import RecordedTrial
from conformance.certification.verdict import count_of
from conformance.protocol import show

_SLACK = 60.0
"""Seconds by which the files of one trial may differ if a whole folder was copied."""

_LOCK = Contradiction.LOCK

_foreign = partial(found, belongs=False)
"""Returns the finding that a trial does not belong to the job."""


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
        for dataset, asked, listed in unlisted(job.config, job.locked):
            why = (
                f"the dataset {show.printable(dataset)} has fewer tasks in lock.json than asked for"
            )
            yield underived(CONFIG, ("datasets",), why, asked, listed, about=_LOCK)
    yield from _of_number(job, plan)
    for name in plan.unplanned:
        why = "lock.json lists no such trial, or not as many: it was added, or its config changed"
        yield _foreign(f"{name}/{CONFIG}", (), why, name, about=_LOCK)
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
            yield _foreign(trial.file, ("id",), why, trial.id, about=_LOCK)
        if spans[trial.times] > 1 and all("." in time for time in trial.times):
            why = "another trial began and ended in the same microseconds: one is a copy"
            yield _foreign(trial.file, (), why, trial.times[0], about=Contradiction.TIMES)
        if own is not None and other is not None and other != own:
            why = "the trial was run by another job, and merged into this one"
            yield _foreign(
                trial.file, ("config", "job_id"), why, other, own, about=Contradiction.CONFIG
            )
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


def orders(
    plan: Plan,
    listed: Iterable[str],
    ended: Mapping[str, tuple[str, str]],
    counted: Mapping[str, Hashable],
) -> Iterator[list[str]]:
    """Yield the orders of trials that harbor could have used, that of the configuration first.

    A resumed job starts with the trials that it found, in directory order, followed by the others
    in the order of the configuration (harbor/job.py:225, 667). ``ended`` has the start and end of
    each: the job may have been resumed whenever none ran. ``counted`` has the added numbers of
    each: trials with equal numbers are interchangeable.
    """
    first = list(plan.order)
    yield first
    known = set(first)
    by_folder = [name for name in listed if name in known]
    ways = [by_folder, sorted(first), sorted(first, key=lambda one: (ended[one][1], one))]
    seen = {tuple(map(counted.get, first))}
    resumed = (
        [*(one for one in way if one in cut), *(one for one in first if one not in cut)]
        for cut in _cuts(ended)
        for way in ways
    )
    every: Iterable[list[str]] = ()
    if has_few_orders(first, counted):
        alike = list(map(counted.get, first))
        every = _arranged(sorted(first, key=lambda one: alike.index(counted.get(one))), counted)
    for order in chain(resumed, every):
        kinds = tuple(map(counted.get, order))
        if kinds not in seen:
            seen.add(kinds)
            yield order


MOST_ORDERS = 720
"""The most orders of a job's trials that are tried; they may lack the one that was used."""


def _arranged(names: Sequence[str], counted: Mapping[str, Hashable]) -> Iterator[list[str]]:
    """Yield the different orders of trials, of which equal ones are next to each other."""
    first_of_each = {counted[name]: name for name in reversed(names)}
    if len(first_of_each) <= 1:
        yield [*names]
        return
    for first in reversed(first_of_each.values()):
        rest = [name for name in names if name != first]
        for others in _arranged(rest, counted):
            yield [first, *others]


def has_few_orders(names: Sequence[str], counted: Mapping[str, Hashable]) -> bool:
    """Return whether trials have no more than ``MOST_ORDERS`` different orders."""
    alike = Counter(counted[name] for name in names).values()
    return lgamma(len(names) + 1) - sum(lgamma(n + 1) for n in alike) < log(MOST_ORDERS + 0.5)


_MOST_CUTS = 6


def _cuts(ended: Mapping[str, tuple[str, str]]) -> Iterator[set[str]]:
    """Yield the sets of trials that had ended before any other began, the largest first."""
    started = sorted(ended, key=lambda one: ended[one])
    last, cuts = "", list[int]()
    for place, name in enumerate(started):
        if place and last <= ended[name][0]:
            cuts.append(place)
        last = max(last, ended[name][1])
    step = max(1, len(cuts) // _MOST_CUTS)
    for cut in [len(started), *cuts[::-1][::step][:_MOST_CUTS]]:
        yield set(started[:cut])
