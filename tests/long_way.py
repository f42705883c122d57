"""Runs the cases of the operations as real jobs of harbor's: what it writes is the answer.

A way returns None for a case that no job can have or that none lives to answer. How the trials of
a case are made is in ``made_trials``.
"""

import re
from collections.abc import Iterable
from typing import Any, cast

import real_jobs
from harbor.models.verifier.result import VerifierResult
from made_trials import Trial, run_trials, step
from pydantic_core import to_json
from real_jobs import Place

from conformance.operations.job.inputs import trial as described
from conformance.protocol.scenario import Scenario, Task
from conformance.protocol.values import Answer, Case, Failure, Result, Value
from oracle.job import stats_of

_NOP: dict[str, Value] = {"agents": [{"name": "nop"}], "metrics": [{"type": "max"}]}
"""A job of harbor's own agent, of whose rewards no metric can overflow."""

_STRATEGIES: dict[Value, str] = {
    None: "",
    **{name: f'multi_step_reward_strategy = "{name}"\n' for name in ("mean", "final")},
}


def verifier(case: Case, place: Place) -> Answer:
    """Return what one trial makes of the reward files that its test leaves."""
    files = cast("dict[str, bytes | None]", case.input)
    leaves = {name: content for name, content in files.items() if content is not None}
    task: Task = {"name": "task", "attempts": [[{"test": {"leaves": {**leaves}}}]]}
    return _of_one_trial(task, place)


def multi_step(case: Case, place: Place) -> Answer | None:
    """Return what one trial makes of its steps.

    A step without a verifier result is one whose test failed: it ends the trial, so that no
    step can follow it. A task without steps is no task of several steps.
    """
    steps = cast("list[Trial | None]", case.input["steps"])
    if not steps or None in steps[:-1]:
        return None
    names = [str(number) for number in range(len(steps))]
    task: Task = {
        "name": "task",
        "config": _STRATEGIES[case.input["strategy"]]
        + "".join(f'[[steps]]\nname = "{name}"\n' for name in names),
        "files": {f"steps/{name}/instruction.md": "" for name in names},
        "attempts": [[{"steps": [step(verifier_result) for verifier_result in steps]}]],
    }
    return _of_one_trial(task, place)


def metric(case: Case, place: Place) -> Answer | None:
    """Return the metric of a job whose trials have these rewards; a failed job has no answer."""
    rewards = cast("list[Value]", case.input["rewards"])
    trials = [
        {**described(None, name=str(number)), "verifier_result": {"rewards": each}}
        for number, each in enumerate(rewards)
    ]
    job = run_trials(trials, {"adhoc": [str(case.input["metric"])]}, place) if trials else None
    if job is None or job.result is None:
        return None
    (group,) = job.result.stats.evals.values()
    (computed,) = group.metrics
    return Result(cast("Value", computed))


def pass_at_k(case: Case, place: Place) -> Answer | None:
    """Return pass@k of each group that has any; a job whose progress bar fails has none."""
    asked = cast("list[Trial]", case.input["trials"])
    trials = [{**described(None, name=str(number)), **each} for number, each in enumerate(asked)]
    datasets = {"adhoc", *(trial["source"] or "adhoc" for trial in trials)}
    job = run_trials(trials, {name: ["max"] for name in datasets}, place) if trials else None
    if job is None or job.result is None:
        return None
    estimates = {key: group.pass_at_k for key, group in job.result.stats.evals.items()}
    return Result({key: {str(k): e for k, e in of.items()} for key, of in estimates.items() if of})


def job(case: Case, place: Place) -> Answer | None:
    """Return the stats of a job's result.json, with the names that its trials should have."""
    asked = cast("dict[str, Any]", case.input)
    names = [trial["trial_name"] for trial in asked["trials"]]
    planned, retries = asked["n_total_trials"], asked["n_retries"]
    job = None
    if len(set(names)) == len(names):
        job = run_trials(asked["trials"], asked["metrics"], place, planned, retries)
    if job is None:
        return None
    if job.result is None:
        return Failure(type(job.error).__name__)
    stats = stats_of((job.folder / "result.json").read_bytes())
    assert stats == job.result.stats.model_dump_json(indent=4)
    return Result({"stats": _renamed(stats, zip(job.names, names, strict=True))})


def trial_result(case: Case, place: Place) -> Answer:
    """Return what a job reads of its trial when it is resumed and its result.json is another."""
    scenario: Scenario = {"tasks": [{"name": "task"}], "job": _NOP}
    job = real_jobs.run(scenario, place)
    (file,) = job.folder.glob("*/result.json")
    file.write_bytes(cast("bytes", case.input["result"]))
    try:
        trial = real_jobs.resume(scenario, place)
    except Exception as error:  # noqa: BLE001 - any error of harbor is its answer
        return Failure(type(error).__name__)
    exception = trial.exception_info.exception_type if trial.exception_info else None
    return Result({"verifier_result": _described(trial.verifier_result), "exception": exception})


def _renamed(stats: str, names: Iterable[tuple[str, str]]) -> str:
    """Return a text of JSON with the trials' names replaced, each written as harbor would."""
    written = {f'"{drawn}"': to_json(name).decode() for drawn, name in names}
    if not written:
        return stats
    return re.sub("|".join(map(re.escape, written)), lambda drawn: written[drawn[0]], stats)


def _of_one_trial(task: Task, place: Place) -> Answer:
    """Return what harbor's hooks see of a job's only trial."""
    (ended,) = real_jobs.run({"tasks": [task], "job": _NOP}, place).ended
    if ended.exception_info is not None:
        return Failure(ended.exception_info.exception_type)
    return Result(_described(ended.verifier_result))


def _described(result: VerifierResult | None) -> Value:
    return None if result is None else {"rewards": cast("Value", result.rewards)}
