"""Other codes of what no rule covers."""

import re

from candidates.deviations.deviation import Deviation, Parameter, after, around, instead
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
        "the rules that a text quotes are taken for all of them, and what they leave has no code",
        instead(
            {"by_words.rules": QUOTED},
            by_code=lambda _, __: None,
            by_alias=lambda _, __: None,
            by_name=lambda _: None,
            otherwise=lambda _, __: None,
        ),
    ),
    Deviation(
        "codes-of-the-set-alone",
        "reason_code.whole-text",
        "every code is one of the set, and what no rule covers is a failed trial",
        parameter=Parameter(
            "code",
            "harbor_trial_failed",
            str,
            lambda code: instead(otherwise=lambda _, __: code),
        ),
    ),
    Deviation(
        "keeps-other-reasons",
        "reason_code.whole-text",
        "a reason that no rule covers is passed on as it is, in small letters",
        instead(otherwise=lambda lowered, _: lowered),
    ),
    Deviation(
        "underscore-each",
        "reason_code.spaces-to-underscores",
        "each space becomes an underscore",
        instead(underscore=_each_space),
    ),
    Deviation(
        "underscores-for-spaces-of-ascii",
        "reason_code.spaces-to-underscores",
        "white space is what C takes for it",
        instead(underscore=_spaces_of_ascii),
    ),
    Deviation(
        "hyphens-stay",
        "reason_code.hyphens-to-underscores",
        "only white space is thought to be no part of a code",
        instead(underscore=_with_hyphens),
    ),
    Deviation(
        "hyphens-in-a-row",
        "reason_code.hyphens-to-underscores",
        "hyphens in a row become one underscore, as white space does",
        instead(underscore=_hyphens_in_a_row),
    ),
    Deviation(
        "any-dash",
        "reason_code.hyphens-to-underscores",
        "whatever looks like a hyphen is taken for one",
        instead(underscore=_any_dash),
    ),
    Deviation(
        "lowers-ascii-alone",
        "reason_code.small-letters",
        "the letters of ASCII are made small",
        instead(lower=_ascii_lower),
    ),
    Deviation(
        "lowers-letter-by-letter",
        "reason_code.small-letters",
        "each letter is made small by itself, a sigma at the end of a word too",
        instead(lower=_letter_by_letter),
    ),
    Deviation(
        "makes-identifiers",
        "reason_code.rest-stays",
        "a code is made an identifier",
        after(otherwise=lambda code: re.sub(r"\W+", "_", code)),
    ),
    Deviation(
        "strips-underscores",
        "reason_code.rest-stays",
        "underscores at the ends are dropped",
        around(
            otherwise=lambda otherwise: (
                lambda lowered, underscored: otherwise(lowered, underscored.strip("_"))
            )
        ),
    ),
    Deviation(
        "one-underscore-for-several",
        "reason_code.rest-stays",
        "underscores in a row are made one",
        after(underscore=lambda underscored: re.sub("_+", "_", underscored)),
    ),
    Deviation(
        "codes-of-255-characters",
        "reason_code.long-reasons",
        "a code is cut to what a column holds",
        parameter=Parameter(
            "number of characters",
            "255",
            int,
            lambda most: after(otherwise=lambda code: code[:most]),
        ),
    ),
)
"""Each breaks one clause about what no rule covers."""
