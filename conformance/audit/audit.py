"""Audits recorded jobs, by harbor 0.13.1 or another release, and compares two such audits."""

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from traceback import extract_tb

from conformance.audit.comparing import compared
from conformance.audit.explain import causes_of, counted_as_0, explained, with_effects
from conformance.audit.findings import (
    Audit,
    AuditFinding,
    FindingKind,
    TrialReward,
    text,
    underived,
)
from conformance.audit.folders import LOCK, RESULT, Skipped, UnreadError, members_of
from conformance.audit.jobs import (
    TOLD,
    EachBatch,
    ReadBatch,
    RecordedJob,
    TrialBatch,
    is_large,
    read_job,
    uncollected,
)
from conformance.audit.known import NOTHING, Known
from conformance.audit.presence import plan_of, present
from conformance.audit.releases import release_of
from conformance.audit.rounding import as_float
from conformance.audit.stats import derived_stats, group_of, of_metrics
from conformance.audit.trials import Pair, derive, of_names, of_their_number
from conformance.audit.validity import of_validity, unjudged
from conformance.executor.local import end_with_worker
from conformance.executor.workers import Workers, completed
from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.releases import commands_of
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.released_harbor import Release
from conformance.implementations.start import (
    Harbor,
    UndrivenOracleError,
    UntrustedOracleError,
    open_harbor,
    scratch_folder,
)
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION, Implementation

_USUAL = ("verifier", "metric", "job")
OPERATIONS = (*_USUAL, "multi_step")
"""The operations that an audit needs, the last for trials of several steps alone."""

type Tell = Callable[[str], None]
"""What hears how far an audit is."""

_AT_ONCE = 256
"""Jobs that are read before their audits are there, at most."""


@dataclass(frozen=True, slots=True)
class AuditBasis:
    """Which release derives a job: the pinned one, another one, or the one that wrote it.

    The last is found or built in ``kept_in``, a folder of environments.
    """

    release: Release | None = None
    kept_in: Path | None = None
    known: Known = NOTHING

    @property
    def by(self) -> str:
        """The release that derives, but for jobs that each have their own."""
        return HARBOR_VERSION if self.release is None else self.release.version


PINNED = AuditBasis()


def audits(
    paths: Sequence[Path | Skipped],
    workers: Workers,
    basis: AuditBasis = PINNED,
    tell: Tell = lambda _: None,
) -> Iterator[Audit]:
    """Yield the audit of each job, as they are done.

    Workers elsewhere need not have the folders: they are read here. A single job, and a large one,
    is audited in this process, whose workers read its trials; ``tell`` gets its progress.
    """
    here = workers.scheduler is None
    large = [one for one in paths if here and (len(paths) == 1 or is_large(one))]
    others = [one for one in paths if one not in large]
    with reaped_tempdir(scratch_folder) as folder:
        one = partial(_audit, basis, folder if here else None)
        for path in large:
            say = tell if len(paths) == 1 else partial(_of_one, tell, path)
            with uncollected():
                job = opened(path, basis.by, say, partial(_by_workers, workers))
            yield one(job, say)
            gc.unfreeze()
        if not others:
            return
        preload = ["conformance.audit.audit"]
        if basis.release is None:
            preload += ["oracle.implementation", *(f"oracle.{name}" for name in _USUAL)]
        jobs = others if here else (opened(path, basis.by) for path in others)
        with workers.executor(preload, len(others)) as executor:
            for _, done in completed(executor, one, jobs, _AT_ONCE):
                yield done


def _of_one(tell: Tell, path: Path | Skipped, how_far: str) -> None:
    name = path.name if isinstance(path, Path) else path.path.name
    tell(f"{show.printable(name)}: {how_far}" if how_far else "")


def _by_workers(
    workers: Workers, read: ReadBatch, batches: Sequence[tuple[str, ...]]
) -> Iterator[TrialBatch]:
    if len(batches) <= 1:
        yield from map(read, batches)
        return
    with workers.executor(["conformance.audit.jobs", "oracle.job_files"], len(batches)) as executor:
        yield from executor.map(read, batches)


def _audit(
    basis: AuditBasis,
    folder: str | None,
    job: Path | Skipped | RecordedJob | Audit,
    tell: Tell = lambda _: None,
) -> Audit:
    job = opened(job, basis.by, tell) if isinstance(job, Path | Skipped) else job
    release, known = basis.release, basis.known
    if basis.kept_in and isinstance(job, RecordedJob) and job.release not in {"", basis.by}:
        tell(f"harbor {show.printable(job.release)} is got ready")
        own = release_of(job.release, cache_folder() if folder is None else basis.kept_in)
        if isinstance(own, Release):
            release = own
        else:
            known = replace(known, lacking=own)
    if release is not None:
        process = _served(release, here=folder is not None or basis.kept_in is not None)
        return audit(job, process, release.version, known, tell)
    harbor = _believed() if folder is None else _harbor(folder)
    done = audit(job, harbor, known=known, tell=tell)
    harbor.verify()
    return done


def _believed() -> Harbor:
    from conformance.certification.run import believed  # noqa: PLC0415 - takes a while

    return believed(OPERATIONS)


@cache
def _harbor(folder: str) -> Harbor:
    return open_harbor(folder)


@cache
def _served(release: Release, *, here: bool) -> ProcessCandidate:
    command = release.command
    if not here:
        command = commands_of(((release.version, release.pins),))[release.version]
    process = ProcessCandidate(release.version, command)
    end_with_worker(process.abandon)
    return process


def audit(
    job: Path | Skipped | RecordedJob | Audit,
    harbor: Implementation,
    by: str = HARBOR_VERSION,
    known: Known = NOTHING,
    tell: Tell = lambda _: None,
) -> Audit:
    """Return what in a job follows from its files, as ``harbor`` has it.

    A job that the audit itself fails on is unreadable, and costs no other.
    """
    job = opened(job, by, tell) if isinstance(job, Path | Skipped) else job
    if isinstance(job, Audit):
        return job
    try:
        return _derived(job, harbor, by, known, tell)
    except UndrivenOracleError as error:  # harbor was driven before: it is the job's own values
        return _unreadable(job.path, by, show.shorten(f"it cannot be derived: {error}", _LONGEST))
    except UntrustedOracleError:
        raise
    except Exception as error:  # noqa: BLE001 - a stranger's numbers may overflow anywhere
        cause = f"it cannot be derived: {_raised(error)}"
        return _unreadable(job.path, by, show.shorten(cause, _LONGEST))


_LONGEST = 200


def _raised(error: Exception) -> str:
    """Return an error with the place that raised it, so that a defect here can be found."""
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {error}"


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
    unread = AuditFinding(FindingKind.UNREAD, ".", (), why)
    return Audit(path, "", by, 0, 0, 0, (), (unread,), unreadable=True)


def _derived(job: RecordedJob, harbor: Implementation, by: str, known: Known, tell: Tell) -> Audit:
    """Derive the trials, then the stats, and explain what differs unless a trial does already."""
    plan = plan_of(job)
    pairs = []
    for place, trial in enumerate(job.trials, 1):
        pairs.append((trial, derive(harbor, trial, known, by)))
        if place % TOLD == 0:
            tell(f"{place:,} of {len(job.trials):,} trials derived")
    tell("its stats are derived" if len(pairs) >= TOLD else "")
    there = [*present(job, plan), *of_metrics(job, known), *of_names(pairs, known)]
    there += of_their_number(pairs, known)
    of_trials = [finding for _, derived in pairs for finding in derived.findings]
    tries = derived_stats(harbor, job, plan, pairs, unjudged(job, by))
    stats, headlines, found = compared(job, tries, by, known)
    if stats.stats is not None and isinstance(job.recorded.get("stats"), dict):
        there += [*counted_as_0(harbor, job, stats), *of_validity(job, stats, by)]
    if not any(one.kind is FindingKind.DIFFERS for one in (*there, *of_trials)):
        found = list(explained(harbor, job, stats, found))
    if job.release not in {"", by}:
        why = known.lacking or f"--release {job.release} derives as it did"
        why = f"harbor {job.release} wrote it: {why}"
        there.append(underived(LOCK, ("harbor", "version"), show.printable(why)))
    findings = (*there, *stats.findings, *found, *of_trials)
    return Audit(
        path=job.path,
        release=job.release,
        by=by,
        trials=len(job.trials) + len(job.lost),
        derived=sum(one.expected is not None for _, one in pairs),
        taken=sum(one.is_taken for _, one in pairs),
        headlines=tuple(headlines),
        findings=(*with_effects(harbor, job, stats, pairs, findings), *causes_of(pairs)),
        unreadable=job.is_unread(RESULT),
        rewards=tuple(_shown(plan.order, pairs)) if len(pairs) <= _MOST_SHOWN else (),
    )


_MOST_SHOWN = 2_000
"""Trials of a job that are drawn."""


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
