"""Derives the rewards of a trial of several steps from those of its steps."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from conformance.audit.basis import KnownTask
from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, underived
from conformance.audit.rewards import (
    OF_THE_FILES,
    Expected,
    Record,
    RewardFiles,
    compared_rewards,
    of_rewards,
)
from conformance.audit.trial_folders import RecordedTrial
from conformance.implementations.installed_harbor import Harbor
from conformance.protocol.differences import Kind, differences
from conformance.protocol.values import Case, Result, Value

_STEPS, _FAILED = Contradiction.STEPS, Contradiction.FAILURE


def of_steps(
    harbor: Harbor,
    trial: RecordedTrial,
    task: KnownTask | None,
    findings: list[AuditFinding],
) -> tuple[Expected, str, bool]:
    """Return what the steps of a trial give, the strategy, and whether harbor stops after the last.

    What is wrong with them is kept. The strategy is that of the task. Where the task is not known,
    both strategies may give the same, or it is taken from the result.
    """
    record, steps = trial.record, trial.steps or ()
    names = [str(one.name) for one in steps]
    findings += _of_their_names(trial, names)
    results, whole, stops = list[Value](), True, False
    for place, (name, step) in enumerate(zip(names, steps, strict=True)):
        is_last, files = place + 1 == len(steps), trial.of_steps.get(name, RewardFiles())
        expected = files.answer(harbor, disabled=trial.disabled)
        is_complete = trial.is_verified and not (record.failed and is_last)
        findings += compared_rewards(step, expected, is_complete=is_complete)
        whole = whole and (expected is not None or step.verifier_result is None)
        results.append(step.rewards_by(expected))
        stops = results[-1] is None and step.exception_by(expected) is not None
        if stops and not is_last:
            why = "it failed without rewards, where harbor stops, and more steps are recorded"
            findings.append(
                step.differs(("exception_info",), why, step.exception, None, about=_STEPS)
            )
    if record.failed:
        if any(result is not None for result in results):
            why = "its steps have rewards, and a failure that only the run knows is recorded"
            findings.append(underived(trial.file, ("exception_info",), why, about=_FAILED))
        return (Result(None) if whole else None), "", stops
    answer, strategy, wrong = _by_strategy(harbor, record, results, task)
    findings += wrong
    if task is None:
        by = f", by the strategy {strategy}," if strategy else ""
        why = f"its steps give this{by} and only its task, which is not here, says which it has"
        why = f"{why}: give its folder with --tasks"
        findings.append(underived(trial.file, ("verifier_result",), why, about=_STEPS))
    return (answer if whole else None), strategy, stops


def _by_strategy(
    harbor: Harbor, record: Record, results: list[Value], task: KnownTask | None
) -> tuple[Result | None, str, list[AuditFinding]]:
    """Return the reward of steps, the only strategy that gives what is recorded, and what differs.

    Of both strategies the first that gives what is recorded is used, if there is one.
    """
    tried = []
    for strategy in (None, "final") if task is None else (task.strategy,):
        answer = harbor.answer(Case("multi_step", {"strategy": strategy, "steps": results}))
        if isinstance(answer, Result):
            tried.append((answer, strategy or "mean", list(of_rewards(record, answer))))
    fitting = [one for one in tried if all(f.kind is not FindingKind.DIFFERS for f in one[2])]
    answer, strategy, wrong = (fitting or tried)[0]
    others = (differences(answer.value, other.value) for other, _, _ in fitting)
    if any(one.kind is not Kind.SPELLING for one in chain.from_iterable(others)):
        wrong = [*wrong, underived(record.file, ("verifier_result",), UNSURE, about=_STEPS)]
    return answer, strategy if len(fitting) == 1 else "", wrong


UNSURE = "the strategies give its steps two numbers, and null stands for each"
"""Why no stats can be derived: JSON has null for nan and for infinities."""


def _of_their_names(trial: RecordedTrial, names: Sequence[str]) -> Iterator[AuditFinding]:
    """Yield where the steps that are recorded are not those that left a folder."""
    record, times, at = trial.record, Counter(names), "step_results"
    for name in dict.fromkeys((*names, *sorted(trial.of_steps))):
        if times[name] > 1:
            why = "a step is recorded more than once"
            yield record.differs((at, name), why, times[name], 1, about=_STEPS)
        elif not times[name]:
            why = "a step has a folder, but is not recorded"
            yield record.differs((at, name), why, None, name, about=_STEPS)
        elif name not in trial.of_steps:
            why = "a recorded step has no folder"
            yield underived(trial.file, (at, name), why, about=_STEPS)
    if trial.files.kept:
        yield underived(
            f"{trial.name}/verifier", (), "reward files belong to no step", about=_STEPS
        )


def failures(trial: RecordedTrial, own: str | None) -> list[str]:
    """Return the types of a trial's failures, its own first, then those of its steps.

    They are those of harbor 0.26.0 (harbor/models/trial/result.py:127).
    """
    of_steps = [one.exception for one in trial.steps or () if one.exception is not None]
    return list(dict.fromkeys([own, *of_steps] if own else of_steps))


def of_unproven_failures(trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield the failures of steps that leave no file, and decide whether a reward counts."""
    for step in trial.steps or ():
        if step.exception is not None and step.exception not in OF_THE_FILES:
            why = "only the run knows of this failure, and it may keep the reward from counting"
            yield underived(step.file, (*step.place, "exception_info"), why, about=_FAILED)
