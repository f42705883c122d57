"""Scenarios about datasets, metrics, verification, and what configurations may hold."""

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Scenario, Script, Task
from conformance.strategies.run import (
    METRICS,
    ORDER_MATTERS,
    Cases,
    acts,
    case,
    leaving,
    rewarded,
    scenario,
    task,
    tested,
)

_DATASETS = (None, "d", "e", "x__y")
_SOURCES = (None, "s", "d", "", "x__y")
_LOCAL = "{folder}/datasets/d"
_FILTERS: tuple[dict[str, Value], ...] = (
    {},
    {"task_names": ["a"]},
    {"task_names": ["b", "a"]},
    {"task_names": ["?"]},
    {"task_names": ["z"]},
    {"exclude_task_names": ["a"]},
    {"exclude_task_names": ["*"]},
    {"n_tasks": 1},
    {"n_tasks": 0},
    {"n_tasks": -1},
    {"task_names": ["[ab]"], "exclude_task_names": ["a"], "n_tasks": 2},
)


def datasets() -> Cases:
    """Tasks of several datasets, of none, and of a registry with its own metrics."""
    tasks = st.lists(
        st.tuples(st.sampled_from(_DATASETS), st.sampled_from(_SOURCES), _texts()),
        min_size=1,
        max_size=4,
    )
    registry = st.dictionaries(st.sampled_from(("d", "e")), _metrics(), max_size=2)
    return st.builds(_datasets, tasks, registry, _metrics())


def dataset_order() -> Cases:
    """A dataset whose rewards depend on their order, in one order and in the opposite one."""
    rewards = st.lists(st.sampled_from(ORDER_MATTERS), min_size=2, max_size=4)
    return st.builds(_ordered, rewards, st.booleans(), st.booleans())


def filtered() -> Cases:
    """A dataset of which only some tasks are asked for, or hold together."""
    files: st.SearchStrategy[dict[str, str | None]] = st.sampled_from(
        (
            {},
            {"instruction.md": None},
            {"tests/test.sh": None},
            {"environment/Dockerfile": None},
            {"task.toml": "not toml"},
            {"task.toml": None},
        )
    )
    return st.builds(_filtered, st.sampled_from(_FILTERS), files, st.booleans())


def verification() -> Cases:
    """Verification that is disabled, done elsewhere, or given an environment."""
    configs = st.sampled_from(
        (
            "",
            '[verifier]\nenvironment_mode = "separate"\n',
            '[verifier]\nenvironment_mode = "shared"\n',
            "[verifier.environment]\n",
            '[verifier]\nenvironment_mode = "shared"\n[verifier.environment]\n',
            '[environment.healthcheck]\ncommand = "ready"\ninterval_sec = 0.0\n',
        )
    )
    stages = st.sampled_from(("start", "verifier_start", "verifier_stop", "stop", "upload"))
    return st.builds(_verified, configs, stages, acts(), st.integers(0, 7))


def variables() -> Cases:
    """Environment variables of the verifier: of the task, of the job, and of the host."""
    values = st.sampled_from(("1", "0.5", "${HOST}", "${HOST:-0.25}", "${NONE}", "${NONE:-2}", ""))
    names = st.sampled_from(("X", "API_KEY", "TOKEN"))
    return st.builds(
        _with_variables, names, values, st.none() | values, st.sampled_from(("", "environment"))
    )


def configurations() -> Cases:
    """Members of a job's and a task's configuration that harbor takes or refuses."""
    return st.builds(
        lambda job, config, left: case(scenario([task("a", [tested(left)], config)], job)),
        st.sampled_from(_JOBS),
        st.sampled_from(("", *_CONFIGS)),
        acts(),
    )


_JOBS: tuple[dict[str, Value], ...] = (
    {},
    {"n_attempts": 0},
    {"n_attempts": -1},
    {"n_attempts": "2"},
    {"n_attempts": 1.5},
    {"retry": {"max_retries": -1}},
    {"retry": {"max_retries": 1, "include_exceptions": "ValueError"}},
    {"metrics": [{"type": "median"}]},
    {"metrics": [{}]},
    {"metrics": [{"type": "uv-script"}]},
    {"metrics": [{"type": "mean", "kwargs": {"x": 1}}]},
    {"agents": []},
    {"agents": [{"name": "nobody"}]},
    {"agents": [{"import_path": "oracle.scripted"}]},
    {"agents": [{"import_path": "oracle.scripted:Nobody"}]},
    {"tasks": []},
    {"tasks": [{"path": "{folder}/tasks/none"}]},
    {"tasks": [{"path": "{folder}/tasks/a", "ref": "1"}]},
    {"tasks": [{"path": "{folder}/tasks/a"}, {"path": "{folder}/tasks/a"}]},
    {"datasets": [{"path": "{folder}/datasets/none"}]},
    {"datasets": [{"path": "{folder}/tasks"}]},
    {"datasets": [{"path": "{folder}/tasks", "name": "d"}]},
    {"orchestrator": {"n_concurrent_trials": 1}},
    {"unknown": 1},
    {"verifier": {"kwargs": {"x": 1}}},
    {"verifier": {"import_path": "oracle.scripted:Nobody"}},
    {"environment": {"override_cpus": "x"}},
    {"environment": {"override_gpus": 1}},
    {"environment": {"cpu_enforcement_policy": "guarantee"}},
    {"artifacts": ["/logs/artifacts", {"source": "/data"}]},
    {"extra_instruction_paths": ["{folder}/none.md"]},
)
_CONFIGS = (
    'schema_version = "1.0"\n',
    'version = "1.0"\n',
    '[verifier]\ntimeout_sec = "5"\n',
    "[verifier]\ntimeout_sec = 0\n",
    "timeout = \n",
    "[verifier]\nunknown = 1\n",
    '[task]\nname = "org/other"\n',
    '[task]\nname = "other"\n',
    '[environment]\nos = "windows"\n',
    '[environment]\nnetwork_mode = "no-network"\n',
    "[environment]\nallow_internet = false\n",
    "[environment]\ngpus = 1\n",
    '[environment]\nmemory = "2G"\n',
    '[agent]\nnetwork_mode = "no-network"\n',
    '[verifier]\nnetwork_mode = "allowlist"\n',
    'multi_step_reward_strategy = "final"\n',
    "steps = []\n",
    '[[steps]]\nname = "one"\n',
    '[environment.env]\nX = "${NONE}"\n',
    '[verifier]\nuser = "tester"\n',
)


def _texts() -> st.SearchStrategy[bytes]:
    return st.sampled_from((b"1", b"0", b"0.5", b"0.1", b"x"))


def _metrics() -> st.SearchStrategy[list[Value]]:
    metrics: list[Value] = [{"type": name} for name in METRICS]
    return st.lists(st.sampled_from(metrics), max_size=2)


def _datasets(
    drawn: list[tuple[str | None, str | None, bytes]],
    registry: dict[str, list[Value]],
    metrics: list[Value],
) -> Case:
    tasks: list[Task] = []
    for name, (dataset, source, text) in zip("abcd", drawn, strict=False):
        made = task(name, [rewarded(text)])
        if dataset is not None:
            made["dataset"] = dataset
        elif source is not None:
            made["source"] = source
        tasks.append(made)
    played: Scenario = scenario(tasks, {"metrics": metrics} if metrics else None)
    return case({**played, "registry": registry} if registry else played)


def _ordered(rewards: list[bytes], backwards: bool, registered: bool) -> Case:  # noqa: FBT001 - st.builds draws them
    tasks: list[Task] = [
        {**task(name, [rewarded(text)]), "dataset": "d"}
        for name, text in zip("abcd", rewards, strict=False)
    ]
    played = scenario(tasks, {"metrics": [{"type": "sum"}]})
    if backwards:
        played["listing"] = "reversed"
    return case({**played, "registry": {"d": []}} if registered else played)


def _filtered(asked: dict[str, Value], files: dict[str, str | None], disabled: bool) -> Case:  # noqa: FBT001 - st.builds draws it
    tasks: list[Task] = [{**task(name), "dataset": "d"} for name in "abc"]
    if files:
        tasks[1]["files"] = files
    job: dict[str, Value] = {"datasets": [{"path": _LOCAL, **asked}]}
    return case(scenario(tasks, {**job, "verifier": {"disable": True}} if disabled else job))


def _verified(config: str, stage: str, left: Act, settings: int) -> Case:
    disabled, mounted, raising = (bool(settings & bit) for bit in (1, 2, 4))
    script: Script = {"test": left}
    if raising:
        script = {**script, stage: {"raises": "RuntimeError"}}  # type: ignore[misc]
    if "healthcheck" in config:
        script["commands"] = {"ready": [1, 1, int(raising)]}
    played = task("a", [[script]], config)
    if not mounted:
        played["mounted"] = False
    return case(scenario([played], {"verifier": {"disable": True}} if disabled else None))


def _with_variables(name: str, of_task: str, of_job: str | None, section: str) -> Case:
    config = f'[{section or "verifier"}.env]\n{name} = "{of_task}"\n'
    act: Act = {**leaving(text=b"7"), "variables": {"reward.txt": name}}
    job: dict[str, Value] = {"verifier": {"env": {name: of_job}}} if of_job is not None else {}
    played = scenario([task("a", [tested(act)], config)], job)
    return case({**played, "host": {"HOST": "0.125"}})
