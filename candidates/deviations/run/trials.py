"""Other stages, exceptions, retries and steps of a trial."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Table
from candidates.deviations.parameters import taking
from candidates.deviations.run import tools
from candidates.deviations.run.tools import Members, in_acts, in_job, in_scripts, in_tasks, without


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


def _failures_unverified(script: Members) -> None:
    """Have nothing left by the test script after an agent that failed."""
    if "raises" in script.get("agent", {}):
        script["test"] = {}


def _left_for_the_tests(script: Members) -> None:
    """Have the test script leave what the agent left, where it leaves nothing itself."""
    agent, test = script.get("agent", {}), script.get("test", {})
    if "leaves" in agent and "leaves" not in test:
        script["test"] = {**test, "leaves": agent["leaves"]}


def _all_failures_verified(act: Members) -> None:
    if "raises" in act:
        act["raises"] = "NonZeroAgentExitCodeError"


def _cause_of_upload(script: Members) -> None:
    raised = script.get("upload", {}).pop("raises", None)
    if raised is not None:
        script["test"] = {**script.get("test", {}), "raises": raised}


def _last_exception(script: Members) -> None:
    if "raises" in script.get("test", {}):
        script.get("agent", {}).pop("raises", None)


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
    for holder in (*whole["configs"], *(trial["config"] for trial in tools.trials(whole))):
        for part in ("verifier", "environment", "agent"):
            env = holder.get(part, {}).get("env", {})
            for name, value in env.items():
                env[name] = "a-long-secret-value" if "****" in value else value


def _none_is_zero(stats: Members) -> None:
    for name in ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd"):
        stats[name] = stats[name] or 0


def _in_retry(change: Callable[[Members], object]) -> Changes:
    """Change the settings of what is tried again."""
    return in_job(lambda job: change(job.setdefault("retry", {})))


def _included_wins(retry: Members) -> None:
    included = retry.get("include_exceptions") or []
    excluded = retry.get("exclude_exceptions") or []
    retry["exclude_exceptions"] = [name for name in excluded if name not in included]


def _folder_kept(task: Members) -> None:
    for first, *others in task.get("attempts", []):
        acts = [first[stage] for stage in ("start", "agent", "test") if stage in first]
        left = [act["leaves"] for act in acts if "leaves" in act]
        for script in others[:1] if left else ():
            script["start"] = {"leaves": left[0]}


def _no_threshold(task: Members) -> None:
    lines = task.get("config", "").splitlines()
    if lines:
        kept = ["" if line.startswith("min_reward") else line for line in lines]
        task["config"] = "\n".join(kept) + "\n"


def _step_errors_count(trial: Members) -> None:
    for step in trial.get("step_results") or ():
        if step["exception_info"] and not step["verifier_result"]:
            trial["exception_info"] = trial["exception_info"] or step["exception_info"]


ROWS: Table = {
    "run-exit-code-counts": in_acts(_exit_code_counts, "test"),
    "run-zero-for-nothing": taking("reward", _number, _for_nothing, "0"),
    "run-verifier-folder-emptied": without(
        "leaves", "start", "setup", "agent", "upload", "verifier_start"
    ),
    "run-verifiers-shared": tools.configured(
        'environment_mode = "separate"', 'environment_mode = "shared"'
    ),
    "run-failed-agents-unverified": in_scripts(_failures_unverified),
    "run-broken-agents-verified": in_acts(_all_failures_verified, "agent"),
    "run-setup-errors-ignored": without("raises", "start", "setup"),
    "run-cause-of-upload": in_scripts(_cause_of_upload),
    "run-stops-unnoticed": without("raises", "stop"),
    "run-last-exception": in_scripts(_last_exception),
    "run-never-disabled": in_job(lambda job: job.setdefault("verifier", {}).update(disable=False)),
    "run-timeouts-without-names": tools.in_trials(_plain_timeouts),
    "run-zero-is-a-limit": in_job(_zero_is_a_limit),
    "run-task-variables-win": in_job(lambda job: job.pop("verifier", None)),
    "run-secrets-written": tools.amending(_written_plainly),
    "run-no-usage-is-zero": tools.in_stats(_none_is_zero),
    "run-never-again": _in_retry(lambda retry: retry.update(max_retries=0)),
    "run-everything-again": _in_retry(lambda retry: retry.setdefault("exclude_exceptions", [])),
    "run-included-wins": _in_retry(_included_wins),
    "run-folder-kept": in_tasks(_folder_kept),
    "run-mean-of-steps": tools.configured('"final"', '"mean"'),
    "run-no-threshold": in_tasks(_no_threshold),
    "run-step-errors-count": tools.in_trials(_step_errors_count),
    "run-step-agents-unverified": in_scripts(_failures_unverified),
    "run-always-prepared": in_scripts(lambda script: script.pop("commands", None)),
    "run-step-folder-kept": in_scripts(_left_for_the_tests),
}
