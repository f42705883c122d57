"""A job as a whole: which trials it has, in which order they count, and what they cost."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common
from conformance.operations.run import inputs
from conformance.operations.run.failures import exceptions
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.scenario import Script, Settings, Usage
from conformance.protocol.values import Case, Value

LEVEL = common("NVIDIA-NeMo/nemo-platform#1224: several attempts at each task")

_LEFT = (
    (b"1", b"0"), (b"1", b"0", b"0"), (b"0.1", b"0.2", b"0.7"), (b"1", b"", b"x"), (b"0.5",),
    (b"nan", b"1"), (b"-1", b"0.25", b"1e-9"), (b"1e16", b"1", b"0.5"),
)  # fmt: skip
_NOP: tuple[Value, ...] = ({"name": "nop"}, {"name": "nop", "kwargs": {"second": True}})


@drawn(_LEFT, (("mean",), ("sum", "mean"), ("max", "min")))
def rewards_to_stats(rewards: Sequence[bytes], names: Sequence[str]) -> Case:
    """Attempts at one task, rewarded in full, in part, or not at all, under one metric or two."""
    job: Settings = {**inputs.metrics_named(names), "n_attempts": len(rewards)}
    return inputs.of_tasks([inputs.task("a", map(inputs.rewarded, rewards))], job)


@drawn(
    st.lists(some(inputs.acts().map(inputs.tested), 1, 3), min_size=1, max_size=3),
    st.integers(1, 3),
)
def plain(tasks: list[list[list[Script]]], n_attempts: int) -> Case:
    """One to three tasks with one to three attempts each."""
    named = [inputs.task(name, scripts) for name, scripts in zip("abc", tasks, strict=False)]
    return inputs.of_tasks(named, {"n_attempts": n_attempts} if n_attempts > 1 else None)


@clause("whole-job", sources.COMBINED)
def whole_job() -> tuple[Check, ...]:
    """The groups in a job's result.json are computed from the files that the test scripts of all
    its trials left, exactly as from the results of the trials themselves."""
    return (
        Check("rewards-to-stats", rewards_to_stats(), effort=inputs.SOME),
        Check("plain-jobs", plain(), effort=inputs.SOME),
        Check("exceptions-anywhere", exceptions(), effort=inputs.FEW),
    )


_LOOPS = sources.JOB.lines(332, 334)
_TASKS = sources.JOB.lines(298, 313)


@clause("trial-order", _LOOPS, _TASKS, sources.COMBINED)
@drawn(((2, 2, 1), (2, 1, 2), (1, 2, 2), (3, 1, 1), (2, 2, 2)), ("ba", "ab"), inputs.ADDED)
def configured_order(shape: tuple[int, int, int], names: str, rewards: tuple[bytes, ...]) -> Case:
    """Trials count in configured order: attempts outside, tasks within them, agents within tasks;
    listed tasks precede those of datasets."""
    # Trials of one group: tasks by attempts by agents, the tasks in any order.
    tasks, attempts, agents = shape
    scripts = [
        [inputs.rewarded(rewards[(t + 2 * a) % 4]) for a in range(attempts)] for t in range(tasks)
    ]
    named = [inputs.task(name, tries) for name, tries in zip(f"{names}c", scripts, strict=False)]
    return inputs.of_tasks(
        named, {"n_attempts": attempts, "agents": list(_NOP[:agents]), **inputs.SUM}
    )


_TOKENS = (None, 0, 1, 100, 2**40)

_GATHERED = sources.JOB.lines(860, 863)


@clause("finishing-order", _GATHERED, sources.COMBINED)
def finishing_order() -> Cases:
    """In which order trials that run together end changes neither a result nor its order."""
    return build(_finishing, inputs.ADDED, st.permutations((0, 1, 2)), (3, 8, 1))


@clause("concurrency", sources.QUEUE.lines(152, 153), _GATHERED)
def limits() -> Cases:
    """Every trial is run, however few may run at the same time, and the limit changes nothing."""
    return build(_finishing, inputs.ADDED, st.just((0, 0, 0)), st.integers(1, 4))


def _finishing(rewards: Sequence[bytes], turns: Sequence[int], at_once: int) -> Case:
    """Return the case about three tasks whose tests end in these turns."""
    scripts = [
        inputs.tested({"turn": turn, **inputs.leaving(text=text)})
        for text, turn in zip(rewards, turns, strict=False)
    ]
    named = [inputs.task(name, [tries]) for name, tries in zip("abc", scripts, strict=True)]
    return inputs.of_tasks(named, {"n_concurrent_trials": at_once, **inputs.SUM})


@clause("attempts", _LOOPS)
@drawn((2, 0, 1, 3, -1), st.integers(1, 2), st.integers(0, 1))
def numbers_of_attempts(n_attempts: int, tasks: int, retries: int) -> Case:
    """Each task has n_attempts trials with each agent, successful or not; with none, the job ends
    immediately, without any group."""
    scripts = [inputs.rewarded(text) for text in (b"1", b"0", b"0.5")]
    named = [inputs.task(name, scripts) for name in "ab"[:tasks]]
    return inputs.of_tasks(named, {"n_attempts": n_attempts, "retry": {"max_retries": retries}})


@clause("usage", sources.RESULTS.lines(115, 129), sources.STATS.lines(161, 169))
def usage() -> Cases:
    """Tokens and cost are summed over trials in their order, each kind for itself, and are null
    where no trial reports any."""
    kinds = dict.fromkeys(("n_input_tokens", "n_cache_tokens", "n_output_tokens"), _TOKENS)
    reported = build(Usage, **kinds, cost_usd=(None, 0.0, 0.1, 0.2))
    return some(reported, 1, 4).map(
        lambda reported: inputs.case(
            inputs.one_task([[{"agent": {"usage": used}, "test": inputs.ONE}] for used in reported])
        )
    )
