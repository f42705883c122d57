"""The trials of a pass@k question, built from short descriptions of them."""

from collections.abc import Iterable
from typing import NamedTuple

from hypothesis import strategies as st

from conformance.model import Case, Value


class Group(NamedTuple):
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

PLAIN = Group("a")
TASKS = ("t", "u", "v", "w", "x", "y", "z", "s")


def case(trials: Iterable[Value]) -> Case:
    """Return the question about these trials."""
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
    verifier_result: Value, task: str = "t", group: Group = PLAIN, **others: Value
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


def attempts(counts: Attempts, task: str = "t", group: Group = PLAIN) -> list[Value]:
    """Return the trials of one task, the successes first."""
    return [trial(outcome(FAIL if i >= counts.c else PASS), task, group) for i in range(counts.n)]


def one_group(tasks: Iterable[Attempts], step: int = 1) -> Case:
    """Return the question about one group with a task for each of the counts."""
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
