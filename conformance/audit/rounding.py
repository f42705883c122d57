"""Whether a recorded number may result from another order of the trials."""

import math
import sys
from collections.abc import Iterable
from dataclasses import replace

from conformance.audit.findings import AuditFinding, FindingKind
from conformance.audit.folders import members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.presence import MOST_ORDERS
from conformance.audit.stats import DerivedStats, metric_at


def is_of_order(finding: AuditFinding, derived: DerivedStats) -> bool:
    """Return whether another order of the trials might give the recorded values.

    The first of equal rewards is the key of all of them, and an order rounds a sum differently.
    """
    match finding.place:
        case (_, _, str(group), "reward_stats", str(key), str(text)):
            alike = {repr(one) for one in derived.rewards(group, key) if one == number_of(text)}
            return len(alike) > 1
        case (_, _, str(group), "metrics", _, _):
            numbers = _sizes(derived.rewards(group))
            # Some releases have other names for groups.
            is_open = group not in derived.groups or not all(map(math.isfinite, numbers))
            return is_open or _is_rounded(finding, numbers)
        case (_, "cost_usd"):
            return _is_rounded(finding, _costs_of(derived))
    return False


def rounded(job: RecordedJob, finding: AuditFinding, derived: DerivedStats) -> AuditFinding:
    """Return a finding; a difference that rounding may cause becomes *cannot be derived*.

    A sum of floats depends on the order of the trials, which is not known for a resumed job: a
    difference is certain only if all of a few orders were tried, or none rounds.
    """
    match finding.place:
        case (_, _, str(group), "metrics", int(place), _) if metric_at(job, place) in _ADDING:
            numbers = _sizes(derived.rewards(group))
        case (_, "cost_usd"):
            numbers = _costs_of(derived)
        case _:
            return finding
    is_open = finding.kind is FindingKind.DIFFERS and not (derived.all_tried or _is_exact(numbers))
    if is_open and _is_rounded(finding, numbers):
        why = f"the trials' order is not known: none of {MOST_ORDERS} tried, or fewer, gives this,"
        return replace(finding, kind=FindingKind.UNDERIVED, cause=f"{why} but another may round so")
    return finding


def _costs_of(derived: DerivedStats) -> list[float]:
    trials = [one for some in derived.groups.values() for one in some]
    return _sizes(members_of(one["usage"]).get("cost_usd") for one in trials)


def _sizes(numbers: Iterable[object]) -> list[float]:
    return [as_float(abs(one)) for one in numbers if isinstance(one, int | float)]


def as_float(value: float) -> float:
    """Return a number as a float, which is infinite for an integer beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _is_rounded(finding: AuditFinding, sizes: list[float]) -> bool:
    """Return whether two sums of numbers of these sizes may differ only by their order."""
    try:
        apart = abs(float(finding.recorded) - float(finding.derived))
    except ValueError:
        return False
    # Each addition rounds by half an ulp of the largest sum at most, in both orders.
    return all(map(math.isfinite, sizes)) and apart <= math.ulp(sum(sizes)) * len(sizes)


_ADDING = ("mean", "sum")
"""The metrics whose numbers may depend on the order in which they are added."""


def _is_exact(floats: list[float]) -> bool:
    """Return whether each sum of some of these numbers is a float, so that no order rounds."""
    if not all(map(math.isfinite, floats)):
        return False
    unit = max((one.as_integer_ratio()[1] for one in floats), default=1)
    # Every integer up to this power of two is a float.
    return sum(int(one * unit) for one in floats) <= 1 << sys.float_info.mant_dig


def number_of(text: str) -> float | str:
    """Return the number that a key of a table of rewards represents, or the key itself."""
    try:
        return float(text)
    except ValueError:
        return text
