"""Other codes of what no rule covers."""

import re

from candidates.deviations.deviation import Deviation, Parameter, after, around, family, instead
from candidates.deviations.reason_code.rules import EMPTY, MISSING, PARSE

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


DEVIATIONS = (
    Deviation(
        "three-rules-alone",
        "reason_code.whole-text",
        "only three rules are known, and no other reason has a code",
        instead(
            {"by_words.rules": QUOTED},
            by_code=lambda _, __: None,
            by_alias=lambda _, __: None,
            by_name=lambda _: None,
            otherwise=lambda _, __: None,
        ),
        advice="Implement all rules, and make a code of a reason that none covers.",
    ),
    Deviation(
        "codes-of-the-set-alone",
        "reason_code.whole-text",
        "a reason that no rule covers gives {}",
        parameter=Parameter(
            "code", "harbor_trial_failed", str, lambda code: instead(otherwise=lambda _, __: code)
        ),
        advice="Make a code of a reason that no rule covers.",
    ),
    family(
        "reason-becomes",
        "reason_code.rest-stays",
        "a reason that no rule covers {}",
        {
            "kept": ("is kept, in lower case", instead(otherwise=lambda lowered, _: lowered)),
            "identifier": (
                "becomes an identifier",
                after(otherwise=lambda code: re.sub(r"\W+", "_", code)),
            ),
            "stripped": (
                "loses underscores at its ends",
                around(
                    otherwise=lambda otherwise: (
                        lambda lowered, underscored: otherwise(lowered, underscored.strip("_"))
                    )
                ),
            ),
        },
        advice="Convert it to lower case, and replace white space and hyphens by underscores.",
    ),
    family(
        "underscores-for",
        "reason_code.spaces-to-underscores",
        "{}",
        {
            "each-space": (
                "each white space character becomes an underscore",
                instead(underscore=_each_space),
            ),
            "ascii-space": (
                "only ASCII white space becomes an underscore",
                instead(underscore=_spaces_of_ascii),
            ),
            "no-hyphens": (
                "hyphens are kept",
                instead(underscore=_with_hyphens),
                "reason_code.hyphens-to-underscores",
            ),
            "hyphens-joined": (
                "several hyphens become one underscore",
                instead(underscore=_hyphens_in_a_row),
                "reason_code.hyphens-to-underscores",
            ),
            "any-dash": (
                "dashes beyond ASCII become underscores",
                instead(underscore=_any_dash),
                "reason_code.hyphens-to-underscores",
            ),
            "joined": (
                "several underscores become one",
                after(underscore=lambda underscored: re.sub("_+", "_", underscored)),
                "reason_code.rest-stays",
            ),
        },
        advice="Replace each stretch of white space, as str.split() has it, and each ASCII"
        " hyphen by one underscore.",
    ),
    family(
        "reason-letters",
        "reason_code.small-letters",
        "{}",
        {
            "ascii": (
                "only ASCII letters are converted to lower case",
                instead(lower=_ascii_lower),
            ),
            "by-letter": (
                "each letter is converted by itself, a final sigma too",
                instead(lower=_letter_by_letter),
            ),
        },
        advice="Convert the reason with str.lower().",
    ),
    Deviation(
        "codes-of-255-characters",
        "reason_code.long-reasons",
        "a code is cut to {} characters",
        parameter=Parameter(
            "number of characters",
            "255",
            int,
            lambda most: after(otherwise=lambda code: code[:most]),
        ),
        advice="Keep the whole code.",
    ),
)
"""Each breaks one clause about what no rule covers."""
