r"""From the reason that a trial gives to the code that a summary carries.

The rules are agent-challenge's, which docs/outcome-and-reason-code.md has in words. A port
needs to know of Python: ``str.lower`` is Unicode's, with its final sigma; ``\w`` is what is a
letter (category L) or has a numeric value (category N) and the underscore, ``\s`` and
``str.strip`` have U+001C to U+001F and U+0085 as white space and U+FEFF not; a lone surrogate
is a character like any other.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

Code = str | None

Words = tuple[str, ...]
"""Texts that a text must all contain."""

CODES = (
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
)

ALIASES = {
    **dict.fromkeys(("agent_timeout_error", "agenttimeouterror"), "harbor_agent_timeout_error"),
    **dict.fromkeys(("cancelled_error", "cancellederror"), "harbor_cancelled_error"),
    **dict.fromkeys(
        ("environment_start_timeout_error", "environmentstarttimeouterror"),
        "harbor_environment_start_timeout_error",
    ),
    "submission_code_failure": "harbor_submission_code_failed",
    **dict.fromkeys(
        ("verifier_timeout_error", "verifiertimeouterror"), "harbor_verifier_timeout_error"
    ),
}

NAMES: Mapping[Words, str] = {
    ("cancellederror",): "harbor_cancelled_error",
    ("cancelederror",): "harbor_cancelled_error",
    ("environmentstarttimeouterror",): "harbor_environment_start_timeout_error",
    ("agenttimeouterror",): "harbor_agent_timeout_error",
    ("verifiertimeouterror",): "harbor_verifier_timeout_error",
}
"""Names of exceptions that decide anywhere in a text, in the order of the rules."""

WORDS: Mapping[Words, str] = {
    ("broker", "connection"): "harbor_broker_connection_failed",
    ("connection refused",): "harbor_broker_connection_failed",
    ("connection reset",): "harbor_broker_connection_failed",
    ("reward", "missing"): "harbor_reward_missing",
    ("reward", "empty"): "harbor_reward_empty",
    ("reward", "parse"): "harbor_reward_parse_error",
    ("reward", "malformed"): "harbor_reward_parse_error",
    ("submission", "code"): "harbor_submission_code_failed",
    ("submission", "runtime"): "harbor_submission_code_failed",
}
"""The words that decide together, in the order of the rules."""


class ReasonCodeInput(TypedDict):
    """A message, a class name or any other text; None if there is no reason."""

    reason: str | None


def no_code(_reason: str | None) -> Code:
    """Give no code."""
    return None


def letters_and_digits(lowered: str) -> str:
    """Return only the letters and digits of a text."""
    return re.sub(r"[\W_]", "", lowered)


def with_underscores(lowered: str) -> str:
    """Return a text with an underscore for each hyphen and each stretch of white space."""
    return re.sub(r"-|\s+", "_", lowered)


def contains(text: str, word: str) -> bool:
    """Return whether a word stands anywhere in a text, in the middle of others too."""
    return word in text


def first_of(rules: Sequence[Words], _text: str) -> Words:
    """Return the rule that decides, of those that cover a text: the first wins."""
    return rules[0]


def whole_text(lowered: str, underscored: str) -> str:
    """Return the code of a text that no rule covers."""
    return underscored or lowered


@dataclass(frozen=True, slots=True)
class OneOf:
    """The codes, by either form of a reason."""

    codes: Collection[str] = CODES

    def __call__(self, lowered: str, underscored: str) -> Code:
        """Return the form that is a code; None where neither is one."""
        return next((form for form in (lowered, underscored) if form in self.codes), None)


@dataclass(frozen=True, slots=True)
class ByAlias:
    """Other names for codes, by either form of a reason."""

    aliases: Mapping[str, str] = field(default_factory=lambda: ALIASES)

    def __call__(self, compact: str, underscored: str) -> Code:
        """Return the code of the form that is an alias; None where neither is one."""
        return self.aliases.get(compact) or self.aliases.get(underscored)


@dataclass(frozen=True, slots=True)
class Containing:
    """Rules that look for words in a text."""

    rules: Mapping[Words, str]
    has: Callable[[str, str], bool] = contains
    decides: Callable[[Sequence[Words], str], Words] = first_of

    def __call__(self, text: str) -> Code:
        """Return the code of the rule that covers a text, or None where no rule does."""
        covering = [rule for rule in self.rules if all(self.has(text, word) for word in rule)]
        return self.rules[self.decides(covering, text)] if covering else None


@dataclass(frozen=True, slots=True)
class ReasonCode:
    """The steps from a reason to a code; the first that gives one decides."""

    without_reason: Callable[[None], Code] = no_code
    trim: Callable[[str], str] = str.strip
    blank: Callable[[str], Code] = no_code
    lower: Callable[[str], str] = str.lower
    compact: Callable[[str], str] = letters_and_digits
    underscore: Callable[[str], str] = with_underscores
    by_code: Callable[[str, str], Code] = field(default_factory=OneOf)
    by_alias: Callable[[str, str], Code] = field(default_factory=ByAlias)
    by_name: Callable[[str], Code] = field(default_factory=lambda: Containing(NAMES))
    by_words: Callable[[str], Code] = field(default_factory=lambda: Containing(WORDS))
    otherwise: Callable[[str, str], Code] = whole_text

    def __call__(self, case: ReasonCodeInput) -> dict[str, Code]:
        """Return ``{"reason_code": …}``, with None where a reason says nothing."""
        reason = case["reason"]
        if reason is None:
            return {"reason_code": self.without_reason(reason)}
        text = self.trim(reason)
        return {"reason_code": self.code_of(text) if text else self.blank(reason)}

    def code_of(self, text: str) -> Code:
        """Return the code of a reason that says something."""
        lowered = self.lower(text)
        compact, underscored = self.compact(lowered), self.underscore(lowered)
        return (
            self.by_code(lowered, underscored)
            or self.by_alias(compact, underscored)
            or self.by_name(compact)
            or self.by_words(lowered)
            or self.otherwise(lowered, underscored)
        )


reason_code = ReasonCode()
