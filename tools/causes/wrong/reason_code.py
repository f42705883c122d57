"""Wrong implementations of `reason_code`."""

from collections.abc import Callable
from typing import Any

from tools.causes.wrong.making import candidate

CODES = frozenset(
    [
        "harbor_broker_connection_failed",
        "harbor_cancelled_error",
        "harbor_environment_start_timeout_error",
        "terminal_bench_broker_ref_missing",
        "terminal_bench_job_dir_missing",
        "terminal_bench_lease_expired",
        "harbor_agent_timeout_error",
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
    ]
)
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
CONTAINED = (
    (("cancellederror", "cancelederror"), "harbor_cancelled_error"),
    (("environmentstarttimeouterror",), "harbor_environment_start_timeout_error"),
    (("agenttimeouterror",), "harbor_agent_timeout_error"),
    (("verifiertimeouterror",), "harbor_verifier_timeout_error"),
)
REWARD = (
    (("missing",), "harbor_reward_missing"),
    (("empty",), "harbor_reward_empty"),
    (("parse", "malformed"), "harbor_reward_parse_error"),
)
Words = Callable[[str, str], bool]


def code_of(  # noqa: C901, PLR0911, PLR0913, PLR0917 - nine rules, and a place for each mistake
    reason: str | None,
    lower: Callable[[str], str] = str.lower,
    has: Words = lambda text, word: word in text,
    contained: Any = CONTAINED,
    reward: Any = REWARD,
    submission: tuple[str, ...] = ("code", "runtime"),
    connection: tuple[str, ...] = ("connection refused", "connection reset"),
    otherwise: Callable[[str], str | None] = lambda text: text,
) -> str | None:
    """Return the code of a reason by agent-challenge's nine rules."""
    lowered = lower((reason or "").strip())
    if not lowered:
        return None
    compact = "".join(one for one in lowered if one.isalnum())
    underscored = "_".join(lowered.replace("-", "_").split())
    for known in (lowered, underscored):
        if known in CODES:
            return known
    for known in (compact, underscored):
        if known in ALIASES:
            return ALIASES[known]
    for words, code in contained:
        if any(word in compact for word in words):
            return str(code)
    if (has(lowered, "broker") and has(lowered, "connection")) or any(
        one in lowered for one in connection
    ):
        return "harbor_broker_connection_failed"
    for words, code in reward:
        if has(lowered, "reward") and any(has(lowered, word) for word in words):
            return str(code)
    if has(lowered, "submission") and any(has(lowered, word) for word in submission):
        return "harbor_submission_code_failed"
    return otherwise(underscored or lowered)


@candidate("reason_code")
def right(case: Any) -> Any:
    """No mistake."""
    return {"reason_code": code_of(case["reason"])}


@candidate("reason_code")
def whole_words(case: Any) -> Any:
    """Words of the rules count only as whole words."""
    return {"reason_code": code_of(case["reason"], has=lambda text, word: word in text.split())}


@candidate("reason_code")
def unknown_is_failed(case: Any) -> Any:
    """A reason that no rule names is harbor_trial_failed."""
    return {"reason_code": code_of(case["reason"], otherwise=lambda _: "harbor_trial_failed")}


@candidate("reason_code")
def unknown_is_null(case: Any) -> Any:
    """A reason that no rule names has no code."""
    return {"reason_code": code_of(case["reason"], otherwise=lambda _: None)}


@candidate("reason_code")
def only_known_codes(case: Any) -> Any:
    """A reason that no rule names keeps its text."""
    return {
        "reason_code": code_of(case["reason"], otherwise=lambda _: (case["reason"] or "").strip())
    }


@candidate("reason_code")
def folded(case: Any) -> Any:
    """Case is folded, not lowered."""
    return {"reason_code": code_of(case["reason"], lower=str.casefold)}


@candidate("reason_code")
def case_kept(case: Any) -> Any:
    """Case is kept."""
    return {"reason_code": code_of(case["reason"], lower=str)}


@candidate("reason_code")
def one_spelling_of_cancelled(case: Any) -> Any:
    """Only the spelling with two l is a cancellation."""
    rules = ((("cancellederror",), "harbor_cancelled_error"), *CONTAINED[1:])
    return {"reason_code": code_of(case["reason"], contained=rules)}


@candidate("reason_code")
def agent_before_environment(case: Any) -> Any:
    """Of several timeouts the agent's counts first."""
    rules = (CONTAINED[2], *CONTAINED[:2], CONTAINED[3])
    return {"reason_code": code_of(case["reason"], contained=rules)}


@candidate("reason_code")
def no_malformed(case: Any) -> Any:
    """A malformed reward is no parse error."""
    rules = (*REWARD[:2], (("parse",), "harbor_reward_parse_error"))
    return {"reason_code": code_of(case["reason"], reward=rules)}


@candidate("reason_code")
def empty_before_missing(case: Any) -> Any:
    """Of a reward that is empty and missing, empty counts."""
    return {"reason_code": code_of(case["reason"], reward=(REWARD[1], REWARD[0], REWARD[2]))}


@candidate("reason_code")
def no_runtime(case: Any) -> Any:
    """A submission's runtime is not looked for."""
    return {"reason_code": code_of(case["reason"], submission=("code",))}


@candidate("reason_code")
def no_reset(case: Any) -> Any:
    """A connection that is reset is not the broker's."""
    return {"reason_code": code_of(case["reason"], connection=("connection refused",))}


@candidate("reason_code")
def timeouts_too(case: Any) -> Any:
    """A connection that timed out is the broker's as well."""
    named = ("connection refused", "connection reset", "connection timed out")
    return {"reason_code": code_of(case["reason"], connection=named)}


@candidate("reason_code")
def blank_is_text(case: Any) -> Any:
    """A reason of white space has a code of underscores."""
    reason = case["reason"]
    blank = bool(reason) and not reason.strip()
    return {"reason_code": "_" if blank else code_of(reason)}


@candidate("reason_code")
def null_is_unknown(case: Any) -> Any:
    """No reason has the code unknown."""
    return {"reason_code": "unknown" if case["reason"] is None else code_of(case["reason"])}


@candidate("reason_code")
def cut_short(case: Any) -> Any:
    """A code has at most 64 characters."""
    return {"reason_code": code_of(case["reason"], otherwise=lambda text: text[:64])}


@candidate("reason_code")
def slug(case: Any) -> Any:
    """A reason that no rule names becomes letters, digits and underscores."""
    import re  # noqa: PLC0415 - one of eighteen needs it

    return {
        "reason_code": code_of(
            case["reason"], otherwise=lambda text: re.sub(r"[^a-z0-9]+", "_", text).strip("_")
        )
    }


@candidate("reason_code")
def dashes_kept(case: Any) -> Any:
    """A hyphen stays a hyphen in a reason that no rule names."""
    lowered = (case["reason"] or "").strip().lower()
    return {"reason_code": code_of(case["reason"], otherwise=lambda _: "_".join(lowered.split()))}
