"""What cases about pass@k are made of: trials, built from short descriptions of them."""

from collections.abc import Iterable
from typing import NamedTuple, cast

from hypothesis import strategies as st

from conformance.operations.clause import Telling, seeing
from conformance.operations.job.inputs import PLAIN, JobGroup
from conformance.protocol.values import Answer, Case, Result, Value

type Trial = dict[str, Value]


class Attempts(NamedTuple):
    """How many attempts at a task there are, and how many of them succeed."""

    n: int
    c: int


TWO_OR_MORE = (Attempts(2, 0), Attempts(2, 1), Attempts(3, 1), Attempts(4, 1), Attempts(5, 2))
ONE_TO_THREE = (Attempts(1, 0), Attempts(1, 1), Attempts(2, 0), Attempts(2, 1), Attempts(3, 1))
TASKS = ("t", "u", "v", "w", "x", "y", "z", "s")


def case(trials: Iterable[Value], step: int = 1) -> Case:
    """Return the case about these trials, in another order: every ``step``-th, round and round.

    A step of 1 keeps the order; any other has to be a prime that their number is no multiple of.
    """
    given = list(trials)
    return Case("pass_at_k", {"trials": [given[i * step % len(given)] for i in range(len(given))]})


def rewarded(value: float, name: str = "reward") -> Value:
    """Return the verifier result of one reward."""
    return {"rewards": {name: value}}


PASS, FAIL = rewarded(1), rewarded(0)
NULL_REWARDS: Value = {"rewards": None}
NO_RESULT: Value = None
"""The usual verifier results; the last two are the two ways to have no rewards."""


def trial(
    verifier_result: Value, task: str = "t", group: JobGroup = PLAIN, **others: Value
) -> Trial:
    """Return one trial; ``others`` are members that harbor does not read here."""
    return {
        "task_name": task,
        "agent": group.agent,
        "model": group.model,
        "source": group.source,
        "verifier_result": verifier_result,
        **others,
    }


def attempts(counts: Attempts, task: str = "t", group: JobGroup = PLAIN) -> list[Trial]:
    """Return the trials of one task, the successes first."""
    return [trial(FAIL if i >= counts.c else PASS, task, group) for i in range(counts.n)]


def one_group(tasks: Iterable[Attempts], step: int = 1) -> Case:
    """Return the case about one group with a task for each of the counts."""
    named = zip(TASKS, tasks, strict=False)
    return case((t for task, counts in named for t in attempts(counts, task)), step)


STEPS = st.sampled_from((1, 521, 523, 541, 547, 557, 563, 569, 571, 577))
"""Steps for ``case``, primes above the length of any list of trials here."""


def pairs(fewest: int, most: int) -> tuple[Attempts, ...]:
    """Return the counts of ``fewest`` to ``most`` attempts with every number of successes."""
    return tuple(Attempts(n, c) for n in range(fewest, most + 1) for c in range(n + 1))


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


def seeing_some(share: float) -> Telling:
    """Return what has a check see pass@k in this share of its examples."""
    return seeing(("some pass@k", lambda answer: answer != Result({}), share))


def seeing_none(share: float) -> Telling:
    """Return what has a check see no pass@k at all in this share of its examples."""
    return seeing(("no pass@k", lambda answer: answer == Result({}), share))
