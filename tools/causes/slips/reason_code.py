"""Slips in `reason_code`."""

from typing import Any

from candidates.reference.reason_code import ALIASES, NAMES, WORDS, ByAlias, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: a wrong word in a table: an alias has its own ending in its code
# differs: "submission code failure": harbor_submission_code_failure, not …_failed
@candidate("reason_code")
def alias_stands_for_a_code_that_does_not_exist(case: Json) -> Json:
    """The alias submission_code_failure has the code harbor_submission_code_failure."""
    aliases = {**ALIASES, "submission_code_failure": "harbor_submission_code_failure"}
    return ReasonCode(by_alias=ByAlias(aliases))(case)


# source: a check that comes too early: `if not reason` before the strip
# differs: a reason of one space: "", not null
@candidate("reason_code")
def emptiness_is_checked_before_the_strip(case: Json) -> Json:
    """A reason of nothing but white space has the empty text as its code."""
    return ReasonCode(blank=lambda reason: "" if reason else None)(case)


# source: a wrong variable: lowered instead of compact
# differs: "agent timeout error after 60 s": the text with underscores, not …_agent_timeout_error
@candidate("reason_code")
def names_of_exceptions_are_looked_for_in_lowered(case: Json) -> Json:
    """The names of exceptions are looked for in the lowered text, not in the compact one."""
    lowered = (case["reason"] or "").strip().lower()
    return ReasonCode(by_name=lambda _: Containing(NAMES)(lowered))(case)


# source: precedence: "reward" in text and "parse" in text or "malformed" in text
# differs: "malformed output": harbor_reward_parse_error, not malformed_output
@candidate("reason_code")
def malformed_needs_no_reward_beside_it(case: Json) -> Json:
    """A text with the word malformed has the code of a parse error, even without a reward."""
    rules = {words[-1:] if "malformed" in words else words: code for words, code in WORDS.items()}
    return ReasonCode(by_words=Containing(rules))(case)


# source: a wrong variable: the last line returns lowered instead of underscored
# differs: "Disk full": "disk full", not "disk_full"
@candidate("reason_code")
def text_without_a_rule_keeps_its_spaces(case: Json) -> Json:
    """A text that no rule covers has the lowered text as its code."""
    return ReasonCode(otherwise=lambda lowered, _: lowered)(case)


# source: copy and paste: the line of the verifier's timeout still returns the agent's code
# differs: "VerifierTimeoutError: 60 s": harbor_agent_timeout_error, not …_verifier_timeout_error
@candidate("reason_code")
def timeout_of_the_verifier_within_a_text_is_the_agents(case: Json) -> Json:
    """A text that contains VerifierTimeoutError has the code of the agent's timeout."""
    names = {**NAMES, ("verifiertimeouterror",): "harbor_agent_timeout_error"}
    return ReasonCode(by_name=Containing(names))(case)
