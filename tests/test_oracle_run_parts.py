"""What the quick adapters say of the parts of a job is what the whole machine says of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from conformance.operations.comparing import compare
from conformance.operations.run import (
    changes,
    datasets,
    failures,
    groups,
    jobs,
    limits,
    resume,
    rewards,
    steps,
    tries,
)
from conformance.protocol import json_text
from conformance.protocol.agreement import Agreement
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import Answer, Case, Failure, Result, Value
from oracle.implementation import Oracle, open_oracle
from oracle.run import Play
from oracle.run_layout import JOB

KINDS = (
    jobs.plain,
    jobs.configured_order,
    jobs.finishing_order,
    jobs.usage,
    groups.groups,
    groups.datasets,
    datasets.listings,
    failures.exceptions,
    rewards.stale_anywhere,
    rewards.verification,
    limits.no_time,
    limits.settings_of_jobs,
    tries.any_tries,
    steps.any_steps,
    steps.any_failures,
    resume.resumed_order,
    changes.any_changes,
)
JOBS = 450
"""Jobs that are looked at whole."""

OF_VERIFIER = {
    "RewardFileNotFoundError",
    "RewardFileEmptyError",
    "VerifierOutputParseError",
    "ValidationError",
}


@dataclass
class Looked:
    """How often each quick adapter was compared with the whole."""

    jobs: int = 0
    verifier: int = 0
    multi_step: int = 0
    metric: int = 0
    pass_at_k: int = 0


@dataclass
class Whole:
    """A job that ran, and what the quick adapters made of its parts so far."""

    play: Play
    answer: dict[str, Value]
    oracle: Oracle
    looked: Looked

    def ask(self, operation: str, **members: Value) -> Value:
        """Return what a quick adapter answers; it must not be an error."""
        answer = self.oracle.answer(Case(operation, members))
        assert isinstance(answer, Result), answer
        return answer.value

    def trials(self) -> list[tuple[str, dict[str, Value]]]:
        """Return the trials in the order in which harbor combines them."""
        trials = cast("dict[str, dict[str, Value]]", self.answer["trials"])
        return [(name, trials[name]) for name in self.play.order]


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with open_oracle() as opened:
        yield opened


@pytest.mark.end_to_end
def test_the_quick_adapters_agree_with_450_whole_jobs(
    oracle: Oracle, tmp_path_factory: pytest.TempPathFactory
) -> None:
    looked = Looked()
    for kind in KINDS:

        @settings(
            max_examples=45,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink),
        )
        @given(kind())
        def look(case: Case) -> None:
            play = Play(cast("Scenario", case.input), tmp_path_factory.mktemp("job"))
            try:
                answer = cast("dict[str, Value]", play.answer())
            except Exception:  # noqa: BLE001 - a job that ends in an error leaves nothing to compare
                return
            # A job whose config.json is gone runs anew and forgets the trials that are there.
            remembered = len(play.order) == play.planned
            if cast("list[Value]", answer["sessions"])[-1] is None and remembered:
                look_at(Whole(play, answer, oracle, looked))

        look()
    assert looked.jobs >= JOBS, looked
    assert min(looked.verifier, looked.metric, looked.pass_at_k) >= JOBS, looked
    assert looked.multi_step >= 50, looked


def look_at(whole: Whole) -> None:
    """Hold every part of a job that ended of itself against what the quick adapters say."""
    results = {name: verified(whole, name, trial) for name, trial in whole.trials()}
    trials = [described(name, trial, results[name]) for name, trial in whole.trials()]
    stats = cast("dict[str, Value]", cast("dict[str, Value]", whole.answer["job"])["stats"])
    table = metrics_of(whole.play.scenario)
    text = whole.ask(
        "job",
        n_total_trials=cast("dict[str, Value]", whole.answer["job"])["n_total_trials"],
        n_retries=stats["n_retries"],
        metrics=cast("Value", table),
        trials=cast("Value", trials),
    )
    told = json_text.parse(str(cast("dict[str, Value]", text)["stats"]))
    least = Agreement.EXACT if exact(whole) else Agreement.EQUAL
    assert_same(nans_together(told), nans_together(stats), least=least)
    look_at_groups(whole, trials, stats, table)
    whole.looked.jobs += 1


def trial_folder(play: Play, name: str) -> Path:
    """Return the folder of a trial that may have been run again under another name."""
    folders = [
        play.folder / JOB / drawn for drawn, lasting in play.names().items() if lasting == name
    ]
    (folder,) = filter(Path.is_dir, folders)
    return folder


def verified(whole: Whole, name: str, trial: dict[str, Value]) -> Value:
    """Return a trial's result as the quick adapters have it, after comparing it with its own."""
    steps = trial["step_results"]
    folder = trial_folder(whole.play, name)
    if not isinstance(steps, list):
        return verified_from(whole, folder / "verifier", trial)
    of_steps = [
        verified_from(whole, folder / "steps" / str(step["step_name"]) / "verifier", step)
        for step in cast("list[dict[str, Value]]", steps)
    ]
    if trial["exception_info"] is not None:
        return None
    whole.looked.multi_step += 1
    result = whole.ask("multi_step", strategy=strategy_of(whole, trial), steps=of_steps)
    assert_same(written(result), trial["verifier_result"], least=Agreement.EQUAL)
    return result


def verified_from(whole: Whole, folder: Path, verified_: dict[str, Value]) -> Value:
    """Return what the verifier makes of the files in a folder, where it came so far."""
    names = ("reward.txt", "reward.json")
    files: dict[str, Value] = {name: content(folder / name) for name in names}
    answer: Answer = whole.oracle.answer(Case("verifier", files))
    info = cast("dict[str, Value] | None", verified_["exception_info"])
    if verified_["verifier_result"] is not None:
        whole.looked.verifier += 1
        assert isinstance(answer, Result), answer
        assert_same(written(answer.value), verified_["verifier_result"])
        return answer.value
    if info and info["exception_type"] in OF_VERIFIER and not by_script(info):
        whole.looked.verifier += 1
        assert answer == Failure(str(info["exception_type"]))
    return None


def look_at_groups(
    whole: Whole,
    trials: list[dict[str, Value]],
    stats: dict[str, Value],
    table: dict[str, list[str]],
) -> None:
    """Hold each group's metrics and pass@k against what the two adapters say."""
    estimates = cast("dict[str, Value]", whole.ask("pass_at_k", trials=cast("Value", trials)))
    groups = cast("dict[str, dict[str, Value]]", stats["evals"])
    for key, group in groups.items():
        members = [trial for trial in trials if key_of(trial) == key]
        rewards = [rewards_of(trial["verifier_result"]) for trial in members]
        metrics = [
            whole.ask("metric", metric=metric, rewards=cast("Value", rewards))
            for metric in table.get(key.rsplit("__", maxsplit=1)[-1], [])
        ]
        assert_same(written(metrics), group["metrics"])
        assert_same(estimates.pop(key, {}), group["pass_at_k"])
        whole.looked.metric += 1
        whole.looked.pass_at_k += 1
    assert estimates == {}


def described(name: str, trial: dict[str, Value], result: Value) -> dict[str, Value]:
    """Return a trial as the protocol has it."""
    agent = cast("dict[str, Value]", trial["agent_info"])
    model = cast("dict[str, Value] | None", agent["model_info"])
    info = cast("dict[str, Value] | None", trial["exception_info"])
    used = cast("dict[str, Value] | None", trial["agent_result"])
    names = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")
    return {
        "trial_name": name,
        "task_name": trial["task_name"],
        "agent": agent["name"],
        "model": model and model["name"],
        "source": trial["source"],
        "verifier_result": result,
        "exception": info and info["exception_type"],
        "usage": used and {member: used[member] for member in names},
    }


def metrics_of(scenario: Scenario) -> dict[str, list[str]]:
    """Return the metrics of each dataset; the mean where none is given."""
    own = cast("dict[str, list[dict[str, str]]]", scenario.get("registry", {}))
    common = cast("list[dict[str, str]]", scenario.get("job", {}).get("metrics", []))
    datasets = {task["dataset"] for task in scenario["tasks"] if "dataset" in task}
    return {
        name: [metric["type"] for metric in (*own.get(name, []), *common)] or ["mean"]
        for name in ("adhoc", *datasets)
    }


def strategy_of(whole: Whole, trial: dict[str, Value]) -> str | None:
    """Return the strategy that the only task of a scenario asks for."""
    (task,) = whole.play.scenario["tasks"]
    assert task["name"] == trial["task_name"]
    found = [s for s in ("mean", "final") if f'strategy = "{s}"' in task["config"]]
    return found[0] if found else None


def nans_together(value: Value) -> Value:
    """Return statistics with the trials of all nans in one list.

    Python finds a nan in a dict by being the same object. All nans of reward.json are one
    object, each of reward.txt is another; the protocol cannot tell the two apart, and has
    each be another. ``tests/test_oracle_run.py`` shows both.
    """
    if not isinstance(value, dict):
        return value
    nans = [name for name in value if name.partition("#")[0] == "nan"]
    lists = [cast("list[str]", value[name]) for name in nans if isinstance(value[name], list)]
    others = {name: nans_together(held) for name, held in value.items() if name not in nans}
    trials = cast("Value", sorted(trial for listed in lists for trial in listed))
    return {**others, "nan": trials} if lists else others


def exact(whole: Whole) -> bool:
    """Whether no order of names in the job's statistics follows the hash seed."""
    return all(trial["step_results"] is None for _, trial in whole.trials())


def by_script(info: dict[str, Value]) -> bool:
    return info["exception_message"] == "raised by the script"


def key_of(trial: dict[str, Value]) -> str:
    parts = (trial["agent"], trial["model"] or None, trial["source"] or "adhoc")
    return "__".join(str(part) for part in parts if part is not None)


def rewards_of(result: Value) -> Value:
    return None if result is None else cast("dict[str, Value]", result)["rewards"]


def content(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def written(value: Value) -> Value:
    """Return a value as harbor's result.json has it: without nan and infinities."""
    match value:
        case dict():
            return {name: written(member) for name, member in value.items()}
        case list():
            return [written(member) for member in value]
        case float() if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 - nan
            return None
    return value


def assert_same(told: Value, found: Value, least: Agreement = Agreement.EXACT) -> None:
    comparison = compare(Case("metric", {}), Result(found), Result(told))
    assert comparison.agreement >= least, (comparison.difference, told, found)
