"""Questions about the numbers: which k there are, the estimate of a task, the mean over tasks."""

import itertools

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.pass_at_k_trials import (
    STEPS,
    Attempts,
    Group,
    arranged,
    attempts,
    case,
    one_group,
    pairs,
)

MOST = 64
"""The most attempts at a task; a power of two, so that every kind of k comes up."""

FIRST_OF_A_K = (2, 4, 5, 8, 10, 15, 16, 20, 25, 30, 32, 35, 40, 45, 50, 55, 60, 64)
"""The numbers of attempts at which one more k appears, and no other up to MOST."""

_AROUND_A_K = sorted({n for k in FIRST_OF_A_K for n in (k - 1, k) if n > 1})

_UNEVEN = tuple(
    Attempts(n, c)
    for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16)
    for c in sorted({0, 1, n // 3, n // 2, n - 1, n})
)

_MIXED = tuple(Attempts(n, c) for n in (3, 6, 7, 9, 11, 12) for c in range(1, n // 2 + 1))

_TO_THE_LAST_BIT = tuple(
    itertools.starmap(
        Attempts,
        ((3, 1), (2, 1), (4, 2), (5, 3), (6, 4), (5, 2), (6, 3), (6, 1), (7, 5), (7, 3), (7, 1)),
    )
)
"""Counts whose estimate fills the 53 bits of a binary64; but for (2, 1), which gives 1.0."""


def every_count() -> st.SearchStrategy[Case]:
    """One task of 2 to 64 attempts, most of them at or just short of another k."""
    counts = [Attempts(n, c) for n in (*range(2, MOST + 1), *_AROUND_A_K) for c in (1, n // 2)]
    return st.builds(_one_task, st.sampled_from(counts), STEPS)


def few_attempts() -> st.SearchStrategy[Case]:
    """Two groups of one to three tasks, many of which have a single attempt."""
    counts = st.sampled_from((*pairs(1, 3), Attempts(1, 0), Attempts(1, 1)))
    tasks = st.lists(counts, min_size=1, max_size=3)
    return st.builds(_two_groups, tasks, tasks, STEPS)


def uneven_tasks() -> st.SearchStrategy[Case]:
    """One group of two to four tasks with 2 to 16 attempts each."""
    tasks = st.lists(st.sampled_from(_UNEVEN), min_size=2, max_size=4)
    return st.builds(one_group, tasks, STEPS)


def one_task() -> st.SearchStrategy[Case]:
    """One task of 2 to 64 attempts with any number of successes."""
    # Between them the first two tell apart every formula in candidates/broken; a smallest
    # case is looked for there first.
    counts = (Attempts(5, 1), Attempts(6, 1), *pairs(2, MOST))
    return st.builds(_one_task, st.sampled_from(counts), STEPS)


def near_certain() -> st.SearchStrategy[Case]:
    """One task whose failures are one fewer than some k, as many, or one more."""
    failures = sorted({f for k in FIRST_OF_A_K for f in (k - 1, k, k + 1)})
    counts = [
        Attempts(n, n - f) for n in (2, 3, *FIRST_OF_A_K[1:]) for f in (0, *failures) if f <= n
    ]
    return st.builds(_one_task, st.sampled_from(counts), STEPS)


def many_tasks() -> st.SearchStrategy[Case]:
    """One group of three to seven tasks whose estimates are rounded when they are added."""
    tasks = st.lists(st.sampled_from(_TO_THE_LAST_BIT), min_size=3, max_size=7)
    return tasks.map(one_group)


def shuffled_tasks() -> st.SearchStrategy[Case]:
    """One group of three to six tasks, their trials mixed."""
    tasks = st.lists(st.sampled_from(_MIXED), min_size=3, max_size=6)
    return st.builds(one_group, tasks, STEPS)


def _one_task(counts: Attempts, step: int) -> Case:
    return one_group([counts], step)


def _two_groups(first: list[Attempts], second: list[Attempts], step: int) -> Case:
    trials = [
        t
        for group, tasks in ((Group("a"), first), (Group("b"), second))
        for i, counts in enumerate(tasks)
        for t in attempts(counts, f"t{i}", group)
    ]
    return case(arranged(trials, step))
