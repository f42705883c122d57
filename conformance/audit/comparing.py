"""Compares derived with recorded stats, and reports where they differ."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

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
from conformance.audit.rounding import is_of_order, number_of, rounded
from conformance.audit.stats import (
    EVALS,
    UP_TO_0_3,
    DerivedStats,
    Unsaid,
    evals_of,
    migrated,
    without_unknown_metrics,
    written_by,
)
from conformance.protocol.differences import Path
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

    def as_derived(text: str) -> str:
        kind = int if text.removeprefix("-").isdecimal() else float
        number = number_of(text)
        return own.get(number, text) if (kind, number) in kinds else text

    spelled = {as_derived(one): names for one, names in members_of(given).items()}
    return spelled if spelled and len(spelled) == len(members_of(given)) else given


type Place = tuple[Path, object, object]
"""Where two values differ, what is recorded there and what is derived."""


def differing(derived: object, recorded: object, place: Path) -> Iterator[Place]:
    """Yield where two values differ; lists of trials are compared as sets, unlike metrics."""
    if isinstance(derived, dict) and isinstance(recorded, dict):
        for key in dict.fromkeys([*derived, *recorded]):
            own, other = derived.get(key, Unsaid.ABSENT), recorded.get(key, Unsaid.ABSENT)
            yield from differing(own, other, (*place, key))
    elif isinstance(derived, list) and isinstance(recorded, list):
        in_order = place[3:4] == ("metrics",)
        if in_order and len(derived) == len(recorded):
            for at, (own, other) in enumerate(zip(derived, recorded, strict=True)):
                yield from differing(own, other, (*place, at))
        elif in_order or Counter(map(str, derived)) != Counter(map(str, recorded)):
            yield place, recorded, derived
    elif derived is not Unsaid.UNKNOWN and (
        derived != recorded or _sign(derived) != _sign(recorded)
    ):
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
    missing, unknown = recorded is Unsaid.ABSENT, derived is Unsaid.ABSENT
    kind, about, within = FindingKind.DIFFERS, Contradiction.NUMBERS, place[3:4]
    if place[: len(EVALS)] == EVALS and len(place) == len(EVALS) + 1:
        why = "no trial is of this group" if unknown else "this group of trials is not recorded"
        why = why if missing or unknown else "the recorded value is not a group of trials"
    elif (missing or unknown) and (len(place) == len(EVALS) + 2 or not within):
        if missing and not is_own:
            return
        why = "harbor writes this field, and it is missing" if missing else _UNKNOWN
        kind, about = kind if is_own else FindingKind.UNDERIVED, Contradiction.FIELDS
    elif within != ("metrics",) and isinstance(recorded, list) and isinstance(derived, list):
        why = "other trials are listed here"
    else:
        is_score = within in {("metrics",), ("pass_at_k",)}
        why = f"the trials{"' rewards" * is_score} give another {'number' if is_score else 'value'}"
    if not ended:
        why, kind = f"the job did not end, and may be ahead: {why}", FindingKind.UNDERIVED
    own, other = (None if one is Unsaid.ABSENT else one for one in (derived, recorded))
    yield found(about, RESULT, place, why, other, own, kind=kind)


_UNKNOWN = "harbor writes no such field"
