"""Derives the rewards of a trial of several steps from those of its steps."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, underived
from conformance.audit.folders import listed_in, members_of
from conformance.audit.known import Known, KnownTask
from conformance.audit.reward_file import JSON
from conformance.audit.rewards import (
    OF_THE_FILES,
    Expected,
    Record,
    answer_of,
    compared_rewards,
    of_rewards,
)
from conformance.audit.trial_folders import RecordedTrial, RewardFiles
from conformance.operations.run.inputs import SCRIPTED_AGENT
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Implementation, Result, Value

_STEPS, _FAILED = Contradiction.STEPS, Contradiction.FAILURE


def of_steps(
    harbor: Implementation, record: Record, task: KnownTask | None, findings: list[AuditFinding]
) -> tuple[Expected, str]:
    """Return what the steps of a trial give, and the strategy, keeping what is wrong with them.

    The strategy is that of the task. Where the task is not known, both strategies may give the
    same, or it is taken from the result; that no step was left out is known of no trial then.
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
    if task is None:
        by = f", by the strategy {strategy}," if strategy else ""
        why = f"its steps give this{by} and only its task, which is not here, says which it has"
        why = f"{why}: give its folder with --tasks"
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


def of_their_number(
    harbor: Implementation, trials: Sequence[RecordedTrial], known: Known
) -> Iterator[AuditFinding]:
    """Yield the trials that record other steps than their task, or another trial of it, or fewer.

    Harbor stops after a step that failed without rewards, and after one below ``min_reward``,
    which only the task says (harbor/trial/multi_step.py:164).
    """
    ran = [(one, one.setup, tuple(str(step.name) for step in one.steps or ())) for one in trials]
    whole: dict[str, tuple[str, ...]] = {}
    for _, setup, names in ran:
        if setup is not None:
            whole[setup.task_key] = max(whole.get(setup.task_key, ()), names, key=len)
    asked: dict[str, bool | None] = {}
    for trial, setup, names in ran:
        if setup is None:
            continue
        task, record = known.tasks.get(setup.task), Record(trial, trial.claims)
        others = whole[setup.task_key] if task is None else task.steps
        is_prefix = names == others[: len(names)]
        if names == others or (is_prefix and _has_failed(record)):
            continue
        stops: bool | None = False
        if is_prefix and names:
            stops = None if task is None else _stops(harbor, record, task, asked)
        if stops is None:
            why = "there are more steps: only min_reward, in task.toml, can have stopped it here"
            yield underived(trial.file, _RECORDED, why, _STEPS)
        elif not stops:
            why = "its task, or another trial of it, has other steps, or more"
            yield record.differs(_RECORDED, why, names, others, _STEPS)


_RECORDED = ("step_results",)


def _has_failed(record: Record) -> bool:
    """Return whether a trial ended with a failure, or its last step did without rewards."""
    last = [Record(record.trial, one) for one in (record.trial.steps or ())[-1:]]
    return record.failed or any(
        one.exception is not None and one.verifier_result is None for one in last
    )


def _stops(
    harbor: Implementation, record: Record, task: KnownTask, asked: dict[str, bool | None]
) -> bool | None:
    """Return whether harbor stops after the last step that ran; None where it does not say.

    A job of two steps is run: the first has that step's min_reward, and leaves its rewards.
    ``asked`` keeps the outcomes.
    """
    steps = record.trial.steps or ()
    last, least = Record(record.trial, steps[-1]), task.least[len(steps) - 1]
    if least is None or last.verifier_result is None:
        return False
    files = record.trial.of_steps.get(str(last.claims.name), RewardFiles())
    rewards = {JSON: json.dumps(last.verifier_result.get("rewards")).encode()}
    left = {key: file for key, file in files.input.items() if file is not None} or rewards
    case = _two_steps(_toml(least), left)
    if (key := repr(case)) not in asked:
        answer = harbor.answer(case)
        trials = members_of(answer.value).get("trials") if isinstance(answer, Result) else None
        ran = [members_of(one).get("step_results") for one in members_of(trials).values()]
        asked[key] = len(listed_in(ran[0])) == 1 if ran else None
    return asked[key]


def _two_steps(least: str, left: Mapping[str, Value]) -> Case:
    """Return the input of ``run`` about a trial of two steps, the first of which leaves files."""
    config = f"[[steps]]\nname = 'one'\nmin_reward = {least}\n[[steps]]\nname = 'two'\n"
    task: dict[str, Value] = {
        "name": "task",
        "config": config,
        "files": {f"steps/{step}/instruction.md": "" for step in ("one", "two")},
        "attempts": [[{"steps": [{"test": {"leaves": dict(left)}}, {}]}]],
    }
    return Case("run", {"tasks": [task], "job": {"agents": [SCRIPTED_AGENT]}})


def _toml(least: Json) -> str:
    """Return a min_reward as task.toml has it: a number, or numbers by key."""
    if not isinstance(least, dict):
        return repr(least)
    keys = {json.dumps(key, ensure_ascii=False): one for key, one in least.items()}
    return "{" + ", ".join(f"{key} = {one!r}" for key, one in keys.items()) + "}"


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
