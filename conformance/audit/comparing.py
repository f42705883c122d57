"""Compares the stats that were derived with those that are recorded, and says where they differ."""

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from conformance.audit.configured import MOST_PERMUTED
from conformance.audit.findings import (
    NOT_DERIVED,
    NOT_RECORDED,
    AuditFinding,
    Contradiction,
    FindingKind,
    Headline,
    differs,
    text,
    underived,
)
from conformance.audit.folders import RESULT, Object, members_of, text_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.stats import DerivedStats, Trials, evals_of
from conformance.protocol import show
from conformance.protocol.differences import Path, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import Value

OPEN = ("n_running_trials", "n_pending_trials", "pass_at_k")
"""What only the run knows of a job that did not end, or makes in the end."""

EVALS = ("stats", "evals")


def compared(
    job: RecordedJob, tries: Iterator[DerivedStats], by: str
) -> tuple[DerivedStats, list[Headline], list[AuditFinding]]:
    """Return the stats in the order that fits best, the headlines, and where stats differ."""
    first = next(tries)
    stats = job.recorded.get("stats")
    sizes = {name: len(trials) for name, trials in first.groups.items()}
    if not isinstance(stats, dict):
        why = "it records no stats: the job did not end, or another program wrote it"
        missing = underived(RESULT, ("stats",), why)
        return first, list(headlines(first.stats, None, sizes)), [missing]
    findings = []
    if wrote := written_by(stats):
        why = f"by its shape harbor {wrote} wrote it: members that came later are not looked for"
        findings.append(AuditFinding(FindingKind.NOTE, RESULT, ("stats",), why))
    recorded = _migrated(stats)
    if first.stats is None:
        return first, list(headlines(None, recorded, sizes)), findings
    best, own, found = first, *_found(job, first, recorded, by)
    for other in tries if any(map(_is_of_order, found)) else ():
        changed, others = _found(job, other, recorded, by)
        if len(others) < len(found):
            best, own, found = other, changed, others
        if not any(map(_is_of_order, found)):
            break
    if best is not first:
        why = "it follows in the order of a job that was resumed, and not in that of config.json"
        findings.append(AuditFinding(FindingKind.NOTE, RESULT, ("stats",), why))
    findings += [*_respelled(best.text, job.content), *(_rounded(one, best) for one in found)]
    return best, list(headlines(own, recorded, sizes)), findings


def _found(
    job: RecordedJob, derived: DerivedStats, recorded: Object, by: str
) -> tuple[Object, list[AuditFinding]]:
    """Return derived stats under recorded names, and where recorded ones differ."""
    own, renamed = _renamed(derived.stats or {}, recorded)
    own, unknown = _without_unknown_metrics(own, recorded, job, derived)
    left_out, unsure = () if job.ended else OPEN, [one.place for one in unknown]
    found = [
        _finding(one, is_own=job.release == by, ended=job.ended)
        for one in _differing(own, recorded, ("stats",))
        if not set(left_out) & set(one[0]) and not any(_is_below(one[0], at) for at in unsure)
    ]
    return own, [*renamed, *unknown, *(one for one in found if one)]


def _is_below(place: Path, other: Path) -> bool:
    return place[: len(other)] == other


def _is_of_order(finding: AuditFinding) -> bool:
    """Return whether another order of the trials might give what is recorded."""
    is_number = "metrics" in finding.place[3:4] or finding.place[1:] == ("cost_usd",)
    return finding.kind is not FindingKind.NOTE and (
        is_number or finding.place[3:4] == ("reward_stats",)
    )


def _rounded(finding: AuditFinding, derived: DerivedStats) -> AuditFinding:
    """Return a finding, as none of a difference where it is one that rounding may make.

    A sum of floats depends on the order of the trials, which is not known of a resumed job.
    """
    match finding.place:
        case (_, _, str(group), "metrics", int(), _):
            numbers = [*_numbers(derived.groups.get(group, []))]
        case (_, "cost_usd"):
            trials = [one for some in derived.groups.values() for one in some]
            used = [members_of(cast("Json", one["usage"])).get("cost_usd") for one in trials]
            numbers = [one for one in used if isinstance(one, float)]
        case _:
            return finding
    try:
        apart = abs(float(finding.recorded) - float(finding.derived))
    except ValueError:
        return finding
    if (
        len(numbers) > MOST_PERMUTED
        and finding.kind is FindingKind.DIFFERS
        and apart <= math.ulp(sum(map(abs, numbers))) * len(numbers)
    ):
        why = "the order of the trials is not known, and another one may round to this"
        return replace(finding, kind=FindingKind.UNDERIVED, cause=why)
    return finding


def _numbers(trials: Trials) -> Iterator[float]:
    for trial in trials:
        rewards = members_of(cast("Json", trial["verifier_result"])).get("rewards")
        yield from (float(cast("float", one)) for one in members_of(rewards).values())


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
    found = [one for one in _differing(derived, recorded, (*EVALS, "")) if one[1] is not _ABSENT]
    return "reward_stats" in members_of(recorded) and not found


def _of_name(derived: str, recorded: str, stats: Object) -> AuditFinding:
    place = (*EVALS, recorded)
    if "n_input_tokens" not in stats and derived.replace("/", "-") == recorded:
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
        why, place = "a dataset of a registry may have metrics of its own", (*EVALS, name)
        findings.append(underived(RESULT, (*place, "metrics"), f"{why}, which are not at hand"))
        if _keys(group.get("metrics")) != _keys(other.get("metrics")):
            own[name] = {key: value for key, value in group.items() if key != "metrics"}
    return {**derived, "evals": own}, findings


def _from_registries(job: RecordedJob) -> set[str | None]:
    """Return the names of a job's datasets that are no folders."""
    datasets = (job.config or {}).get("datasets")
    listed = [members_of(one) for one in datasets] if isinstance(datasets, list) else []
    return {text_of(one.get("name")) for one in listed if one.get("path") is None} - {None}


def _keys(metrics: Json) -> list[list[str]]:
    """Return the keys that each metric has a number for."""
    listed = metrics if isinstance(metrics, list) else []
    return [sorted(members_of(one)) for one in listed]


class _Absent:
    """Stands for a field that is not there."""

    def __str__(self) -> str:
        return "missing"


_ABSENT = _Absent()

type _Place = tuple[Path, object, object]
"""Where two values differ, what is recorded there and what is derived."""


def _differing(derived: object, recorded: object, place: Path) -> Iterator[_Place]:
    """Yield where two values differ; lists of trials are compared as sets, unlike metrics."""
    if isinstance(derived, dict) and isinstance(recorded, dict):
        for key in dict.fromkeys([*derived, *recorded]):
            own, other = derived.get(key, _ABSENT), recorded.get(key, _ABSENT)
            yield from _differing(own, other, (*place, key))
    elif isinstance(derived, list) and isinstance(recorded, list):
        in_order = place[3:4] == ("metrics",)
        if in_order and len(derived) == len(recorded):
            for at, (own, other) in enumerate(zip(derived, recorded, strict=True)):
                yield from _differing(own, other, (*place, at))
        elif in_order or Counter(map(str, derived)) != Counter(map(str, recorded)):
            yield place, recorded, derived
    elif derived != recorded or isinstance(derived, bool) != isinstance(recorded, bool):
        yield place, recorded, derived


def _finding(at: _Place, *, is_own: bool, ended: bool) -> AuditFinding | None:
    """Return the finding of a difference.

    Of another release, and of other programs, no field is missing and none too many. A job that
    goes on may be ahead of what it has written.
    """
    place, recorded, derived = at
    is_group = place[: len(EVALS)] == EVALS and len(place) == len(EVALS) + 1
    kind, about = FindingKind.DIFFERS, Contradiction.NUMBERS
    if is_group:
        why = "no trial is of this group" if derived is _ABSENT else _GROUP
        why = why if recorded is _ABSENT or derived is _ABSENT else _NO_GROUP
    elif place[3:4] == ("metrics",):
        why = _METRICS
    elif isinstance(recorded, list) and isinstance(derived, list):
        why = "other trials are listed here"
    elif set(place[3:-1]) & {"reward_stats", "exception_stats"}:
        why = "the trials give another value"
    elif ((recorded is _ABSENT or derived is _ABSENT) and place[3:4] != ("pass_at_k",)) or (
        place[3:] == ("pass_at_k",) and recorded is _ABSENT
    ):
        why, about = "harbor writes this field, and it is missing", Contradiction.FIELDS
        if derived is _ABSENT:
            why = "harbor writes no such field"
        elif not is_own:
            return None
        kind = FindingKind.DIFFERS if is_own else FindingKind.UNDERIVED
    else:
        key = "pass_at_k" if place[3:4] == ("pass_at_k",) else str(place[-1])
        why = _CAUSES.get(key, "the trials give another value")
    if not ended:
        why, kind = f"the job did not end, and may be ahead: {why}", FindingKind.UNDERIVED
    own, other = (None if one is _ABSENT else one for one in (derived, recorded))
    clause = "pass_at_k" if place[3:4] == ("pass_at_k",) else "job"
    return differs(RESULT, place, why, other, own, clause, about, kind)


_GROUP = "this group of trials is not recorded"
_NO_GROUP = "what is recorded is no group of trials"
_METRICS = "the trials' rewards give another number"
_CAUSES = {
    "pass_at_k": "the trials' rewards give another pass@k",
    "n_errors": "another number of trials has an exception",
    "n_errored_trials": "another number of trials has an exception",
    "n_trials": "another number of trials has rewards",
    "n_completed_trials": "another number of trials ended",
    "n_cancelled_trials": "another number of trials was cancelled",
    "cost_usd": "the trials' costs come to another sum",
}
"""Why a field of the stats, or of a group, differs."""


def headlines(
    derived: Object | None, recorded: Object | None, sizes: Mapping[str, int]
) -> Iterator[Headline]:
    """Yield the first metric of each group, and its pass@k; ``sizes`` counts its trials."""
    own, theirs = evals_of(derived), evals_of(recorded)
    for group in dict.fromkeys([*own, *theirs]):
        metric, value = _first_metric(own.get(group))
        name, other = _first_metric(theirs.get(group))
        rewarded = members_of(theirs.get(group)).get("n_trials")
        trials = rewarded if isinstance(rewarded, int) else 0
        about = (sizes.get(group, trials), trials)
        yield Headline(
            show.printable(group),
            show.printable(name or metric),
            text(other) if name or group not in own else NOT_RECORDED,
            text(value) if metric or group not in theirs else NOT_DERIVED,
            *about,
        )
        passes, recorded_ = (_passes(side.get(group)) for side in (own, theirs))
        for k in dict.fromkeys([*passes, *recorded_]) if own.get(group) and recorded else ():
            shown = (recorded_.get(k, NOT_RECORDED), passes.get(k, NOT_DERIVED))
            yield Headline(show.printable(group), f"pass@{show.printable(k)}", *shown, *about)


def _passes(group: Json) -> dict[str, str]:
    return {k: text(one) for k, one in members_of(members_of(group).get("pass_at_k")).items()}


def _first_metric(group: Json) -> tuple[str, Json]:
    metrics = members_of(group).get("metrics")
    if isinstance(metrics, list) and metrics and isinstance(metrics[0], dict):
        for name, value in metrics[0].items():
            return name, value
    return "", None


def _respelled(derived: str, recorded: bytes) -> Iterator[AuditFinding]:
    """Yield where recorded stats have a derived number in another text.

    ``derived`` is harbor's own text of the stats, ``recorded`` the job's whole result.
    """
    stats = members_of(_with_texts(recorded)).get("stats")
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
