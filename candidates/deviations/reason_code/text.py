"""Other ways to look for a word in a text."""

import re
import unicodedata

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    around,
    before,
    family,
    instead,
)


def first_line(reason: str) -> str:
    """Return what stands before the first line feed."""
    return reason.partition("\n")[0]


def _by_word(text: str, word: str) -> bool:
    return re.search(rf"\b{word}\b", text) is not None


def _by_start_of_word(text: str, word: str) -> bool:
    return re.search(rf"(?<![a-z]){word}", text) is not None


def _by_stem(letters: int) -> Changes:
    return instead({"by_words.has": lambda text, word: word[:letters] in text})


def _in_a_line(by_words: Step) -> Step:
    """Look at each line by itself."""
    return lambda reason: next(filter(None, map(by_words, reason.splitlines())), None)


def _from_reward(lowered: str) -> str:
    """Look for the second word behind the first."""
    return lowered[max(lowered.find("reward"), 0) :]


def _small_or_capitalised(reason: str) -> str:
    """Know the words in small letters and with a capital in front."""
    return re.sub("Reward|Missing|Empty|Parse|Malformed", lambda word: word[0].lower(), reason)


def _without_accents(reason: str) -> str:
    decomposed = unicodedata.normalize("NFD", reason)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _turkish(reason: str) -> str:
    return reason.replace("I", "\u0131").replace("\u0130", "i").lower()


def _in_utf_8(errors: str) -> Changes:
    return before(trim=lambda reason: reason.encode("utf-8", errors).decode())


DEVIATIONS = (
    family(
        "words-found",
        "reason_code.parts-of-words",
        "words are found {}",
        {
            "whole": ("as whole words only", instead({"by_words.has": _by_word})),
            "at-start": (
                "at the start of a word only",
                instead({"by_words.has": _by_start_of_word}),
            ),
        },
        advice="Find a word wherever its letters occur in a row.",
    ),
    Deviation(
        "stems-of-words",
        "reason_code.whole-words",
        "words are found by their first letters, without the last {}",
        parameter=Parameter("number of letters", "4", int, _by_stem),
        advice="Find a word only where all its letters occur in a row.",
    ),
    family(
        "words-searched-in",
        "reason_code.whole-words",
        "{}",
        {
            "without-space": (
                "white space is dropped before words are looked for",
                before(by_words=lambda reason: "".join(reason.split())),
            ),
            "without-punctuation": (
                "punctuation is dropped before words are looked for",
                before(by_words=lambda reason: reason.replace("-", "").replace(".", "")),
            ),
            "lines": (
                "words must be on one line",
                around(by_words=_in_a_line),
                "reason_code.any-distance",
            ),
            "first-line": (
                "only the first line is read",
                before(by_words=first_line),
                "reason_code.any-distance",
            ),
            "reward-first": (
                "reward must come before the other word",
                before(by_words=_from_reward),
                "reason_code.any-distance",
            ),
            "width": (
                "the reason is normalised to Unicode's form NFKC",
                before(by_words=lambda reason: unicodedata.normalize("NFKC", reason)),
                "reason_code.ascii-letters",
            ),
            "accents": (
                "accents are dropped",
                before(by_words=_without_accents),
                "reason_code.ascii-letters",
            ),
        },
        advice="Look for words in the whole reason, unchanged.",
    ),
    Deviation(
        "first-2000-characters",
        "reason_code.long-reasons",
        "only the first {} characters are read",
        parameter=Parameter(
            "number of characters",
            "2000",
            int,
            lambda most: before(trim=lambda reason: reason[:most]),
        ),
        advice="Read the whole reason.",
    ),
    Deviation(
        "last-65536-characters",
        "reason_code.long-reasons",
        "only the last {} characters are read",
        parameter=Parameter(
            "number of characters",
            "65536",
            int,
            lambda most: before(trim=lambda reason: reason[-most:]),
        ),
        advice="Read the whole reason.",
    ),
    family(
        "reason-case",
        "reason_code.any-case",
        "{}",
        {
            "sensitive": ("case counts", instead(lower=str)),
            "capitalised": (
                "only lower case and capitalised words are known",
                instead(lower=_small_or_capitalised),
            ),
            "fold": (
                "case is folded, so a letter may become two or another one",
                instead(lower=str.casefold),
                "reason_code.ascii-letters",
            ),
            "upper": (
                "the reason is converted to upper case",
                instead(lower=lambda reason: reason.upper().lower()),
                "reason_code.ascii-letters",
            ),
            "turkish": ("case follows the rules of Turkish", instead(lower=_turkish)),
        },
        advice="Convert the reason with str.lower().",
    ),
    family(
        "reason-surrogates",
        "reason_code.surrogates",
        "lone surrogates {}",
        {
            "dropped": ("are dropped", _in_utf_8("ignore")),
            "refused": ("raise an error", _in_utf_8("strict")),
        },
        advice="Treat a lone surrogate as any character.",
    ),
)
"""Each breaks one clause about text."""
