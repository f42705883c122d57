"""Whether harbor 0.26.0 and later count a reward as valid."""

from collections.abc import Iterator

from conformance.audit.findings import AuditFinding
from conformance.audit.folders import Object, listed_in, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.releases import is_judged
from conformance.audit.rewards import Record
from conformance.audit.stats import DerivedStats, evals_of
from conformance.audit.steps import failures


def unjudged(job: RecordedJob, by: str) -> str:
    """Return why harbor's rules of validity cannot be applied; empty where they can.

    The input of ``job`` has one failure of a trial, and no rules that a job sets itself.
    """
    if not is_judged(by):
        return ""
    if (job.config or {}).get("override_error_policy"):
        return "config.json says which failures keep a reward from counting"
    several = [
        one.name for one in job.trials if len(failures(one, Record(one, one.claims).exception)) > 1
    ]
    return f"failures of several types are recorded for {several[0]}" if several else ""


def of_validity(job: RecordedJob, stats: DerivedStats, by: str) -> Iterator[AuditFinding]:
    """Yield where a trial says of its reward that it is valid, and harbor does not count it."""
    if stats.stats is None or job.release != by or not is_judged(by):
        return
    counted = set(_counted(stats.stats))
    for trial in job.trials:
        derived = trial.name in counted
        if trial.valid is not derived:
            why = "harbor counts it" if derived else "harbor does not count it"
            record = Record(trial, trial.claims)
            yield record.differs(("reward_valid",), why, trial.valid, derived)


def _counted(stats: Object) -> Iterator[str]:
    """Yield the names of the trials whose rewards are counted."""
    for group in evals_of(stats).values():
        for values in members_of(members_of(group).get("reward_stats")).values():
            for names in members_of(values).values():
                yield from map(str, listed_in(names))
