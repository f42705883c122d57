"""The quick adapters say what the plain ways to harbor say, keep nothing, and need their disk."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import plain_ways
import pytest
from amount import examples
from plain_ways import trials
from played_trials import ask_plainly

from conformance.examination.recorded import corpus
from conformance.operations.comparing import compare
from conformance.operations.trial_result.written import written
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Answer, Case, Failure, Result, Value
from oracle.implementation import open_oracle
from oracle.multi_step import TASKS

__all__ = ["trials"]

LEAST = {"verifier": 200, "multi_step": 100, "job": 100, "trial_result": 200}
"""How many recorded cases of an operation there are at least."""


@pytest.mark.parametrize("operation", LEAST)
def test_recorded_cases_have_the_same_answer_both_ways(
    operation: str, trials: plain_ways.Trials, tmp_path: Path
) -> None:
    ways: dict[str, Callable[[Case, Path, int], Answer]] = {
        "verifier": lambda case, folder, _: plain_ways.verifier(folder, case),
        "multi_step": lambda case, *_: plain_ways.multi_step(trials, case),
        "job": lambda case, folder, n: ask_plainly(folder, case, quiet=n % 2 == 0),
        "trial_result": lambda case, folder, _: plain_ways.trial_result(folder, case),
    }
    recorded = list(corpus.load(operation))
    assert len(recorded) >= LEAST[operation]
    # The slow ways take a few cases of each clause, or all of them in ``tox -e long-way``.
    seen = Counter[str]()
    with open_oracle() as oracle:
        for number, entry in enumerate(recorded):
            seen[entry.clause] += 1
            if seen[entry.clause] > examples(2, len(recorded)):
                continue
            plain = ways[operation](entry.case, tmp_path / str(number), number)
            quick = oracle.answer(entry.case)
            assert compare(entry.case, plain, quick).agreement is Agreement.EXACT, entry.id


def files(txt: bytes | None, json: bytes | None) -> dict[str, Value]:
    return {"reward.txt": txt, "reward.json": json}


REWARDED: list[Value] = [{"rewards": {"reward": 1}}]
NOTHING_LEFT: list[tuple[str, list[dict[str, Value]], dict[str, Value], Answer]] = [
    # An operation, inputs, each of which is followed by another input, and the answer to that.
    ("verifier", [files(b"1", None), files(None, b"{"), files(b"", b""), files(b"x", b"null")],
     files(None, None), Failure("RewardFileNotFoundError")),
    *(("multi_step", [{"strategy": strategy, "steps": REWARDED}],
       {"strategy": strategy, "steps": []}, Result(None)) for strategy in TASKS),
    ("trial_result", [{"result": content} for content in (
        written({"reward": "1.0"}).encode(), b"\xff", b"{", b"[]")],
     {"result": b""}, Failure("ValidationError")),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "before", "input_", "answer"), NOTHING_LEFT)
def test_nothing_of_one_case_is_left_for_the_next(
    operation: str, before: list[dict[str, Value]], input_: dict[str, Value], answer: Answer
) -> None:
    with open_oracle() as oracle:
        for one in before:
            oracle.answer(Case(operation, one))
            assert oracle.answer(Case(operation, input_)) == answer
