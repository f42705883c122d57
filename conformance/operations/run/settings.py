"""Members of a job's and a task's configuration that harbor takes or refuses."""

import json

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Check, clause, rare
from conformance.operations.run.inputs import EVERY, FEW, acts, of_tasks, rewarded, task, tested
from conformance.operations.strategies.drawing import drawn
from conformance.operations.trial_result.fields import configuration_with, wrong_configurations
from conformance.protocol.scenario import Act, Settings
from conformance.protocol.values import Case

LEVEL = rare("a configuration that another program wrote")

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
"""Configurations that harbor refuses, immediately or when the first trial is made."""

TAKEN: dict[str, Settings] = {
    "unknown-member": {"unknown": 1}, "number-as-text": {"n_attempts": "2"},
    "old-orchestrator": {"orchestrator": {"n_concurrent_trials": 1, "retry": {"max_retries": 1}}},
    "no-agents": {"agents": []}, "mean-by-default": {"metrics": [{}]},
    "policy-in-capitals": {"environment": {"cpu_enforcement_policy": "IGNORE"}},
    "task-twice": {"tasks": [{"path": "{folder}/tasks/a"}, {"path": "{folder}/tasks/a"}]},
    "artifact": {"artifacts": ["/logs/artifacts"]},
}  # fmt: skip
"""Configurations that look odd and are taken."""

_FURTHER: tuple[Settings, ...] = (
    {}, {"n_attempts": 0}, {"n_attempts": -1},
    {"retry": {"max_retries": 1, "include_exceptions": "ValueError"}},
    {"tasks": [{"path": "{folder}/tasks/a", "ref": "1"}]},
    {"datasets": [{"path": "{folder}/tasks"}]}, {"verifier": {"kwargs": {"x": 1}}},
    {"environment": {"override_cpus": "x"}}, {"environment": {"override_gpus": 1}},
    {"environment": {"cpu_enforcement_policy": "guarantee"}}, {"artifacts": [{"source": "/data"}]},
)  # fmt: skip
_CONFIGS = (
    "", 'schema_version = "1.0"\n', 'version = "1.0"\n', '[verifier]\ntimeout_sec = "5"\n',
    "[verifier]\ntimeout_sec = 0\n", "timeout = \n", "[verifier]\nunknown = 1\n",
    '[task]\nname = "org/other"\n', '[task]\nname = "other"\n', '[environment]\nos = "windows"\n',
    '[environment]\nnetwork_mode = "no-network"\n', "[environment]\nallow_internet = false\n",
    "[environment]\ngpus = 1\n", '[environment]\nmemory = "2G"\n',
    '[agent]\nnetwork_mode = "no-network"\n', '[verifier]\nnetwork_mode = "allowlist"\n',
    'multi_step_reward_strategy = "final"\n', "steps = []\n", '[[steps]]\nname = "one"\n',
    '[environment.env]\nX = "${NONE}"\n', '[verifier]\nuser = "tester"\n',
)  # fmt: skip
"""Texts of task.toml."""


@drawn((*_FURTHER, *REFUSED.values(), *TAKEN.values()), _CONFIGS, acts())
def jobs_and_tasks(job: Settings, config: str, left: Act) -> Case:
    """Any members of a job's configuration with any text of task.toml."""
    return of_tasks([task("a", [tested(left)], config)], job)


@clause(
    "configuration",
    sources.TRIAL_CONFIG.lines(244, 260),
    sources.JOB_CONFIG.lines(224, 226),
    sources.METRIC_FACTORY.lines(52),
    sources.AGENT_FACTORY.lines(167, 171),
    sources.JOB.lines(310, 311),
)
def configuration() -> tuple[Check, ...]:
    """A configuration is refused with a ValidationError where a field has no valid value, and else
    with the error of the part that cannot be made from it; fields that harbor does not know are
    ignored."""
    texts = [configuration_with(*chosen) for chosen in wrong_configurations()]
    fields = st.sampled_from([of_tasks([task("a")], json.loads(text)) for text in texts])
    attempts = [rewarded(b"1"), rewarded(b"0")]
    jobs = st.sampled_from((*REFUSED.values(), *TAKEN.values()))
    configurations = jobs.map(lambda job: of_tasks([task("a", attempts)], job))
    return (
        Check("members-of-jobs", configurations, effort=2 * EVERY),
        Check("jobs-and-tasks", jobs_and_tasks(), effort=FEW),
        Check("fields", fields, effort=2.8),
    )
