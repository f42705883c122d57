"""Other ways to deal with empty reasons, white space around one, codes and aliases."""

from candidates.deviations.deviation import Deviation, after, around, family, instead
from candidates.reference.reason_code import ALIASES, Code

_SPACES_OF_JAVASCRIPT = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def _refuse(_reason: None) -> Code:
    message = "'NoneType' object has no attribute 'strip'"
    raise AttributeError(message)


def _without_prefix(code: Code) -> Code:
    return code and code.removeprefix("harbor_")


def _prefixed(compact: str, underscored: str) -> Code:
    return f"harbor_{underscored}" if {compact, underscored} & ALIASES.keys() else None


DEVIATIONS = (
    family(
        "no-reason-is",
        "reason_code.no-reason",
        "a reason that is null {}",
        {
            "refused": ("raises an error", instead(without_reason=_refuse)),
            "missing": (
                "gives harbor_reward_missing",
                instead(without_reason=lambda _: "harbor_reward_missing"),
            ),
            "empty-text": ("gives an empty text", instead(without_reason=lambda _: "")),
        },
        advice="Return null where the reason is null.",
    ),
    family(
        "blank-reason-is",
        "reason_code.blank",
        "a blank reason gives {}",
        {
            "empty-text": ("an empty text", instead(blank=lambda _: "")),
            "failed-trial": ("harbor_trial_failed", instead(blank=lambda _: "harbor_trial_failed")),
        },
        advice="Return null for a reason of nothing but white space.",
    ),
    family(
        "reason-trimmed",
        "reason_code.trimmed",
        "white space around a reason {}",
        {
            "stays": ("is kept", instead(trim=str)),
            "ascii": (
                "is stripped if it is ASCII",
                instead(trim=lambda reason: reason.strip(" \t\n\v\f\r")),
            ),
            "javascript": (
                "is stripped as by trim() in JavaScript",
                instead(trim=lambda reason: reason.strip(_SPACES_OF_JAVASCRIPT)),
            ),
        },
        advice="Strip white space as str.strip() does.",
    ),
    family(
        "codes-known",
        "reason_code.codes",
        "{}",
        {
            "without-prefix": (
                "a code is known without its prefix harbor_",
                after(by_code=_without_prefix),
            ),
            "aliases-are-codes": (
                "aliases are kept as they are",
                around({"by_code.codes": lambda codes: (*codes, *ALIASES)}),
                "reason_code.aliases",
            ),
        },
        advice="Look up the whole reason among the codes, and then among the aliases.",
    ),
    Deviation(
        "identifiers-keep-their-case",
        "reason_code.codes-written-otherwise",
        "a reason with underscores keeps its case",
        around(lower=lambda lower: lambda text: text if "_" in text else lower(text)),
        advice="Convert the reason to lower case before it is looked up.",
    ),
    Deviation(
        "aliases-with-prefix",
        "reason_code.aliases",
        "an alias gives harbor_ and the alias",
        instead(by_alias=_prefixed),
        advice="Map each alias to its code.",
    ),
)
"""Each breaks one clause about what stands before the rules."""
