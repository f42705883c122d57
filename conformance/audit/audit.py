"""Audits recorded jobs: derives trials and stats, and compares what is recorded.

Many jobs, and the trials of a large one, are read on all processors.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import cast

from conformance.audit.basis import PINNED, USUAL, AuditBasis, JobBasis, Tell
from conformance.audit.comparing import as_float, compared
from conformance.audit.explain import DerivedJob, causes_of, counted_as_0, headlines, with_effects
from conformance.audit.findings import (
    Audit,
    AuditFinding,
    FindingKind,
    TrialReward,
    text,
    underived,
)
from conformance.audit.folders import (
    LOCK,
    RESULT,
    Skipped,
    UnreadError,
    members_of,
)
from conformance.audit.jobs import (
    BatchReader,
    EachBatch,
    RecordedJob,
    TrialBatch,
    is_large,
    read_job,
)
from conformance.audit.presence import plan_of, present
from conformance.audit.releases import is_judged
from conformance.audit.stats import DerivedStats, derived_stats, group_of, of_metrics
from conformance.audit.steps import failures
from conformance.audit.trials import Derived, Pair, derive, of_names, of_their_number
from conformance.executor.workers import Workers, completed
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.start import (
    UndrivenOracleError,
    UntrustedOracleError,
    scratch_folder,
)
from conformance.protocol import show
from conformance.protocol.values import Value


def audits(
    paths: Sequence[Path | Skipped],
    workers: Workers,
    basis: AuditBasis = PINNED,
    tell: Tell = lambda _: None,
) -> Iterator[Audit]:
    """Yield the audit of each job as soon as it is done.

    Workers elsewhere need not have the folders: they are read here. A single job, and a large one,
    is audited in this process, whose workers read its trials; ``tell`` gets its progress.
    """
    here = workers.scheduler is None
    large = [one for one in paths if here and (len(paths) == 1 or is_large(one))]
    others = [one for one in paths if one not in large]
    with reaped_tempdir(scratch_folder) as folder:
        for path in large:
            say = tell if len(paths) == 1 else partial(_of_one, tell, path)
            yield _of_large(path, workers, basis, folder, say)
        if not others:
            return
        preload = ["conformance.audit.audit"]
        if basis.release is None:
            preload += ["oracle.implementation", *(f"oracle.{name}" for name in USUAL)]
        jobs = others if here else (opened(path, basis.by) for path in others)
        with workers.executor(preload, len(others)) as executor:
            one = partial(_audit, basis, folder if here else None)
            for _, audited in completed(executor, one, jobs, most=256):
                yield audited


def _of_one(tell: Tell, path: Path | Skipped, how_far: str) -> None:
    name = path.name if isinstance(path, Path) else path.path.name
    tell(f"{show.printable(name)}: {how_far}" if how_far else "")


def _of_large(
    path: Path | Skipped, workers: Workers, basis: AuditBasis, folder: str, tell: Tell
) -> Audit:
    """Return the audit of a job whose trials workers read, while this process derives others.

    The audit derives again, and reports, what cannot be derived meanwhile.
    """
    done = dict[str, Derived]()

    def each(read: BatchReader, batches: Sequence[tuple[str, ...]]) -> Iterator[TrialBatch]:
        if len(batches) <= 1:
            yield from map(read, batches)
            return
        with workers.executor(["conformance.audit.jobs"], len(batches)) as executor:
            for batch in executor.map(read, batches):
                with suppress(Exception):
                    own = basis.of(read.release, folder)
                    for trial in batch.trials:
                        done[trial.name] = derive(own, trial)
                yield batch

    return _audit(basis, folder, opened(path, basis.by, tell, each), tell, done)


def _audit(
    basis: AuditBasis,
    folder: str | None,
    job: Path | Skipped | RecordedJob | Audit,
    tell: Tell = lambda _: None,
    done: Mapping[str, Derived] | None = None,
) -> Audit:
    job = opened(job, basis.by, tell) if isinstance(job, Path | Skipped) else job
    if isinstance(job, Audit):
        return job
    own = basis.of(job.release, folder, tell)
    audited = audit(job, own, done)
    own.harbor.verify()
    return audited


def audit(job: RecordedJob, basis: JobBasis, done: Mapping[str, Derived] | None = None) -> Audit:
    """Return what follows from a job's files, as harbor computes it.

    A job on which the audit itself fails is unreadable; other jobs are audited. ``done`` has trials
    that were derived before, by their names.
    """
    try:
        return _derived(job, basis, done or {})
    except UndrivenOracleError as error:  # harbor was driven before: it is the job's own values
        return _unreadable(job.path, basis.by, f"it cannot be derived: {error}")
    except UntrustedOracleError:
        raise
    except Exception as error:  # noqa: BLE001 - a stranger's numbers may overflow anywhere
        place = extract_tb(error.__traceback__)[-1]  # a defect here can be found by it
        where = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}"
        return _unreadable(job.path, basis.by, f"it cannot be derived: {where}: {error}")


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


def _derived(job: RecordedJob, basis: JobBasis, done: Mapping[str, Derived]) -> Audit:
    """Derive trials, then stats; then compute effects, and search for causes."""
    plan, known, by = plan_of(job), basis.known, basis.by
    pairs = [(one, done.get(one.name) or derive(basis, one)) for one in job.trials]
    there = [*present(job, plan), *of_metrics(job, known), *of_names(pairs, known)]
    there += of_their_number(pairs, known)
    of_trials = [finding for _, derived in pairs for finding in derived.findings]
    tries = derived_stats(basis.harbor, job, plan, pairs, _unjudged(job, by))
    stats, own, found = compared(job, tries, by, known)
    whole = DerivedJob(basis.harbor, job, stats, pairs)
    if stats.stats is not None and job.stats is not None:
        there += counted_as_0(whole)
    if job.release not in {"", by}:
        why = known.lacking or f"--release {job.release} derives as it did"
        why = f"harbor {job.release} wrote it: {why}"
        there.append(underived(LOCK, ("harbor", "version"), show.printable(why)))
    findings = (*there, *stats.findings, *found, *of_trials)
    sizes = Counter(group_of(one.given) for _, one in pairs)
    taken = Counter(group_of(one.given) for _, one in pairs if one.is_taken)
    return Audit(
        path=job.path,
        release=job.release,
        by=by,
        trials=len(job.trials) + len(job.lost),
        derived=sum(one.expected is not None for _, one in pairs),
        taken=taken.total(),
        headlines=tuple(headlines(own, job.stats, sizes, taken)),
        findings=(
            *with_effects(whole, findings),
            *causes_of(whole, findings),
        ),
        unreadable=job.is_unread(RESULT),
        rewards=tuple(_shown(plan.order, pairs)) if len(pairs) <= _MOST_SHOWN else (),
        values=dict(_values(stats, pairs)),
    )


def _values(stats: DerivedStats, pairs: Sequence[Pair]) -> Iterator[tuple[str, Value]]:
    """Yield the counts of a job, and the rewards or the exception of each trial."""
    for name, count in (stats.stats or {}).items():
        if name != "evals":
            yield f"{RESULT} stats.{name}", cast("Value", count)
    for trial, derived in pairs:
        result, exception = derived.given["verifier_result"], derived.given["exception"]
        yield trial.file, exception if result is None else result


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
