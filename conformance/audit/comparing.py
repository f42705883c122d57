"""Compares the stats that were derived with those that are recorded, and says where they differ."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import cast

from conformance.audit.findings import (
    AuditFinding,
    FindingKind,
    Headline,
    differs,
    text,
)
from conformance.audit.folders import RESULT, Object, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.stats import DerivedStats, evals_of, headlines, is_nan, text_of
from conformance.protocol.differences import Path, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import Value

OPEN = ("n_running_trials", "n_pending_trials")
"""What only the run knows of a job that did not end."""

EVALS = ("stats", "evals")


def compared(job: RecordedJob, derived: DerivedStats) -> tuple[list[Headline], list[AuditFinding]]:
    """Return the headline of each group of trials, and where recorded stats differ from derived."""
    sizes = {name: len(trials) for name, trials in derived.groups.items()}
    own, stats = derived.stats, job.recorded.get("stats")
    if not isinstance(stats, dict):
        why = "it records no stats: the job did not end, or another program wrote it"
        missing = AuditFinding(FindingKind.UNDERIVED, RESULT, ("stats",), why)
        return list(headlines(own, None, sizes)), [missing]
    findings = list(_respelled(derived.text, job.content))
    if wrote := written_by(stats):
        why = f"by its shape harbor {wrote} wrote it: members that came later are not looked for"
        findings.append(AuditFinding(FindingKind.NOTE, RESULT, ("stats",), why))
    recorded = _migrated(stats)
    if own is None:
        return list(headlines(None, recorded, sizes)), findings
    own, renamed = _renamed(own, stats)
    own, unknown = _without_unknown_metrics(own, recorded, job, derived)
    findings += [*renamed, *unknown, *_differing(own, recorded, ended=job.ended)]
    return list(headlines(own, recorded, sizes)), findings


_LATER_NAMES = {"n_trials": "n_completed_trials", "n_errors": "n_errored_trials"}
"""What harbor reads such members as (harbor/models/job/result.py:45)."""

_UP_TO_0_3 = "0.3.0 or earlier"


def _migrated(stats: dict[str, Json]) -> dict[str, Json]:
    """Return stats under the names that 0.13.1 has for their members."""
    if not written_by(stats):
        return stats
    return {_LATER_NAMES.get(name, name): value for name, value in stats.items()}


def written_by(stats: Object) -> str:
    """Return which releases before 0.6.2 wrote stats of this shape; nothing for later ones.

    Those releases keep no lock.json.
    """
    if "n_trials" not in stats or "n_completed_trials" in stats:
        return ""
    if "n_input_tokens" in stats:
        return "0.6.0 or 0.6.1"
    passes = ("pass_at_k" in members_of(group) for group in evals_of(stats).values())
    return "0.4.0 or 0.5.0" if any(passes) else _UP_TO_0_3


def _renamed(derived: Object, recorded: Object) -> tuple[Object, list[AuditFinding]]:
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
    return "reward_stats" in members_of(recorded) and not [*_of_fields(derived, recorded, ())]


def _of_name(derived: str, recorded: str, stats: Object) -> AuditFinding:
    place = (*EVALS, recorded)
    if written_by(stats) == _UP_TO_0_3 and derived.replace("/", "-") == recorded:
        why = "harbor up to 0.3.0 wrote a hyphen for each slash in the name of a group"
        return AuditFinding(FindingKind.NOTE, RESULT, place, why)
    why = "the same trials under another name: their agent, model or dataset was changed afterwards"
    return differs(RESULT, place, why, recorded, derived, "job")


def _without_unknown_metrics(
    derived: Object, recorded: Object, job: RecordedJob, stats: DerivedStats
) -> tuple[Object, list[AuditFinding]]:
    """Return derived stats without metrics that a dataset of a registry may have of its own."""
    own, theirs, findings = dict(evals_of(derived)), evals_of(recorded), []
    for name, trials in stats.groups.items():
        if name not in own or trials[0]["source"] not in _from_registries(job):
            continue
        group, other = members_of(own[name]), members_of(theirs.get(name))
        if _keys(group.get("metrics")) != _keys(other.get("metrics")):
            own[name] = {key: value for key, value in group.items() if key != "metrics"}
            why = "a dataset of a registry has metrics of its own, which are not at hand"
            place = (*EVALS, name, "metrics")
            findings.append(AuditFinding(FindingKind.UNDERIVED, RESULT, place, why))
    return {**derived, "evals": own}, findings


def _from_registries(job: RecordedJob) -> set[str | None]:
    """Return the names of a job's datasets that are no folders."""
    datasets = job.config.get("datasets")
    listed = [members_of(one) for one in datasets] if isinstance(datasets, list) else []
    return {text_of(one.get("name")) for one in listed if one.get("path") is None} - {None}


def _keys(metrics: Json) -> list[list[str]]:
    """Return the keys that each metric has a number for."""
    listed = metrics if isinstance(metrics, list) else []
    return [sorted(members_of(one)) for one in listed]


def _differing(
    derived: Object, recorded: dict[str, Json], *, ended: bool
) -> Iterator[AuditFinding]:
    """Yield where derived stats and recorded ones differ.

    A member that is not recorded is no difference: earlier releases, and other programs,
    write fewer.
    """
    left_out = {"evals", *(() if ended else OPEN)}
    counts = {name: value for name, value in derived.items() if name not in left_out}
    yield from _of_fields(counts, recorded, ("stats",))
    own, theirs = evals_of(derived), evals_of(recorded)
    for group in dict.fromkeys([*own, *theirs]):
        place = (*EVALS, group)
        if group not in theirs:
            why = "this group of trials is not recorded"
            yield differs(RESULT, place, why, None, own[group], "job")
        elif group not in own:
            yield differs(RESULT, place, "no trial is of this group", theirs[group], None, "job")
        else:
            yield from _of_fields(own[group], theirs[group], place)


def _of_fields(derived: Json, recorded: Json, place: Path) -> Iterator[AuditFinding]:
    """Yield where two objects differ; lists of trials are compared as sets, unlike metrics."""
    if not isinstance(recorded, dict):
        why = "what is recorded is no group of trials"
        yield differs(RESULT, place, why, recorded, derived, "job")
        return
    own = {name: value for name, value in members_of(derived).items() if name in recorded}
    theirs = {name: recorded[name] for name in own}
    found = differences(cast("Value", own), cast("Value", theirs))
    for at in dict.fromkeys(_place_of(one.path, own, theirs) for one in found):
        one, other = _value_at(own, at), _value_at(theirs, at)
        why, same = _CAUSES.get(str(at[0]), "the trials give another value"), one == other
        if isinstance(one, list) and isinstance(other, list) and at[0] != "metrics":
            why, same = "other trials are listed here", _listed(one) == _listed(other)
        if not (same or is_nan(one, other)):
            clause = "pass_at_k" if at[0] == "pass_at_k" else "job"
            yield differs(RESULT, (*place, *at), why, other, one, clause)


def _listed(trials: list[Json]) -> Counter[str]:
    return Counter(map(str, trials))


def _place_of(path: Path, derived: Object, recorded: Object) -> Path:
    """Return where a difference is reported: for lists of trials, and uneven ones, the list."""
    lists = derived.get("metrics"), recorded.get("metrics")
    if path[0] == "metrics" and len({len(one) for one in lists if isinstance(one, list)}) == 1:
        return path
    return tuple(takewhile(lambda key: isinstance(key, str), path))


def _value_at(value: Json, path: Path) -> Json:
    """Return what a value has at a place; None where it has nothing there."""
    for key in path:
        match value, key:
            case dict(), str():
                value = value.get(key)
            case list(), int():
                value = value[key]
    return value


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
"""Why a field of the stats, or of a group, differs."""


def _respelled(derived: str, recorded: bytes) -> Iterator[AuditFinding]:
    """Yield where recorded stats have a derived number in another text.

    ``derived`` is harbor's own text of the stats, ``recorded`` the job's whole result.
    """
    try:
        stats = members_of(_with_texts(recorded)).get("stats")
    except (ValueError, RecursionError):
        return
    if not derived or not isinstance(stats, dict):
        return
    for one in differences(cast("Value", _with_texts(derived)), cast("Value", stats)):
        if isinstance(one.first, str) and isinstance(one.second, str):
            try:
                same = float(one.first) == float(one.second)
            except ValueError:
                continue
            if same:
                why = (
                    "the right number, and not as harbor writes it: by hand, or by another program"
                )
                place = ("stats", *one.path)
                shown = text(one.second), one.first
                yield AuditFinding(FindingKind.NOTE, RESULT, place, why, *shown)


def _with_texts(document: str | bytes) -> Json:
    """Return a document whose numbers are their texts."""
    value: Json = json.loads(document, parse_float=str, parse_int=str, parse_constant=str)
    return value
