"""Other ways to look for the names of exceptions."""

import re
import unicodedata

from candidates.deviations.deviation import Changes, Deviation, around, instead
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
    Deviation(
        "verifier-timeouts-are-unknown",
        "reason_code.timeouts",
        "two of the three timeouts are known",
        _without("verifiertimeouterror"),
    ),
    Deviation(
        "names-alone",
        "reason_code.timeouts",
        "a name is looked up and not looked for",
        instead({"by_name.has": lambda text, name: text == name}),
    ),
    Deviation(
        "cancelled-with-two-l",
        "reason_code.cancelled",
        "the name is known in the one way that Python writes it",
        _without("cancelederror"),
    ),
    Deviation(
        "names-as-written",
        "reason_code.letters-and-digits",
        "names are looked for in the text as it stands",
        instead(compact=str),
    ),
    Deviation(
        "names-over-joints",
        "reason_code.letters-and-digits",
        "only spaces, hyphens and underscores are dropped",
        instead(compact=lambda lowered: re.sub(r"[\s_-]", "", lowered)),
    ),
    Deviation(
        "marks-are-letters",
        "reason_code.letters-and-digits",
        "what Unicode calls alphabetic is kept",
        instead(compact=_with_marks),
    ),
    Deviation(
        "letters-of-ascii-alone",
        "reason_code.kept-apart",
        "all but the letters and digits of ASCII is dropped",
        instead(compact=lambda lowered: re.sub("[^a-z0-9]", "", lowered)),
    ),
    Deviation(
        "numerals-are-no-digits",
        "reason_code.kept-apart",
        "digits are those of decimal numbers",
        instead(compact=_letters_and_decimals),
    ),
    Deviation(
        "last-name-wins",
        "reason_code.first-name-wins",
        "each name overwrites the code of the one before",
        instead({"by_name.decides": lambda rules, _: rules[-1]}),
    ),
    Deviation(
        "earliest-name-wins",
        "reason_code.first-name-wins",
        "one regular expression looks for all names",
        instead({"by_name.decides": lambda rules, text: min(rules, key=lambda r: text.find(r[0]))}),
    ),
    Deviation(
        "names-come-last",
        "reason_code.first-rule-wins",
        "names are looked for where no word decides",
        instead(by_name=lambda _: None)
        + around(
            otherwise=lambda otherwise: (
                lambda lowered, underscored: (
                    Containing(NAMES)(letters_and_digits(lowered))
                    or otherwise(lowered, underscored)
                )
            )
        ),
    ),
)
"""Each breaks one clause about names."""
