"""Derives what a trial records from the files that its verifier left."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from conformance.audit.findings import Finding, Kind
from conformance.audit.jobs import RESULT, Files, Object, RecordedTrial
from conformance.implementations.process import CandidateError
from conformance.protocol import show
from conformance.protocol.implementation import Implementation
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Result, Value

_OF_THE_FILES = {
    "RewardFileNotFoundError",
    "RewardFileEmptyError",
    "VerifierOutputParseError",
    "ValidationError",
}
"""The errors that follow from the reward files alone."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A trial's rewards and exception as the job is asked about them, and what was found out."""

    verifier_result: Value
    from_files: bool
    findings: tuple[Finding, ...]


def derive(harbor: Implementation, trial: RecordedTrial) -> Derived:
    """Return what follows from a trial's files, held against its result.json."""
    findings = [
        Finding(Kind.UNREAD, f"{trial.name}/{file}", "", why) for file, why in trial.unread.items()
    ]
    findings += _identity(trial)
    if _steps(trial):
        of_steps, expected = _of_steps(harbor, trial)
        findings += of_steps
    else:
        expected = _answer(harbor, trial.files) if trial.files.kept else None
        findings += _of_files(trial, expected)
        findings += _of_times(trial)
    rewards = _as_recorded(_recorded(trial.result), expected)
    return Derived(rewards, expected is not None, tuple(findings))


def _identity(trial: RecordedTrial) -> Iterator[Finding]:
    name = trial.result.get("trial_name")
    if name is not None and name != trial.name:
        yield Finding(
            Kind.DIFFERS,
            f"{trial.name}/{RESULT}",
            "trial_name",
            "the result is of a trial of another name: it was copied or renamed",
            _text(name),
            _text(trial.name),
        )


def _answer(harbor: Implementation, files: Files) -> Result | Failure:
    answer = harbor.answer(Case("verifier", files.question))
    if isinstance(answer, Result | Failure):
        return answer
    raise CandidateError(f"harbor gave no answer: {getattr(answer, 'reason', 'unsupported')}")


def _of_files(trial: RecordedTrial, expected: Result | Failure | None) -> Iterator[Finding]:
    file, exception = f"{trial.name}/{RESULT}", exception_of(trial.result)
    recorded = _recorded(trial.result)
    if expected is None:
        if recorded is not None:
            why = "no reward file was kept: its rewards are taken as recorded"
            yield Finding(Kind.UNDERIVED, file, "verifier_result", why)
        return
    if isinstance(expected, Failure):
        yield from _of_failure(file, recorded, exception, expected)
        return
    rewards = cast("dict[str, Value]", expected.value)["rewards"]
    if recorded is None:
        if exception is None or exception in _OF_THE_FILES:
            why = "the files hold rewards, and none are recorded"
            yield _differs(file, "verifier_result", why, exception, rewards)
        return
    yield from _of_rewards(file, "verifier_result.rewards", recorded.get("rewards"), rewards)


def _of_failure(
    file: str, recorded: Object | None, exception: str | None, expected: Failure
) -> Iterator[Finding]:
    if recorded is not None:
        why = f"harbor refuses these files: {expected.error}"
        yield _differs(file, "verifier_result", why, dict(recorded), expected.error)
    elif exception is None:
        why = "harbor refuses the files, and no exception is recorded"
        yield _differs(file, "exception_info", why, None, expected.error)
    elif exception in _OF_THE_FILES and exception != expected.error:
        why = "harbor refuses the files with another error"
        yield _differs(file, "exception_info", why, exception, expected.error)


def _of_rewards(file: str, member: str, recorded: Json, derived: Value) -> Iterator[Finding]:
    if not isinstance(recorded, dict) or not isinstance(derived, dict):
        if recorded != derived:
            yield _differs(file, member, "the files give other rewards", recorded, derived)
        return
    for name in sorted({*recorded, *derived}):
        if name not in recorded or name not in derived:
            why = "a reward that the files hold is not recorded"
            if name in recorded:
                why = "a reward is recorded that the files do not hold"
            at = f"{member}.{show.printable(name)}"
            yield _differs(file, at, why, recorded.get(name), derived.get(name))
        else:
            yield from _of_value(
                file, f"{member}.{show.printable(name)}", recorded[name], derived[name]
            )


def _of_value(file: str, member: str, recorded: Json, derived: Value) -> Iterator[Finding]:
    value = cast("float", derived)
    if recorded is None and not _is_finite(value):
        why = f"null stands for {value}, which JSON has no number for, and cannot be read back"
        yield Finding(Kind.NOTE, file, member, why, "null", _text(value))
    elif recorded != value or isinstance(recorded, bool):
        yield _differs(file, member, "the files give another number", recorded, value)


def _of_times(trial: RecordedTrial) -> Iterator[Finding]:
    """Yield a note where a reward file is younger than the result that was made of it."""
    finished, written = trial.result.get("finished_at"), trial.files.written
    ended = _seconds(finished)
    if ended is not None and written is not None and written > ended + _SLACK:
        late = f"{written - ended:,.0f} s after the trial ended"
        yield Finding(Kind.NOTE, f"{trial.name}/verifier", "", f"a reward file was written {late}")


_SLACK = 2.0
"""Seconds by which clocks of a host and of a file system may part."""


def _seconds(time: Json) -> float | None:
    try:
        moment = datetime.fromisoformat(str(time))
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _steps(trial: RecordedTrial) -> list[Object]:
    steps = trial.result.get("step_results")
    return [one for one in steps if isinstance(one, dict)] if isinstance(steps, list) else []


def _of_steps(
    harbor: Implementation, trial: RecordedTrial
) -> tuple[list[Finding], Result | Failure | None]:
    """Return what the steps show, and what they come to under one of harbor's two strategies."""
    findings: list[Finding] = []
    file, results, whole = f"{trial.name}/{RESULT}", list[Value](), True
    for step in _steps(trial):
        name = str(step.get("step_name"))
        files = trial.steps.get(name, Files())
        recorded = _recorded(step)
        expected = _answer(harbor, files) if files.kept else None
        whole = whole and (expected is not None or recorded is None)
        if isinstance(expected, Result) and recorded is not None:
            member = f"step_results.{show.printable(name)}.verifier_result.rewards"
            derived = cast("dict[str, Value]", expected.value)["rewards"]
            findings += _of_rewards(file, member, recorded.get("rewards"), derived)
        results.append(_as_recorded(recorded, expected))
    of_trial = _recorded(trial.result)
    answers = [
        harbor.answer(Case("multi_step", {"strategy": strategy, "steps": results}))
        for strategy in (None, "final")
    ]
    given = [answer for answer in answers if isinstance(answer, Result)]
    differing = [list(_of_strategy(file, of_trial, answer)) for answer in given]
    if differing and all(differing):
        findings += differing[0]
    agreeing = next((a for a, found in zip(given, differing, strict=True) if not found), None)
    return findings, (agreeing or (given[0] if given else None)) if whole else None


def _of_strategy(file: str, recorded: Object | None, answer: Result) -> Iterator[Finding]:
    derived = cast("dict[str, Value] | None", answer.value)
    rewards = None if derived is None else derived["rewards"]
    own = None if recorded is None else recorded.get("rewards")
    yield from _of_rewards(file, "verifier_result.rewards", own, rewards)


def _recorded(result: Object) -> Object | None:
    recorded = result.get("verifier_result")
    return recorded if isinstance(recorded, dict) else None


def exception_of(result: Object) -> str | None:
    """Return the type of the exception that a trial records."""
    info = result.get("exception_info")
    kind = info.get("exception_type") if isinstance(info, dict) else None
    return kind if isinstance(kind, str) else None


def _as_recorded(recorded: Object | None, expected: Result | Failure | None) -> Value:
    """Return a verifier result as harbor had it in memory: null is what the files say it was."""
    if recorded is None:
        return None
    rewards = recorded.get("rewards")
    if not isinstance(rewards, dict):
        return {"rewards": None}
    told = (
        cast("dict[str, Value]", expected.value)["rewards"] if isinstance(expected, Result) else {}
    )
    known = told if isinstance(told, dict) else {}
    return {"rewards": {name: _number(v, known.get(name)) for name, v in rewards.items()}}


def _number(recorded: Json, told: Value) -> Value:
    if isinstance(recorded, int | float) and not isinstance(recorded, bool):
        return recorded
    return told if isinstance(told, int | float) else math.nan


def _is_finite(value: float) -> bool:
    return isinstance(value, int) or math.isfinite(value)


def _differs(file: str, member: str, why: str, recorded: object, derived: object) -> Finding:
    return Finding(Kind.DIFFERS, file, member, why, _text(recorded), _text(derived), "verifier")


def _text(value: object) -> str:
    return show.shorten(show.printable(str(value)), _LONGEST)


_LONGEST = 200
