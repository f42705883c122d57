"""Derives what a trial records from the files that its verifier left."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from conformance.audit.findings import Finding, Kind, text
from conformance.audit.folders import HIDDEN
from conformance.audit.jobs import RESULT, Files, Object, RecordedTrial
from conformance.audit.rewards import (
    OF_THE_FILES,
    Expected,
    Record,
    differs,
    exception_by,
    held,
    of_rewards,
    rewards_by,
)
from conformance.implementations.process import CandidateError
from conformance.protocol import show
from conformance.protocol.values import Case, Failure, Implementation, Result, Value


@dataclass(frozen=True, slots=True)
class Derived:
    """A trial as its reward files have it, for a job to be asked about, and what was found out.

    ``expected`` is what harbor makes of the files, where they were kept, and ``recorded`` what
    the trial says of them, where it says anything.
    """

    verifier_result: Value
    exception: str | None
    expected: Expected
    recorded: Expected
    findings: tuple[Finding, ...]

    @property
    def from_files(self) -> bool:
        """Whether reward files say what the rewards are."""
        return self.expected is not None


def derive(harbor: Implementation, trial: RecordedTrial) -> Derived:
    """Return what follows from a trial's files, held against its result.json."""
    record = Record(f"{trial.name}/{RESULT}", "", trial.result)
    findings = [
        Finding(Kind.UNREAD, f"{trial.name}/{file}", "", why) for file, why in trial.unread.items()
    ]
    findings += _identity(trial)
    if _steps(trial):
        of_steps, expected = _of_steps(harbor, trial, record)
        findings += of_steps
    else:
        expected = _answer(harbor, trial, trial.files)
        findings += held(record, expected)
    if trial.is_unverified and record.verifier_result is not None:
        why = "rewards are recorded, and its configuration has no verifier run"
        findings.append(differs(record.file, "verifier_result", why, record.verifier_result, None))
    return Derived(
        rewards_by(record, expected),
        exception_by(record, expected),
        expected,
        None if _steps(trial) else _recorded_answer(record),
        tuple(findings),
    )


def _recorded_answer(record: Record) -> Expected:
    """Return what a trial records as if it were an answer about its reward files, if it is one."""
    if record.verifier_result is not None:
        return Result(rewards_by(record, None))
    return Failure(str(record.exception)) if record.exception in OF_THE_FILES else None


def _identity(trial: RecordedTrial) -> Iterator[Finding]:
    name = trial.result.get("trial_name")
    if name is not None and name != trial.name and HIDDEN.decode() not in str(name):
        yield Finding(
            Kind.DIFFERS,
            f"{trial.name}/{RESULT}",
            "trial_name",
            "the result is of a trial of another name: it was copied or renamed",
            text(name),
            text(trial.name),
        )


def _answer(harbor: Implementation, trial: RecordedTrial, files: Files) -> Expected:
    """Return what harbor makes of reward files; nothing where it was told not to look at them."""
    if not files.kept or trial.is_unverified:
        return None
    answer = harbor.answer(Case("verifier", files.question))
    if isinstance(answer, Result | Failure):
        return answer
    raise CandidateError(f"harbor gave no answer: {getattr(answer, 'reason', 'unsupported')}")


def _steps(trial: RecordedTrial) -> list[Object]:
    steps = trial.result.get("step_results")
    return [one for one in steps if isinstance(one, dict)] if isinstance(steps, list) else []


def _of_steps(
    harbor: Implementation, trial: RecordedTrial, record: Record
) -> tuple[list[Finding], Expected]:
    """Return what the steps show, and what they come to under one of harbor's two strategies."""
    findings: list[Finding] = []
    results, whole = list[Value](), True
    for step in _steps(trial):
        name = str(step.get("step_name"))
        of_step = Record(record.file, f"step_results.{show.printable(name)}.", step)
        expected = _answer(harbor, trial, trial.steps.get(name, Files()))
        findings += held(of_step, expected)
        whole = whole and (expected is not None or of_step.verifier_result is None)
        results.append(rewards_by(of_step, expected))
    answers = [
        harbor.answer(Case("multi_step", {"strategy": strategy, "steps": results}))
        for strategy in (None, "final")
    ]
    given = [answer for answer in answers if isinstance(answer, Result)]
    differing = [list(_of_strategy(record, answer)) for answer in given]
    if differing and all(differing):
        findings += differing[0]
    agreeing = next((a for a, found in zip(given, differing, strict=True) if not found), None)
    come_to = agreeing or (given[0] if given else None)
    return findings, come_to if whole else None


def _of_strategy(record: Record, answer: Result) -> Iterator[Finding]:
    derived = cast("dict[str, Value] | None", answer.value)
    rewards = None if derived is None else derived["rewards"]
    own = None if record.verifier_result is None else record.verifier_result.get("rewards")
    yield from of_rewards(record.file, "verifier_result.rewards", own, rewards)
