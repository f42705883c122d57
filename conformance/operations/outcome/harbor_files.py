"""The files that harbor itself writes for a job, running or finished."""

import itertools

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.outcome import inputs
from conformance.operations.strategies.drawing import build, some
from conformance.operations.strategies.texts import edit

LEVEL = common("agent_challenge: the file of a harbor job")
_RARE = rare("a metric that is nan or infinite")

NAN, INFINITY = float("nan"), float("inf")

_MEANS = (0.0, 1.0, 0.5, *sorted({hits / of for of in range(2, 9) for hits in range(1, of)}))

REWARDS: tuple[inputs.Number, ...] = (*_MEANS, 0.1, 0.35, 1, 0, 2, -0.5, 12.75, 100, 3.0)
"""Rewards that are finite, as they come out of means and as they are given."""

_KEYS = (
    "oracle__adhoc", "terminus-2__gpt-5__terminal-bench", "a__b", "nop__tb__2.0", "10__2", "2__10",
    "agent__a/b__données", "claude-code__m__\U0001f600",
)  # fmt: skip

_METRICS = (
    (("mean",),), (("mean",),), (("mean",),), (("max",),), (("correctness", "speed"),),
    (("mean",), ("max",), ("min",)), (("mean", "speed"),), (("a", "b", "c"), ("sum",)), (),
)  # fmt: skip
"""The names of each metric of a group."""

_TRIALS = ((3, 0), (1, 0), (2, 0), (5, 0), (4, 1), (0, 1), (2, 2))
"""The trials of a group that have rewards, and those that errored."""

_PIECES = ("0", "1", "-", ".", '"', ",", ":", "{", "}", "[", "]", " ", "null", "NaN", "e1", "\\")

_HOW = ("cut", "cut", "keep", "insert", "delete", "replace", "repeat", "twice")


def jobs(rewards: tuple[inputs.Number, ...] = REWARDS) -> st.SearchStrategy[inputs.Job]:
    """Jobs of up to three groups, finished or not, whose metrics have these values."""
    group = build(_group, _KEYS, _METRICS, _TRIALS, rewards, rewards)
    groups = some(group, 0, 3)
    return build(_job, groups, (0, 0, 1, 4), (0, 0, 0, 1, 2), st.booleans())


@clause(
    "harbor-files",
    *inputs.RULES,
    body=inputs.BOTH_KINDS["body"],
    shares={inputs.READ: 0.5},
    effort=0.5,
)
def files() -> Cases:
    """A file as harbor writes it, of a job that is finished or still runs, is summed up from its
    three counts and its metrics."""
    return jobs(REWARDS + (NAN,) * 2).map(inputs.of_job)


@clause("nan-is-null", *inputs.SUMS, level=_RARE, **inputs.BOTH_KINDS, effort=0.5)
def files_with_nan() -> Cases:
    """A sample that is null, as harbor writes a metric that is nan, makes the file malformed."""
    return jobs((*REWARDS[:3], NAN)).map(inputs.of_job)


@clause("infinity-is-null", *inputs.SUMS, level=_RARE, **inputs.BOTH_KINDS, effort=0.5)
def files_with_infinity() -> Cases:
    """One metric that is infinite, which harbor writes as null too, makes the file of a job
    malformed, even if its other groups are valid."""
    return jobs((*REWARDS[:4], INFINITY, -INFINITY)).map(inputs.of_job)


def damaged_files() -> Cases:
    """Files of jobs that were cut short, or have one character out of place."""
    text = inputs.written(
        inputs.Job(3, (inputs.EvalGroup("oracle__adhoc", 3, 0, ({"mean": 1 / 3},)),), 3)
    )
    edited = build(edit, st.just(text), _HOW, st.integers(0, len(text)), _PIECES)
    return edited.map(inputs.of_text)


def _group(
    key: str,
    metrics: tuple[tuple[str, ...], ...],
    trials: tuple[int, int],
    first: inputs.Number,
    second: inputs.Number,
) -> inputs.EvalGroup:
    n_trials, n_errors = trials
    names = [f"task__{number}" for number in range(n_trials)]
    values = itertools.cycle((first, second))
    return inputs.EvalGroup(
        key,
        n_trials,
        n_errors,
        tuple({name: next(values) for name in metric} for metric in metrics),
        pass_at_k={2: 0.4, 4: NAN} if n_errors else {},
        reward_stats={"reward": {first: names}} if names else {},
        exception_stats={"AgentTimeoutError": ["task__9"]} if n_errors else {},
    )


def _job(
    groups: list[inputs.EvalGroup],
    pending: int,
    running: int,
    finished: bool,  # noqa: FBT001 - a draw
) -> inputs.Job:
    by_name = {group.name: group for group in groups}
    completed = sum(group.n_trials + group.n_errors for group in by_name.values())
    return inputs.Job(
        n_total_trials=completed + running + pending,
        groups=tuple(by_name.values()),
        n_completed_trials=completed,
        n_errored_trials=sum(group.n_errors for group in by_name.values()),
        n_running_trials=running,
        finished=finished,
    )
