"""Derives the rewards of a trial of several steps from those of its steps."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from packaging.version import InvalidVersion, Version

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, underived
from conformance.audit.folders import members_of
from conformance.audit.known import Known, KnownTask
from conformance.audit.rewards import (
    OF_THE_FILES,
    Expected,
    Record,
    answer_of,
    compared_rewards,
    of_rewards,
)
from conformance.audit.trial_folders import RecordedTrial, RewardFiles
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Implementation, Result, Value

_STEPS, _FAILED = Contradiction.STEPS, Contradiction.FAILURE


def of_steps(
    harbor: Implementation, record: Record, task: KnownTask | None, findings: list[AuditFinding]
) -> tuple[Expected, str]:
    """Return what the steps of a trial give, and the strategy, keeping what is wrong with them.

    The strategy is that of the task. Where the task is not known, both strategies may give the
    same, and the result follows; or the strategy is taken from the result.
    """
    trial, steps = record.trial, record.trial.steps or ()
    names = [str(one.name) for one in steps]
    findings += _of_their_names(record, names)
    results, whole = list[Value](), True
    for place, (name, claims) in enumerate(zip(names, steps, strict=True), 1):
        step = Record(trial, claims, ("step_results", name))
        expected = answer_of(harbor, trial, trial.of_steps.get(name, RewardFiles()))
        findings += compared_rewards(step, expected)
        whole = whole and (expected is not None or step.verifier_result is None)
        results.append(step.rewards_by(expected))
        if results[-1] is None and step.exception is not None and place < len(steps):
            why = "it failed without rewards, where harbor stops, and more steps are recorded"
            findings.append(step.differs(("exception_info",), why, step.exception, None, _STEPS))
    if record.failed:
        if any(result is not None for result in results):
            why = "its steps have rewards, and a failure that only the run knows is recorded"
            findings.append(underived(trial.file, ("exception_info",), why, _FAILED))
        return (Result(None) if whole else None), ""
    answer, strategy, wrong = _by_strategy(harbor, record, results, task)
    findings += wrong
    if strategy and task is None:
        why = f"its steps give this by the strategy {strategy}, and the task, which says it, is not"
        why = f"{why} here: give its folder with --tasks"
        findings.append(underived(trial.file, ("verifier_result",), why, _STEPS))
    return (answer if whole else None), strategy


def _by_strategy(
    harbor: Implementation, record: Record, results: list[Value], task: KnownTask | None
) -> tuple[Result | None, str, list[AuditFinding]]:
    """Return the reward of steps, the only strategy that gives what is recorded, and what differs.

    Of both strategies the one that gives what is recorded is used, if there is one.
    """
    tried = []
    for strategy in (None, "final") if task is None else (task.strategy,):
        answer = harbor.answer(Case("multi_step", {"strategy": strategy, "steps": results}))
        if isinstance(answer, Result):
            tried.append((answer, strategy or "mean", list(of_rewards(record, answer))))
    fitting = [one for one in tried if not _differ(one[2])]
    answer, strategy, wrong = (fitting or tried)[0]
    return answer, strategy if len(fitting) == 1 else "", wrong


def _differ(findings: Sequence[AuditFinding]) -> bool:
    return any(one.kind is FindingKind.DIFFERS for one in findings)


def _of_their_names(record: Record, names: Sequence[str]) -> Iterator[AuditFinding]:
    """Yield where the steps that are recorded are not those that left a folder."""
    trial, times, at = record.trial, Counter(names), "step_results"
    for name in dict.fromkeys((*names, *sorted(trial.of_steps))):
        if times[name] > 1:
            why = "a step is recorded more than once"
            yield record.differs((at, name), why, times[name], 1, _STEPS)
        elif not times[name]:
            why = "a step left its folder, and is not recorded"
            yield record.differs((at, name), why, None, name, _STEPS)
        elif name not in trial.of_steps:
            why = "a step is recorded that left no folder"
            yield underived(trial.file, (at, name), why, _STEPS)
    if trial.files.kept:
        yield underived(f"{trial.name}/verifier", (), "there are reward files of no step", _STEPS)


def of_their_number(trials: Sequence[RecordedTrial], known: Known) -> Iterator[AuditFinding]:
    """Yield the trials that record other steps than their task, or another trial of it, or fewer.

    Harbor stops after a step that failed without rewards, and after one below ``min_reward``,
    which only the task says (harbor/trial/multi_step.py:173).
    """
    ran = [(one, one.setup, tuple(str(step.name) for step in one.steps or ())) for one in trials]
    whole: dict[str, tuple[str, ...]] = {}
    for _, setup, names in ran:
        if setup is not None:
            whole[setup.task_key] = max(whole.get(setup.task_key, ()), names, key=len)
    for trial, setup, names in ran:
        if setup is None:
            continue
        task, record = known.tasks.get(setup.task), Record(trial, trial.claims)
        others = whole[setup.task_key] if task is None else task.steps
        is_whole = names == others
        is_whole |= _is_stopped(record, None if task is None else task.least)
        if names != others[: len(names)] or not (is_whole or (names and task is None)):
            why = "its task, or another trial of it, has other steps, or more"
            yield record.differs(_RECORDED, why, names, others, _STEPS)
        elif not is_whole:
            why = "there are more steps: only min_reward, in task.toml, can have stopped it here"
            yield underived(trial.file, _RECORDED, why, _STEPS)


_RECORDED = ("step_results",)


def _is_stopped(record: Record, least: Sequence[Json] | None) -> bool:
    """Return whether harbor stops after the last step, of steps that each have a min_reward."""
    steps = record.trial.steps or ()
    if record.failed or not steps:
        return record.failed
    last = Record(record.trial, steps[-1])
    if last.exception is not None and last.verifier_result is None:
        return True
    own = (least or ())[len(steps) - 1 : len(steps)]
    wanted = {key: value for one in own for key, value in _by_key(one)}
    rewards = members_of(members_of(last.verifier_result).get("rewards"))
    given = {key: rewards.get(key, -math.inf) for key in wanted}
    return any(isinstance(one, int | float) and one < wanted[key] for key, one in given.items())


def _by_key(least: Json) -> Iterator[tuple[str, float]]:
    for key, value in (least if isinstance(least, dict) else {"reward": least}).items():
        if isinstance(value, int | float):
            yield key, value


def is_judged(release: str) -> bool:
    """Return whether a release leaves invalid rewards out (harbor 0.26.0, job.py:1190)."""
    try:
        return Version(release) >= Version("0.26.0")
    except InvalidVersion:
        return False


def failures(trial: RecordedTrial, own: str | None) -> list[str]:
    """Return the types of a trial's failures, its own first, then those of its steps.

    They are those of harbor 0.26.0 (harbor/models/trial/result.py:127).
    """
    of_steps = [str(step.exception) for step in trial.steps or () if step.failed]
    return list(dict.fromkeys([own, *of_steps] if own else of_steps))


def of_unproven_failures(trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield the failures of steps that leave no file, and decide whether a reward counts."""
    for step in trial.steps or ():
        if step.failed and step.exception not in OF_THE_FILES:
            why = "only the run knows of this failure, and it may keep the reward from counting"
            place = ("step_results", str(step.name), "exception_info")
            yield underived(trial.file, place, why, _FAILED)
