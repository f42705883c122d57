"""Holds the rewards that a trial or a step records against what its reward files come to."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from conformance.audit.findings import Finding, Kind, text
from conformance.audit.jobs import Object
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Failure, Result, Value

OF_THE_FILES = {
    "RewardFileNotFoundError",
    "RewardFileEmptyError",
    "VerifierOutputParseError",
    "ValidationError",
}
"""The errors that follow from the reward files alone."""

type Expected = Result | Failure | None
"""What harbor makes of reward files; None where none were kept."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a trial or a step records; ``member`` is where in ``file`` it does."""

    file: str
    member: str
    content: Object

    @property
    def verifier_result(self) -> Object | None:
        """The recorded rewards, and nothing where none are recorded."""
        recorded = self.content.get("verifier_result")
        return recorded if isinstance(recorded, dict) else None

    @property
    def exception(self) -> str | None:
        """The type of the recorded exception."""
        info = self.content.get("exception_info")
        kind = info.get("exception_type") if isinstance(info, dict) else None
        return kind if isinstance(kind, str) else None

    @property
    def ended_before(self) -> bool:
        """Whether something that only the run knows kept its files from being read."""
        exception = self.exception
        return (
            self.verifier_result is None and exception is not None and exception not in OF_THE_FILES
        )


def rewards_by(record: Record, expected: Expected) -> Value:
    """Return a verifier result as its files give it, and as recorded where none were kept."""
    if expected is None:
        return _as_recorded(record.verifier_result)
    if isinstance(expected, Failure) or record.ended_before:
        return None
    return cast("dict[str, Value]", expected.value)


def exception_by(record: Record, expected: Expected) -> str | None:
    """Return an exception as the files give it, and as recorded where they do not say."""
    if expected is None or record.ended_before:
        return record.exception
    if isinstance(expected, Failure):
        return expected.error
    return None if record.exception in OF_THE_FILES else record.exception


def _as_recorded(recorded: Object | None) -> Value:
    """Return a recorded verifier result; null in it was no number that JSON has."""
    if recorded is None:
        return None
    rewards = recorded.get("rewards")
    if not isinstance(rewards, dict):
        return {"rewards": None}
    return {"rewards": {name: number(value) for name, value in rewards.items()}}


def number(recorded: Json) -> float:
    """Return a recorded reward as a number."""
    is_number = isinstance(recorded, int | float) and not isinstance(recorded, bool)
    return cast("float", recorded) if is_number else math.nan


def held(record: Record, expected: Expected) -> Iterator[Finding]:
    """Yield where a record and its files part."""
    recorded, at = record.verifier_result, f"{record.member}verifier_result"
    if expected is None:
        if recorded is not None:
            why = "no reward file was kept: its rewards are taken as recorded"
            yield Finding(Kind.UNDERIVED, record.file, at, why)
    elif isinstance(expected, Failure):
        yield from _of_failure(record, expected)
    elif recorded is not None:
        rewards = cast("dict[str, Value]", expected.value)["rewards"]
        yield from of_rewards(record.file, f"{at}.rewards", recorded.get("rewards"), rewards)
    elif not record.ended_before:
        rewards = cast("dict[str, Value]", expected.value)["rewards"]
        why = "the files hold rewards, and none are recorded"
        yield differs(record.file, at, why, record.exception, rewards)


def _of_failure(record: Record, expected: Failure) -> Iterator[Finding]:
    file, exception = record.file, record.exception
    at = f"{record.member}exception_info"
    if record.verifier_result is not None:
        why = f"harbor refuses these files: {expected.error}"
        recorded = dict(record.verifier_result)
        yield differs(file, f"{record.member}verifier_result", why, recorded, expected.error)
    elif exception is None:
        why = "harbor refuses the files, and no exception is recorded"
        yield differs(file, at, why, None, expected.error)
    elif exception in OF_THE_FILES and exception != expected.error:
        why = "harbor refuses the files with another error"
        yield differs(file, at, why, exception, expected.error)


def of_rewards(file: str, member: str, recorded: Json, derived: Value) -> Iterator[Finding]:
    """Yield where recorded rewards and derived ones part, name by name."""
    if not isinstance(recorded, dict) or not isinstance(derived, dict):
        if recorded != derived:
            yield differs(file, member, "the files give other rewards", recorded, derived)
        return
    for name in sorted({*recorded, *derived}):
        at = f"{member}.{show.printable(name)}"
        if name in recorded and name in derived:
            yield from _of_value(file, at, recorded[name], derived[name])
        else:
            why = "a reward that the files hold is not recorded"
            if name in recorded:
                why = "a reward is recorded that the files do not hold"
            yield differs(file, at, why, recorded.get(name), derived.get(name))


def _of_value(file: str, member: str, recorded: Json, derived: Value) -> Iterator[Finding]:
    value = cast("float", derived)
    if recorded is None and not _is_finite(value):
        why = f"null stands for {value}, which JSON has no number for, and cannot be read back"
        yield Finding(Kind.NOTE, file, member, why, "null", text(value))
    elif recorded != value or isinstance(recorded, bool):
        yield differs(file, member, "the files give another number", recorded, value)


def _is_finite(value: float) -> bool:
    return isinstance(value, int) or math.isfinite(value)


def differs(file: str, member: str, why: str, recorded: object, derived: object) -> Finding:
    """Return the finding that a record does not follow from its reward files."""
    return Finding(Kind.DIFFERS, file, member, why, text(recorded), text(derived), "verifier")
