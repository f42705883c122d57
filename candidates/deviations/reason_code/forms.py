"""Other ways to deal with empty reasons, white space around one, codes and aliases."""

from candidates.deviations.deviation import Deviation, after, around, instead
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
    Deviation(
        "refuses-no-reason",
        "reason_code.no-reason",
        "null is not looked for",
        instead(without_reason=_refuse),
    ),
    Deviation(
        "no-reason-is-missing",
        "reason_code.no-reason",
        "no reason is thought to mean no reward",
        instead(without_reason=lambda _: "harbor_reward_missing"),
    ),
    Deviation(
        "no-reason-is-empty-text",
        "reason_code.no-reason",
        "null is taken for text",
        instead(without_reason=lambda _: ""),
    ),
    Deviation(
        "blank-is-empty-text",
        "reason_code.blank",
        "an empty reason has an empty code",
        instead(blank=lambda _: ""),
    ),
    Deviation(
        "blank-is-a-failed-trial",
        "reason_code.blank",
        "whoever gives a reason, be it blank, is thought to have failed",
        instead(blank=lambda _: "harbor_trial_failed"),
    ),
    Deviation(
        "never-trims",
        "reason_code.trimmed",
        "a reason is taken as it is",
        instead(trim=str),
    ),
    Deviation(
        "trims-spaces-of-ascii",
        "reason_code.trimmed",
        "white space is what C takes for it",
        instead(trim=lambda reason: reason.strip(" \t\n\v\f\r")),
    ),
    Deviation(
        "trims-as-javascript",
        "reason_code.trimmed",
        "white space is what JavaScript's trim() drops",
        instead(trim=lambda reason: reason.strip(_SPACES_OF_JAVASCRIPT)),
    ),
    Deviation(
        "codes-without-harbor",
        "reason_code.codes",
        "the beginning of a code is thought to say where it comes from",
        after(by_code=_without_prefix),
    ),
    Deviation(
        "identifiers-keep-their-case",
        "reason_code.codes-written-otherwise",
        "what has underscores is thought to be a code as it stands",
        around(lower=lambda lower: lambda text: text if "_" in text else lower(text)),
    ),
    Deviation(
        "aliases-with-prefix",
        "reason_code.aliases",
        "the code of an alias is thought to be harbor_ and the alias",
        instead(by_alias=_prefixed),
    ),
    Deviation(
        "aliases-are-codes",
        "reason_code.aliases",
        "aliases are put among the codes, as they stand",
        around({"by_code.codes": lambda codes: (*codes, *ALIASES)}),
    ),
)
"""Each breaks one clause about what stands before the rules."""
