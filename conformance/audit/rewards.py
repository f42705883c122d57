"""What a trial or a step records: whether its rewards are those of its files, and its usage."""

import math
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found, underived
from conformance.audit.folders import Object, members_of, shared
from conformance.audit.reward_file import JSON, TEXT
from conformance.implementations.installed_harbor import Harbor, used_by
from conformance.protocol.differences import Absent, Difference, Kind, Path, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Result, Value

OF_THE_FILES = {
    "RewardFileNotFoundError",
    "RewardFileEmptyError",
    "VerifierOutputParseError",
    "ValidationError",
}
"""The errors that follow from only the reward files."""

USED = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")

type Expected = Result | Failure | None
"""harbor's answer for reward files; None if none were kept."""


@dataclass(frozen=True, slots=True)
class RewardFiles:
    """A verifier's folder: the reward files that are there, and when the last was written."""

    text: bytes | None = None
    json: bytes | None = None
    written: float | None = None

    @property
    def kept(self) -> bool:
        """Whether there is a reward file."""
        return self.text is not None or self.json is not None

    @property
    def input(self) -> dict[str, Value]:
        """The files as the input of ``verifier``."""
        return {TEXT: self.text, JSON: self.json}

    def answer(self, harbor: Harbor, *, disabled: bool) -> Expected:
        """Return harbor's answer for the files; nothing if the verifier is disabled."""
        is_run = self.kept and not disabled
        return harbor.answer(Case("verifier", self.input)) if is_run else None


@dataclass(frozen=True, slots=True)
class Record:
    """What a trial, or a step of one, records of how it ended, at ``place`` in its result.

    Strangers may write anything. ``exception`` is the type of the recorded one, ``is_confirmed``
    says that exception.txt is of that type; a step has no such file, and is trusted.
    """

    file: str
    place: Path
    name: Json
    verifier_result: Object | None
    exception: str | None
    used: Object | None
    is_confirmed: bool

    @classmethod
    def of(
        cls, result: Object, file: str, failure: bytes | None = None, *, is_step: bool = False
    ) -> "Record":
        """Return what a trial's result, or one of a step, records; ``failure`` is exception.txt."""
        info, used = result.get("exception_info"), result.get("agent_result")
        rewards = result.get("verifier_result")
        name = result.get("step_name" if is_step else "trial_name")
        exception = None if info is None else str(members_of(info).get("exception_type"))
        return cls(
            file=file,
            place=("step_results", str(name)) if is_step else (),
            name=name,
            verifier_result=shared(rewards if isinstance(rewards, dict) else None),
            exception=exception,
            used=shared(None if used is None else {key: members_of(used).get(key) for key in USED}),
            is_confirmed=is_step or _confirms(failure, exception),
        )

    @property
    def failed(self) -> bool:
        """Whether an event that only the run knows kept its files from being read."""
        none = self.verifier_result is None and self.exception is not None
        return none and self.exception not in OF_THE_FILES

    @property
    def believed(self) -> bool:
        """Whether nothing contradicts the failure."""
        return self.failed and self.is_confirmed

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
        return found(self.file, (*self.place, *place), why, *values, about=about, kind=kind)


def _confirms(failure: bytes | None, exception: str | None) -> bool:
    """Return whether exception.txt, which is a traceback, is of an exception of this type."""
    if failure is None or exception is None or not exception.isidentifier():
        return False
    # A line that begins with the type, which may have its module before it.
    line = rb"(?m)^[ |+]*(?:\S*\.)?%b(?::|\s*$)" % exception.encode()
    return re.search(line, failure) is not None


def as_recorded(recorded: Object | None) -> Value:
    """Return a recorded verifier result; null in it was a number that JSON does not have."""
    if recorded is None:
        return None
    rewards = recorded.get("rewards")
    if not isinstance(rewards, dict):
        return {"rewards": None}
    numbers = {key: one if type(one) in {int, float} else math.nan for key, one in rewards.items()}
    return {"rewards": cast("Value", numbers)}


_REWARDS, _EXCEPTION = ("verifier_result",), ("exception_info",)


def compared_rewards(
    record: Record, expected: Expected, *, is_complete: bool
) -> Iterator[AuditFinding]:
    """Yield where a record and its files differ; one that is complete has rewards or a failure."""
    recorded, exception = record.verifier_result, record.exception
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
        yield underived(record.file, (*at, *_REWARDS), why, about=Contradiction.REWARDS)
    elif exception is None and is_complete:
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
        if not is_of_value(one):
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


def is_of_value(difference: Difference) -> bool:
    """Return whether two values are not equal; zeros of different signs, which harbor writes."""
    sides = (difference.first, difference.second)
    zeros = [float(one) for one in sides if isinstance(one, int | float) and not one]
    is_of_sign = len({math.copysign(1, one) for one in zeros}) > 1
    return difference.kind is not Kind.SPELLING or is_of_sign


def usage(using: Sequence[Record]) -> Value:
    """Return what a trial used up; harbor adds what several steps did."""
    used = [{name: _used(name, value) for name, value in (one.used or {}).items()} for one in using]
    return used_by(used) if len(used) > 1 else next(iter(used), None)


def of_usage(using: Sequence[Record]) -> Iterator[AuditFinding]:
    """Yield the tokens and costs that are no numbers to harbor, which refuses such a result."""
    for one in using:
        for name, value in (one.used or {}).items():
            if value is not None and _used(name, value) is None:
                why, about = "not a number for harbor", Contradiction.NUMBERS
                yield one.differs(("agent_result", name), why, value, about=about)


def _used(name: str, value: Json) -> Value:
    """Return a number that harbor reads: tokens are integers, and a cost is a float."""
    if type(value) is int:
        is_beyond_floats = name == "cost_usd" and abs(value) > sys.float_info.max
        return None if is_beyond_floats else value
    return value if name == "cost_usd" and type(value) is float else None
