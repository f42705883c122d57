"""Earlier jobs whose files have the form of another release of harbor."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, rare
from conformance.operations.run import sources
from conformance.operations.run.changes import CONFIG, LOCK, RESULT
from conformance.operations.run.earlier_jobs import again, files
from conformance.operations.run.inputs import EVERY
from conformance.operations.run.resume import folder_of, result_of
from conformance.protocol.values import Case

LEVEL = rare("a job that another release wrote")

type _Document = dict[str, Any]

type _Change = Callable[[_Document], object]

_JOB = "failed"
"""The job of ``JOBS`` whose files are changed: it has retries, an exception and a lock."""

_UNKNOWN = "a_member_of_another_release"
"""The name of a member that no release has."""

_TRIAL_CONFIG = f"{folder_of(1)}/config.json"


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
    Source(sources.JOB_CONFIG, 282, 302, "def _migrate_orchestrator_config(cls, data):"),
    Source(sources.JOB_RESULT, 247, 291, "def _derive_progress_stats(cls, data"),
    sources.EQUAL,
    sources.LOCK_EQUAL,
    check="files",
    effort=EVERY,
)
def forms() -> Cases:
    """In files that another release wrote, unknown members are ignored, missing ones have their
    defaults, and two older forms are understood."""
    return st.sampled_from([_told(path, change) for path, change in _FORMS])
