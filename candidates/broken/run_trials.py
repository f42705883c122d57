"""Runners that let a trial's stages, exceptions or verifier count otherwise than harbor does."""

from typing import Any

from candidates.broken.run_tools import (
    EARLY,
    acts,
    configured,
    scripts,
    setting,
    trials,
    without,
)
from candidates.broken.variant import RunVariant, Whole
from conformance.scenario import Scenario


def _exit_code_counts(scenario: Scenario) -> None:
    for act in acts(scenario, "test"):
        if act.get("exit", 0):
            act["raises"] = "RuntimeError"


def _zero_for_nothing(scenario: Scenario) -> None:
    for act in acts(scenario, "test"):
        if not act.get("leaves") and "raises" not in act:
            act["leaves"] = {"reward.txt": b"0"}


def _kept_for_the_tests(scenario: Scenario) -> None:
    """Have the test script leave what the agent left, where it leaves nothing itself."""
    for script in scripts(scenario):
        agent, test = script.get("agent", {}), script.setdefault("test", {})
        if "leaves" in agent and "leaves" not in test:
            test["leaves"] = agent["leaves"]


def _failures_unverified(scenario: Scenario) -> None:
    for script in scripts(scenario):
        if "raises" in script.get("agent", {}):
            script["test"] = {}


def _all_failures_verified(scenario: Scenario) -> None:
    for act in acts(scenario, "agent"):
        if "raises" in act:
            act["raises"] = "NonZeroAgentExitCodeError"


def _healthy(scenario: Scenario) -> None:
    for script in scripts(scenario):
        script.pop("commands", None)


def _cause_of_upload(scenario: Scenario) -> None:
    for script in scripts(scenario):
        raised = script.get("upload", {}).pop("raises", None)
        if raised is not None:
            script["test"] = {**script.get("test", {}), "raises": raised}


def _last_exception(scenario: Scenario) -> None:
    """Take the agent's failure out where the test script raises as well."""
    for script in scripts(scenario):
        if "raises" in script.get("test", {}):
            script.get("agent", {}).pop("raises", None)


def _plain_timeouts(whole: Whole) -> None:
    for trial in trials(whole):
        raised = trial["exception_info"]
        if raised and raised["exception_type"].endswith("TimeoutError"):
            raised["exception_type"] = "TimeoutError"


def _zero_is_a_limit(scenario: Scenario) -> None:
    job: dict[str, Any] = scenario.get("job", {})
    for holder in (*job.get("agents", []), job.get("verifier", {})):
        for name in ("override_timeout_sec", "max_timeout_sec"):
            if holder.get(name) == 0:
                holder[name] = -1.0


def _general_multiplier_alone(scenario: Scenario) -> None:
    job: dict[str, Any] = scenario.get("job", {})
    for name in [name for name in job if name.endswith("_timeout_multiplier")]:
        del job[name]


def _task_variables_win(scenario: Scenario) -> None:
    job: dict[str, Any] = scenario.get("job", {})
    job.pop("verifier", None)


def _unset_is_empty(scenario: Scenario) -> None:
    scenario["host"] = {**scenario.get("host", {}), "NONE": ""}


def _written_plainly(whole: Whole) -> None:
    for holder in (*whole["configs"], *(trial["config"] for trial in trials(whole))):
        for part in ("verifier", "environment", "agent"):
            env = holder.get(part, {}).get("env", {})
            for name, value in env.items():
                env[name] = "a-long-secret-value" if "****" in value else value


def _none_is_zero(whole: Whole) -> None:
    stats = whole["job"]["stats"]
    for name in ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd"):
        stats[name] = stats[name] or 0


VARIANTS = (
    RunVariant(
        "run-exit-code-counts",
        "run.exit-code",
        "takes an exit code other than 0 for a failure of the verifier",
        alter=_exit_code_counts,
    ),
    RunVariant(
        "run-zero-for-nothing",
        "run.reward-errors",
        "takes a missing reward for 0",
        alter=_zero_for_nothing,
    ),
    RunVariant(
        "run-verifier-folder-emptied",
        "run.stale-reward",
        "empties the verifier's folder before the tests",
        alter=without("leaves", *EARLY),
    ),
    RunVariant(
        "run-verifiers-shared",
        "run.separate-verifier",
        "verifies in the agent's environment",
        alter=configured('environment_mode = "separate"', 'environment_mode = "shared"'),
    ),
    RunVariant(
        "run-agent-files-handed-on",
        "run.separate-verifier",
        "copies the agent's log folder to the verifier's environment",
        alter=_kept_for_the_tests,
    ),
    RunVariant(
        "run-failed-agents-unverified",
        "run.failed-agent",
        "verifies only after an agent that succeeded",
        alter=_failures_unverified,
    ),
    RunVariant(
        "run-broken-agents-verified",
        "run.broken-agent",
        "verifies after every agent",
        alter=_all_failures_verified,
    ),
    RunVariant(
        "run-setup-errors-ignored",
        "run.before-agent",
        "goes on after an agent that could not be set up",
        alter=without("raises", "start", "setup"),
    ),
    RunVariant(
        "run-health-ignored",
        "run.before-agent",
        "does not look at the health check",
        alter=_healthy,
    ),
    RunVariant(
        "run-cause-of-upload",
        "run.verifier-exceptions",
        "records what an upload failed with instead of AddTestsDirError",
        alter=_cause_of_upload,
    ),
    RunVariant(
        "run-stops-unnoticed",
        "run.stop-exceptions",
        "forgets exceptions of the environment's end",
        alter=without("raises", "stop"),
    ),
    RunVariant(
        "run-last-exception",
        "run.first-exception",
        "records the last exception of a trial",
        alter=_last_exception,
    ),
    RunVariant(
        "run-never-disabled",
        "run.disabled",
        "verifies although verification is disabled",
        alter=setting("verifier", "disable", to=False),
    ),
    RunVariant(
        "run-timeouts-without-names",
        "run.timeouts",
        "has one name for all timeouts",
        amend=_plain_timeouts,
    ),
    RunVariant(
        "run-zero-is-a-limit",
        "run.timeout-limits",
        "takes an override of 0 for no time at all",
        alter=_zero_is_a_limit,
    ),
    RunVariant(
        "run-one-multiplier",
        "run.timeout-limits",
        "knows the general multiplier alone",
        alter=_general_multiplier_alone,
    ),
    RunVariant(
        "run-task-variables-win",
        "run.variables",
        "has the task's variables win over the job's",
        alter=_task_variables_win,
    ),
    RunVariant(
        "run-unset-is-empty",
        "run.variables",
        "takes a variable that the host does not have for an empty one",
        alter=_unset_is_empty,
    ),
    RunVariant(
        "run-secrets-written",
        "run.secrets",
        "writes secrets as they are",
        amend=_written_plainly,
    ),
    RunVariant(
        "run-no-usage-is-zero",
        "run.usage",
        "takes usage that is not reported for 0",
        amend=_none_is_zero,
    ),
)
