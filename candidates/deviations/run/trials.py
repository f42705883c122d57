"""Other stages and exceptions of a trial, and another verifier."""

from candidates.deviations.deviation import Changes, Deviation, Parameter
from candidates.deviations.run.tools import (
    Members,
    amending,
    configured,
    in_acts,
    in_job,
    in_scripts,
    in_stats,
    in_trials,
    trials,
    without,
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
        "treats a non-zero exit code as a failure of the verifier",
        in_acts(_exit_code_counts, "test"),
        advice="Ignore the exit code of the test script.",
    ),
    Deviation(
        "run-zero-for-nothing",
        "run.reward-errors",
        "reads a missing reward as {}",
        parameter=Parameter("reward", "0", _number, _for_nothing),
        advice="Record the error of a missing reward.",
    ),
    Deviation(
        "run-verifier-folder-emptied",
        "run.stale-reward",
        "empties the verifier's folder before the tests",
        without("leaves", "start", "setup", "agent", "upload", "verifier_start"),
        advice="Leave the verifier's folder unchanged in a task without steps.",
    ),
    Deviation(
        "run-verifiers-shared",
        "run.separate-verifier",
        "verifies in the agent's environment",
        configured('environment_mode = "separate"', 'environment_mode = "shared"'),
        advice="Start the verifier's own environment.",
    ),
    Deviation(
        "run-failed-agents-unverified",
        "run.failed-agent",
        "verifies only after an agent that succeeded",
        in_scripts(without_verifying_failures),
        advice="Verify after an agent's timeout or non-zero exit too.",
    ),
    Deviation(
        "run-broken-agents-verified",
        "run.broken-agent",
        "verifies after any exception of the agent",
        in_acts(_all_failures_verified, "agent"),
        advice="Verify only after an agent's timeout or non-zero exit.",
    ),
    Deviation(
        "run-setup-errors-ignored",
        "run.before-agent",
        "continues after a failed setup of the agent",
        without("raises", "start", "setup"),
        advice="Stop the trial where the agent cannot be set up.",
    ),
    Deviation(
        "run-cause-of-upload",
        "run.verifier-exceptions",
        "records what an upload failed with instead of AddTestsDirError",
        in_scripts(_cause_of_upload),
        advice="Record AddTestsDirError where tests cannot be uploaded.",
    ),
    Deviation(
        "run-stops-unnoticed",
        "run.stop-exceptions",
        "ignores exceptions while the environment is stopped",
        without("raises", "stop"),
        advice="Record an exception while the agent's environment is stopped.",
    ),
    Deviation(
        "run-last-exception",
        "run.first-exception",
        "records the last exception of a trial",
        in_scripts(_last_exception),
        advice="Record the first exception of a trial.",
    ),
    Deviation(
        "run-never-disabled",
        "run.disabled",
        "verifies even where verification is disabled",
        in_job(_never_disabled),
        advice="Skip verification where it is disabled.",
    ),
    Deviation(
        "run-timeouts-without-names",
        "run.timeouts",
        "uses one name for all timeouts",
        in_trials(_plain_timeouts),
        advice="Record each timeout under the name of its stage.",
    ),
    Deviation(
        "run-zero-is-a-limit",
        "run.timeout-limits",
        "treats an override of 0 as no time at all",
        in_job(_zero_is_a_limit),
        advice="Ignore an override of 0.",
    ),
    Deviation(
        "run-task-variables-win",
        "run.variables",
        "prefers the task's variables to the job's",
        in_job(lambda job: job.pop("verifier", None)),
        advice="Let the job's variables override the task's.",
    ),
    Deviation(
        "run-secrets-written",
        "run.secrets",
        "writes secrets unchanged",
        amending(_written_plainly),
        advice="Hide secrets, or write them as templates.",
    ),
    Deviation(
        "run-no-usage-is-zero",
        "run.usage",
        "reads usage that is not reported as 0",
        in_stats(_none_is_zero),
        advice="Write null where no trial reports usage.",
    ),
)
"""Each breaks one clause about trials."""
