"""The reason codes of agent-challenge, by its program's rules: harbor has no such stage.

The rules are those of ``docs/outcome-and-reason-code.md``, by number, from lines 40-80 and 622-660
of the program's ``evaluation/terminal_bench.py``. The program is in no wheel and cannot be run, so
this follows its description.
"""

from collections.abc import Iterator

from conformance.protocol.values import Value

_RETRYABLE = """
    harbor_broker_connection_failed harbor_cancelled_error harbor_environment_start_timeout_error
    terminal_bench_broker_ref_missing terminal_bench_job_dir_missing terminal_bench_lease_expired
"""

_FINAL = """
    harbor_agent_timeout_error harbor_nonzero_exit harbor_result_invalid harbor_result_malformed
    harbor_result_missing harbor_result_partial harbor_reward_empty harbor_reward_missing
    harbor_reward_parse_error harbor_submission_code_failed harbor_trial_failed
    harbor_trial_result_malformed harbor_trial_result_missing harbor_verifier_timeout_error
"""

_CODES = frozenset((_RETRYABLE + _FINAL).split())

_NAMES = (
    ("cancellederror", "harbor_cancelled_error"),
    ("cancelederror", "harbor_cancelled_error"),
    ("environmentstarttimeouterror", "harbor_environment_start_timeout_error"),
    ("agenttimeouterror", "harbor_agent_timeout_error"),
    ("verifiertimeouterror", "harbor_verifier_timeout_error"),
)
"""Rule 5, in its order."""

_ALIASES = {
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


class ReasonCodeAdapter:
    """The program's rules; the first that applies decides."""

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return ``{"reason_code": code or None}`` for ``{"reason": text or None}``."""
        reason = case["reason"]
        # Rule 1.
        text = "" if reason is None else str(reason).strip()
        return {"reason_code": next(_codes(text.lower())) if text else None}


def _codes(lowered: str) -> Iterator[str]:
    """Yield the code of each rule that applies, from rule 2 on."""
    compact = "".join(filter(str.isalnum, lowered))
    underscored = "_".join(lowered.replace("-", "_").split())
    yield from (form for form in (lowered, underscored) if form in _CODES)
    yield from (_ALIASES[form] for form in (compact, underscored) if form in _ALIASES)
    yield from (code for name, code in _NAMES if name in compact)
    yield from _by_words(lowered)
    yield underscored or lowered


def _by_words(lowered: str) -> Iterator[str]:
    """Yield the codes of rules 6 to 8, which look for words."""

    def has(*words: str) -> bool:
        return all(word in lowered for word in words)

    if has("broker", "connection") or has("connection refused") or has("connection reset"):
        yield "harbor_broker_connection_failed"
    if has("reward", "missing"):
        yield "harbor_reward_missing"
    if has("reward", "empty"):
        yield "harbor_reward_empty"
    if has("reward", "parse") or has("reward", "malformed"):
        yield "harbor_reward_parse_error"
    if has("submission", "code") or has("submission", "runtime"):
        yield "harbor_submission_code_failed"
