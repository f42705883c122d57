"""Questions about earlier jobs whose files have the form of another release of harbor."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.asked_run_earlier import CONFIG, FIRST, LOCK, RESULT, SECOND, again
from conformance.strategies.run import Cases
from conformance.strategies.run_earlier import files

type Document = dict[str, Any]

_JOB = "failed"
"""The job of ``JOBS`` that is told otherwise: it has retries, an exception and a lock."""

UNKNOWN = "a_member_of_another_release"
"""The name of a member that no release has."""


def told(path: str, change: Callable[[Document], object]) -> Case:
    """Return the question about a job one of whose files is changed, and one trial not run yet."""
    document = json.loads(files(_JOB)[path])
    change(document)
    # Other releases refuse the lock of 0.13.1, and would be asked nothing else.
    gone = [SECOND] if path == LOCK else [SECOND, LOCK]
    return again(_JOB, gone=gone, changed={path: json.dumps(document).encode()})


def _adding(*way: str | int) -> Callable[[Document], object]:
    """Return a change that adds an unknown member to what a way of names leads to."""

    def add(document: Document) -> None:
        holder: Any = document
        for name in way:
            holder = holder[name]
        holder[UNKNOWN] = {"x": 1}

    return add


def _losing(*names: str) -> Callable[[Document], object]:
    """Return a change that takes members out."""

    def lose(document: Document) -> None:
        for name in names:
            del document[name]

    return lose


def _orchestrated(config: Document) -> None:
    """Give a configuration the form from before harbor/models/job/config.py:280."""
    names = ("n_concurrent_trials", "quiet", "retry")
    config["orchestrator"] = {name: config.pop(name) for name in names}


def _with_status(result: Document) -> None:
    """Give a result the form from before harbor/models/job/result.py:245."""
    stats = result["stats"]
    counts = [
        name for name in stats if name.startswith("n_") and name.endswith(("trials", "retries"))
    ]
    result["status"] = {name: stats.pop(name) for name in counts}


FORMS: dict[str, Case] = {
    "unknown-in-job-config": told(CONFIG, _adding()),
    "unknown-in-environment": told(CONFIG, _adding("environment")),
    "unknown-in-lock": told(LOCK, _adding()),
    "unknown-in-locked-trial": told(LOCK, _adding("trials", 0)),
    "unknown-in-locked-agent": told(LOCK, _adding("trials", 0, "agent")),
    "unknown-in-job-result": told(RESULT, _adding("stats")),
    "unknown-in-trial-config": told(f"{FIRST}/config.json", _adding("verifier")),
    "unknown-in-trial-result": told(f"{FIRST}/result.json", _adding("verifier_result")),
    "missing-in-job-config": told(
        CONFIG, _losing("extra_instruction_paths", "plugins", "verifier")
    ),
    "missing-in-lock": told(LOCK, _losing("schema_version", "created_at", "harbor", "invocation")),
    "missing-in-job-result": told(RESULT, _losing("updated_at", "finished_at")),
    "missing-in-trial-config": told(
        f"{FIRST}/config.json", _losing("artifacts", "job_id", "timeout_multiplier")
    ),
    "missing-in-trial-result": told(
        f"{FIRST}/result.json", _losing("step_results", "agent_result", "environment_setup")
    ),
    "orchestrator": told(CONFIG, _orchestrated),
    "status": told(RESULT, _with_status),
}
"""Jobs of which one file has another release's form, by what is different."""


def forms() -> Cases:
    """Jobs of which one file has members that are unknown, missing, or of an older form."""
    return st.sampled_from(tuple(FORMS.values()))
