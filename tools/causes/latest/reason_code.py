"""The latest mistakes in `reason_code`, written without the catalogue."""

import re
from typing import Any

from candidates.reference.reason_code import CODES, WORDS, Containing, OneOf, ReasonCode
from tools.causes.wrong.making import candidate


# source: williamzujkowski/live-coding-music-mcp issue #272: "timed out" is a timeout too
# differs: "Request timed out": harbor_agent_timeout_error, not request_timed_out
@candidate("reason_code")
def any_other_timeout_is_the_agents(case: Any) -> Any:
    """A text with "timeout" or "timed out" is the agent's timeout if no other rule applies."""
    rules: dict[Any, str] = {**WORDS}
    rules[("timeout",)] = rules[("timed out",)] = "harbor_agent_timeout_error"
    return ReasonCode(by_words=Containing(rules))(case)


# source: a habit of Ruby: ActiveSupport's underscore, for the name of a class
# differs: "RuntimeError": runtime_error, not runtimeerror
@candidate("reason_code")
def capital_begins_a_word(case: Any) -> Any:
    """Before anything else a capital letter behind a small one gets an underscore before it."""
    snake = lambda reason: re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", reason.strip())  # noqa: E731
    return ReasonCode(trim=snake)(case)


# source: another reading of facts/reason-code.md, whose aliases have no harbor_ before them
# differs: "nonzero_exit": harbor_nonzero_exit, not nonzero_exit
@candidate("reason_code")
def code_may_lack_its_prefix(case: Any) -> Any:
    """A reason that is a code without its `harbor_` is that code."""

    def by_code(lowered: str, underscored: str) -> str | None:
        prefixed = f"harbor_{underscored}"
        return OneOf()(lowered, underscored) or (prefixed if prefixed in CODES else None)

    return ReasonCode(by_code=by_code)(case)


# source: a habit of Python: traceback.splitlines()[-1]
# differs: "reward missing\nOOMKilled": oomkilled, not harbor_reward_missing
@candidate("reason_code")
def only_the_last_line_counts(case: Any) -> Any:
    """Of a reason of several lines only the last is looked at."""
    last = lambda reason: (reason.strip().splitlines() or [""])[-1].strip()  # noqa: E731
    return ReasonCode(trim=last)(case)
