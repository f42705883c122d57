"""The code of a reason."""

from typing import Any

KNOWN = """harbor_agent_timeout_error harbor_broker_connection_failed harbor_cancelled_error
harbor_environment_start_timeout_error harbor_nonzero_exit harbor_result_invalid
harbor_result_malformed harbor_result_missing harbor_result_partial harbor_reward_empty
harbor_reward_missing harbor_reward_parse_error harbor_submission_code_failed harbor_trial_failed
harbor_trial_result_malformed harbor_trial_result_missing harbor_verifier_timeout_error
terminal_bench_broker_ref_missing terminal_bench_job_dir_missing
terminal_bench_lease_expired""".split()

ALIASES = {
    "agent_timeout_error": "harbor_agent_timeout_error",
    "agenttimeouterror": "harbor_agent_timeout_error",
    "cancelled_error": "harbor_cancelled_error",
    "cancellederror": "harbor_cancelled_error",
    "environment_start_timeout_error": "harbor_environment_start_timeout_error",
    "environmentstarttimeouterror": "harbor_environment_start_timeout_error",
    "submission_code_failure": "harbor_submission_code_failed",
    "verifier_timeout_error": "harbor_verifier_timeout_error",
    "verifiertimeouterror": "harbor_verifier_timeout_error",
}


def reason_code(case: dict[str, Any]) -> dict[str, str | None]:
    """Return the code."""
    reason = case["reason"]
    if reason is None:
        return {"reason_code": None}
    reason = reason.strip()
    if not reason:
        return {"reason_code": None}
    return {"reason_code": code_of(reason.lower())}


def code_of(low: str) -> str:
    """Return the code of a reason in small letters."""
    snake = "_".join(low.replace("-", "_").split()) if low.split() else ""
    compact = "".join(one for one in low if one.isalnum())
    for form in (low, snake):
        if form in KNOWN:
            return form
    for form in (compact, snake):
        if form in ALIASES:
            return ALIASES[form]
    if "cancellederror" in compact or "cancelederror" in compact:
        return "harbor_cancelled_error"
    if "environmentstarttimeouterror" in compact:
        return "harbor_environment_start_timeout_error"
    if "agenttimeouterror" in compact:
        return "harbor_agent_timeout_error"
    if "verifiertimeouterror" in compact:
        return "harbor_verifier_timeout_error"
    if "broker" in low and "connection" in low:
        return "harbor_broker_connection_failed"
    if "connection refused" in low or "connection reset" in low:
        return "harbor_broker_connection_failed"
    if "reward" in low and "missing" in low:
        return "harbor_reward_missing"
    if "reward" in low and "empty" in low:
        return "harbor_reward_empty"
    if "reward" in low and ("parse" in low or "malformed" in low):
        return "harbor_reward_parse_error"
    if "submission" in low and ("code" in low or "runtime" in low):
        return "harbor_submission_code_failed"
    return snake or low
