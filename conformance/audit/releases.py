"""The fields that each release of harbor writes."""

from collections.abc import Iterator
from functools import cache

from packaging.version import InvalidVersion, Version

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found
from conformance.audit.folders import Object
from conformance.protocol.values import HARBOR_VERSION

_FIELDS = {
    "job": {"id", "started_at", "updated_at", "finished_at", "n_total_trials", "stats"},
    "configuration": {
        *("n_attempts", "agents", "datasets", "tasks", "metrics", "verifier", "retry"),
    },
    "trial": {
        *("id", "task_name", "trial_name", "trial_uri", "task_id", "source", "task_checksum"),
        *("config", "agent_info", "agent_result", "verifier_result", "exception_info"),
        *("started_at", "finished_at", "environment_setup", "agent_setup", "agent_execution"),
        *("verifier", "step_results"),
    },
}
"""The fields that harbor 0.13.1 writes, of a configuration those that an audit needs
(harbor/models/job/result.py:236, job/config.py, trial/result.py:62)."""

_SINCE = {
    "verifier_environment_mode": "0.21.0",
    "schema_version": "0.26.0",
    "reward_valid": "0.26.0",
}
"""Fields that a later release added to result.json (harbor/models/trial/result.py)."""


def wrong_fields(kind: str, release: str, document: Object, file: str) -> Iterator[AuditFinding]:
    """Yield missing fields that a release writes to a file, and fields that it does not write.

    Any but 0.13.1 may leave some out, and a later one than is known add some. In a document with
    another schema_version, that field counts as unknown.
    """
    pinned, its = release == HARBOR_VERSION, FindingKind.DIFFERS
    for name in sorted(_FIELDS[kind] - document.keys()) if pinned else ():
        why = f"harbor {HARBOR_VERSION} writes this field, and it is missing"
        yield found(file, (name,), why, "missing", "written", about=Contradiction.FIELDS)
    why = f"harbor {HARBOR_VERSION} writes no such field"
    if not pinned:
        its, why = FindingKind.UNDERIVED, "no known release writes such a field"
    later = {name for name, first in _SINCE.items() if _is_since(release, first)}
    later -= set() if document.get("schema_version", 1) == 1 else {"schema_version"}
    unknown = document.keys() - _FIELDS[kind] - later
    for name in sorted(unknown) if kind != "configuration" else ():
        yield found(
            file, (name,), why, document[name], "missing", about=Contradiction.FIELDS, kind=its
        )


def is_judged(release: str) -> bool:
    """Return whether a release leaves out invalid rewards (harbor 0.26.0, job.py:1190)."""
    return _is_since(release, _SINCE["reward_valid"])


@cache
def _is_since(release: str, first: str) -> bool:
    try:
        return Version(release) >= Version(first)
    except InvalidVersion:
        return False
