"""Jobs that harbor wrote in a process that is over, and that are run again: kept or refused."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, common, rare
from conformance.operations.run import sources
from conformance.operations.run.changes import CONFIG, LOCK, RESULT
from conformance.operations.run.earlier_jobs import JOBS, again, files, trials
from conformance.operations.run.inputs import EVERY, SOME
from conformance.operations.run.resume import folder_of, result_of
from conformance.operations.strategies.drawing import build
from conformance.protocol.values import Case

LEVEL = common("marin-community/marin#7789: a job that a later process resumes")

_UNREADABLE = ("nan", "infinity", "nan-beside-numbers")
"""Jobs of ``JOBS`` of which harbor cannot read a reward back."""

_FILES = (CONFIG, RESULT, LOCK, f"{folder_of(1)}/config.json", result_of(1))

_LOST = (
    (LOCK,), (RESULT,), (CONFIG,), (LOCK, RESULT, CONFIG), (folder_of(1),), (folder_of(1), LOCK),
    (result_of(1), RESULT),
)  # fmt: skip
"""What may be gone of a job's folder besides the results of trials."""


def _resumed(job: str) -> Cases:
    results = [f"job/{trial}/result.json" for trial in trials(job)]
    gone = st.lists(st.sampled_from([*results, LOCK]), unique=True)
    return st.builds(
        again, st.just(job), gone=gone, backwards=st.booleans(), by_default=st.booleans()
    )


def _truncated(path: str) -> dict[str, bytes]:
    return {path: files("one")[path][:200]}


def _of_another_job(path: str) -> dict[str, bytes]:
    return {path: files("disabled")[path]}


_OF_ANOTHER_SCHEMA = {
    LOCK: files("one")[LOCK].replace(b'"schema_version": 1', b'"schema_version": 2')
}

_REFUSED: tuple[Case, ...] = (
    *(again(job) for job in _UNREADABLE),
    *(again("one", changed=_truncated(path)) for path in _FILES), again("nan", gone=[LOCK]),
    again("one", gone=[LOCK], changed=_truncated(result_of(1))),
    again("one", gone=[f"{folder_of(1)}/config.json"]), again("one", changed={LOCK: b"{}"}),
    again("one", changed=_of_another_job(LOCK)), again("one", changed=_OF_ANOTHER_SCHEMA),
    again("one", changed=_of_another_job(CONFIG)),
    again("one", changed=_of_another_job(f"{folder_of(1)}/config.json")),
    again("one", settings={"n_attempts": 2}), again("one", settings={"metrics": [{"type": "max"}]}),
    again("failed", settings={"retry": {"max_retries": 0}}),
    again("disabled", settings={"verifier": {"disable": False}}),
    again("secrets", settings={"verifier": {"env": {"API_KEY": "another-secret-value", "B": "b"}}}),
)  # fmt: skip
"""Earlier jobs that may not be resumed, each for one reason."""


@clause("resume-earlier", sources.KEPT, sources.MATCHED, sources.FIRST, sources.RETRIES)
def resume_earlier() -> tuple[Check, ...]:
    """A job that an earlier process wrote is resumed only from its files: trials with a result keep
    it, and only the others are run."""
    jobs = st.sampled_from(("rewards", "failed", "interrupted", "steps"))
    resumed = st.sampled_from([job for job in JOBS if job not in _UNREADABLE]).flatmap(_resumed)
    return (
        Check("lost-results", resumed, effort=2 * EVERY),
        Check("lost-files", build(again, jobs, gone=_LOST), effort=SOME),
    )


@clause(
    "resume-earlier-refused",
    sources.READ,
    sources.REWARDS,
    sources.OLD_RESULT,
    sources.CHANGED,
    sources.LOCK_EQUAL,
    sources.LOCK,
    sources.UNMATCHED,
    level=rare("a folder that a person edited before the job is resumed"),
    effort=EVERY,
)
def refused() -> Cases:
    """A job that an earlier process wrote is not run again if a reward of it is null, if a file
    cannot be read, or if its configuration, a secret or its lock is another."""
    return st.sampled_from(_REFUSED)
