"""Which tasks a dataset has, in which order, and what becomes of folders that are no task."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.run import sources
from conformance.operations.run.inputs import (
    ADDED,
    ONE_AT_A_TIME,
    SOME,
    SUM,
    VERIFIED_OR_NOT,
    case,
    rewarded,
    scenario,
    task,
)
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
    Source(sources.JOB_CONFIG, 141, 145, "for path in self.path.iterdir()"),
    sources.REGISTERED,
    level=common("sii-system/agent-fleet#13: a dataset of the registry"),
    effort=SOME,
)
def listings() -> Cases:
    """The tasks of a dataset in a folder come in the order in which the file system lists them,
    those of a registry in the registry's."""
    # A dataset whose folder lists its tasks in either order, or that a registry lists.
    return st.builds(
        _ordered,
        st.sampled_from(("ba", "ab", "cab")),
        st.sampled_from(("given", "reversed")),
        st.sampled_from(("folder", "registry")),
        st.sampled_from(ADDED[:2]),
    )


def _ordered(names: str, listing: str, kind: str, rewards: Sequence[bytes]) -> Case:
    """Return the case about a sum over the tasks of dataset d."""
    made = scenario(
        [
            task(name, [rewarded(text)], dataset="d")
            for name, text in zip(names, rewards, strict=False)
        ],
        SUM,
    )
    if listing == "reversed":
        made["listing"] = "reversed"
    if kind == "registry":
        made["registry"] = {"d": []}
    return case(made)


@clause(
    "dataset-filters", Source(sources.JOB_CONFIG, 89, 123, "def _filter_task_ids("), effort=SOME
)
def filters() -> Cases:
    """Of a dataset's tasks those remain whose names match any of task_names and none of
    exclude_task_names, as shell patterns, and of these the first n_tasks; where task_names match
    nothing, the error is ValueError."""
    # A dataset of which only some tasks are selected, or are complete.
    files = st.sampled_from((_Files(), *_LACKING))
    return st.builds(_filtered, st.sampled_from(_FILTERS), files, VERIFIED_OR_NOT)


def _filtered(members: Settings, files: _Files, job: Settings) -> Case:
    tasks = [task(name, dataset="d") for name in "abc"]
    if files:
        tasks[1]["files"] = files
    return case(scenario(tasks, {"datasets": [{"path": "{folder}/datasets/d", **members}], **job}))


_TASK = "harbor/models/task/task.py"


@clause(
    "invalid-tasks",
    Source(_TASK, 88, 120, "def is_valid_dir("),
    Source("harbor/trial/queue.py", 112, 112, "trial = await Trial.create(trial_config)"),
    Source(_TASK, 72, 72, "self._validate_tests(self.config, self.paths)"),
    effort=SOME,
)
def lacking_files() -> Cases:
    """A folder that is no valid task is left out of its dataset, ends the job where it is listed,
    and also where only its tests are missing and verification is disabled."""
    return st.builds(
        _beside, st.sampled_from(_LACKING), st.sampled_from(("d", "")), VERIFIED_OR_NOT
    )


def _beside(files: _Files, dataset: str, job: Settings) -> Case:
    """Return the case about such a task and one that is whole."""
    broken = task("a", dataset=dataset)
    broken["files"] = files
    return case(scenario([task("b", dataset="d"), broken], {**job, **ONE_AT_A_TIME}))
