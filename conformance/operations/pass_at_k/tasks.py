"""The estimates of pass@k: for which k, of a task, and of the tasks of a group together."""

import itertools
from functools import reduce
from itertools import chain
from operator import add
from typing import cast

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import (
    Cases,
    Check,
    Examination,
    Subject,
    asked_both_ways,
    clause,
    common,
    rare,
)
from conformance.operations.job.inputs import JobGroup
from conformance.operations.pass_at_k import inputs
from conformance.operations.pass_at_k.rewards import NOT_BINARY
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.values import Answer, Case, Value

LEVEL = common("NVIDIA-NeMo/nemo-platform#1224: several attempts at each task")

_GROUPS = (
    JobGroup("a"), JobGroup("b"), JobGroup("a", "m", "s"), JobGroup("a", "m"),
    JobGroup("a", None, "s"), JobGroup("a", "", ""), JobGroup("a", "m__s", "s"),
    JobGroup("a__m", None, "s"),
)  # fmt: skip

_PASSES = (inputs.PASS, inputs.rewarded(1.0), inputs.rewarded(1, "score"))

_ZEROS = (inputs.FAIL, inputs.rewarded(0.0), inputs.rewarded(-0.0))
_FAILURES = (*_ZEROS, inputs.NULL_REWARDS, inputs.NO_RESULT)

_ODD: tuple[Value, ...] = (
    *(inputs.rewarded(value) for value in NOT_BINARY), {"rewards": {}},
    {"rewards": {"reward": 1, "a": 1}},
)  # fmt: skip

_PLACES = tuple((group, task) for task in ("t", "u", "v") for group in _GROUPS)

_RESULTS = tuple((success, failure) for failure in _FAILURES for success in _PASSES)

_COUNTS = (*inputs.pairs(2, 6), *inputs.pairs(8, 12), *inputs.pairs(16, 16))

MOST = 64
"""The most attempts at a task; a power of two, so that every kind of k comes up."""

FIRST_OF_A_K = (2, 4, 5, 8, 10, 15, 16, 20, 25, 30, 32, 35, 40, 45, 50, 55, 60, 64)
"""The numbers of attempts at which one more k appears, and no other up to MOST."""

_AROUND_A_K = sorted({n for k in FIRST_OF_A_K for n in (k - 1, k) if n > 1})

_UNEVEN = tuple(
    inputs.Attempts(n, c)
    for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16)
    for c in sorted({0, 1, n // 3, n // 2, n - 1, n})
)


def _block(number: int) -> list[dict[str, Value]]:
    """Return the trials of one task in one group, of the ``number``-th such block."""
    number, place = divmod(number, len(_PLACES))
    group, task = _PLACES[place]
    counts = _COUNTS[number // len(_RESULTS)]
    results = _RESULTS[number % len(_RESULTS)]
    return [inputs.trial(results[i >= counts.c], task, group) for i in range(counts.n)]


def _blocks(blocks: list[list[dict[str, Value]]], odd: tuple[Value, ...], step: int) -> Case:
    """Return the case of these blocks and of a trial like the first with each odd result."""
    others = [{**blocks[0][0], "verifier_result": result} for result in odd]
    return inputs.case([*chain.from_iterable(blocks), *others], step)


def uneven_tasks() -> Cases:
    """One group of two to four tasks with 2 to 16 attempts each."""
    return build(inputs.one_group, some(_UNEVEN, 2, 4), inputs.STEPS)


def _expecting_fewer_groups(examination: Examination, case: Case) -> None:
    """Note whether a group is absent from the result."""
    groups = inputs.groups_of(examination.agree(case))
    examination.observe("a group is absent", happened=len(groups) < inputs.agents_of(case))


@clause("mean-over-tasks", sources.PASS_AT_K.lines(61, 68))
def mean_over_tasks() -> tuple[Check, ...]:
    """pass@k of a group is the mean of its tasks' estimates, each task weighing the same."""
    block = st.integers(0, len(_PLACES) * len(_COUNTS) * len(_RESULTS) - 1).map(_block)
    odd = [()] * 8 + [(result,) for result in _ODD]
    anything = build(_blocks, some(block, 1, 5), odd, inputs.STEPS)
    return (
        Check("anything", anything, **inputs.seeing_some(0.4)),
        Check("uneven-tasks", uneven_tasks()),
    )


@clause("k-values", sources.PASS_AT_K.lines(71, 84))
@drawn(
    [inputs.Attempts(n, c) for n in (*range(2, MOST + 1), *_AROUND_A_K) for c in (1, n // 2)],
    inputs.STEPS,
)
def every_count(counts: inputs.Attempts, step: int) -> Case:
    """There is an estimate for each power of two from 2 and each multiple of five up to the number
    of attempts, and for no other k."""
    # One task of 2 to 64 attempts, most of them at or just short of another k.
    return one_task_of(counts, step)


def one_task_of(counts: inputs.Attempts, step: int) -> Case:
    """Return the case about one task."""
    return inputs.one_group([counts], step)


_TASKS = some((*inputs.pairs(1, 3), inputs.Attempts(1, 0), inputs.Attempts(1, 1)), 1, 3)


@clause(
    "two-attempts",
    sources.PASS_AT_K.lines(74, 77),
    sources.PASS_AT_K.lines(28),
    body=_expecting_fewer_groups,
    shares={"a group is absent": 0.3},
)
@drawn(_TASKS, _TASKS, inputs.STEPS)
def few_attempts(first: list[inputs.Attempts], second: list[inputs.Attempts], step: int) -> Case:
    """There is no pass@1, and a group with a task of one attempt is absent from the result."""
    trials = [
        t
        for group, tasks in ((JobGroup("a"), first), (JobGroup("b"), second))
        for i, counts in enumerate(tasks)
        for t in inputs.attempts(counts, f"t{i}", group)
    ]
    return inputs.case(trials, step)


@clause("fewest-attempts", sources.PASS_AT_K.lines(58, 59), check="uneven-tasks")
def fewest_attempts() -> Cases:
    """The task with the fewest attempts decides which k its group has."""
    return uneven_tasks()


@clause("own-attempts", sources.PASS_AT_K.lines(63), check="uneven-tasks")
def own_attempts() -> Cases:
    """A task's estimate rests on all its own attempts, more than the fewest included."""
    return uneven_tasks()


ESTIMATES = Subject("estimates", LEVEL)

_MIXED = tuple(inputs.Attempts(n, c) for n in (3, 6, 7, 9, 11, 12) for c in range(1, n // 2 + 1))

_TELLING = (3, 1), (2, 1), (4, 2), (5, 3), (6, 4), (5, 2), (6, 3), (6, 1), (7, 5), (7, 3), (7, 1)
_TO_THE_LAST_BIT = tuple(itertools.starmap(inputs.Attempts, _TELLING))
"""Counts whose estimate fills the 53 bits of a binary64; but for (2, 1), which gives 1.0."""


@clause("running-product", sources.PASS_AT_K.lines(91, 94), of=ESTIMATES)
def one_task() -> Cases:
    """The estimate is one minus the product of (n-c-i)/(n-i), each quotient rounded and multiplied
    in turn from i=0 to k-1."""
    # Between them the first two tell apart every formula in candidates/deviations; a smallest
    # case is looked for there first.
    counts = (inputs.Attempts(5, 1), inputs.Attempts(6, 1), *inputs.pairs(2, MOST))
    return build(one_task_of, counts, inputs.STEPS)


@clause("certain-success", sources.PASS_AT_K.lines(88, 89), of=ESTIMATES)
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
    sources.PASS_AT_K.lines(62, 66),
    level=rare("tasks enough for the last digit of a sum to differ"),
    body=_asked_by_task,
    shares={"plain addition rounds otherwise": 0.15},
    effort=2,
    of=ESTIMATES,
)
def many_tasks() -> Cases:
    """The estimates are added with CPython's corrected summation, which for these numbers is the
    exact sum rounded once."""
    return some(_TO_THE_LAST_BIT, 3, 7).map(inputs.one_group)


@clause(
    "any-order",
    sources.PASS_AT_K.lines(62, 66),
    sources.PASS_AT_K.lines(53),
    **asked_both_ways("trials", 1.0, lambda _, one, two: one == two, "the same numbers"),
    of=ESTIMATES,
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
