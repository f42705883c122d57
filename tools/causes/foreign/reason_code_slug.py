"""Reason code by slugs.

Deviations from the specified behaviour:

1. The underscored form turns each run of characters other than a-z and 0-9 into one underscore and strips underscores at the
   ends, instead of turning hyphens and white space alone into underscores: "trial failed: 3" falls through to
   "trial_failed_3", repeated underscores collapse, and codes and aliases written with other punctuation are recognized;
   a text without any such character stays as it is ("-" is "-" instead of "_").
2. The compact form keeps a-z and 0-9 alone, instead of everything that isalnum() accepts, so letters and
   digits outside ASCII do not prevent an alias or an exception's name.
3. "broker" alone gives harbor_broker_connection_failed, without "connection".
4. "reward" with "malformed" is not a parse error; only "reward" with "parse" is.
"""

import re

CODES = set(
    """harbor_broker_connection_failed harbor_cancelled_error harbor_environment_start_timeout_error
    terminal_bench_broker_ref_missing terminal_bench_job_dir_missing terminal_bench_lease_expired
    harbor_agent_timeout_error harbor_nonzero_exit harbor_result_invalid harbor_result_malformed harbor_result_missing
    harbor_result_partial harbor_reward_empty harbor_reward_missing harbor_reward_parse_error
    harbor_submission_code_failed harbor_trial_failed harbor_trial_result_malformed harbor_trial_result_missing
    harbor_verifier_timeout_error""".split()
)
EXCEPTIONS = {
    "cancellederror": "harbor_cancelled_error",
    "cancelederror": "harbor_cancelled_error",
    "environmentstarttimeouterror": "harbor_environment_start_timeout_error",
    "agenttimeouterror": "harbor_agent_timeout_error",
    "verifiertimeouterror": "harbor_verifier_timeout_error",
}


def reason_code(case):
    return {"reason_code": _normalize((case["reason"] or "").strip().lower())}


def _normalize(lowered):
    if not lowered:
        return None
    slug = re.sub(r"[^a-z0-9]+", "_", lowered).strip("_")
    if lowered in CODES:
        return lowered
    if slug in CODES:
        return slug
    if slug == "submission_code_failure":
        return "harbor_submission_code_failed"
    compact = slug.replace("_", "")
    for name, code in EXCEPTIONS.items():
        if name in compact:
            return code
    if any(word in lowered for word in ("broker", "connection refused", "connection reset")):
        return "harbor_broker_connection_failed"
    if "reward" in lowered:
        for word, code in (("missing", "missing"), ("empty", "empty"), ("parse", "parse_error")):
            if word in lowered:
                return f"harbor_reward_{code}"
    if "submission" in lowered and ("code" in lowered or "runtime" in lowered):
        return "harbor_submission_code_failed"
    return slug or lowered
