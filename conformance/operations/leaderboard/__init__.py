"""leaderboard: from trials to the verdicts and accuracies of a submission."""

from conformance.operations.operation import VERIFIER_RESULT, Operation, everywhere
from conformance.protocol.containers import list_of, map_of, members, nullable
from conformance.protocol.shapes import COUNT, NUMBER, TEXT, TRUTH, choice

OVERRIDES = (
    "agent_timeout_multiplier", "verifier_timeout_multiplier", "agent_setup_timeout_multiplier",
    "environment_build_timeout_multiplier", "agent.override_timeout_sec",
    "agent.override_setup_timeout_sec", "verifier.override_timeout_sec",
    "environment.override_cpus", "environment.override_memory_mb",
    "environment.override_storage_mb", "environment.override_gpus",
)  # fmt: skip
"""Settings of a trial that a submission must not set at all."""

SETTINGS = ("timeout_multiplier", *OVERRIDES, "agent.max_timeout_sec", "verifier.max_timeout_sec")
"""Settings that a case can give: the multiplier, which must be 1, and two that are free."""

RUBRIC = ("reward_hacking", "task_specification")
"""The criteria of harbor's own rubric."""

OUTCOMES = ("pass", "fail", "not_applicable")

_CONFIGURATION = members(
    {
        "task": nullable(TEXT),
        "ref": nullable(TEXT),
        "settings": map_of(COUNT, name="|".join(SETTINGS).replace(".", "[.]")),
    }
)

_TRIAL = members(
    {
        "trial_name": TEXT,
        "task_name": TEXT,
        "configuration": nullable(_CONFIGURATION),
        "verifier_result": VERIFIER_RESULT,
        "exception": nullable(TEXT),
        "finished": TRUTH,
        "trajectory": TRUTH,
        "verdict": nullable(TEXT),
        "analysis": nullable(map_of(choice(*OUTCOMES))),
    }
)

_INPUT = members({"tasks": map_of(TEXT), "trials": list_of(_TRIAL)})
"""The tasks of the dataset with their digests, and the submitted trials."""

_VERDICT = choice("passed", "failed")

_RESULT = members(
    {
        "uploads": list_of(members({"reward": nullable(NUMBER), "uploaded": TRUTH})),
        "static": members(
            {"verdict": _VERDICT, "failed_checks": list_of(TEXT), "accuracy": nullable(NUMBER)}
        ),
        "dynamic": members({"verdict": _VERDICT, "accuracy": nullable(NUMBER)}),
    }
)
"""What is uploaded of each trial, and the two validations of what was."""

OPERATION = Operation(
    name="leaderboard",
    stage=9,
    heading="Trials to a submission's verdicts and accuracy",
    input=_INPUT,
    result=_RESULT,
    is_score=everywhere,
    needs="leaderboard/static_validation.py",
    effort=0.3,
    subjects=("rewards", "checks", "names"),
)
