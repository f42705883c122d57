"""The estimate of a task, and how the estimates of several are added."""

import itertools
from functools import reduce
from operator import add
from typing import cast

from conformance.operations.clause import (
    Cases,
    Examination,
    Source,
    asked_both_ways,
    clause,
    common,
    rare,
)
from conformance.operations.pass_at_k import inputs
from conformance.operations.pass_at_k.tasks import FIRST_OF_A_K, MOST, one_task_of
from conformance.operations.strategies.drawing import build, some
from conformance.protocol.values import Answer, Case, Value

LEVEL = common("NVIDIA-NeMo/nemo-platform#1224: several attempts at each task")

_MIXED = tuple(inputs.Attempts(n, c) for n in (3, 6, 7, 9, 11, 12) for c in range(1, n // 2 + 1))

_COUNTS = (3, 1), (2, 1), (4, 2), (5, 3), (6, 4), (5, 2), (6, 3), (6, 1), (7, 5), (7, 3), (7, 1)
_TO_THE_LAST_BIT = tuple(itertools.starmap(inputs.Attempts, _COUNTS))
"""Counts whose estimate fills the 53 bits of a binary64; but for (2, 1), which gives 1.0."""


@clause("running-product", Source(inputs.MODULE, 91, 94))
def one_task() -> Cases:
    """The estimate is one minus the product of (n-c-i)/(n-i), each quotient rounded and multiplied
    in turn from i=0 to k-1."""
    # Between them the first two tell apart every formula in candidates/deviations; a smallest
    # case is looked for there first.
    counts = (inputs.Attempts(5, 1), inputs.Attempts(6, 1), *inputs.pairs(2, MOST))
    return build(one_task_of, counts, inputs.STEPS)


@clause("certain-success", Source(inputs.MODULE, 88, 89))
def near_certain() -> Cases:
    """Where fewer than k attempts failed the estimate is exactly 1.0; where just k failed, it is
    less, unless the product is too small for that."""
    # One task whose failures are one fewer than some k, as many, or one more.
    failures = sorted({f for k in FIRST_OF_A_K for f in (k - 1, k, k + 1)})
    counts = [
        inputs.Attempts(n, n - f)
        for n in (2, 3, *FIRST_OF_A_K[1:])
        for f in (0, *failures)
        if f <= n
    ]
    return build(one_task_of, counts, inputs.STEPS)


def _asked_by_task(examination: Examination, case: Case) -> None:
    """Ask each task on its own as well, and note whether plain addition rounds otherwise."""
    answer = examination.agree(case)
    tasks = [examination.agree(Case("pass_at_k", {"trials": trials})) for trials in _by_task(case)]
    otherwise = _plain_mean(tasks, "2") != _only_group(answer).get("2", 0.0)
    examination.observe("plain addition rounds otherwise", happened=otherwise)


@clause(
    "corrected-sum",
    Source(inputs.MODULE, 62, 66),
    level=rare("tasks enough for the last digit of a sum to differ"),
    body=_asked_by_task,
    shares={"plain addition rounds otherwise": 0.15},
    effort=2,
)
def many_tasks() -> Cases:
    """The estimates are added with CPython's corrected summation, which for these numbers is the
    exact sum rounded once."""
    return some(_TO_THE_LAST_BIT, 3, 7).map(inputs.one_group)


@clause(
    "any-order",
    Source(inputs.MODULE, 62, 66),
    Source(inputs.MODULE, 53, 53),
    **asked_both_ways("trials", 1.0, lambda _, one, two: one == two, "the same numbers"),
)
def shuffled_tasks() -> Cases:
    """The order of the trials changes no number."""
    return build(inputs.one_group, some(_MIXED, 3, 6), inputs.STEPS)


def _only_group(answer: Answer) -> dict[str, float]:
    return next(iter(inputs.groups_of(answer).values()), {})


def _by_task(case: Case) -> list[list[Value]]:
    """Return the trials of each task, the tasks in the order of their first trial."""
    tasks: dict[str, list[Value]] = {}
    for trial in cast("list[dict[str, Value]]", inputs.trials_of(case)):
        tasks.setdefault(str(trial["task_name"]), []).append(trial)
    return list(tasks.values())


def _plain_mean(tasks: list[Answer], k: str) -> float:
    """Return the mean of estimates of single tasks, added from left to right; none counts 0."""
    estimates = (_only_group(answer).get(k, 0.0) for answer in tasks)
    return reduce(add, estimates, 0.0) / len(tasks)
