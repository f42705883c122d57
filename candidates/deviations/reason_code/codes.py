"""Other ways to treat empty reasons, codes, names of exceptions, and what no rule covers."""

import re
from dataclasses import replace
from functools import partial

from candidates.deviations.deviation import Changes, Step, Table, after, around, calling, instead
from candidates.deviations.float_readers import C_SPACE, JAVA_SPACE, JAVASCRIPT_SPACE
from candidates.deviations.parameters import first_of, taking
from candidates.deviations.reason_code.words import EMPTY, MISSING, PARSE
from candidates.reference.reason_code import (
    ALIASES,
    NAMES,
    Code,
    Containing,
    ReasonCode,
    ReasonCodeInput,
    letters_and_digits,
)


def _refuse(_reason: None) -> Code:
    message = "'NoneType' object has no attribute 'strip'"
    raise AttributeError(message)


def _kept_unchanged(reason_code: ReasonCode, case: ReasonCodeInput) -> object:
    """Return a reason that no rule covers as it is, without white space at its ends."""
    text = reason_code.trim(case["reason"] or "")
    return replace(reason_code, otherwise=lambda _, __: text)(case)


def _name_at_last(otherwise: Step, lowered: str, underscored: str) -> object:
    by_name = Containing(NAMES)
    return by_name(letters_and_digits(lowered)) or otherwise(lowered, underscored)


def _underscored(pattern: str) -> Changes:
    """Return the change that writes an underscore for what matches a pattern."""
    return instead(underscore=partial(re.sub, pattern, "_"))


QUOTED = {
    ("reward", "missing"): MISSING,
    ("reward", "empty"): EMPTY,
    ("reward", "parse"): PARSE,
    ("reward", "malformed"): PARSE,
}
"""The three rules that spec/000 §1 quotes."""

ROWS: Table = {
    "no-reason-is": {
        "refused": instead(without_reason=_refuse),
        "missing": instead(without_reason=lambda _: "harbor_reward_missing"),
        "empty-text": instead(without_reason=lambda _: ""),
    },
    "blank-reason-is-failed-trial": instead(blank=lambda _: "harbor_trial_failed"),
    "reason-trimmed": {
        "stays": instead(trim=str),
        "ascii": instead(trim=lambda reason: reason.strip(C_SPACE)),
        "javascript": instead(trim=lambda reason: reason.strip(JAVASCRIPT_SPACE)),
        "java": instead(trim=lambda reason: reason.strip(JAVA_SPACE)),
    },
    "codes-known": {
        "without-prefix": after(by_code=lambda code: code and code.removeprefix("harbor_")),
        "aliases-are-codes": around("by_code.codes", lambda codes: (*codes, *ALIASES)),
    },
    "aliases-with-prefix": instead(
        by_alias=lambda compact, underscored: (
            f"harbor_{underscored}" if {compact, underscored} & ALIASES.keys() else None
        )
    ),
    "names-known": {
        "whole-text": instead("by_name.has", lambda text, name: text == name),
    },
    "names-searched-in": {
        "unchanged": instead(compact=str),
        "without-joints": instead(compact=partial(re.sub, r"[\s_-]", "")),
        "ascii": instead(compact=partial(re.sub, "[^a-z0-9]", "")),
        "decimal": instead(
            compact=lambda lowered: "".join(c for c in lowered if c.isalpha() or c.isdecimal())
        ),
    },
    "last-name-wins": instead("by_name.decides", lambda rules, _: rules[-1]),
    "names-come-last": instead(by_name=lambda _: None) + calling(otherwise=_name_at_last),
    "three-rules-alone": instead("by_words.rules", QUOTED)
    + instead(("by_code", "by_alias", "by_name", "otherwise"), lambda *_: None),
    "codes-of-the-set-alone": taking(
        "code", str, lambda code: instead(otherwise=lambda _, __: code), "harbor_trial_failed"
    ),
    "reason-becomes": {
        "kept": instead(otherwise=lambda lowered, _: lowered),
        "unchanged": calling(reason_code=_kept_unchanged),
        "null": instead(otherwise=lambda _, __: None),
        "identifier": after(otherwise=partial(re.sub, r"\W+", "_")),
        "stripped": calling(
            otherwise=lambda code_of, lowered, underscored: code_of(lowered, underscored.strip("_"))
        ),
    },
    "underscores-for": {
        "each-space": _underscored(r"[-\s]"),
        "ascii-space": _underscored(r"-|[ \t\n\v\f\r]+"),
        "html-space": _underscored(r"-|[ \t\n\f\r]+"),
        "space-alone": _underscored("[- ]"),
        "no-hyphens": _underscored(r"\s+"),
        "first-hyphen": instead(
            underscore=lambda text: re.sub(r"\s+", "_", text.replace("-", "_", 1))
        ),
        "hyphens-joined": _underscored(r"-+|\s+"),
        "any-dash": _underscored("[-\u2010-\u2015\u2212]|\\s+"),
        "runs": _underscored(r"[-\s]+"),
    },
    "reason-letters": {
        "ascii": instead(lower=partial(re.sub, "[A-Z]+", lambda capitals: capitals[0].lower())),
        "by-letter": instead(lower=lambda text: "".join(letter.lower() for letter in text)),
    },
    "codes-of-255-characters": first_of(
        "number of characters", lambda cut: after(otherwise=cut), 255
    ),
}
