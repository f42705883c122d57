"""Which orders of trials change a job's result, end to end on rewards whose order decides.

The trials' finishing order does not, the configured order does. What follows the file
system or the hash seed is shown as such.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path
from typing import cast

import pytest

from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.scenario import Act, Scenario, Script, Task
from conformance.protocol.values import Case, Result, Value
from oracle.metric import MetricAdapter
from oracle.run import Play

REWARDS = ("7e31", "-7e31", "5e15", "0.7")
"""Their sum is another in each order of OTHER_ORDERS, although Python compensates sums."""

OTHER_ORDERS = ((3, 2, 1, 0), (0, 2, 1, 3), (1, 2, 3, 0), (2, 1, 0, 3))
"""Backwards, task by task, the first one last, and all but the last one backwards."""

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


def metrics(answer: dict[str, Value], key: str = "nop__adhoc") -> Value:
    """Return the metric of a group; a dataset that is listed several times has it as often."""
    job = cast("dict[str, dict[str, dict[str, dict[str, list[Value]]]]]", answer["job"])
    first, *others = job["stats"]["evals"][key]["metrics"]
    assert all(other == first for other in others)
    return first


def assert_same(first: dict[str, Value], second: dict[str, Value]) -> None:
    comparison = compare(Case("run", {}), Result(first), Result(second))
    assert comparison.agreement is Agreement.EXACT, comparison.difference


@pytest.mark.parametrize("order", OTHER_ORDERS)
def test_the_rewards_used_here_have_another_sum_in_another_order(order: tuple[int, ...]) -> None:
    assert summed(REWARDS) != summed(REWARDS[place] for place in order)


def test_no_finishing_order_of_tasks_changes_the_result(tmp_path: Path) -> None:
    job: dict[str, Value] = {**SUM, "n_concurrent_trials": 4}
    answers, ends = [], set()
    for turns in permutations(range(4)):
        folder = tmp_path / "".join(map(str, turns))
        play, answer = played(folder, {"tasks": tasks(REWARDS, turns), "job": job})
        by_turn = sorted(zip(turns, "abcd", strict=True))
        assert play.finished == [f"{name}__attempt-1" for _, name in by_turn]
        ends.add(tuple(play.finished))
        answers.append(answer)
    assert len(ends) == 24
    assert metrics(answers[0]) == summed(REWARDS)
    for answer in answers[1:]:
        assert_same(answers[0], answer)


def test_no_finishing_order_of_attempts_changes_the_result(tmp_path: Path) -> None:
    job: dict[str, Value] = {**SUM, "n_concurrent_trials": 4, "n_attempts": 4}
    answers = []
    for turns in ((0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)):
        attempts = [script(text, turn) for text, turn in zip(REWARDS, turns, strict=True)]
        folder = tmp_path / "".join(map(str, turns))
        play, answer = played(folder, {"tasks": [{"name": "a", "attempts": attempts}], "job": job})
        assert play.finished == [
            f"a__attempt-{k + 1}" for _, k in sorted(zip(turns, range(4), strict=True))
        ]
        answers.append(answer)
    assert metrics(answers[0]) == summed(REWARDS)
    for answer in answers[1:]:
        assert_same(answers[0], answer)


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_how_many_run_at_once_changes_nothing(tmp_path: Path, at_once: int) -> None:
    turned = tasks(REWARDS, (3, 2, 1, 0))
    _, alone = played(tmp_path / "4", {"tasks": turned, "job": {**SUM, "n_concurrent_trials": 4}})
    job: dict[str, Value] = {**SUM, "n_concurrent_trials": at_once}
    _, other = played(tmp_path / "n", {"tasks": turned, "job": job})
    assert_same(alone, other)


def test_a_trial_that_is_tried_again_keeps_its_place(tmp_path: Path) -> None:
    listed = tasks(REWARDS)
    listed[0]["attempts"] = [[{"test": {"raises": "ApiError"}}, *script(REWARDS[0])]]
    job: dict[str, Value] = {**SUM, "n_concurrent_trials": 1, "retry": {"max_retries": 1}}
    _, answer = played(tmp_path / "a", {"tasks": listed, "job": job})
    assert metrics(answer) == summed(REWARDS)


def test_the_order_of_tasks_in_the_job_decides(tmp_path: Path) -> None:
    for order in permutations(REWARDS):
        folder = tmp_path / "_".join(order)
        _, answer = played(folder, {"tasks": tasks(order), "job": SUM})
        assert metrics(answer) == summed(order)


def test_every_first_attempt_comes_before_every_second(tmp_path: Path) -> None:
    first, second = REWARDS[:2], REWARDS[2:]
    listed: list[Task] = [
        {"name": name, "attempts": [script(one), script(other)]}
        for name, one, other in zip("ab", first, second, strict=True)
    ]
    _, answer = played(tmp_path / "a", {"tasks": listed, "job": {**SUM, "n_attempts": 2}})
    assert metrics(answer) == summed((*first, *second))


def test_the_order_of_a_datasets_tasks_in_its_registry_decides(tmp_path: Path) -> None:
    for name, order in (("forwards", REWARDS), ("backwards", REWARDS[::-1])):
        scenario: Scenario = {"tasks": tasks(order, dataset="d"), "registry": {"d": []}, "job": SUM}
        _, answer = played(tmp_path / name, scenario)
        assert metrics(answer, "nop__d") == summed(order)


def test_the_order_of_datasets_in_the_job_decides(tmp_path: Path) -> None:
    parts: list[Value] = [{"path": "{folder}/datasets/d", "task_names": [name]} for name in "abcd"]
    for name, order, datasets in (
        ("forwards", REWARDS, parts),
        ("backwards", REWARDS[::-1], parts[::-1]),
    ):
        scenario: Scenario = {
            "tasks": tasks(REWARDS, dataset="d"),
            "job": {**SUM, "datasets": datasets},
        }
        _, answer = played(tmp_path / name, scenario)
        assert metrics(answer, "nop__d") == summed(order)


def test_the_order_in_which_the_file_system_lists_a_local_dataset_decides(tmp_path: Path) -> None:
    scenario: Scenario = {"tasks": tasks(REWARDS, dataset="d"), "job": SUM}
    _, given = played(tmp_path / "given", scenario)
    _, backwards = played(tmp_path / "reversed", {**scenario, "listing": "reversed"})
    assert metrics(given, "nop__d") == summed(REWARDS)
    assert metrics(backwards, "nop__d") == summed(REWARDS[::-1])


def interrupted_at(place: int) -> Scenario:
    """Return a job of four attempts that is interrupted, loses that result, and is resumed."""
    attempts = [script(text) for text in REWARDS]
    attempts[3] = [{"test": {"interrupts": True}}, *attempts[3]]
    lost = [f"job/a__attempt-{k}/result.json" for k in {place, 4}]
    job: dict[str, Value] = {**SUM, "n_attempts": 4, "n_concurrent_trials": 1}
    return {
        "tasks": [{"name": "a", "attempts": attempts}],
        "job": job,
        "resume": [{"remove": lost}],
    }


def test_a_resumed_job_combines_what_it_finds_before_what_it_runs(tmp_path: Path) -> None:
    _, answer = played(tmp_path / "a", interrupted_at(1))
    first, *rest, last = REWARDS
    assert metrics(answer) == summed((*rest, first, last))
    assert metrics(answer) != summed(REWARDS)


def test_the_order_in_which_the_file_system_lists_old_trials_decides(tmp_path: Path) -> None:
    _, given = played(tmp_path / "given", interrupted_at(4))
    _, backwards = played(tmp_path / "reversed", {**interrupted_at(4), "listing": "reversed"})
    assert metrics(given) == summed(REWARDS)
    assert metrics(backwards) == summed((*REWARDS[2::-1], REWARDS[3]))
    assert metrics(given) != metrics(backwards)


MEAN_OF_STEPS = """
import json, sys
from pathlib import Path
from oracle.run import Play
step = {"test": {"leaves": {"reward.json": b'{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}'}}}
task = {
    "name": "a",
    "config": '[[steps]]\\nname = "one"\\n',
    "files": {"steps/one/instruction.md": ""},
    "attempts": [[{"steps": [step]}]],
}
folder = Path(sys.argv[1]).resolve()
answer = Play({"tasks": [task]}, folder).answer()
(result,) = folder.glob("job/*/result.json")
written = json.loads(result.read_text())["verifier_result"]["rewards"]
print(json.dumps({"written": list(written), "answer": answer}))
"""


def test_the_order_of_names_in_a_mean_of_steps_follows_the_hash_seed_and_is_left_out(
    tmp_path: Path,
) -> None:
    processes = []
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
        command = [sys.executable, "-c", MEAN_OF_STEPS, str(tmp_path / seed)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        processes.append(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE))
    first, second = (json.loads(process.communicate()[0]) for process in processes)
    assert sorted(first["written"]) == sorted(second["written"])
    assert first["written"] != second["written"]
    assert json.dumps(first["answer"]) == json.dumps(second["answer"])
