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
    Deviation(
        "whole-words-alone",
        "reason_code.parts-of-words",
        "a regular expression looks for words",
        instead({"by_words.has": _by_word}),
    ),
    Deviation(
        "starts-of-words-alone",
        "reason_code.parts-of-words",
        "a word may go on but not begin in another",
        instead({"by_words.has": _by_start_of_word}),
    ),
    Deviation(
        "stems-of-words",
        "reason_code.whole-words",
        "words are looked for without their endings",
        parameter=Parameter("number of letters", "4", int, _by_stem),
    ),
    Deviation(
        "squeezes-white-space",
        "reason_code.whole-words",
        "white space is dropped before the search",
        before(by_words=lambda reason: "".join(reason.split())),
    ),
    Deviation(
        "drops-punctuation",
        "reason_code.whole-words",
        "hyphens and the like are dropped before the search",
        before(by_words=lambda reason: reason.replace("-", "").replace(".", "")),
    ),
    Deviation(
        "line-by-line",
        "reason_code.any-distance",
        "each line is looked at by itself",
        around(by_words=_in_a_line),
    ),
    Deviation(
        "first-line-alone",
        "reason_code.any-distance",
        "a message is taken to be its first line",
        before(by_words=first_line),
    ),
    Deviation(
        "reward-comes-first",
        "reason_code.any-distance",
        "one pattern has both words in the order of the rule",
        before(by_words=_from_reward),
    ),
    Deviation(
        "first-2000-characters",
        "reason_code.long-reasons",
        "messages are cut before they are stored",
        parameter=Parameter(
            "number of characters",
            "2000",
            int,
            lambda most: before(trim=lambda reason: reason[:most]),
        ),
    ),
    Deviation(
        "last-65536-characters",
        "reason_code.long-reasons",
        "only the end of a log is read",
        parameter=Parameter(
            "number of characters",
            "65536",
            int,
            lambda most: before(trim=lambda reason: reason[-most:]),
        ),
    ),
    Deviation(
        "case-sensitive",
        "reason_code.any-case",
        "the words are looked for as they are written",
        instead(lower=str),
    ),
    Deviation(
        "small-or-capitalised",
        "reason_code.any-case",
        "two ways to write a word are known",
        instead(lower=_small_or_capitalised),
    ),
    Deviation(
        "folds-case",
        "reason_code.ascii-letters",
        "case is folded, which turns one letter into two or into another",
        instead(lower=str.casefold),
    ),
    Deviation(
        "compares-capitals",
        "reason_code.ascii-letters",
        "the words and the reason are put into capitals",
        instead(lower=lambda reason: reason.upper().lower()),
    ),
    Deviation(
        "folds-widths",
        "reason_code.ascii-letters",
        "the reason is brought to a compatible form",
        before(by_words=lambda reason: unicodedata.normalize("NFKC", reason)),
    ),
    Deviation(
        "drops-accents",
        "reason_code.ascii-letters",
        "accents are dropped before the search",
        before(by_words=_without_accents),
    ),
    Deviation(
        "turkish-case",
        "reason_code.any-case",
        "case follows the locale, where a capital I has a small form without a dot",
        instead(lower=_turkish),
    ),
    Deviation(
        "drops-surrogates",
        "reason_code.surrogates",
        "what is no UTF-8 is dropped",
        _in_utf_8("ignore"),
    ),
    Deviation(
        "refuses-surrogates",
        "reason_code.surrogates",
        "the reason is converted to UTF-8",
        _in_utf_8("strict"),
    ),
)
"""Each breaks one clause about text."""
