"""A result.json as harbor itself writes it.

``tests/test_oracle_trial_result.py`` holds these texts against harbor's own
``model_dump_json(indent=4)`` (harbor/trial/trial.py:328).
"""

import json
from collections.abc import Mapping

_TRIAL: dict[str, object] = {
    "id": "0a1a992f-3ad1-44c6-a690-65d5af2f3d23",
    "task_name": "org/task",
    "trial_name": "task__AbCdEfG",
    "trial_uri": "file:///jobs/job/task__AbCdEfG",
    "task_id": {"path": "tasks/task"},
    "source": None,
    "task_checksum": "2c26b46b68ffc68f",
    "config": {
        "task": {
            "path": "tasks/task",
            "git_url": None,
            "git_commit_id": None,
            "name": None,
            "ref": None,
            "overwrite": False,
            "download_dir": None,
            "source": None,
        },
        "trial_name": "task__AbCdEfG",
        "trials_dir": "jobs/job",
        "timeout_multiplier": 1.0,
        "agent_timeout_multiplier": None,
        "verifier_timeout_multiplier": None,
        "agent_setup_timeout_multiplier": None,
        "environment_build_timeout_multiplier": None,
        "agent": {
            "name": "nop",
            "import_path": None,
            "model_name": "provider/model",
            "skills": [],
            "override_timeout_sec": None,
            "override_setup_timeout_sec": None,
            "max_timeout_sec": None,
            "extra_allowed_hosts": [],
            "kwargs": {},
            "env": {},
            "mcp_servers": [],
        },
        "environment": {
            "type": "docker",
            "import_path": None,
            "force_build": False,
            "delete": True,
            "cpu_enforcement_policy": "auto",
            "memory_enforcement_policy": "auto",
            "override_cpus": None,
            "override_memory_mb": None,
            "override_storage_mb": None,
            "override_gpus": None,
            "override_tpu": None,
            "mounts": None,
            "extra_docker_compose": [],
            "env": {},
            "kwargs": {},
            "extra_allowed_hosts": [],
        },
        "verifier": {
            "override_timeout_sec": None,
            "max_timeout_sec": None,
            "env": {},
            "disable": False,
        },
        "artifacts": [],
        "extra_instruction_paths": [],
        "job_id": "808bc151-ba7c-4110-8f5f-fe1290004982",
    },
    "agent_info": {
        "name": "nop",
        "version": "1.0.0",
        "model_info": {"name": "model", "provider": "provider"},
    },
    "agent_result": None,
    "verifier_result": None,
    "exception_info": None,
    "started_at": "2026-01-02T03:04:05.678901Z",
    "finished_at": "2026-01-02T03:05:00Z",
    "environment_setup": {"started_at": "2026-01-02T03:04:06Z", "finished_at": None},
    "agent_setup": None,
    "agent_execution": None,
    "verifier": None,
    "step_results": None,
}

FINITE = (
    (0, "0"), (1, "1"), (1.0, "1.0"), (0.0, "0.0"), (0.5, "0.5"), (-0.0, "-0.0"), (-1, "-1"),
    (2 / 3, "0.6666666666666666"), (0.1, "0.1"), (1e22, "1e+22"), (1e-7, "1e-7"), (1e16, "1e+16"),
    (5e-324, "5e-324"), (2**53 + 1, "9007199254740993"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (10**30, "1" + "0" * 30), (123456789.125, "123456789.125"),
)  # fmt: skip
"""Numbers, and the text that harbor writes for them."""

NOT_FINITE = ((float("nan"), "null"), (float("inf"), "null"), (float("-inf"), "null"))
"""What harbor writes where a number is none of JSON's."""

EXCEPTION_TYPES = ("RuntimeError", "CancelledError", "VerifierTimeoutError")

_TEXT = json.dumps(_TRIAL, indent=4)


def written(rewards: Mapping[str, str] | None, exception: str | None = None) -> str:
    """Return what harbor writes for rewards, given as text, and an exception's type.

    Without rewards, the trial has no verifier result.
    """
    text = _TEXT
    if rewards is not None:
        members = ",".join(f'\n            "{name}": {n}' for name, n in rewards.items())
        inner = f"{{{members}\n        }}" if rewards else "{}"
        text = text.replace(
            '"verifier_result": null', f'"verifier_result": {{\n        "rewards": {inner}\n    }}'
        )
    if exception is not None:
        text = text.replace('"exception_info": null', f'"exception_info": {_raised(exception)}')
    return text


def _raised(exception: str) -> str:
    info = {
        "exception_type": exception,
        "exception_message": "zu gro\u00df",
        "exception_traceback": f"Traceback (most recent call last):\n{exception}\n",
        "occurred_at": "2026-01-02T03:04:05.678901",
    }
    return json.dumps(info, indent=4, ensure_ascii=False).replace("\n", "\n    ")
