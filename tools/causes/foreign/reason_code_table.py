"""Reason code by a table of words.

Deviations from the specified behaviour:

1. A reason that no rule knows has the code null, instead of its underscored form.
2. The rules for rewards come before those for exceptions and for the broker: a text with both a reward's problem and
   an exception's name or a broker's connection gets the reward's code.
3. Only the stripped, lowercased text is looked at: codes and aliases written with hyphens or spaces, and exception
   names with anything between their letters, are not recognized as such (agent_timeout_error inside a longer text is not
   either); they go on to the other rules.
4. "connection refused" and "connection reset" without "broker" are not broker failures.
"""

CODES = {
    "harbor_agent_timeout_error",
    "harbor_broker_connection_failed",
    "harbor_cancelled_error",
    "harbor_environment_start_timeout_error",
    "harbor_nonzero_exit",
    "harbor_result_invalid",
    "harbor_result_malformed",
    "harbor_result_missing",
    "harbor_result_partial",
    "harbor_reward_empty",
    "harbor_reward_missing",
    "harbor_reward_parse_error",
    "harbor_submission_code_failed",
    "harbor_trial_failed",
    "harbor_trial_result_malformed",
    "harbor_trial_result_missing",
    "harbor_verifier_timeout_error",
    "terminal_bench_broker_ref_missing",
    "terminal_bench_job_dir_missing",
    "terminal_bench_lease_expired",
}

ALIASES = {
    "agent_timeout_error": "harbor_agent_timeout_error",
    "cancelled_error": "harbor_cancelled_error",
    "environment_start_timeout_error": "harbor_environment_start_timeout_error",
    "submission_code_failure": "harbor_submission_code_failed",
    "verifier_timeout_error": "harbor_verifier_timeout_error",
}

RULES = [
    (("reward", "missing"), "harbor_reward_missing"),
    (("reward", "empty"), "harbor_reward_empty"),
    (("reward", "parse"), "harbor_reward_parse_error"),
    (("reward", "malformed"), "harbor_reward_parse_error"),
    (("cancellederror",), "harbor_cancelled_error"),
    (("cancelederror",), "harbor_cancelled_error"),
    (("environmentstarttimeouterror",), "harbor_environment_start_timeout_error"),
    (("agenttimeouterror",), "harbor_agent_timeout_error"),
    (("verifiertimeouterror",), "harbor_verifier_timeout_error"),
    (("broker", "connection"), "harbor_broker_connection_failed"),
    (("submission", "code"), "harbor_submission_code_failed"),
    (("submission", "runtime"), "harbor_submission_code_failed"),
]


def reason_code(case):
    reason = case["reason"]
    if reason is None:
        return {"reason_code": None}
    lowered = reason.strip().lower()
    if lowered in CODES:
        return {"reason_code": lowered}
    if lowered in ALIASES:
        return {"reason_code": ALIASES[lowered]}
    for words, code in RULES:
        if all(word in lowered for word in words):
            return {"reason_code": code}
    return {"reason_code": None}
