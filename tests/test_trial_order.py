"""Which orders of trials change a job's result, end to end on rewards whose order decides.

The trials' finishing order does not, the configured order does. What follows the file
system is shown as such; ``test_oracle_multi_step`` shows what follows the hash seed.
"""

from collections.abc import Callable, Iterable
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest

from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.scenario import Act, Scenario, Script, Task
from conformance.protocol.values import Case, Result, Value
from oracle.metric import MetricAdapter
from oracle.run import Play

REWARDS = ("7e31", "-7e31", "5e15", "0.7")
"""Their sum is another in each order of OTHER_ORDERS, although Python compensates sums."""

OTHER_ORDERS = ((3, 2, 1, 0), (0, 2, 1, 3), (1, 2, 3, 0), (2, 1, 0, 3), (1, 2, 0, 3))
"""Backwards, task by task, the first one last, all but the last backwards, the third one first."""

SUM: dict[str, Value] = {"metrics": [{"type": "sum"}]}


def summed(texts: Iterable[str]) -> Value:
    """Return harbor's sum of rewards in this order."""
    rewards: list[Value] = [{"reward": float(text)} for text in texts]
    return MetricAdapter()({"metric": "sum", "rewards": rewards})


def script(text: str, turn: int | None = None) -> list[Script]:
    """Return the only try of an attempt, which ends in its turn if it has one."""
    act: Act = {"leaves": {"reward.txt": text.encode()}}
    return [{"test": act if turn is None else {**act, "turn": turn}}]


def tasks(texts: Iterable[str], turns: Iterable[int] = (), **members: str) -> list[Task]:
    """Return tasks a, b, … of one attempt each; their names keep to their rewards."""
    ending = dict(zip(REWARDS, turns, strict=False))
    named = {text: "abcd"[place] for place, text in enumerate(REWARDS)}
    return [
        cast("Task", {"name": named[t], "attempts": [script(t, ending.get(t))], **members})
        for t in texts
    ]


def played(folder: Path, scenario: Scenario) -> tuple[Play, dict[str, Value]]:
    """Run a scenario in a fresh folder; return it and its answer."""
    folder.mkdir()
    play = Play(scenario, folder)
    return play, cast("dict[str, Value]", play.answer())


def metrics(answer: dict[str, Value]) -> Value:
    """Return the metric of the only group; a dataset listed several times has it as often."""
    job = cast("dict[str, dict[str, dict[str, dict[str, list[Value]]]]]", answer["job"])
    (group,) = job["stats"]["evals"].values()
    first, *others = group["metrics"]
    assert all(other == first for other in others)
    return first


def assert_same(first: dict[str, Value], second: dict[str, Value]) -> None:
    comparison = compare(Case("run", {}), Result(first), Result(second))
    assert comparison.agreement is Agreement.EXACT, comparison.difference


@pytest.mark.parametrize("order", OTHER_ORDERS)
def test_the_rewards_used_here_have_another_sum_in_another_order(order: tuple[int, ...]) -> None:
    assert summed(REWARDS) != summed(REWARDS[place] for place in order)


def of_tasks(turns: tuple[int, ...]) -> tuple[list[Task], list[str], dict[str, Value]]:
    """Return four tasks that end in these turns, their trials' names, and the job."""
    return tasks(REWARDS, turns), [f"{name}__attempt-1" for name in "abcd"], SUM


def of_attempts(turns: tuple[int, ...]) -> tuple[list[Task], list[str], dict[str, Value]]:
    """Return one task of four attempts that end in these turns, their names, and the job."""
    attempts = [script(text, turn) for text, turn in zip(REWARDS, turns, strict=True)]
    names = [f"a__attempt-{k}" for k in (1, 2, 3, 4)]
    return [{"name": "a", "attempts": attempts}], names, {**SUM, "n_attempts": 4}


@pytest.mark.parametrize(
    ("made", "orders"),
    [
        (of_tasks, list(permutations(range(4)))),
        (of_attempts, [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)]),
    ],
)
def test_no_finishing_order_changes_the_result(
    made: Callable[[tuple[int, ...]], tuple[list[Task], list[str], dict[str, Value]]],
    orders: list[tuple[int, ...]],
    tmp_path: Path,
) -> None:
    answers = []
    for turns in orders:
        listed, names, job = made(turns)
        scenario: Scenario = {"tasks": listed, "job": {**job, "n_concurrent_trials": 4}}
        play, answer = played(tmp_path / "".join(map(str, turns)), scenario)
        assert play.finished == [name for _, name in sorted(zip(turns, names, strict=True))]
        answers.append(answer)
    assert metrics(answers[0]) == summed(REWARDS)
    for answer in answers[1:]:
        assert_same(answers[0], answer)


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_how_many_run_in_parallel_changes_nothing(tmp_path: Path, at_once: int) -> None:
    turned = tasks(REWARDS, (3, 2, 1, 0))
    _, alone = played(tmp_path / "4", {"tasks": turned, "job": {**SUM, "n_concurrent_trials": 4}})
    job: dict[str, Value] = {**SUM, "n_concurrent_trials": at_once}
    _, other = played(tmp_path / "n", {"tasks": turned, "job": job})
    assert_same(alone, other)


def in_dataset(order: Iterable[str], **members: Any) -> Scenario:  # noqa: ANN401 - any members
    return {"tasks": tasks(order, dataset="d"), "job": SUM, **members}  # type: ignore[typeddict-item] # members


def of_datasets(*names: str) -> Scenario:
    parts = [{"path": "{folder}/datasets/d", "task_names": [name]} for name in names]
    return in_dataset(REWARDS, job={**SUM, "datasets": parts})


def interrupted_at(place: int, **members: Any) -> Scenario:  # noqa: ANN401 - as above
    """Return a job of four attempts that is interrupted, loses that result, and is resumed."""
    attempts = [script(text) for text in REWARDS]
    attempts[3] = [{"test": {"interrupts": True}}, *attempts[3]]
    lost = [f"job/a__attempt-{k}/result.json" for k in {place, 4}]
    job: dict[str, Value] = {**SUM, "n_attempts": 4, "n_concurrent_trials": 1}
    resumed: Scenario = {"tasks": [{"name": "a", "attempts": attempts}], "job": job}
    return {**resumed, "resume": [{"remove": lost}], **members}  # type: ignore[typeddict-item] # members


def tried_again() -> Scenario:
    listed = tasks(REWARDS)
    listed[0]["attempts"] = [[{"test": {"raises": "ApiError"}}, *script(REWARDS[0])]]
    return {"tasks": listed, "job": {**SUM, "n_concurrent_trials": 1, "retry": {"max_retries": 1}}}


A, B, C, D = REWARDS
TWO_ATTEMPTS: list[Task] = [
    {"name": "a", "attempts": [script(A), script(C)]},
    {"name": "b", "attempts": [script(B), script(D)]},
]
DECIDED: dict[str, list[tuple[Scenario, tuple[str, ...]]]] = {
    # What decides, and scenarios with the order in which harbor combines their rewards.
    "a trial that is tried again keeps its place": [(tried_again(), REWARDS)],
    "the order of tasks in the job": [
        ({"tasks": tasks(order), "job": SUM}, order) for order in permutations(REWARDS)],
    "every first attempt comes before every second": [
        ({"tasks": TWO_ATTEMPTS, "job": {**SUM, "n_attempts": 2}}, REWARDS)],
    "the order of a dataset's tasks in its registry": [
        (in_dataset(order, registry={"d": []}), order) for order in (REWARDS, REWARDS[::-1])],
    "the order of datasets in the job": [
        (of_datasets(*"abcd"), REWARDS), (of_datasets(*"dcba"), REWARDS[::-1])],
    "the order in which the file system lists a local dataset": [
        (in_dataset(REWARDS), REWARDS), (in_dataset(REWARDS, listing="reversed"), REWARDS[::-1])],
    "a resumed job combines what it finds before what it runs": [(interrupted_at(1), (B, C, A, D))],
    "the order in which the file system lists old trials": [
        (interrupted_at(4), REWARDS), (interrupted_at(4, listing="reversed"), (C, B, A, D))],
}  # fmt: skip


@pytest.mark.parametrize("scenarios", DECIDED.values(), ids=DECIDED)
def test_the_order_that_decides(
    scenarios: list[tuple[Scenario, tuple[str, ...]]], tmp_path: Path
) -> None:
    for number, (scenario, order) in enumerate(scenarios):
        _, answer = played(tmp_path / str(number), scenario)
        assert metrics(answer) == summed(order)
