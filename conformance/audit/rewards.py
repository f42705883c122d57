"""Compares the recorded rewards of a trial or a step with those of its files."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found, underived
from conformance.audit.folders import Object
from conformance.audit.trial_folders import Claims, RecordedTrial, RewardFiles
from conformance.implementations.process import CandidateError
from conformance.protocol.differences import Absent, Kind, Path, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Implementation, Result, Value

OF_THE_FILES = {
    "RewardFileNotFoundError",
    "RewardFileEmptyError",
    "VerifierOutputParseError",
    "ValidationError",
}
"""The errors that follow from only the reward files."""

type Expected = Result | Failure | None
"""harbor's answer for reward files; None if none were kept."""


def answer_of(harbor: Implementation, trial: RecordedTrial, files: RewardFiles) -> Expected:
    """Return harbor's answer for reward files; nothing if the verifier is disabled."""
    if not files.kept or (trial.setup is not None and trial.setup.disabled):
        return None
    return answered(harbor, Case("verifier", files.input))


def answered(harbor: Implementation, case: Case) -> Result | Failure:
    """Return harbor's result or error; raises CandidateError if it gives none."""
    answer = harbor.answer(case)
    if isinstance(answer, Result | Failure):
        return answer
    raise CandidateError(f"harbor gave no answer: {getattr(answer, 'reason', 'unsupported')}")


@dataclass(frozen=True, slots=True)
class Record:
    """What a trial or a step records, at ``place`` in the trial's result."""

    trial: RecordedTrial
    claims: Claims
    place: Path = ()

    @property
    def verifier_result(self) -> Object | None:
        """The recorded rewards, or nothing if there are none."""
        recorded = self.claims.verifier_result
        return recorded if isinstance(recorded, dict) else None

    @property
    def exception(self) -> str | None:
        """The type of the recorded exception."""
        return str(self.claims.exception) if self.claims.failed else None

    @property
    def failed(self) -> bool:
        """Whether an event that only the run knows kept its files from being read."""
        none = self.verifier_result is None and self.exception is not None
        return none and self.exception not in OF_THE_FILES

    @property
    def believed(self) -> bool:
        """Whether exception.txt confirms the failure; a step has no such file and is trusted."""
        return self.failed and (bool(self.place) or self.trial.left(str(self.exception)))

    def rewards_by(self, expected: Expected) -> Value:
        """Return the verifier result of the files, or the recorded one if none were kept."""
        if expected is None:
            return as_recorded(self.verifier_result)
        if isinstance(expected, Failure) or self.believed:
            return None
        return cast("dict[str, Value]", expected.value)

    def exception_by(self, expected: Expected) -> str | None:
        """Return the exception of the files, or the recorded one if they do not show any."""
        if expected is None or self.believed:
            return self.exception
        if isinstance(expected, Failure):
            return expected.error
        return None if self.failed or self.exception in OF_THE_FILES else self.exception

    def answer(self) -> Expected:
        """Return what it records as an answer about its reward files, if it is one."""
        if self.verifier_result is not None:
            return Result(as_recorded(self.verifier_result))
        return Failure(str(self.exception)) if self.exception in OF_THE_FILES else None

    def differs(
        self,
        place: Path,
        why: str,
        *values: object,
        about: Contradiction = Contradiction.REWARDS,
        kind: FindingKind = FindingKind.DIFFERS,
    ) -> AuditFinding:
        """Return the finding that the first value is recorded, but the second derived."""
        return found(about, self.trial.file, (*self.place, *place), why, *values, kind=kind)


def as_recorded(recorded: Object | None) -> Value:
    """Return a recorded verifier result; null in it was a number that JSON does not have."""
    if recorded is None:
        return None
    rewards = recorded.get("rewards")
    if not isinstance(rewards, dict):
        return {"rewards": None}
    return {"rewards": {name: _number(value) for name, value in rewards.items()}}


def _number(recorded: Json) -> float:
    is_number = isinstance(recorded, int | float) and not isinstance(recorded, bool)
    return cast("float", recorded) if is_number else math.nan


_REWARDS, _EXCEPTION = ("verifier_result",), ("exception_info",)


def compared_rewards(
    record: Record, expected: Expected, *, is_cut_off: bool = False
) -> Iterator[AuditFinding]:
    """Yield where a record and its files differ; a step that was cut off has no record."""
    recorded, exception, setup = record.verifier_result, record.exception, record.trial.setup
    if isinstance(expected, Failure):
        yield from _of_refused(record, expected.error)
    elif expected is not None and recorded is not None:
        yield from of_rewards(record, expected)
    elif expected is not None:
        rewards = cast("dict[str, Value]", expected.value)["rewards"]
        why, about = "the files have rewards, but none are recorded", Contradiction.REWARDS
        kind = FindingKind.UNDERIVED if record.believed else FindingKind.DIFFERS
        if record.failed:  # a verifier that times out may have written its file
            why = f"{why}: a failure that only the run knows is recorded"
            about = Contradiction.FAILURE
        yield record.differs(_REWARDS, why, exception, rewards, about=about, kind=kind)
    elif recorded is not None:
        why, at = "no reward file was kept: its rewards are taken as recorded", record.place
        yield underived(record.trial.file, (*at, *_REWARDS), why, Contradiction.REWARDS)
    elif exception is None and not is_cut_off and setup is not None and not setup.disabled:
        why = "neither rewards nor a failure are recorded, and harbor always records one"
        yield record.differs(_REWARDS, why, None, "rewards or an exception")


def _of_refused(record: Record, error: str) -> Iterator[AuditFinding]:
    """Yield where a record lacks the error with which harbor refuses its files."""
    exception = record.exception
    if record.verifier_result is not None:
        why, own = f"harbor refuses these files: {error}", dict(record.verifier_result)
        yield record.differs(_REWARDS, why, own, error)
    elif exception is None:
        why = "harbor refuses the files, and no exception is recorded"
        yield record.differs(_EXCEPTION, why, None, error)
    elif exception in OF_THE_FILES and exception != error:
        why = "harbor refuses the files with another error"
        yield record.differs(_EXCEPTION, why, exception, error)


def of_rewards(record: Record, expected: Result) -> Iterator[AuditFinding]:
    """Yield where recorded rewards and derived ones differ, key by key."""
    derived = cast("dict[str, Value] | None", expected.value)
    own = record.verifier_result
    if derived is None or own is None:
        if (derived is None) != (own is None):
            yield record.differs(_REWARDS, "the steps give other rewards", own, derived)
        return
    places = differences(derived["rewards"], cast("Value", own.get("rewards")))
    for one in sorted(places, key=lambda difference: list(map(str, difference.path))):
        if one.kind is Kind.SPELLING and not _is_of_sign(one.first, one.second):
            continue
        place, kind = (*_REWARDS, "rewards", *one.path), FindingKind.DIFFERS
        first, second = (None if s is Absent.ABSENT else s for s in (one.first, one.second))
        why = "the files give another number" if one.path else "the files give other rewards"
        if one.first is Absent.ABSENT:
            why = "the recorded reward is not in the files"
        elif one.second is Absent.ABSENT:
            why = "a reward in the files is not recorded"
        elif second is None and isinstance(first, float) and not math.isfinite(first):
            why = f"null stands for {first}, which JSON cannot represent, and cannot be read back"
            kind, second = FindingKind.NOTE, "null"
        yield record.differs(place, why, second, first, kind=kind)


def _is_of_sign(first: object, second: object) -> bool:
    """Return whether two equal numbers are zeros of different signs; harbor writes the sign."""
    numbers = [float(one) for one in (first, second) if isinstance(one, int | float) and not one]
    return len({math.copysign(1, one) for one in numbers}) > 1
