"""What cases about pass@k are made of: trials, built from short descriptions of them."""

from collections.abc import Iterable
from typing import NamedTuple, cast

from hypothesis import strategies as st

from conformance.operations.clause import Examination
from conformance.protocol.values import Answer, Case, Result, Value

MODULE = "harbor/utils/pass_at_k.py"
"""The module of harbor that most clauses of pass_at_k rest on."""


class TrialGroup(NamedTuple):
    """What harbor names a group after."""

    agent: str
    model: str | None = None
    source: str | None = None


class Attempts(NamedTuple):
    """How many attempts at a task there are, and how many of them succeed."""

    n: int
    c: int


PASS, FAIL, NULL_REWARDS, NO_RESULT = range(4)
"""The usual outcomes of a trial; the last two are the two ways to have no rewards."""

PLAIN = TrialGroup("a")
TWO_OR_MORE = (Attempts(2, 0), Attempts(2, 1), Attempts(3, 1), Attempts(4, 1), Attempts(5, 2))
ONE_TO_THREE = (Attempts(1, 0), Attempts(1, 1), Attempts(2, 0), Attempts(2, 1), Attempts(3, 1))
TASKS = ("t", "u", "v", "w", "x", "y", "z", "s")


def case(trials: Iterable[Value]) -> Case:
    """Return the case about these trials."""
    return Case("pass_at_k", {"trials": list(trials)})


def outcome(kind: int) -> Value:
    """Return the verifier result of one of the usual outcomes."""
    if kind == NO_RESULT:
        return None
    if kind == NULL_REWARDS:
        return {"rewards": None}
    return {"rewards": {"reward": int(kind == PASS)}}


def rewarded(value: float, name: str = "reward") -> Value:
    """Return the verifier result of one reward."""
    return {"rewards": {name: value}}


def trial(
    verifier_result: Value, task: str = "t", group: TrialGroup = PLAIN, **others: Value
) -> dict[str, Value]:
    """Return one trial; ``others`` are members that harbor does not read here."""
    return {
        "task_name": task,
        "agent": group.agent,
        "model": group.model,
        "source": group.source,
        "verifier_result": verifier_result,
        **others,
    }


def attempts(counts: Attempts, task: str = "t", group: TrialGroup = PLAIN) -> list[Value]:
    """Return the trials of one task, the successes first."""
    return [trial(outcome(FAIL if i >= counts.c else PASS), task, group) for i in range(counts.n)]


def one_group(tasks: Iterable[Attempts], step: int = 1) -> Case:
    """Return the case about one group with a task for each of the counts."""
    named = zip(TASKS, tasks, strict=False)
    return case(arranged([t for task, counts in named for t in attempts(counts, task)], step))


def arranged(trials: list[Value], step: int) -> list[Value]:
    """Return the trials in another order: every ``step``-th, going round until all are met.

    A step of 1 keeps the order; any other has to be a prime that the length is no
    multiple of.
    """
    return [trials[i * step % len(trials)] for i in range(len(trials))]


STEPS = st.sampled_from((1, 521, 523, 541, 547, 557, 563, 569, 571, 577))
"""Steps for ``arranged``, primes above the length of any list of trials here."""


def pairs(fewest: int, most: int) -> tuple[Attempts, ...]:
    """Return the counts of ``fewest`` to ``most`` attempts with every number of successes."""
    return tuple(Attempts(n, c) for n in range(fewest, most + 1) for c in range(n + 1))


def tasks_of(**tasks: tuple[int | None, ...]) -> Case:
    """Return the case about one group; a task's attempts are 1, 0 or without a result."""
    return case(
        trial(None if reward is None else rewarded(reward), task)
        for task, rewards in tasks.items()
        for reward in rewards
    )


def groups_of(answer: Answer) -> dict[str, dict[str, float]]:
    """Return evals key → k → estimate; an error has no groups."""
    value = answer.value if isinstance(answer, Result) else {}
    return cast("dict[str, dict[str, float]]", value)


def trials_of(case: Case) -> list[Value]:
    """Return the trials of a case."""
    return cast("list[Value]", case.input["trials"])


def agents_of(case: Case) -> int:
    """Return how many different agents, models and sources the trials name."""
    described = cast("list[dict[str, str | None]]", trials_of(case))
    return len({(trial["agent"], trial["model"], trial["source"]) for trial in described})


def expecting_some(examination: Examination, case: Case) -> None:
    """Note whether there is any pass@k."""
    answer = examination.agree(case)
    examination.observe("some pass@k", happened=answer != Result({}))


def expecting_none(examination: Examination, case: Case) -> None:
    """Note whether there is no pass@k at all."""
    answer = examination.agree(case)
    examination.observe("no pass@k", happened=answer == Result({}))
