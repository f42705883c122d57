"""Holds stats that were derived against those that are recorded."""

from collections import Counter
from collections.abc import Iterator

from conformance.audit.earlier import UP_TO_0_3, folded, written_by
from conformance.audit.findings import Finding, Kind, text
from conformance.audit.jobs import RESULT, Object
from conformance.protocol import show
from conformance.protocol.shapes import Json

OPEN = ("n_running_trials", "n_pending_trials")
"""What only the run knows of a job that did not end."""


def members_of(value: Json) -> Object:
    """Return the members of a value; none where it is no object."""
    return value if isinstance(value, dict) else {}


def evals_of(stats: Object | None) -> Object:
    """Return the groups of stats."""
    return members_of((stats or {}).get("evals"))


def renamed(derived: Object, recorded: Object) -> tuple[Object, list[Finding]]:
    """Return derived stats with groups called as recorded where all else agrees, and which."""
    own, theirs = dict(evals_of(derived)), evals_of(recorded)
    findings = []
    for group in [one for one in theirs if one not in own]:
        others = (one for one in own if one not in theirs)
        same = next((one for one in others if _is_same(own[one], theirs[group])), None)
        if same is not None:
            findings.append(_of_name(same, group, recorded))
            own[group] = own.pop(same)
    return {**derived, "evals": own}, findings


def _is_same(derived: Json, recorded: Json) -> bool:
    told = "reward_stats" in members_of(recorded)
    return told and not list(_of_group(derived, recorded, "stats.evals"))


def _of_name(derived: str, recorded: str, stats: Object) -> Finding:
    at = f"stats.evals.{recorded}"
    if written_by(stats) == UP_TO_0_3 and folded(derived) == recorded:
        why = "harbor up to 0.3.0 wrote a hyphen for each slash in the name of a group"
        return Finding(Kind.NOTE, RESULT, show.printable(at), why)
    why = "the same trials under another name: their agent, model or dataset was changed afterwards"
    return differs(at, why, recorded, derived)


def parted(derived: Object, recorded: Object, *, ended: bool) -> Iterator[Finding]:
    """Yield where derived stats and recorded ones part.

    A member that is not recorded is no difference: earlier releases, and other programs,
    write fewer.
    """
    for name in derived:
        if name != "evals" and name in recorded and (ended or name not in OPEN):
            yield from _values(derived[name], recorded[name], f"stats.{name}")
    own, theirs = evals_of(derived), evals_of(recorded)
    for group in dict.fromkeys([*own, *theirs]):
        at = f"stats.evals.{group}"
        if group not in theirs:
            yield differs(at, "this group of trials is not recorded", None, own[group])
        elif group not in own:
            yield differs(at, "no trial is of this group", theirs[group], None)
        else:
            yield from _of_group(own[group], theirs[group], at)


def _of_group(derived: Json, recorded: Json, at: str) -> Iterator[Finding]:
    if not isinstance(recorded, dict):
        yield differs(at, "what is recorded is no group of trials", recorded, derived)
        return
    for name, value in members_of(derived).items():
        if name in recorded:
            yield from _values(value, recorded[name], f"{at}.{name}")


def _values(derived: Json, recorded: Json, at: str) -> Iterator[Finding]:
    """Yield where two values part; lists of trials are compared as sets."""
    if isinstance(derived, dict) and isinstance(recorded, dict):
        for name in dict.fromkeys([*derived, *recorded]):
            yield from _values(derived.get(name), recorded.get(name), f"{at}.{name}")
    elif isinstance(derived, list) and isinstance(recorded, list) and ".metrics" not in at:
        if Counter(map(str, derived)) != Counter(map(str, recorded)):
            yield differs(at, "other trials are listed here", recorded, derived)
    elif isinstance(derived, list) and isinstance(recorded, list) and len(derived) == len(recorded):
        for place, (one, other) in enumerate(zip(derived, recorded, strict=True)):
            yield from _values(one, other, f"{at}.{place}")
    elif derived != recorded and not is_nan(derived, recorded):
        yield differs(at, _cause(at), recorded, derived)


def is_nan(derived: Json, recorded: Json) -> bool:
    """Return whether null is recorded of a number that JSON does not have."""
    return recorded is None and isinstance(derived, float) and derived - derived != 0


_CAUSES = {
    "metrics": "the trials' rewards give another number",
    "pass_at_k": "the trials' rewards give another pass@k",
    "n_errors": "another number of trials has an exception",
    "n_errored_trials": "another number of trials has an exception",
    "n_trials": "another number of trials has rewards",
    "n_completed_trials": "another number of trials ended",
    "n_cancelled_trials": "another number of trials was cancelled",
    "cost_usd": "the trials' costs come to another sum",
}


def _cause(at: str) -> str:
    parts = at.split(".")
    return next(
        (_CAUSES[part] for part in parts if part in _CAUSES), "the trials give another value"
    )


def differs(member: str, why: str, recorded: object, derived: object) -> Finding:
    """Return the finding that a member of a job's result.json does not follow."""
    clause = "pass_at_k" if ".pass_at_k" in member else "job"
    at = show.printable(member)
    return Finding(Kind.DIFFERS, RESULT, at, why, text(recorded), text(derived), clause)
