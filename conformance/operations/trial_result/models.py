"""The tasks, configurations, usage and steps in a result.json.

They are taken from tables: pydantic knows more forms of them than these, and the
clauses claim no more than the tables show.
"""

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, rare
from conformance.operations.strategies.drawing import build, some
from conformance.operations.trial_result import inputs

LEVEL = rare("a file that another program wrote, or a person edited")

_TASK_IDS = (
    '{"path": "t"}', '{"git_url": "g", "path": "t"}', '{"org": "o", "name": "n"}',
    '{"git_url": "g", "git_commit_id": "c", "path": "t"}', '{"org": "o", "name": "n", "ref": "r"}',
    '{"path": "t", "x": 1}', '{"git_url": 1, "path": "t"}', '{"org": "o", "name": "n", "path": 1}',
    '{"org": 1, "name": "n", "path": "t"}', '{"git_url": "g", "git_commit_id": 1, "path": "t"}',
    '{"org": "o", "name": "n", "ref": null}', '{"path": ""}', "{}", "null", '"t"', "[]",
    '{"path": 1}', '{"path": null}', '{"git_url": "g"}', '{"org": "o"}', '{"name": "n"}',
    '{"org": "o", "name": "n", "ref": 1}', '{"org": 1, "name": "n"}', '{"Path": "t"}',
    '{"name": "o/n"}', '{"name": "n", "ref": "r"}', '["t"]',
)  # fmt: skip

_TASKS = (
    '{"path": "t"}', '{"name": "o/n"}', '{"name": "o/n", "ref": "r"}',
    '{"path": "t", "git_url": "g"}', '{"path": "t", "git_url": "g", "git_commit_id": "c"}',
    '{"path": "t", "overwrite": true}', '{"path": "t", "overwrite": "yes"}', '{"name": "n"}',
    '{"path": "t", "source": "d", "x": 1}', "{}", "null", '"t"', "[]", '{"path": 1}',
    '{"path": null}', '{"path": "t", "name": "o/n"}', '{"path": "t", "ref": "r"}',
    '{"path": "t", "git_commit_id": "c"}', '{"git_url": "g"}', '{"path": "t", "overwrite": 2}',
    '{"path": "t", "overwrite": null}', '{"path": "t", "overwrite": "maybe"}',
    '{"path": "t", "source": 1}', '{"name": 1}',
)  # fmt: skip

_WITH_SERVERS = tuple(
    f'{{"mcp_servers": [{{"name": "m", {server}}}]}}'
    for transport in ("stdio", "sse", "streamable-http", "http", "HTTP")
    for server in (
        f'"transport": "{transport}", "command": "c"', f'"transport": "{transport}", "url": "u"',
        f'"transport": "{transport}", "command": "", "url": ""',
    )
)  # fmt: skip

_WITH_MOUNTS = tuple(
    f'{{"mounts": [{{"source": "s", "target": "t", {mount}}}]}}'
    for mount in (
        '"type": "bind", "bind": {"create_host_path": false}',
        '"type": "bind", "bind": {"create_host_path": 0.0}', '"type": "volume", "read_only": true',
        '"type": "bind", "bind": {"create_host_path": -1}', '"type": "volume", "read_only": 1.0',
        '"type": "bind", "bind": {"create_host_path": "false"}', '"type": "image", "image": {}',
        '"type": "volume", "read_only": 2', '"type": "volume", "read_only": "true"',
        '"type": "image", "read_only": false', '"type": "tmpfs"',
    )
)  # fmt: skip

_CONFIG_MEMBERS = {
    "timeout_multiplier": ("1", "1.5", '"2"', "NaN", "null", '"x"', "[]"),
    "agent_timeout_multiplier": ("null", "2", '"x"', "{}"),
    "trials_dir": ('"d"', "null", "1"),
    "agent": (
        "{}", '{"name": "nop"}', '{"env": {"A": "1"}}', '{"kwargs": {"a": [1, null]}}',
        '{"skills": ["s"]}', '{"x": 1}', "null", "[]", '{"name": 1}', '{"env": {"A": 1}}',
        '{"env": null}', '{"kwargs": null}', '{"kwargs": []}', '{"skills": null}',
        '{"skills": [1]}', '{"max_timeout_sec": "x"}', *_WITH_SERVERS,
    ),
    "environment": (
        "{}", '{"type": "docker"}', '{"type": "modal"}', '{"import_path": "m:C"}',
        '{"cpu_enforcement_policy": "LIMIT"}', '{"override_cpus": 1.0}', '{"type": null}',
        '{"mounts": null}', '{"delete": 0}', '{"type": "Docker"}', '{"type": "podman"}',
        '{"type": 1}', '{"cpu_enforcement_policy": "some"}', '{"memory_enforcement_policy": 1}',
        '{"override_cpus": 1.5}', '{"env": {"A": null}}', '{"env": null}', '{"delete": null}',
        '{"mounts": 1}', "null", '"docker"', *_WITH_MOUNTS,
    ),
    "verifier": ("{}", '{"disable": "off"}', '{"import_path": null}', '{"disable": "never"}', "1"),
    "artifacts": ("[]", '["a"]', '[{"source": "a"}]', "null", "[1]", "[{}]", '[{"source": 1}]'),
    "extra_instruction_paths": ('["p"]', "[1]", "null"),
    "job_id": ("null", f'"{inputs.UUID}"', '"x"', "1"),
    "x": ("1", "null"),
}  # fmt: skip

_COUNTS = (
    "0", "12", "null", "1.0", "1e3", '"1"', '" 1 "', '"1_0"', '"1.0"', "true", "1" + "0" * 30,
    "9223372036854774784.0", "-1", '"00"', '"+1"', "1.5", "0.5", "-2.25", "1e19",
    "1e400", "NaN", '"1.5"', '"1e3"', '" 1_0.00 "',
    '""', '"a"', "[]", "{}", '"1__0"', "9223372036854775808.0", '"nan"', "[1]",
)  # fmt: skip

_COSTS = (
    "0.5", "0", "null", "1", "true", '"0.5"', '" 1 "', '"nan"', "NaN", "1e400", "1" + "0" * 400,
    '"1_0"', '""', '"a"', "[]", "{}", '" 1_0 "', '"$1"', "[0.5]", '"0x1"', "-1",
)  # fmt: skip

_ROLLOUTS = (
    "null", "[]", "[{}]", '[{"prompt_token_ids": [[1, 2]]}]', '[{"x": 1}]', "{}", "[null]",
    '[{"prompt_token_ids": [1]}]', '[{"logprobs": [["x"]]}]', '[{"extra": {"a": 1}}]',
)  # fmt: skip

_STEPS = (
    '{"step_name": "s"}', '{"step_name": "s", "verifier_result": {"rewards": {"a": 1}}}',
    '{"step_name": "s", "verifier_result": null, "x": 1}', '{"step_name": "s", "verifier": {}}',
    f'{{"step_name": "s", "exception_info": {inputs.json_object(inputs.EXCEPTION)}}}',
    '{"step_name": "s", "verifier_result": {"rewards": {"a": null}}}', "{}", "null", '"s"',
    '{"step_name": null}', '{"step_name": "s", "exception_info": {}}', "[]",
    '{"step_name": "s", "agent_execution": {"started_at": "x"}}',
    '{"step_name": "s", "agent_result": {"n_input_tokens": 0.5}}', '{"step_name": 1}',
    '{"step_name": "s", "verifier_result": {"rewards": {"a": "x"}}}',
    '{"step_name": "s", "verifier_result": {"rewards": [1]}}',
    '{"step_name": "s", "verifier_result": []}', '{"step_name": "s", "verifier_result": 1}',
)  # fmt: skip


@clause(
    "task-id",
    sources.READ,
    sources.RESULTS.lines(74),
    sources.TASK_ID.lines(9, 42),
    **inputs.BOTH_KINDS,
)
def task_ids() -> Cases:
    """A task id has the members of a folder, of a repository or of a package; it is enough that
    those of one kind are right."""
    return inputs.with_member("task_id", _TASK_IDS)


@clause(
    "config",
    sources.READ,
    sources.TRIAL_CONFIG.lines(291, 321),
    sources.TRIAL_CONFIG.lines(244, 261),
    **inputs.BOTH_KINDS,
)
def configs() -> Cases:
    """A configuration needs a task with either a path or an org/name, and fields that belong to it;
    other fields may be missing, but must be of their type."""
    task = build(
        lambda task, name: inputs.json_object({"task": task, "trial_name": name}),
        _TASKS,
        ('"t__1"', '"t__1"', None, '""', "null"),
    )
    others = [
        inputs.json_object({name: value, "task": '{"path": "t"}', "trial_name": '"t__1"'})
        for name, values in _CONFIG_MEMBERS.items()
        for value in values
    ]
    return inputs.with_member("config", task, others, ("null", "{}", "[]", '"c"'))


@clause("usage", sources.READ, sources.AGENT_CONTEXT.lines(9, 20), **inputs.BOTH_KINDS, effort=2)
def usage() -> Cases:
    """Counts of tokens are integers, or values that pydantic converts to integers, and a cost is a
    number; a fraction of a token is a ValidationError."""
    names = ("n_input_tokens", "n_cache_tokens", "n_output_tokens")
    counts = build('{{"{}": {}}}'.format, names, _COUNTS)
    costs = [f'{{"cost_usd": {cost}}}' for cost in _COSTS]
    rollouts = [f'{{"rollout_details": {rollouts}}}' for rollouts in _ROLLOUTS]
    others = ("null", "{}", '{"metadata": {"a": [null]}}', '{"metadata": []}', "[]", "1")
    return inputs.with_member("agent_result", counts, costs, rollouts, others)


@clause("steps", sources.READ, sources.RESULTS.lines(60, 66), **inputs.BOTH_KINDS, effort=1.5)
def steps() -> Cases:
    """Every step has a name, and its verifier result and exception must follow the same rules as
    the trial's."""
    lists = some(_STEPS[:5] * 4 + _STEPS, 0, 3).map(lambda steps: f"[{', '.join(steps)}]")
    return inputs.with_member("step_results", lists, ("null", "{}", '"s"', "1"))
