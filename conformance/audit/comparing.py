"""Compares derived with recorded stats, and reports where they differ."""

import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from conformance.audit.explain import headlines
from conformance.audit.findings import (
    AuditFinding,
    Contradiction,
    FindingKind,
    Headline,
    found,
    noted,
    underived,
)
from conformance.audit.folders import RESULT, Object, members_of
from conformance.audit.jobs import RecordedJob
from conformance.audit.known import Known
from conformance.audit.presence import MOST_ORDERS
from conformance.audit.reward_file import number_of
from conformance.audit.stats import (
    EVALS,
    UP_TO_0_3,
    DerivedStats,
    evals_of,
    metric_at,
    migrated,
    without_unknown_metrics,
    written_by,
)
from conformance.protocol.differences import Absent, Path
from conformance.protocol.shapes import Json

OPEN = ("n_running_trials", "n_pending_trials", "pass_at_k")
"""Fields that only the run knows, or sets when a job ends."""


def compared(
    job: RecordedJob, tries: Iterator[DerivedStats], by: str, known: Known
) -> tuple[DerivedStats, list[Headline], list[AuditFinding]]:
    """Return the stats in the order that fits best, the headlines, and where stats differ."""
    first, stats = next(tries), job.recorded.get("stats")
    sizes = {name: len(trials) for name, trials in first.groups.items()}
    if not isinstance(stats, dict):
        why = "it records no stats: the job did not end, or another program wrote it"
        missing = underived(RESULT, ("stats",), why)
        return first, list(headlines(first.stats, None, sizes)), [missing]
    wrote, recorded = written_by(stats), migrated(stats)
    why = f"by its shape harbor {wrote} wrote it: later fields are not expected"
    findings = [noted(RESULT, ("stats",), why)] if wrote else []
    if first.stats is None:
        return first, list(headlines(None, recorded, sizes)), findings
    best, own, wrong = first, *_wrong(job, first, recorded, by, known)
    for other in tries if any(is_of_order(one, first) for one in wrong) else ():
        changed, others = _wrong(job, other, recorded, by, known)
        if len(others) < len(wrong):
            best, own, wrong = other, changed, others
        if not any(is_of_order(one, best) for one in wrong):
            break
    if best is not first:
        why = "it follows in the order of a resumed job, but not in that of config.json"
        findings.append(noted(RESULT, ("stats",), why))
    findings += [rounded(job, one, best) for one in wrong]
    return best, list(headlines(own, recorded, sizes)), findings


def _wrong(
    job: RecordedJob, derived: DerivedStats, recorded: Object, by: str, known: Known
) -> tuple[Object, list[AuditFinding]]:
    """Return derived stats under recorded names, and where recorded ones differ."""
    stats = derived.stats or {}
    if written_by(job.recorded.get("stats")) == UP_TO_0_3:
        evals = {name.replace("/", "-"): one for name, one in evals_of(stats).items()}
        stats = {**stats, "evals": evals}
    own, findings = without_unknown_metrics(stats, recorded, job, derived, known)
    unsure = [one.place for one in findings]
    # Harbor counts a trial after its result is written: stats that count all are not ahead.
    is_whole = job.ended or recorded.get("n_completed_trials") == len(job.trials)
    has_retries = bool(recorded.get("n_retries"))
    if not derived.all_tried:
        recorded = _respelled(recorded, derived, own)
    for at in differing(own, recorded, ("stats",)):
        is_open = not job.ended and set(OPEN) & set(at[0])
        if not is_open and not any(at[0][: len(place)] == place for place in unsure):
            # What a retry took back leaves empty lists, groups of no trial, and 0 for null.
            is_live = not job.ended and has_retries and at[0][3:4] != ("metrics",)
            ended = is_whole and not is_live and (job.ended or at[2] != [])
            findings += _findings(at, is_own=job.release == by, ended=ended)
    return own, findings


def _respelled(recorded: Object, derived: DerivedStats, own: Object) -> Object:
    """Return recorded stats whose rewards are spelled as the derived ones are.

    Of equal numbers, 1 and 1.0, the first in the order of the trials is the key of all.
    """
    evals, ours = dict(evals_of(recorded)), evals_of(own)
    for name, group in evals.items():
        if isinstance(tables := members_of(group).get("reward_stats"), dict):
            numbers = members_of(members_of(ours.get(name)).get("reward_stats"))
            spelled = {
                key: _spelled(one, numbers.get(key), derived.rewards(name, key))
                for key, one in tables.items()
            }
            evals[name] = {**members_of(group), "reward_stats": spelled}
    return {**recorded, "evals": evals}


def _spelled(given: Json, derived: Json, rewards: Sequence[float]) -> Json:
    own = {number_of(one): one for one in members_of(derived)}
    kinds = {(type(one), one) for one in rewards}
    spelled = dict[str, Json]()
    for text, names in members_of(given).items():
        kind = int if text.removeprefix("-").isdecimal() else float
        is_reward = (kind, number_of(text)) in kinds
        spelled[own.get(number_of(text), text) if is_reward else text] = names
    return spelled if spelled and len(spelled) == len(members_of(given)) else given


type Place = tuple[Path, object, object]
"""Where two values differ, what is recorded there and what is derived."""


def differing(derived: object, recorded: object, place: Path) -> Iterator[Place]:
    """Yield where two values differ; lists of trials are compared as sets, unlike metrics.

    A derived metric that is None is one that only the recorded job knows.
    """
    if isinstance(derived, dict) and isinstance(recorded, dict):
        for key in dict.fromkeys([*derived, *recorded]):
            own, other = (one.get(key, Absent.ABSENT) for one in (derived, recorded))
            yield from differing(own, other, (*place, key))
    elif isinstance(derived, list) and isinstance(recorded, list):
        in_order = place[3:4] == ("metrics",)
        if in_order and len(derived) == len(recorded):
            for at, (own, other) in enumerate(zip(derived, recorded, strict=True)):
                yield from differing(own, other, (*place, at)) if own is not None else ()
        elif in_order or Counter(map(str, derived)) != Counter(map(str, recorded)):
            yield place, recorded, derived
    elif derived != recorded or _sign(derived) != _sign(recorded):
        yield place, recorded, derived


def _sign(value: object) -> object:
    """Return what ``==`` ignores: whether a value is a bool, and the sign of a zero."""
    is_negative = isinstance(value, float) and math.copysign(1, value) < 0
    return isinstance(value, bool), is_negative


def _findings(at: Place, *, is_own: bool, ended: bool) -> Iterator[AuditFinding]:
    """Yield the finding of a difference.

    If another release or program wrote the job, missing and additional fields are no findings. A
    job that still runs may be ahead of its result.json.
    """
    place, recorded, derived = at
    missing, unknown = recorded is Absent.ABSENT, derived is Absent.ABSENT
    kind, about, within = FindingKind.DIFFERS, Contradiction.NUMBERS, place[3:4]
    if place[: len(EVALS)] == EVALS and len(place) == len(EVALS) + 1:
        why = "no trial is of this group" if unknown else "this group of trials is not recorded"
        why = why if missing or unknown else "the recorded value is not a group of trials"
    elif (missing or unknown) and (len(place) == len(EVALS) + 2 or not within):
        if missing and not is_own:
            return
        why = "harbor writes no such field"
        if missing:
            why = "harbor writes this field, and it is missing"
        kind, about = kind if is_own else FindingKind.UNDERIVED, Contradiction.FIELDS
    elif within != ("metrics",) and isinstance(recorded, list) and isinstance(derived, list):
        why = "other trials are listed here"
    else:
        is_score = within in {("metrics",), ("pass_at_k",)}
        why = f"the trials{"' rewards" * is_score} give another {'number' if is_score else 'value'}"
    if not ended:
        why, kind = f"the job did not end, and may be ahead: {why}", FindingKind.UNDERIVED
    own, other = (None if one is Absent.ABSENT else one for one in (derived, recorded))
    yield found(RESULT, place, why, other, own, about=about, kind=kind)


def is_of_order(finding: AuditFinding, derived: DerivedStats) -> bool:
    """Return whether another order of the trials might give the recorded values.

    The first of equal rewards is the key of all of them, and an order rounds a sum differently.
    """
    match finding.place:
        case (_, _, str(group), "reward_stats", str(key), str(text)):
            alike = {repr(one) for one in derived.rewards(group, key) if one == number_of(text)}
            return len(alike) > 1
        case (_, _, str(group), "metrics", _, _) if group not in derived.groups:
            return True  # some releases have other names for groups
    sizes = _summands(finding, derived)
    return bool(sizes) and (not all(map(math.isfinite, sizes)) or _is_rounded(finding, sizes))


def rounded(job: RecordedJob, finding: AuditFinding, derived: DerivedStats) -> AuditFinding:
    """Return a finding; a difference that rounding may cause becomes *cannot be derived*.

    A sum of floats depends on the order of the trials, which is not known for a resumed job: a
    difference is certain only if all of a few orders were tried, or none rounds.
    """
    match finding.place:
        case (_, _, _, "metrics", int(at), _) if metric_at(job, at) not in {"mean", "sum"}:
            return finding
    sizes = _summands(finding, derived)
    is_open = finding.kind is FindingKind.DIFFERS and not (derived.all_tried or _is_exact(sizes))
    if is_open and _is_rounded(finding, sizes):
        why = f"the trials' order is not known: none of {MOST_ORDERS} tried, or fewer, gives this,"
        return replace(finding, kind=FindingKind.UNDERIVED, cause=f"{why} but another may round so")
    return finding


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


def _is_rounded(finding: AuditFinding, sizes: list[float]) -> bool:
    """Return whether two sums of numbers of these sizes may differ only by their order."""
    try:
        apart = abs(float(finding.recorded) - float(finding.derived))
    except ValueError:
        return False
    # Each addition rounds by half an ulp of the largest sum at most, in both orders.
    return all(map(math.isfinite, sizes)) and apart <= math.ulp(sum(sizes)) * len(sizes)


def _is_exact(floats: list[float]) -> bool:
    """Return whether each sum of some of these numbers is a float, so that no order rounds."""
    if not all(map(math.isfinite, floats)):
        return False
    unit = max((one.as_integer_ratio()[1] for one in floats), default=1)
    # Every integer up to this power of two is a float.
    return sum(int(one * unit) for one in floats) <= 1 << sys.float_info.mant_dig
