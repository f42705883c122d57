"""Other stages and exceptions of a trial, and another verifier."""

from candidates.deviations.deviation import Changes, Deviation, Parameter
from candidates.deviations.run.tools import (
    Members,
    altering,
    amending,
    configured,
    in_acts,
    in_job,
    in_scripts,
    in_stats,
    in_trials,
    left_for_the_tests,
    trials,
    without,
    without_commands,
    without_verifying_failures,
)


def _exit_code_counts(act: Members) -> None:
    if act.get("exit", 0):
        act["raises"] = "RuntimeError"


def _for_nothing(reward: str) -> Changes:
    def leave(act: Members) -> None:
        if not act.get("leaves") and "raises" not in act:
            act["leaves"] = {"reward.txt": reward.encode()}

    return in_acts(leave, "test")


def _number(text: str) -> str:
    """Return the text of a number; raises ValueError."""
    float(text)
    return text


def _all_failures_verified(act: Members) -> None:
    if "raises" in act:
        act["raises"] = "NonZeroAgentExitCodeError"


def _cause_of_upload(script: Members) -> None:
    raised = script.get("upload", {}).pop("raises", None)
    if raised is not None:
        script["test"] = {**script.get("test", {}), "raises": raised}


def _last_exception(script: Members) -> None:
    """Take the agent's failure out where the test script raises as well."""
    if "raises" in script.get("test", {}):
        script.get("agent", {}).pop("raises", None)


def _never_disabled(job: Members) -> None:
    job.setdefault("verifier", {})["disable"] = False


def _plain_timeouts(trial: Members) -> None:
    raised = trial["exception_info"]
    if raised and raised["exception_type"].endswith("TimeoutError"):
        raised["exception_type"] = "TimeoutError"


def _zero_is_a_limit(job: Members) -> None:
    for holder in (*job.get("agents", []), job.get("verifier", {})):
        for name in ("override_timeout_sec", "max_timeout_sec"):
            if holder.get(name) == 0:
                holder[name] = -1.0


def _general_multiplier_alone(job: Members) -> None:
    for name in [name for name in job if name.endswith("_timeout_multiplier")]:
        del job[name]


def _unset_is_empty(scenario: Members) -> None:
    scenario["host"] = {**scenario.get("host", {}), "NONE": ""}


def _written_plainly(whole: Members) -> None:
    for holder in (*whole["configs"], *(trial["config"] for trial in trials(whole))):
        for part in ("verifier", "environment", "agent"):
            env = holder.get(part, {}).get("env", {})
            for name, value in env.items():
                env[name] = "a-long-secret-value" if "****" in value else value


def _none_is_zero(stats: Members) -> None:
    for name in ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd"):
        stats[name] = stats[name] or 0


DEVIATIONS = (
    Deviation(
        "run-exit-code-counts",
        "run.exit-code",
        "takes an exit code other than 0 for a failure of the verifier",
        in_acts(_exit_code_counts, "test"),
    ),
    Deviation(
        "run-zero-for-nothing",
        "run.reward-errors",
        "takes a missing reward for 0",
        parameter=Parameter("reward", "0", _number, _for_nothing),
    ),
    Deviation(
        "run-verifier-folder-emptied",
        "run.stale-reward",
        "empties the verifier's folder before the tests",
        without("leaves", "start", "setup", "agent", "upload", "verifier_start"),
    ),
    Deviation(
        "run-verifiers-shared",
        "run.separate-verifier",
        "verifies in the agent's environment",
        configured('environment_mode = "separate"', 'environment_mode = "shared"'),
    ),
    Deviation(
        "run-agent-files-handed-on",
        "run.separate-verifier",
        "copies the agent's log folder to the verifier's environment",
        in_scripts(left_for_the_tests),
    ),
    Deviation(
        "run-failed-agents-unverified",
        "run.failed-agent",
        "verifies only after an agent that succeeded",
        in_scripts(without_verifying_failures),
    ),
    Deviation(
        "run-broken-agents-verified",
        "run.broken-agent",
        "verifies after every agent",
        in_acts(_all_failures_verified, "agent"),
    ),
    Deviation(
        "run-setup-errors-ignored",
        "run.before-agent",
        "goes on after an agent that could not be set up",
        without("raises", "start", "setup"),
    ),
    Deviation(
        "run-health-ignored",
        "run.before-agent",
        "does not look at the health check",
        in_scripts(without_commands),
    ),
    Deviation(
        "run-cause-of-upload",
        "run.verifier-exceptions",
        "records what an upload failed with instead of AddTestsDirError",
        in_scripts(_cause_of_upload),
    ),
    Deviation(
        "run-stops-unnoticed",
        "run.stop-exceptions",
        "forgets exceptions of the environment's end",
        without("raises", "stop"),
    ),
    Deviation(
        "run-last-exception",
        "run.first-exception",
        "records the last exception of a trial",
        in_scripts(_last_exception),
    ),
    Deviation(
        "run-never-disabled",
        "run.disabled",
        "verifies although verification is disabled",
        in_job(_never_disabled),
    ),
    Deviation(
        "run-timeouts-without-names",
        "run.timeouts",
        "has one name for all timeouts",
        in_trials(_plain_timeouts),
    ),
    Deviation(
        "run-zero-is-a-limit",
        "run.timeout-limits",
        "takes an override of 0 for no time at all",
        in_job(_zero_is_a_limit),
    ),
    Deviation(
        "run-one-multiplier",
        "run.timeout-limits",
        "knows the general multiplier alone",
        in_job(_general_multiplier_alone),
    ),
    Deviation(
        "run-task-variables-win",
        "run.variables",
        "has the task's variables win over the job's",
        in_job(lambda job: job.pop("verifier", None)),
    ),
    Deviation(
        "run-unset-is-empty",
        "run.variables",
        "takes a variable that the host does not have for an empty one",
        altering(_unset_is_empty),
    ),
    Deviation(
        "run-secrets-written",
        "run.secrets",
        "writes secrets as they are",
        amending(_written_plainly),
    ),
    Deviation(
        "run-no-usage-is-zero",
        "run.usage",
        "takes usage that is not reported for 0",
        in_stats(_none_is_zero),
    ),
)
"""Each breaks one clause about trials."""
