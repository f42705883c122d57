"""What harbor's models ask of a result.json, as a table for ``ModelReader``.

It follows harbor/models/trial/result.py, trial/config.py, task/id.py, verifier/result.py
and agent/context.py. Left out, and asked by no check: the syntax of host names, the
deprecated spellings of ``environment``, and paths with NUL or somebody's home (``~name``).
"""

from candidates.reference import lax_values
from candidates.reference.model_reader import Model, ModelReader, Record

_TRIAL: dict[str, Model] = {
    "TrialResult": {
        "id": "uuid",
        "task_name": "text!",
        "trial_name": "text!",
        "trial_uri": "text!",
        "task_id": "LocalTaskId|GitTaskId|PackageTaskId!",
        "source": "text?",
        "task_checksum": "text!",
        "config": "TrialConfig!",
        "agent_info": "AgentInfo!",
        "agent_result": "AgentContext?",
        "verifier_result": "VerifierResult?",
        "exception_info": "ExceptionInfo?",
        "started_at": "time?",
        "finished_at": "time?",
        "environment_setup": "TimingInfo?",
        "agent_setup": "TimingInfo?",
        "agent_execution": "TimingInfo?",
        "verifier": "TimingInfo?",
        "step_results": "[StepResult]?",
    },
    "LocalTaskId": {"path": "text!"},
    "GitTaskId": {"git_url": "text!", "git_commit_id": "text?", "path": "text!"},
    "PackageTaskId": {"org": "text!", "name": "text!", "ref": "text?"},
    "AgentInfo": {"name": "text!", "version": "text!", "model_info": "ModelInfo?"},
    "ModelInfo": {"name": "text!", "provider": "text?"},
    "AgentContext": {
        "n_input_tokens": "integer?",
        "n_cache_tokens": "integer?",
        "n_output_tokens": "integer?",
        "cost_usd": "number?",
        "rollout_details": "[RolloutDetail]?",
        "metadata": "{anything}?",
    },
    "RolloutDetail": {
        "prompt_token_ids": "[[integer]]",
        "completion_token_ids": "[[integer]]",
        "logprobs": "[[number]]",
        "extra": "{[anything]}",
    },
    "VerifierResult": {"rewards": "{reward}?"},
    "ExceptionInfo": {
        "exception_type": "text!",
        "exception_message": "text!",
        "exception_traceback": "text!",
        "occurred_at": "time!",
    },
    "TimingInfo": {"started_at": "time?", "finished_at": "time?"},
    "StepResult": {
        "step_name": "text!",
        "agent_result": "AgentContext?",
        "verifier_result": "VerifierResult?",
        "exception_info": "ExceptionInfo?",
        "agent_execution": "TimingInfo?",
        "verifier": "TimingInfo?",
    },
}

_CONFIG: dict[str, Model] = {
    "TrialConfig": {
        "task": "TaskConfig!",
        "trial_name": "text",
        "trials_dir": "text",
        "timeout_multiplier": "number",
        "agent_timeout_multiplier": "number?",
        "verifier_timeout_multiplier": "number?",
        "agent_setup_timeout_multiplier": "number?",
        "environment_build_timeout_multiplier": "number?",
        "agent": "AgentConfig",
        "environment": "EnvironmentConfig",
        "verifier": "VerifierConfig",
        "artifacts": "[text|ArtifactConfig]",
        "extra_instruction_paths": "[text]",
        "job_id": "uuid?",
    },
    "TaskConfig": {
        "path": "text?",
        "git_url": "text?",
        "git_commit_id": "text?",
        "name": "text?",
        "ref": "text?",
        "overwrite": "boolean",
        "download_dir": "text?",
        "source": "text?",
    },
    "AgentConfig": {
        "name": "text?",
        "import_path": "text?",
        "model_name": "text?",
        "skills": "[text]",
        "override_timeout_sec": "number?",
        "override_setup_timeout_sec": "number?",
        "max_timeout_sec": "number?",
        "extra_allowed_hosts": "[text]",
        "kwargs": "{anything}",
        "env": "{text}",
        "mcp_servers": "[MCPServerConfig]",
    },
    "MCPServerConfig": {
        "name": "text!",
        "transport": "transport",
        "url": "text?",
        "command": "text?",
        "args": "[text]",
    },
    "EnvironmentConfig": {
        "type": "environment?",
        "import_path": "text?",
        "force_build": "boolean",
        "delete": "boolean",
        "cpu_enforcement_policy": "policy",
        "memory_enforcement_policy": "policy",
        "override_cpus": "integer?",
        "override_memory_mb": "integer?",
        "override_storage_mb": "integer?",
        "override_gpus": "integer?",
        "override_tpu": "TpuSpec?",
        "suppress_override_warnings": "boolean",
        "mounts": "[ServiceVolumeConfig]?",
        "extra_docker_compose": "[text]",
        "env": "{text}",
        "kwargs": "{anything}",
        "extra_allowed_hosts": "[text]",
    },
    "TpuSpec": {"type": "word!", "topology": "topology!"},
    "ServiceVolumeConfig": {
        "type": "mount!",
        "source": "text!",
        "target": "text!",
        "read_only": "true",
        "bind": "ServiceVolumeBind",
        "volume": "ServiceVolumePath",
        "image": "ServiceVolumePath",
    },
    "ServiceVolumeBind": {"create_host_path": "false"},
    "ServiceVolumePath": {"subpath": "text"},
    "VerifierConfig": {
        "override_timeout_sec": "number?",
        "max_timeout_sec": "number?",
        "env": "{text}",
        "import_path": "text?",
        "kwargs": "{anything}",
        "disable": "boolean",
    },
    "ArtifactConfig": {"source": "text!", "destination": "text?", "exclude": "[text]"},
}

_ENVIRONMENTS = (
    "docker", "daytona", "e2b", "modal", "runloop", "gke", "novita", "apple-container",
    "singularity", "islo", "tensorlake", "cwsandbox", "wandb",
)  # fmt: skip
_POLICIES = ("auto", "limit", "request", "guarantee", "ignore")
_MOUNTS = ("bind", "volume", "image")
_TRANSPORTS = ("stdio", "sse", "streamable-http", "http")


def _task_comes_from_one_place(task: Record) -> bool:
    """Return whether there is a path or a name, with only the fields that belong to it."""
    path, name = task["path"] is not None, task["name"] is not None
    ref, commit = task["ref"] is not None, task["git_commit_id"] is not None
    return path != name and (name or not ref) and (task["git_url"] is not None or not commit)


def _trial_has_a_name(config: Record) -> bool:
    """Return whether there is a name, or harbor can make one from its task's."""
    task = config["task"]
    name = task["name"] if isinstance(task, dict) else None
    return bool(config["trial_name"]) or not isinstance(name, str) or "/" in name


def _server_can_be_reached(server: Record) -> bool:
    """Return whether there is what a server's transport needs: a command, or else a URL."""
    return bool(server["command" if server["transport"] == "stdio" else "url"])


READER = ModelReader(
    models=_TRIAL | _CONFIG,
    values={
        "anything": lax_values.anything,
        "boolean": lax_values.boolean,
        "environment": lax_values.one_of(*_ENVIRONMENTS),
        "false": lax_values.equal_to(value=False),
        "integer": lax_values.integer,
        "mount": lax_values.one_of(*_MOUNTS),
        "number": lax_values.number,
        "policy": lax_values.one_of_in_any_case(*_POLICIES),
        "reward": lax_values.reward,
        "text": lax_values.text,
        "time": lax_values.time,
        "topology": lax_values.topology,
        "transport": lax_values.one_of(*_TRANSPORTS),
        "true": lax_values.equal_to(value=True),
        "uuid": lax_values.uuid,
        "word": lax_values.word,
    },
    rules={
        "MCPServerConfig": _server_can_be_reached,
        "TaskConfig": _task_comes_from_one_place,
        "TrialConfig": _trial_has_a_name,
    },
)
