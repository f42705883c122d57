"""Questions about a job as a whole: which trials, in which order, in which group and metric."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Script, Task
from conformance.strategies.run import (
    ONE_AT_A_TIME,
    Cases,
    case,
    leaving,
    rewarded,
    scenario,
    task,
    tested,
)

type Settings = dict[str, Value]

HUGE = b"1" + b"0" * 309
"""An integer beyond binary64."""

_ADDED: tuple[tuple[bytes, ...], ...] = (
    (b"1", b"1", b"1", b"1"),
    (b"1e308", b"1e308", b"-1e308", b"1"),
    (b"1e308", b"-1e308", b"1e308", b"1"),
    (b"1", b"1e308", b"1e308", b"-1e308"),
    (b"0.5", b"0.5", b"1", b"0.5"),
)
"""Rewards of which some are equal, or whose sum overflows in some orders only."""

_SUM: Settings = {"metrics": [{"type": "sum"}]}
_NOP: tuple[Value, ...] = ({"name": "nop"}, {"name": "nop", "kwargs": {"second": True}})


_LEFT: tuple[tuple[bytes, ...], ...] = (
    (b"1", b"0"),
    (b"1", b"0", b"0"),
    (b"0.1", b"0.2", b"0.7"),
    (b"1", b"", b"x"),
    (b"0.5",),
    (b"nan", b"1"),
    (b"-1", b"0.25", b"1e-9"),
    (b"1e16", b"1", b"0.5"),
)


def rewards_to_stats() -> Cases:
    """Attempts at one task, rewarded in full, in part, or not at all, under one metric or two."""
    names = st.sampled_from((("mean",), ("sum", "mean"), ("max", "min")))
    return st.builds(rewarded_with, st.sampled_from(_LEFT), names)


def rewarded_with(rewards: Sequence[bytes], names: Sequence[str]) -> Case:
    """Return the question about attempts with these rewards under these metrics."""
    job: Settings = {"metrics": [{"type": name} for name in names], "n_attempts": len(rewards)}
    return case(scenario([task("a", [rewarded(text) for text in rewards])], job))


def configured_order() -> Cases:
    """Trials of one group: tasks by attempts by agents, the tasks in any order."""
    shapes = st.sampled_from(((2, 2, 1), (2, 1, 2), (1, 2, 2), (3, 1, 1), (2, 2, 2)))
    return st.builds(_shaped, shapes, st.sampled_from(("ba", "ab")), st.sampled_from(_ADDED))


def _shaped(shape: tuple[int, int, int], names: str, rewards: tuple[bytes, ...]) -> Case:
    tasks, attempts, agents = shape
    scripts = [[rewarded(rewards[(t + 2 * a) % 4]) for a in range(attempts)] for t in range(tasks)]
    named = [task(name, tries) for name, tries in zip(f"{names}c", scripts, strict=False)]
    job: Settings = {"n_attempts": attempts, "agents": list(_NOP[:agents])}
    return case(scenario(named, {**job, **_SUM}))


def finishing_order() -> Cases:
    """Three trials that run together and end in any order."""
    return st.builds(
        finishing, st.sampled_from(_ADDED), st.permutations((0, 1, 2)), st.sampled_from((3, 8, 1))
    )


def finishing(rewards: Sequence[bytes], turns: Sequence[int], at_once: int) -> Case:
    """Return the question about tasks with these rewards whose tests end in these turns."""
    scripts = [
        tested({"turn": turn, **leaving(text=text)})
        for text, turn in zip(rewards, turns, strict=False)
    ]
    named = [task(name, [script]) for name, script in zip("abcd", scripts, strict=False)]
    return case(scenario(named, {"n_concurrent_trials": at_once, **_SUM}))


def concurrency() -> Cases:
    """One to three tasks, as many or fewer of which run at the same time."""
    return st.builds(
        lambda rewards, at_once: finishing(rewards[:3], (0, 0, 0), at_once),
        st.sampled_from(_ADDED),
        st.integers(1, 4),
    )


def attempts() -> Cases:
    """Any number of attempts, with settings that a number of tries could be mistaken for."""
    return st.builds(
        attempted, st.sampled_from((2, 0, 1, 3, -1)), st.integers(1, 2), st.integers(0, 1)
    )


def attempted(n_attempts: int, tasks: int, retries: int) -> Case:
    """Return the question about tasks that alternate between a reward of 1 and of 0."""
    scripts = [rewarded(b"1"), rewarded(b"0"), rewarded(b"0.5")]
    named = [task(name, scripts) for name in "ab"[:tasks]]
    return case(scenario(named, {"n_attempts": n_attempts, "retry": {"max_retries": retries}}))


def groups() -> Cases:
    """Two agents whose models are the same, differ, or only seem to differ."""
    models = (None, "m", "p/m", "p/q/m", "m__adhoc", "", "p/")
    return st.builds(
        grouped, st.sampled_from(models), st.sampled_from((None, "m")), st.sampled_from((1, 2))
    )


def grouped(first: str | None, second: str | None, n_attempts: int) -> Case:
    """Return the question about two agents with these models."""
    agents: list[Value] = [{"name": "nop", "model_name": model} for model in (first, second)]
    scripts = [rewarded(b"1"), rewarded(b"0")]
    return case(scenario([task("a", scripts)], {"agents": agents, "n_attempts": n_attempts}))


def sources() -> Cases:
    """Listed tasks with or without a source, beside a dataset of that name."""
    return st.builds(
        sourced, st.sampled_from((None, "", "d")), st.sampled_from((b"1", b"0.5")), st.booleans()
    )


def sourced(source: str | None, text: bytes, another: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about a listed task and one or two tasks of dataset d."""
    listed = task("z", [rewarded(b"1")])
    if source is not None:
        listed["source"] = source
    held: list[Task] = [{**task(name, [rewarded(text)]), "dataset": "d"} for name in "ab"]
    return case(scenario([*held[: 1 + another], listed]))


def unknown_sources() -> Cases:
    """Listed tasks whose source is no dataset of the job, and some whose is."""
    return st.builds(
        unknown_source, st.sampled_from(("s", "d", "s__t", "adhoc")), st.booleans(), st.booleans()
    )


def unknown_source(source: str, metrics: bool, quiet: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about a task with this source, beside a task of dataset d."""
    listed: Task = {"name": "a", "source": source}
    job: Settings = {**(_SUM if metrics else {}), **({} if quiet else {"quiet": False})}
    return case(scenario([listed, {"name": "b", "dataset": "d"}], {**job, **ONE_AT_A_TIME}))


def metrics() -> Cases:
    """Metrics of a registry's dataset and of the job, for a dataset and for a listed task."""
    some = st.sampled_from(((), ("max",), ("min", "sum")))
    return st.builds(measured, some, some, st.sampled_from(("registry", "folder", "twice")))


def measured(own: Sequence[str], of_job: Sequence[str], kind: str) -> Case:
    """Return the question about dataset d, from a registry or a folder, or configured twice."""
    tasks: list[Task] = [
        {**task(name, [rewarded(text)]), "dataset": "d"}
        for name, text in (("a", b"1"), ("b", b"0.25"))
    ]
    job: Settings = {"metrics": [{"type": name} for name in of_job]} if of_job else {}
    if kind == "twice":
        job["datasets"] = [{"path": "{folder}/datasets/d"}, {"path": "{folder}/datasets/d"}]
    played = scenario([*tasks, task("c", [rewarded(b"0.5")])], job)
    if kind == "registry":
        played["registry"] = {"d": [{"type": name} for name in own]}
    return case(played)


def shown_metrics() -> Cases:
    """Integers at and beyond the edge of binary64, under one metric or two."""
    rewards = st.sampled_from(
        ((HUGE,), (b"1" + b"0" * 308,), (b"0", HUGE), (HUGE, b"-" + HUGE), (b"0.5", b"1"))
    )
    names = st.sampled_from((("sum",), ("max",), ("mean",), ("min", "max"), ("max", "min")))
    return st.builds(shown, rewards, names)


def shown(rewards: Sequence[bytes], names: Sequence[str]) -> Case:
    """Return the question about one task after the other with these numbers in reward.json."""
    scripts = [tested(leaving(json=b'{"reward": ' + number + b"}")) for number in rewards]
    named = [task(name, [script]) for name, script in zip("ab", scripts, strict=False)]
    job: Settings = {"metrics": [{"type": name} for name in names]}
    return case(scenario(named, {**job, **ONE_AT_A_TIME}))


def double_underscores() -> Cases:
    """Datasets whose name holds two underscores, or does not."""
    return st.builds(
        underscored,
        st.sampled_from(("d__e", "d_e", "__d", "d__")),
        st.sampled_from(((), ("sum",), ("max", "min"))),
        st.booleans(),
    )


def underscored(name: str, metrics_: Sequence[str], beside: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about a dataset of this name, with or without one that is called e."""
    tasks: list[Task] = [{**task("a", [rewarded(b"0.5")]), "dataset": name}]
    if beside:
        tasks.append({**task("b", [rewarded(b"1")]), "dataset": "e"})
    job: Settings = {"metrics": [{"type": metric} for metric in metrics_]} if metrics_ else {}
    return case(scenario(tasks, job))


def dataset_order() -> Cases:
    """A dataset whose folder lists its tasks in either order, or that a registry lists."""
    return st.builds(
        listed,
        st.sampled_from(("ba", "ab", "cab")),
        st.sampled_from(("given", "reversed")),
        st.sampled_from(("folder", "registry")),
        st.sampled_from(_ADDED[:2]),
    )


def listed(names: str, listing: str, kind: str, rewards: Sequence[bytes]) -> Case:
    """Return the question about a sum over the tasks of dataset d."""
    tasks: list[Task] = [
        {**task(name, [rewarded(text)]), "dataset": "d"}
        for name, text in zip(names, rewards, strict=False)
    ]
    played = scenario(tasks, _SUM)
    if listing == "reversed":
        played["listing"] = "reversed"
    if kind == "registry":
        played["registry"] = {"d": []}
    return case(played)


_BROKEN_FILES: tuple[dict[str, str | None], ...] = (
    {"tests/test.sh": None},
    {"instruction.md": None},
    {"environment/Dockerfile": None},
    {"task.toml": "steps ="},
    {"task.toml": None},
    {"tests/test.sh": None, "tests/test.bat": ""},
)


def invalid_tasks() -> Cases:
    """A task that lacks a file or has an unreadable one, listed or in a dataset."""
    return st.builds(lacking, st.sampled_from(_BROKEN_FILES), st.booleans(), st.booleans())


def lacking(files: dict[str, str | None], listed: bool, disabled: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about such a task beside one that is whole."""
    broken: Task = {"name": "a", "files": files}
    whole: Task = {"name": "b", "dataset": "d"}
    if not listed:
        broken["dataset"] = "d"
    job: Settings = {"verifier": {"disable": True}} if disabled else {}
    return case(scenario([whole, broken], {**job, **ONE_AT_A_TIME}))


REFUSED: dict[str, Settings] = {
    "no-tasks": {"tasks": []},
    "negative-retries": {"retry": {"max_retries": -1}},
    "attempts-with-fraction": {"n_attempts": 1.5},
    "unknown-metric": {"metrics": [{"type": "median"}]},
    "metric-with-arguments": {"metrics": [{"type": "mean", "kwargs": {"x": 1}}]},
    "script-metric-without-script": {"metrics": [{"type": "uv-script"}]},
    "unknown-agent": {"agents": [{"name": "nobody"}]},
    "no-such-class": {"agents": [{"import_path": "oracle.scripted:Nobody"}]},
    "path-without-class": {"agents": [{"import_path": "oracle.scripted"}]},
    "verifier-of-no-class": {"verifier": {"import_path": "oracle.scripted:Nobody"}},
    "task-not-there": {"tasks": [{"path": "{folder}/tasks/none"}]},
    "task-with-path-and-name": {"tasks": [{"path": "{folder}/tasks/a", "name": "o/n"}]},
    "dataset-not-there": {"datasets": [{"path": "{folder}/datasets/none"}]},
    "dataset-with-path-and-name": {"datasets": [{"path": "{folder}/tasks", "name": "d"}]},
    "dataset-without-both": {"datasets": [{}]},
    "instruction-not-there": {"extra_instruction_paths": ["{folder}/none.md"]},
    "unknown-policy": {"environment": {"cpu_enforcement_policy": "often"}},
    "negative-concurrency": {"n_concurrent_trials": -1},
}
"""Configurations that harbor refuses, at once or when the first trial is made."""

TAKEN: dict[str, Settings] = {
    "unknown-member": {"unknown": 1},
    "number-as-text": {"n_attempts": "2"},
    "old-orchestrator": {"orchestrator": {"n_concurrent_trials": 1, "retry": {"max_retries": 1}}},
    "no-agents": {"agents": []},
    "mean-by-default": {"metrics": [{}]},
    "policy-in-capitals": {"environment": {"cpu_enforcement_policy": "IGNORE"}},
    "task-twice": {"tasks": [{"path": "{folder}/tasks/a"}, {"path": "{folder}/tasks/a"}]},
    "artifact": {"artifacts": ["/logs/artifacts"]},
}
"""Configurations that look odd and are taken."""


def configurations() -> Cases:
    """A job of one task with one of these members."""
    return st.sampled_from((*REFUSED.values(), *TAKEN.values())).map(configured)


def configured(job: Settings) -> Case:
    """Return the question about one task with two attempts' scripts and this job."""
    scripts: list[list[Script]] = [rewarded(b"1"), rewarded(b"0")]
    return case(scenario([task("a", scripts)], job))
