"""Other ways to treat empty reasons, codes, names of exceptions, and what no rule covers."""

import re
from dataclasses import replace

from candidates.deviations.deviation import Changes, Step, after, around, instead
from candidates.deviations.parameters import taking, taking_limit
from candidates.deviations.reason_code.words import EMPTY, MISSING, PARSE
from candidates.deviations.rows import Table
from candidates.reference.reason_code import (
    ALIASES,
    NAMES,
    Code,
    Containing,
    ReasonCode,
    ReasonCodeInput,
    letters_and_digits,
)

_SPACES_OF_JAVASCRIPT = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def _refuse(_reason: None) -> Code:
    message = "'NoneType' object has no attribute 'strip'"
    raise AttributeError(message)


def _without_prefix(code: Code) -> Code:
    return code and code.removeprefix("harbor_")


def _kept_unchanged(reason_code: ReasonCode) -> Step:
    """Return a reason that no rule covers as it is, without white space at its ends."""

    def answer(case: ReasonCodeInput) -> dict[str, Code]:
        text = reason_code.trim(case["reason"] or "")
        by_rules = replace(reason_code, otherwise=lambda _, __: text)
        return by_rules(case)

    return answer


def _prefixed(compact: str, underscored: str) -> Code:
    return f"harbor_{underscored}" if {compact, underscored} & ALIASES.keys() else None


def _without(name: str) -> Changes:
    return around({"by_name.rules": lambda rules: {r: c for r, c in rules.items() if r != (name,)}})


def _letters_and_decimals(lowered: str) -> str:
    return "".join(letter for letter in lowered if letter.isalpha() or letter.isdecimal())


QUOTED = {
    ("reward", "missing"): MISSING,
    ("reward", "empty"): EMPTY,
    ("reward", "parse"): PARSE,
    ("reward", "malformed"): PARSE,
}
"""The three rules that spec/000 §1 quotes."""


def _ascii_lower(text: str) -> str:
    return re.sub("[A-Z]+", lambda capitals: capitals[0].lower(), text)


def _letter_by_letter(text: str) -> str:
    return "".join(letter.lower() for letter in text)


def _each_space(lowered: str) -> str:
    return re.sub(r"[-\s]", "_", lowered)


def _spaces_of_ascii(lowered: str) -> str:
    return re.sub(r"-|[ \t\n\v\f\r]+", "_", lowered)


def _with_hyphens(lowered: str) -> str:
    return re.sub(r"\s+", "_", lowered)


def _hyphens_in_a_row(lowered: str) -> str:
    return re.sub(r"-+|\s+", "_", lowered)


def _any_dash(lowered: str) -> str:
    return re.sub("[-\u2010-\u2015\u2212]|\\s+", "_", lowered)


ROWS: Table = {
    "no-reason-is": {
        "refused": instead(without_reason=_refuse),
        "missing": instead(without_reason=lambda _: "harbor_reward_missing"),
        "empty-text": instead(without_reason=lambda _: ""),
    },
    "blank-reason-is-failed-trial": instead(blank=lambda _: "harbor_trial_failed"),
    "reason-trimmed": {
        "stays": instead(trim=str),
        "ascii": instead(trim=lambda reason: reason.strip(" \t\n\v\f\r")),
        "javascript": instead(trim=lambda reason: reason.strip(_SPACES_OF_JAVASCRIPT)),
    },
    "codes-known": {
        "without-prefix": after(by_code=_without_prefix),
        "aliases-are-codes": around({"by_code.codes": lambda codes: (*codes, *ALIASES)}),
    },
    "aliases-with-prefix": instead(by_alias=_prefixed),
    "names-known": {
        "no-verifier": _without("verifiertimeouterror"),
        "whole-text": instead({"by_name.has": lambda text, name: text == name}),
        "one-l": _without("cancelederror"),
    },
    "names-searched-in": {
        "unchanged": instead(compact=str),
        "without-joints": instead(compact=lambda lowered: re.sub(r"[\s_-]", "", lowered)),
        "ascii": instead(compact=lambda lowered: re.sub("[^a-z0-9]", "", lowered)),
        "decimal": instead(compact=_letters_and_decimals),
    },
    "last-name-wins": instead({"by_name.decides": lambda rules, _: rules[-1]}),
    "names-come-last": instead(by_name=lambda _: None)
    + around(
        otherwise=lambda otherwise: (
            lambda lowered, underscored: (
                Containing(NAMES)(letters_and_digits(lowered)) or otherwise(lowered, underscored)
            )
        )
    ),
    "three-rules-alone": instead(
        {"by_words.rules": QUOTED},
        by_code=lambda _, __: None,
        by_alias=lambda _, __: None,
        by_name=lambda _: None,
        otherwise=lambda _, __: None,
    ),
    "codes-of-the-set-alone": taking(
        "code", str, lambda code: instead(otherwise=lambda _, __: code), "harbor_trial_failed"
    ),
    "reason-becomes": {
        "kept": instead(otherwise=lambda lowered, _: lowered),
        "unchanged": around(reason_code=_kept_unchanged),
        "null": instead(otherwise=lambda _, __: None),
        "identifier": after(otherwise=lambda code: re.sub(r"\W+", "_", code)),
        "stripped": around(
            otherwise=lambda otherwise: (
                lambda lowered, underscored: otherwise(lowered, underscored.strip("_"))
            )
        ),
    },
    "underscores-for": {
        "each-space": instead(underscore=_each_space),
        "ascii-space": instead(underscore=_spaces_of_ascii),
        "space-alone": instead(underscore=lambda lowered: re.sub("[- ]", "_", lowered)),
        "no-hyphens": instead(underscore=_with_hyphens),
        "hyphens-joined": instead(underscore=_hyphens_in_a_row),
        "any-dash": instead(underscore=_any_dash),
        "runs": instead(underscore=lambda lowered: re.sub(r"[-\s]+", "_", lowered)),
        "joined": after(underscore=lambda underscored: re.sub("_+", "_", underscored)),
    },
    "reason-letters": {
        "ascii": instead(lower=_ascii_lower),
        "by-letter": instead(lower=_letter_by_letter),
    },
    "codes-of-255-characters": taking_limit(
        "number of characters", lambda most: after(otherwise=lambda code: code[:most]), (255,)
    ),
}
