"""What public classifications of errors do differently."""

from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: a port with one pattern of all names, `a|b|c`, whose search finds the leftmost
# differs: "VerifierTimeoutError, CancelledError": the verifier's timeout, not the cancellation
@candidate("reason_code")
def the_first_name_in_the_text_decides(case: Json) -> Json:
    """Of several names of exceptions the one that stands first in the reason decides."""

    def decides(rules: Json, text: str) -> Json:
        return min(rules, key=lambda rule: text.index(rule[0]))

    return ReasonCode(by_name=Containing(NAMES, decides=decides))(case)


# source: categories of failures with a pattern for prose: `/timed?\s*out/i` is a timeout
# differs: "agent timed out": "harbor_agent_timeout_error", not "agent_timed_out"
@candidate("reason_code")
def an_agent_that_timed_out_is_a_timeout(case: Json) -> Json:
    """A reason with `agent` and `timed out` has the code of an agent's timeout."""
    rules = {**WORDS, ("agent", "timed out"): "harbor_agent_timeout_error"}
    return ReasonCode(by_words=Containing(rules))(case)
