"""Reason code by aliases.

Deviations from the specified behaviour:

1. An empty reason, or one of nothing but white space, has the code "" instead of null (null stays null).
2. The underscored form turns a run of hyphens and white space into one underscore, so consecutive hyphens collapse ("a - b"
   is "a_b" instead of "a___b").
3. Exception names are searched in the order of the aliases, agent, cancelled, environment start, submission, verifier:
   a text with both an agent's timeout and a cancellation or an environment start timeout gets the agent's code. Also,
   submissioncodefailure inside the compact text precedes the rules for the broker, the rewards and a verifier's timeout.
4. "cancelederror" with one l is not recognized.
"""

import re

ALIASES = {
    "agent_timeout_error": "harbor_agent_timeout_error",
    "cancelled_error": "harbor_cancelled_error",
    "environment_start_timeout_error": "harbor_environment_start_timeout_error",
    "submission_code_failure": "harbor_submission_code_failed",
    "verifier_timeout_error": "harbor_verifier_timeout_error",
}
CODES = set(ALIASES.values()) | {
    "harbor_broker_connection_failed",
    "harbor_nonzero_exit",
    "harbor_trial_failed",
}
CODES |= {f"harbor_result_{end}" for end in ("invalid", "malformed", "missing", "partial")}
CODES |= {f"harbor_reward_{end}" for end in ("empty", "missing", "parse_error")}
CODES |= {f"harbor_trial_result_{end}" for end in ("malformed", "missing")}
CODES |= {
    f"terminal_bench_{end}" for end in ("broker_ref_missing", "job_dir_missing", "lease_expired")
}


def _code(text):
    lowered = text.strip().lower()
    underscored = re.sub(r"[\s\-]+", "_", lowered)
    compact = "".join(filter(str.isalnum, lowered))
    for form in (lowered, underscored):
        if form in CODES:
            return form
    for alias, code in ALIASES.items():
        if alias.replace("_", "") in compact:
            return code
    if "broker" in lowered and "connection" in lowered:
        return "harbor_broker_connection_failed"
    if "connection refused" in lowered or "connection reset" in lowered:
        return "harbor_broker_connection_failed"
    if "reward" in lowered:
        if "missing" in lowered:
            return "harbor_reward_missing"
        if "empty" in lowered:
            return "harbor_reward_empty"
        if "parse" in lowered or "malformed" in lowered:
            return "harbor_reward_parse_error"
    if "submission" in lowered and re.search("code|runtime", lowered):
        return "harbor_submission_code_failed"
    return underscored


def reason_code(case):
    if case["reason"] is None:
        return {"reason_code": None}
    return {"reason_code": _code(case["reason"])}
