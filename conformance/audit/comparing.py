"""Compares derived with recorded stats, and reports where they differ."""

import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import cast

from conformance.audit.basis import Known
from conformance.audit.findings import (
    AuditFinding,
    Contradiction,
    FindingKind,
    found,
    noted,
    underived,
)
from conformance.audit.folders import RESULT, Object, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.reward_file import number_of
from conformance.audit.rewards import is_of_value
from conformance.audit.stats import EVALS, DerivedStats, metric_at, without_unknown_metrics
from conformance.protocol.differences import Absent, Difference, Path, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import Value


def compared(
    job: RecordedJob, tries: Iterator[DerivedStats], by: str, known: Known
) -> tuple[DerivedStats, Object | None, list[AuditFinding]]:
    """Return the stats in the order that fits best, as they are compared, and where they differ."""
    best, recorded = next(tries), job.stats
    if recorded is None or not job.ended:
        why = "the job did not end, and may be ahead of them"
        if recorded is None:
            why = "it records no stats: the job did not end, or another program wrote it"
        return best, best.stats, [underived(RESULT, ("stats",), why)]
    if best.stats is None:
        return best, None, []
    first, own, wrong = best, *_wrong(job, best, recorded, by, known)
    for other in tries if any(is_of_order(job, one, best) for one in wrong) else ():
        changed, others = _wrong(job, other, recorded, by, known)
        if len(others) < len(wrong):
            best, own, wrong = other, changed, others
        if not any(is_of_order(job, one, best) for one in wrong):
            break
    findings = [_rounded(job, one, best) for one in wrong]
    if best is not first:
        why = "it follows in the order of a resumed job, but not in that of config.json"
        findings.append(noted(RESULT, ("stats",), why))
    return best, own, findings


def _wrong(
    job: RecordedJob, derived: DerivedStats, recorded: Object, by: str, known: Known
) -> tuple[Object, list[AuditFinding]]:
    """Return derived stats under recorded names, and where recorded ones differ."""
    own, findings = without_unknown_metrics(derived, recorded, job, known)
    unsure = [one.place for one in findings]
    derived_form, recorded_form = (_in_one_form({**one}, ("stats",)) for one in (own, recorded))
    for one in differences(derived_form, recorded_form, ("stats",)):
        is_program = one.first is None and one.path[3:-1] == ("metrics",)
        is_unsure = is_program or any(one.path[: len(place)] == place for place in unsure)
        if is_of_value(one) and not is_unsure:
            findings += _findings(one, job.release, by)
    return own, findings


def _in_one_form(value: Json, place: Path) -> Value:
    """Return stats without what the order of trials decides: that of listed ones, and keys.

    Of equal rewards, 1 and 1.0, harbor takes the first as the key of all.
    """
    if isinstance(value, list) and place[3:4] != ("metrics",):
        return cast("Value", tuple(sorted(map(str, value))))
    if isinstance(value, dict):
        are_rewards = place[3:4] == ("reward_stats",) and len(place) == len(EVALS) + 3
        names = {key: str(number_of(key)) if are_rewards else key for key in value}
        return {names[key]: _in_one_form(one, (*place, key)) for key, one in value.items()}
    return cast("Value", value)


def _findings(difference: Difference, wrote: str, by: str) -> Iterator[AuditFinding]:
    """Yield the finding of a difference.

    If another release or program wrote the job, missing and additional fields are no findings;
    neither is the name of a group, if no release is known to have written it.
    """
    sides: tuple[object, object] = difference.first, difference.second
    place, (derived, recorded) = difference.path, sides
    missing, unknown = recorded is Absent.ABSENT, derived is Absent.ABSENT
    kind, about, within = FindingKind.DIFFERS, Contradiction.NUMBERS, place[3:4]
    if place[: len(EVALS)] == EVALS and len(place) == len(EVALS) + 1:
        why = "no trial is of this group" if unknown else "this group of trials is not recorded"
        why = why if missing or unknown else "the recorded value is not a group of trials"
        kind = kind if wrote else FindingKind.UNDERIVED
    elif (missing or unknown) and (len(place) == len(EVALS) + 2 or not within):
        if missing and wrote != by:
            return
        why = "harbor writes no such field"
        if missing:
            why = "harbor writes this field, and it is missing"
        kind, about = kind if wrote == by else FindingKind.UNDERIVED, Contradiction.FIELDS
    elif within != ("metrics",) and isinstance(recorded, tuple) and isinstance(derived, tuple):
        why = "other trials are listed here"
    else:
        is_score = within in {("metrics",), ("pass_at_k",)}
        why = f"the trials{"' rewards" * is_score} give another {'number' if is_score else 'value'}"
    own, other = (None if one is Absent.ABSENT else one for one in sides)
    yield found(RESULT, place, why, other, own, about=about, kind=kind)


def _rounded(job: RecordedJob, finding: AuditFinding, derived: DerivedStats) -> AuditFinding:
    """Return a finding; a difference that rounding may cause becomes *cannot be derived*.

    A sum of floats depends on the order of the trials, which is not known for a resumed job: a
    difference is certain only if all orders were tried, or none rounds.
    """
    if not derived.all_tried and is_of_order(job, finding, derived):
        why = "neither the order of config.json nor that of the folder gives this: another may"
        return replace(finding, kind=FindingKind.UNDERIVED, cause=f"{why} round so")
    return finding


def is_of_order(job: RecordedJob, finding: AuditFinding, derived: DerivedStats) -> bool:
    """Return whether another order of the trials might give a recorded number that differs."""
    match finding.place:
        case (_, _, _, "metrics", int(at), _) if metric_at(job, at) not in {"mean", "sum"}:
            return False
    sizes = _summands(finding, derived)
    if finding.kind is not FindingKind.DIFFERS or _is_exact(sizes):
        return False
    try:
        apart = abs(float(finding.recorded) - float(finding.derived))
    except ValueError:
        return False
    # Each addition rounds by half an ulp of the largest sum at most, in both orders.
    return all(map(math.isfinite, sizes)) and apart <= math.ulp(sum(sizes)) * len(sizes)


def _summands(finding: AuditFinding, derived: DerivedStats) -> list[float]:
    """Return the sizes of the numbers whose sum a finding is about; none for anything else."""
    numbers: Iterable[object] = ()
    match finding.place:
        case (_, _, str(group), "metrics", _, _):
            numbers = derived.rewards(group)
        case (_, "cost_usd"):
            every = (one for trials in derived.groups.values() for one in trials)
            numbers = (members_of(one["usage"]).get("cost_usd") for one in every)
    return [as_float(abs(one)) for one in numbers if isinstance(one, int | float)]


def as_float(value: float) -> float:
    """Return a number as a float, which is infinite for an integer beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _is_exact(floats: list[float]) -> bool:
    """Return whether each sum of some of these numbers is a float, so that no order rounds."""
    if not all(map(math.isfinite, floats)):
        return False
    unit = max((one.as_integer_ratio()[1] for one in floats), default=1)
    # Every integer up to this power of two is a float.
    return sum(map(Fraction, floats)) * unit <= 1 << sys.float_info.mant_dig
