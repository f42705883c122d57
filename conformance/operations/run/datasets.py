"""Which tasks a dataset has, in which order, and what becomes of folders that are no task."""

from collections.abc import Sequence

from conformance.operations.clause import Source, clause, common, rare
from conformance.operations.run import inputs, sources
from conformance.operations.strategies.drawing import drawn
from conformance.protocol.scenario import Settings
from conformance.protocol.values import Case

LEVEL = rare("patterns for tasks, and folders that are no task")

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
    Source(sources.JOB_CONFIG, 141, 145),
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


@clause("dataset-filters", Source(sources.JOB_CONFIG, 89, 123))
@drawn(_FILTERS, (_Files(), *_LACKING), inputs.VERIFIED_OR_NOT)
def filters(members: Settings, files: _Files, job: Settings) -> Case:
    """A dataset keeps the tasks whose names match any of task_names and none of exclude_task_names,
    as shell patterns, and of these the first n_tasks; if task_names match nothing, the error is
    ValueError."""
    tasks = [inputs.task(name, dataset="d") for name in "abc"]
    if files:
        tasks[1]["files"] = files
    return inputs.of_tasks(tasks, {"datasets": [{"path": "{folder}/datasets/d", **members}], **job})


_TASK = "harbor/models/task/task.py"


@clause(
    "invalid-tasks",
    Source(_TASK, 88, 120),
    Source("harbor/trial/queue.py", 112, 112),
    Source(_TASK, 72, 72),
)
@drawn(_LACKING, ("d", ""), inputs.VERIFIED_OR_NOT)
def lacking_files(files: _Files, dataset: str, job: Settings) -> Case:
    """A folder that is not a valid task is left out of its dataset; it ends the job if it is
    listed, or if only its tests are missing and verification is disabled."""
    broken = inputs.task("a", dataset=dataset)
    broken["files"] = files
    return inputs.of_tasks([inputs.task("b", dataset="d"), broken], {**job, **inputs.ONE_AT_A_TIME})
