"""More mistakes in `reason_code`, written without the catalogue."""

from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate


# source: a habit of Python, for the last line of a traceback: text.split(":", 1)[0]
# differs: "RuntimeError: reward missing": runtimeerror, not harbor_reward_missing
@candidate("reason_code")
def text_ends_at_the_first_colon(case: Any) -> Any:
    """Only the text before the first colon is looked at."""
    return ReasonCode(trim=lambda reason: reason.split(":", 1)[0].strip())(case)


# source: another reading of spec/000 section 1, "MUST emit codes from this set": each begins so
# differs: "OOMKilled": harbor_oomkilled, not oomkilled
@candidate("reason_code")
def unknown_reason_begins_with_harbor(case: Any) -> Any:
    """A reason that no rule covers becomes `harbor_` and its text."""
    return ReasonCode(otherwise=lambda _lowered, underscored: f"harbor_{underscored}")(case)


# source: another reading of facts/reason-code.md, which has harbor_nonzero_exit in its list, but
#   no rule for it
# differs: "Exit status 137": harbor_nonzero_exit, not exit_status_137
@candidate("reason_code")
def exit_status_is_a_nonzero_exit(case: Any) -> Any:
    """A text with "exit status" or "exit code" is harbor_nonzero_exit if no other rule applies."""
    rules: dict[Any, str] = {**WORDS}
    rules[("exit status",)] = rules[("exit code",)] = "harbor_nonzero_exit"
    return ReasonCode(by_words=Containing(rules))(case)
