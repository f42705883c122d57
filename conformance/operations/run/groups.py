"""The groups of a job's results, and the datasets that their trials are of."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common, extreme, rare
from conformance.operations.run import inputs
from conformance.operations.strategies.drawing import build, drawn, rows, some
from conformance.protocol.scenario import Scenario, Settings, Task
from conformance.protocol.values import Case, Value

LEVEL = common("NVIDIA-NeMo/nemo-platform#2136: an example job of two agents, with mean and max")
_RARE = rare("names with two underscores in a row, or a source that is no dataset")

HUGE = b"1" + b"0" * 309
"""An integer beyond binary64."""


@clause("groups", sources.STATS.lines(60, 66), sources.AGENT_BASE.lines(53, 59), check="models")
@drawn((None, "m", "p/m", "p/q/m", "m__adhoc", "", "p/"), (None, "m"), (1, 2))
def groups(first: str | None, second: str | None, n_attempts: int) -> Case:
    """A group's key has the agent's name, the model's name without its provider where there is one,
    and the source, joined by two underscores."""
    agents: list[Value] = [{"name": "nop", "model_name": model} for model in (first, second)]
    scripts = [inputs.rewarded(b"1"), inputs.rewarded(b"0")]
    return inputs.of_tasks(
        [inputs.task("a", scripts)], {"agents": agents, "n_attempts": n_attempts}
    )


@clause("sources", sources.JOB_CONFIG.lines(150), sources.REGISTERED, sources.STATS.lines(138))
@drawn((None, "", "d"), (b"1", b"0.5"), st.integers(1, 2))
def listed_tasks(source: str | None, text: bytes, others: int) -> Case:
    """A task belongs to the dataset that its folder or registry entry is part of, a listed task to
    the source that it names, and to adhoc where it names none or an empty one."""
    listed = inputs.task("z", [inputs.rewarded(b"1")])
    if source is not None:
        listed["source"] = source
    in_dataset = [inputs.task(name, [inputs.rewarded(text)], dataset="d") for name in "ab"[:others]]
    return inputs.of_tasks([*in_dataset, listed])


_REFRESHED = sources.JOB.lines(406)

_SHOWN = sources.JOB.lines(889, 894)


@clause("unknown-source", sources.JOB.lines(872, 873), _SHOWN, _REFRESHED, level=_RARE)
@drawn(("s", "d", "s__t", "adhoc"), ({}, inputs.SUM), ({"quiet": False}, {}))
def unknown_sources(source: str, metrics: Settings, display: Settings) -> Case:
    """A listed task whose source is not a dataset of the job ends the whole job with an IndexError
    when its first trial ends."""
    tasks: list[Task] = [{"name": "a", "source": source}, inputs.task("b", dataset="d")]
    return inputs.of_tasks(tasks, {**metrics, **display, **inputs.ONE_AT_A_TIME})


def _measured(own: Sequence[str], of_job: Sequence[str], kind: str) -> Case:
    """Return the case about dataset d, from a registry or a folder, or configured twice."""
    tasks = [
        inputs.task("a", [inputs.rewarded(b"1")], dataset="d"),
        inputs.task("b", [inputs.rewarded(b"0.25")], dataset="d"),
        inputs.task("c", [inputs.rewarded(b"0.5")]),
    ]
    job = inputs.metrics_named(of_job)
    if kind == "twice":
        job["datasets"] = [{"path": "{folder}/datasets/d"}, {"path": "{folder}/datasets/d"}]
    return _registered(inputs.scenario(tasks, job), {"d": own} if kind == "registry" else {})


def _registered(made: Scenario, datasets: Mapping[str, Sequence[str]]) -> Case:
    """Return the case about a scenario whose registry has datasets with these metrics."""
    registry: dict[str, list[Value]] = {
        dataset: [{"type": name} for name in names] for dataset, names in datasets.items()
    }
    return inputs.case({**made, "registry": registry} if registry else made)


_TEXTS = (b"1", b"0", b"0.5", b"0.1", b"x")
_NAMES = some(("mean", "sum", "max", "min"), 0, 2)


@drawn(
    rows(1, 4, (None, "d", "e", "x__y"), (None, "s", "d", "", "x__y"), _TEXTS),
    st.dictionaries(st.sampled_from(("d", "e")), _NAMES, max_size=2),
    _NAMES,
)
def datasets(
    each: list[tuple[str | None, str | None, bytes]],
    registry: dict[str, list[str]],
    of_job: list[str],
) -> Case:
    """Tasks of several datasets, of none, and of a registry with its own metrics."""
    tasks: list[Task] = []
    for name, (dataset, source, text) in zip("abcd", each, strict=False):
        tasks.append(inputs.task(name, [inputs.rewarded(text)], dataset=dataset or ""))
        if dataset is None and source is not None:
            tasks[-1]["source"] = source
    return _registered(inputs.scenario(tasks, inputs.metrics_named(of_job)), registry)


@clause(
    "metrics", sources.JOB.lines(444, 460), sources.JOB.lines(473, 474), sources.JOB.lines(501, 507)
)
def metrics() -> tuple[Check, ...]:
    """A group has the metrics of its registry's dataset and then those of the job, once for each
    time that the dataset is configured, or one mean where there are none at all."""
    metrics = ((), ("max",), ("min", "sum"))
    of_dataset_and_job = build(_measured, metrics, metrics, ("registry", "folder", "twice"))
    return (
        Check("of-dataset-and-job", of_dataset_and_job, effort=inputs.SOME),
        Check("several-datasets", datasets(), effort=inputs.FEW),
    )


@clause("double-underscore", sources.JOB.lines(757, 759), level=_RARE)
@drawn(("d__e", "d_e", "__d", "d__"), ((), ("sum",), ("max", "min")), st.integers(0, 1))
def names_of_datasets(name: str, of_job: Sequence[str], others: int) -> Case:
    """The metrics of a group are those of the dataset called like the part of the key after its
    last two underscores, and there are none where that is no dataset."""
    tasks = [
        inputs.task("a", [inputs.rewarded(b"0.5")], dataset=name),
        inputs.task("b", [inputs.rewarded(b"1")], dataset="e"),
    ]
    return inputs.of_tasks(tasks[: 1 + others], inputs.metrics_named(of_job))


def _shown(rewards: Sequence[bytes], names: Sequence[str]) -> Case:
    """Return the case about one task after the other with these numbers in reward.json."""
    tasks = [
        inputs.task(name, [inputs.tested(inputs.leaving(json=b'{"reward": ' + number + b"}"))])
        for name, number in zip("ab", rewards, strict=False)
    ]
    return inputs.of_tasks(tasks, {**inputs.metrics_named(names), **inputs.ONE_AT_A_TIME})


@clause(
    "shown-metric",
    _REFRESHED,
    _SHOWN,
    level=extreme("no metric overflows: rewards lie between 0 and 1"),
)
def large_integers() -> Cases:
    """A job ends with an OverflowError where a metric of the trials that have ended so far cannot
    be computed, or the first one cannot be shown as a binary64 number."""
    rewards = ((HUGE,), (b"1" + b"0" * 308,), (b"0", HUGE), (HUGE, b"-" + HUGE), (b"0.5", b"1"))
    names = (("sum",), ("max",), ("mean",), ("min", "max"), ("max", "min"))
    return build(_shown, rewards, names)


_OF_FOLDERS = rare("patterns for tasks, and folders that are no task")

_Files = dict[str, str | None]

_LACKING: tuple[_Files, ...] = (
    {"tests/test.sh": None}, {"instruction.md": None}, {"environment/Dockerfile": None},
    {"task.toml": "steps ="}, {"task.toml": None}, {"tests/test.sh": None, "tests/test.bat": ""},
)  # fmt: skip
"""Files without which a folder is no task, or only for some."""

_FILTERS: tuple[Settings, ...] = (
    {}, {"task_names": ["a"]}, {"task_names": ["b", "a"]}, {"task_names": ["?"]},
    {"task_names": ["z"]}, {"exclude_task_names": ["a"]}, {"exclude_task_names": ["*"]},
    {"n_tasks": 1}, {"n_tasks": 0}, {"n_tasks": -1},
    {"task_names": ["[ab]"], "exclude_task_names": ["a"], "n_tasks": 2},
)  # fmt: skip


@clause(
    "dataset-order",
    sources.JOB_CONFIG.lines(141, 145),
    sources.REGISTERED,
    level=common("sii-system/agent-fleet#13: a dataset of the registry"),
)
@drawn(("ba", "ab", "cab"), ("given", "reversed"), ("folder", "registry"), inputs.ADDED[:2])
def listings(names: str, listing: str, kind: str, rewards: Sequence[bytes]) -> Case:
    """The tasks of a dataset in a folder are in the order in which the file system lists them,
    those of a registry in the registry's."""
    made = inputs.scenario(
        [
            inputs.task(name, [inputs.rewarded(text)], dataset="d")
            for name, text in zip(names, rewards, strict=False)
        ],
        inputs.SUM,
    )
    if listing == "reversed":
        made["listing"] = "reversed"
    if kind == "registry":
        made["registry"] = {"d": []}
    return inputs.case(made)


@clause("dataset-filters", sources.JOB_CONFIG.lines(89, 123), level=_OF_FOLDERS)
@drawn(_FILTERS, (_Files(), *_LACKING), inputs.VERIFIED_OR_NOT)
def filters(members: Settings, files: _Files, job: Settings) -> Case:
    """A dataset keeps the tasks whose names match any of task_names and none of exclude_task_names,
    as shell patterns, and of these the first n_tasks; if task_names match nothing, the error is
    ValueError."""
    tasks = [inputs.task(name, dataset="d") for name in "abc"]
    if files:
        tasks[1]["files"] = files
    return inputs.of_tasks(tasks, {"datasets": [{"path": "{folder}/datasets/d", **members}], **job})


@clause(
    "invalid-tasks",
    sources.TASK.lines(88, 120),
    sources.QUEUE.lines(112),
    sources.TASK.lines(72),
    level=_OF_FOLDERS,
)
@drawn(_LACKING, ("d", ""), inputs.VERIFIED_OR_NOT)
def lacking_files(files: _Files, dataset: str, job: Settings) -> Case:
    """A folder that is not a valid task is left out of its dataset; it ends the job if it is
    listed, or if only its tests are missing and verification is disabled."""
    broken = inputs.task("a", dataset=dataset)
    broken["files"] = files
    return inputs.of_tasks([inputs.task("b", dataset="d"), broken], {**job, **inputs.ONE_AT_A_TIME})
