"""Jobs that harbor wrote in a process that is over, and that are run again: kept or refused.

Some of their files have the form of another release.
"""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common, rare
from conformance.operations.run.earlier_jobs import JOBS, again, files, trials
from conformance.operations.run.inputs import EVERY, SOME
from conformance.operations.run.resume import CONFIG, LOCK, RESULT, folder_of, result_of
from conformance.operations.strategies.drawing import build
from conformance.protocol.values import Case

LEVEL = common("marin-community/marin#7789: a job that a later process resumes")

_UNREADABLE = ("nan", "infinity", "nan-beside-numbers")
"""Jobs of ``JOBS`` of which harbor cannot read a reward back."""

_TRIAL_CONFIG = f"{folder_of(1)}/config.json"
_FILES = (CONFIG, RESULT, LOCK, _TRIAL_CONFIG, result_of(1))

_LOST = (
    (LOCK,), (RESULT,), (CONFIG,), (LOCK, RESULT, CONFIG), (folder_of(1),), (folder_of(1), LOCK),
    (result_of(1), RESULT),
)  # fmt: skip
"""What may be gone of a job's folder besides the results of trials."""


def _resumed(job: str) -> Cases:
    results = [f"job/{trial}/result.json" for trial in trials(job)]
    gone, flag = st.lists(st.sampled_from([*results, LOCK]), unique=True), st.booleans()
    return build(again, st.just(job), gone=gone, backwards=flag, by_default=flag)


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
    again("one", gone=[_TRIAL_CONFIG]), again("one", changed={LOCK: b"{}"}),
    again("one", changed=_of_another_job(LOCK)), again("one", changed=_OF_ANOTHER_SCHEMA),
    again("one", changed=_of_another_job(CONFIG)),
    again("one", changed=_of_another_job(_TRIAL_CONFIG)),
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
    jobs = ("rewards", "failed", "interrupted", "steps")
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


type _Document = dict[str, Any]

type _Change = Callable[[_Document], object]

_JOB = "failed"
"""The job of ``JOBS`` whose files are changed: it has retries, an exception and a lock."""

_UNKNOWN = "a_member_of_another_release"
"""The name of a member that no release has."""


def _told(path: str, change: _Change) -> Case:
    """Return the case about a job one of whose files is changed, and one trial not run yet."""
    document = json.loads(files(_JOB)[path])
    change(document)
    # Other releases refuse the lock of 0.13.1, and would show nothing else.
    gone = [folder_of(2)] if path == LOCK else [folder_of(2), LOCK]
    return again(_JOB, gone=gone, changed={path: json.dumps(document).encode()})


def _adding(*way: str | int) -> _Change:
    """Return a change that adds an unknown member to what a way of names leads to."""

    def add(document: _Document) -> None:
        holder: Any = document
        for name in way:
            holder = holder[name]
        holder[_UNKNOWN] = {"x": 1}

    return add


def _losing(*names: str) -> _Change:
    """Return a change that takes members out."""

    def lose(document: _Document) -> None:
        for name in names:
            del document[name]

    return lose


def _orchestrated(config: _Document) -> None:
    """Give a configuration the form from before harbor/models/job/config.py:280."""
    names = ("n_concurrent_trials", "quiet", "retry")
    config["orchestrator"] = {name: config.pop(name) for name in names}


def _with_status(result: _Document) -> None:
    """Give a result the form from before harbor/models/job/result.py:245."""
    stats = result["stats"]
    counts = [
        name for name in stats if name.startswith("n_") and name.endswith(("trials", "retries"))
    ]
    result["status"] = {name: stats.pop(name) for name in counts}


_FORMS: tuple[tuple[str, _Change], ...] = (
    (CONFIG, _adding()), (CONFIG, _adding("environment")), (LOCK, _adding()),
    (LOCK, _adding("trials", 0)), (LOCK, _adding("trials", 0, "agent")), (RESULT, _adding("stats")),
    (_TRIAL_CONFIG, _adding("verifier")), (result_of(1), _adding("verifier_result")),
    (CONFIG, _losing("extra_instruction_paths", "plugins", "verifier")),
    (LOCK, _losing("schema_version", "created_at", "harbor", "invocation")),
    (RESULT, _losing("updated_at", "finished_at")),
    (_TRIAL_CONFIG, _losing("artifacts", "job_id", "timeout_multiplier")),
    (result_of(1), _losing("step_results", "agent_result", "environment_setup")),
    (CONFIG, _orchestrated), (RESULT, _with_status),
)  # fmt: skip


@clause(
    "resume-earlier-forms",
    sources.JOB_CONFIG.lines(282, 302),
    sources.STATS.lines(247, 291),
    sources.EQUAL,
    sources.LOCK_EQUAL,
    level=rare("a job that another release wrote"),
    check="files",
    effort=EVERY,
)
def forms() -> Cases:
    """In files that another release wrote, unknown members are ignored, missing ones have their
    defaults, and two older forms are understood."""
    return st.sampled_from([_told(path, change) for path, change in _FORMS])
