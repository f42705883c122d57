"""Wrong ways to look for a word in a text."""

import re
import unicodedata

from candidates.broken.reason_code_tools import RULES, Code, by_rules, on_reason, right, with_code
from candidates.broken.variant import Variant


def _by_word(word: str, lowered: str) -> bool:
    return re.search(rf"\b{word}\b", lowered) is not None


def _by_start_of_word(word: str, lowered: str) -> bool:
    return re.search(rf"(?<![a-z]){word}", lowered) is not None


def _in_a_line(reason: str) -> Code:
    """Look at each line by itself."""
    return next(filter(None, map(right, reason.splitlines())), None)


def _after_reward(reason: str) -> Code:
    """Look for the second word behind the first."""
    return right(reason[max(reason.lower().find("reward"), 0) :])


def _case_sensitive(reason: str) -> Code:
    codes = (code for word, code in RULES if "reward" in reason and word in reason)
    return next(codes, None)


def _small_or_capitalised(reason: str) -> Code:
    """Know the words in small letters and with a capital in front."""
    small = re.sub("Reward|Missing|Empty|Parse|Malformed", lambda word: word[0].lower(), reason)
    return _case_sensitive(small)


def _by_capitals(reason: str) -> str:
    return reason.upper()


def _without_accents(reason: str) -> str:
    decomposed = unicodedata.normalize("NFD", reason)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _turkish(reason: str) -> str:
    return reason.replace("I", "\u0131").replace("\u0130", "i").lower()


def _as_utf8(reason: str) -> str:
    return reason.encode("utf-8", "ignore").decode()


def _strictly_as_utf8(reason: str) -> str:
    return reason.encode("utf-8").decode()


VARIANTS = (
    Variant(
        "whole-words-alone",
        "reason_code.parts-of-words",
        "a regular expression looks for words",
        by_rules(_by_word),
    ),
    Variant(
        "starts-of-words-alone",
        "reason_code.parts-of-words",
        "a word may go on but not begin in another",
        by_rules(_by_start_of_word),
    ),
    Variant(
        "stems-of-words",
        "reason_code.whole-words",
        "words are looked for without their endings",
        by_rules(lambda word, lowered: word[:4] in lowered),
    ),
    Variant(
        "squeezes-white-space",
        "reason_code.whole-words",
        "white space is dropped before the search",
        on_reason(lambda reason: "".join(reason.split())),
    ),
    Variant(
        "drops-punctuation",
        "reason_code.whole-words",
        "hyphens and the like are dropped before the search",
        on_reason(lambda reason: reason.replace("-", "").replace(".", "")),
    ),
    Variant(
        "line-by-line",
        "reason_code.any-distance",
        "each line is looked at by itself",
        with_code(_in_a_line),
    ),
    Variant(
        "first-line-alone",
        "reason_code.any-distance",
        "a message is taken to be its first line",
        on_reason(lambda reason: reason.partition("\n")[0]),
    ),
    Variant(
        "reward-comes-first",
        "reason_code.any-distance",
        "one pattern has both words in the order of the rule",
        with_code(_after_reward),
    ),
    Variant(
        "first-2000-characters",
        "reason_code.long-reasons",
        "messages are cut before they are stored",
        on_reason(lambda reason: reason[:2000]),
    ),
    Variant(
        "last-65536-characters",
        "reason_code.long-reasons",
        "only the end of a log is read",
        on_reason(lambda reason: reason[-65536:]),
    ),
    Variant(
        "case-sensitive",
        "reason_code.any-case",
        "the words are looked for as they are written",
        with_code(_case_sensitive),
    ),
    Variant(
        "small-or-capitalised",
        "reason_code.any-case",
        "two ways to write a word are known",
        with_code(_small_or_capitalised),
    ),
    Variant(
        "folds-case",
        "reason_code.ascii-letters",
        "case is folded, which turns one letter into two or into another",
        on_reason(str.casefold),
    ),
    Variant(
        "compares-capitals",
        "reason_code.ascii-letters",
        "the words and the reason are put into capitals",
        on_reason(_by_capitals),
    ),
    Variant(
        "folds-widths",
        "reason_code.ascii-letters",
        "the reason is brought to a compatible form",
        on_reason(lambda reason: unicodedata.normalize("NFKC", reason)),
    ),
    Variant(
        "drops-accents",
        "reason_code.ascii-letters",
        "accents are dropped before the search",
        on_reason(_without_accents),
    ),
    Variant(
        "turkish-case",
        "reason_code.any-case",
        "case follows the locale, where a capital I has a small form without a dot",
        on_reason(_turkish),
    ),
    Variant(
        "drops-surrogates",
        "reason_code.surrogates",
        "what is no UTF-8 is dropped",
        on_reason(_as_utf8),
    ),
    Variant(
        "refuses-surrogates",
        "reason_code.surrogates",
        "the reason is converted to UTF-8",
        on_reason(_strictly_as_utf8),
    ),
)
"""Each breaks one clause about text."""
