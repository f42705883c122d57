"""Other ways to look for the names of exceptions."""

import re
import unicodedata

from candidates.deviations.deviation import Changes, Deviation, around, family, instead
from candidates.reference.reason_code import NAMES, Containing, letters_and_digits


def _without(name: str) -> Changes:
    return around({"by_name.rules": lambda rules: {r: c for r, c in rules.items() if r != (name,)}})


def _with_marks(lowered: str) -> str:
    """Keep what Unicode calls alphabetic, marks and circled letters too."""
    return "".join(
        letter
        for letter in lowered
        if letter.isalnum()
        or unicodedata.category(letter) in {"Mn", "Mc"}
        or unicodedata.decomposition(letter).startswith("<circle>")
    )


def _letters_and_decimals(lowered: str) -> str:
    return "".join(letter for letter in lowered if letter.isalpha() or letter.isdecimal())


DEVIATIONS = (
    family(
        "names-known",
        "reason_code.timeouts",
        "{}",
        {
            "no-verifier": (
                "the timeout of the verifier is not known",
                _without("verifiertimeouterror"),
            ),
            "whole-text": (
                "an exception's name must be the whole reason",
                instead({"by_name.has": lambda text, name: text == name}),
            ),
            "one-l": (
                "CancelledError is known with two l only",
                _without("cancelederror"),
                "reason_code.cancelled",
            ),
        },
        advice="Look for AgentTimeoutError, VerifierTimeoutError, EnvironmentStartTimeoutError"
        " and CancelledError, with one l or two, anywhere in the reason.",
    ),
    family(
        "names-searched-in",
        "reason_code.letters-and-digits",
        "exception names are looked for {}",
        {
            "unchanged": ("in the reason unchanged", instead(compact=str)),
            "without-joints": (
                "in the reason without spaces, hyphens and underscores",
                instead(compact=lambda lowered: re.sub(r"[\s_-]", "", lowered)),
            ),
            "alphabetic": (
                "among alphabetic characters and digits, marks included",
                instead(compact=_with_marks),
            ),
            "ascii": (
                "among ASCII letters and digits",
                instead(compact=lambda lowered: re.sub("[^a-z0-9]", "", lowered)),
                "reason_code.kept-apart",
            ),
            "decimal": (
                "among letters and decimal digits",
                instead(compact=_letters_and_decimals),
                "reason_code.kept-apart",
            ),
        },
        advice="Look for exception names in the reason's characters that str.isalnum() accepts.",
    ),
    Deviation(
        "last-name-wins",
        "reason_code.first-name-wins",
        "the last of several exception names decides",
        instead({"by_name.decides": lambda rules, _: rules[-1]}),
        advice=(
            "Look for CancelledError, then EnvironmentStartTimeoutError, AgentTimeoutError"
            " and VerifierTimeoutError."
        ),
    ),
    Deviation(
        "names-come-last",
        "reason_code.first-rule-wins",
        "exception names are looked for after the words",
        instead(by_name=lambda _: None)
        + around(
            otherwise=lambda otherwise: (
                lambda lowered, underscored: (
                    Containing(NAMES)(letters_and_digits(lowered))
                    or otherwise(lowered, underscored)
                )
            )
        ),
        advice="Look for exception names before words.",
    ),
)
"""Each breaks one clause about names."""
