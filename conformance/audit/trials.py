"""Derives what a trial records from the files that its verifier left, and compares the two."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from conformance.audit.findings import AuditFinding, FindingKind, differs, text
from conformance.audit.folders import HIDDEN, Object
from conformance.audit.jobs import RecordedTrial, RewardFiles
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
"""The errors that follow from the reward files alone."""

type Expected = Result | Failure | None
"""What harbor makes of reward files; None where none were kept."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A trial as its reward files have it, as the input of a job needs it, and the findings.

    ``expected`` is what harbor makes of the files, where they were kept, and ``recorded`` what
    the trial says of them, where it says anything.
    """

    verifier_result: Value
    exception: str | None
    expected: Expected
    recorded: Expected
    findings: tuple[AuditFinding, ...]

    @property
    def from_files(self) -> bool:
        """Whether reward files say what the rewards are."""
        return self.expected is not None


type Pair = tuple[RecordedTrial, Derived]


def derive(harbor: Implementation, trial: RecordedTrial) -> Derived:
    """Return what follows from a trial's files, compared with its result.json."""
    record = _Record(trial.file, (), trial.result)
    findings = [
        AuditFinding(FindingKind.UNREAD, f"{trial.name}/{file}", (), why)
        for file, why in trial.unread.items()
    ]
    name = trial.result.get("trial_name")
    if name is not None and name != trial.name and HIDDEN.decode() not in str(name):
        why = "the result is of a trial of another name: it was copied or renamed"
        findings.append(differs(trial.file, ("trial_name",), why, name, trial.name))
    recorded: Expected = None
    if steps := _steps(trial):
        of_steps, expected = _of_steps(harbor, trial, record, steps)
        findings += of_steps
    else:
        expected = _answer(harbor, trial, trial.files)
        findings += _compared(record, expected)
        recorded = _recorded_answer(record)
    if trial.is_unverified and record.verifier_result is not None:
        why = "rewards are recorded, and its configuration disables the verifier"
        findings.append(record.differs(("verifier_result",), why, record.verifier_result, None))
    by = record.rewards_by(expected), record.exception_by(expected)
    return Derived(*by, expected, recorded, tuple(findings))


@dataclass(frozen=True, slots=True)
class _Record:
    """What a trial or a step records; ``place`` is where in ``file`` it does."""

    file: str
    place: Path
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
        none = self.verifier_result is None and self.exception is not None
        return none and self.exception not in OF_THE_FILES

    def rewards_by(self, expected: Expected) -> Value:
        """Return a verifier result as the files give it, and as recorded where none were kept."""
        if expected is None:
            return _as_recorded(self.verifier_result)
        if isinstance(expected, Failure) or self.ended_before:
            return None
        return cast("dict[str, Value]", expected.value)

    def exception_by(self, expected: Expected) -> str | None:
        """Return an exception as the files give it, and as recorded where they do not say."""
        if expected is None or self.ended_before:
            return self.exception
        if isinstance(expected, Failure):
            return expected.error
        return None if self.exception in OF_THE_FILES else self.exception

    def differs(self, place: Path, why: str, recorded: object, derived: object) -> AuditFinding:
        """Return the finding that something does not follow from the reward files."""
        return differs(self.file, (*self.place, *place), why, recorded, derived, "verifier")


def _as_recorded(recorded: Object | None) -> Value:
    """Return a recorded verifier result; null in it was no number that JSON has."""
    if recorded is None:
        return None
    rewards = recorded.get("rewards")
    if not isinstance(rewards, dict):
        return {"rewards": None}
    return {"rewards": {name: _number(value) for name, value in rewards.items()}}


def _number(recorded: Json) -> float:
    is_number = isinstance(recorded, int | float) and not isinstance(recorded, bool)
    return cast("float", recorded) if is_number else math.nan


def _recorded_answer(record: _Record) -> Expected:
    """Return what a trial records as an answer about its reward files, if it is one."""
    if record.verifier_result is not None:
        return Result(record.rewards_by(None))
    return Failure(str(record.exception)) if record.exception in OF_THE_FILES else None


def _answer(harbor: Implementation, trial: RecordedTrial, files: RewardFiles) -> Expected:
    """Return what harbor makes of reward files; nothing where it was told not to look at them."""
    if not files.kept or trial.is_unverified:
        return None
    return answered(harbor, Case("verifier", files.input))


def answered(harbor: Implementation, case: Case) -> Result | Failure:
    """Return harbor's result or error; raises CandidateError where it gives none."""
    answer = harbor.answer(case)
    if isinstance(answer, Result | Failure):
        return answer
    raise CandidateError(f"harbor gave no answer: {getattr(answer, 'reason', 'unsupported')}")


def _compared(record: _Record, expected: Expected) -> Iterator[AuditFinding]:
    """Yield where a record and its files differ."""
    recorded = record.verifier_result
    if expected is None:
        if recorded is not None:
            why = "no reward file was kept: its rewards are taken as recorded"
            place = (*record.place, "verifier_result")
            yield AuditFinding(FindingKind.UNDERIVED, record.file, place, why)
    elif isinstance(expected, Failure):
        yield from _of_failure(record, expected)
    elif recorded is not None:
        yield from _of_rewards(record, expected)
    elif not record.ended_before:
        why = "the files hold rewards, and none are recorded"
        rewards = cast("dict[str, Value]", expected.value)["rewards"]
        yield record.differs(("verifier_result",), why, record.exception, rewards)


def _of_failure(record: _Record, expected: Failure) -> Iterator[AuditFinding]:
    exception, place = record.exception, ("exception_info",)
    if record.verifier_result is not None:
        why = f"harbor refuses these files: {expected.error}"
        recorded = dict(record.verifier_result)
        yield record.differs(("verifier_result",), why, recorded, expected.error)
    elif exception is None:
        why = "harbor refuses the files, and no exception is recorded"
        yield record.differs(place, why, None, expected.error)
    elif exception in OF_THE_FILES and exception != expected.error:
        why = "harbor refuses the files with another error"
        yield record.differs(place, why, exception, expected.error)


def _of_rewards(record: _Record, expected: Result) -> Iterator[AuditFinding]:
    """Yield where recorded rewards and derived ones differ, key by key."""
    derived = cast("dict[str, Value] | None", expected.value)
    rewards = None if derived is None else derived["rewards"]
    own = None if record.verifier_result is None else record.verifier_result.get("rewards")
    found = differences(rewards, cast("Value", own))
    for one in sorted(found, key=lambda difference: list(map(str, difference.path))):
        if one.kind is Kind.SPELLING:
            continue
        place = ("verifier_result", "rewards", *one.path)
        if one.first is Absent.ABSENT:
            why = "a reward is recorded that the files do not hold"
            yield record.differs(place, why, one.second, None)
        elif one.second is Absent.ABSENT:
            why = "a reward that the files hold is not recorded"
            yield record.differs(place, why, None, one.first)
        elif one.second is None and isinstance(one.first, float) and not math.isfinite(one.first):
            why = f"null stands for {one.first}, which JSON has no number for"
            why = f"{why}, and cannot be read back"
            shown = text("null"), text(one.first)
            yield AuditFinding(FindingKind.NOTE, record.file, place, why, *shown)
        else:
            why = "the files give another number" if one.path else "the files give other rewards"
            yield record.differs(place, why, one.second, one.first)


def _steps(trial: RecordedTrial) -> list[Object]:
    steps = trial.result.get("step_results")
    return [one for one in steps if isinstance(one, dict)] if isinstance(steps, list) else []


def _of_steps(
    harbor: Implementation, trial: RecordedTrial, record: _Record, steps: list[Object]
) -> tuple[list[AuditFinding], Expected]:
    """Return the findings of the steps, and what they give under one of harbor's two strategies."""
    findings: list[AuditFinding] = []
    results, whole = list[Value](), True
    for step in steps:
        name = str(step.get("step_name"))
        of_step = _Record(record.file, ("step_results", name), step)
        expected = _answer(harbor, trial, trial.steps.get(name, RewardFiles()))
        findings += _compared(of_step, expected)
        whole = whole and (expected is not None or of_step.verifier_result is None)
        results.append(of_step.rewards_by(expected))
    strategies = ({"strategy": name, "steps": results} for name in (None, "final"))
    answers = [harbor.answer(Case("multi_step", dict(one))) for one in strategies]
    given = [(one, list(_of_rewards(record, one))) for one in answers if isinstance(one, Result)]
    if not given:
        return findings, None
    # The strategy is not recorded: the one under which fewest rewards differ.
    answer, found = min(given, key=lambda one: bool(one[1]))
    return [*findings, *found], answer if whole else None
