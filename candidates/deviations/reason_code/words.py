"""Other rules, other ways to find their words, and other readings of harbor's messages."""

import re
import unicodedata
from collections.abc import Callable

from candidates.deviations.deviation import Changes, Step, around, before, instead
from candidates.deviations.parameters import taking, taking_limit
from candidates.deviations.rows import Table
from candidates.reference.reason_code import Code, Words

MISSING, EMPTY = "harbor_reward_missing", "harbor_reward_empty"
PARSE = "harbor_reward_parse_error"
BROKER = "harbor_broker_connection_failed"

Rules = dict[Words, str]


def with_code(code: str, *rules: Words) -> Changes:
    """Return the changes that give these words a code; new ones follow all others."""
    return around({"by_words.rules": lambda known: {**known, **dict.fromkeys(rules, code)}})


def _without(*rules: Words) -> Changes:
    return _only(lambda words: words not in rules)


def _only(keeps: Callable[[Words], bool]) -> Changes:
    def kept(known: Rules) -> Rules:
        return {words: code for words, code in known.items() if keeps(words)}

    return around({"by_words.rules": kept})


def _without_word(word: str) -> Changes:
    """Return the changes that look only for the other words of each rule."""

    def shorter(known: Rules) -> Rules:
        return {tuple(w for w in words if w != word): code for words, code in known.items()}

    return around({"by_words.rules": shorter})


_CLASSES = {
    "rewardfilenotfounderror": MISSING,
    "rewardfileemptyerror": EMPTY,
    "verifieroutputparseerror": PARSE,
}
"""The text's table, in small letters."""


def _knows(start: str, code: str) -> Changes:
    """Return the change that has a code of its own for what begins so, in small letters."""

    def knowing(by_words: Step) -> Step:
        return lambda reason: code if reason.startswith(start) else by_words(reason)

    return around(by_words=knowing)


def _knows_classes(by_words: Step) -> Step:
    def code_of(reason: str) -> Code:
        return _CLASSES.get(reason.partition(":")[0]) or by_words(reason)

    return code_of


def _without_paths(reason: str) -> str:
    """Drop the folders of every path and keep the name of the file."""
    return re.sub(r"(?<!\S)\S*/(?=reward\.)", "", reason)


def _without_last_folders(reason: str) -> str:
    """Drop the trial's folder from every path."""
    return re.sub(r"(?<![^/ ])[^/ ]*__[^/ ]*/verifier/", "", reason)


def _validation_is_parsing(by_words: Step) -> Step:
    return lambda reason: PARSE if "for verifierresult" in reason else by_words(reason)


def first_line(reason: str) -> str:
    """Return what stands before the first line feed."""
    return reason.partition("\n")[0]


def _by_word(text: str, word: str) -> bool:
    return re.search(rf"\b{word}\b", text) is not None


def _by_start_of_word(text: str, word: str) -> bool:
    return re.search(rf"(?<![a-z]){word}", text) is not None


def _adjacent(known: Rules) -> Rules:
    """Look for the words of each rule in a row, with a space between them."""
    return {(" ".join(words),): code for words, code in known.items()}


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


ROWS: Table = {
    "rules-of-rewards": {
        "malformed-alone": with_code(PARSE, ("reward",)),
        "empty-is-missing": with_code(MISSING, ("reward", "empty")),
        "no-malformed": _without(("reward", "malformed")),
        "reward-optional": _without_word("reward"),
    },
    "code-of-missing-results": taking(
        "code", str, lambda code: with_code(code, ("reward", "missing")), "harbor_result_missing"
    ),
    "code-of-malformed-results": taking(
        "code",
        str,
        lambda code: with_code(code, ("reward", "parse"), ("reward", "malformed")),
        "harbor_result_malformed",
    ),
    "rules-of-connections": {
        "no-brokers": _without(("broker", "connection")),
        "any-broker": with_code(BROKER, ("broker",)),
        "brokers-only": _without(("connection refused",), ("connection reset",)),
        "timed-out": with_code(BROKER, ("connection timed out",), ("connection aborted",)),
        "any-connection": around(
            {"by_words.rules": lambda known: {("connection",): BROKER, **known}}
        ),
        "any-distance": with_code(BROKER, ("connection", "refused"), ("connection", "reset")),
    },
    "rules-of-submissions": {
        "no-runtime": _without(("submission", "runtime")),
        "any": with_code("harbor_submission_code_failed", ("submission",)),
    },
    "rule-decides": {
        "last": instead({"by_words.decides": lambda rules, _: rules[-1]}),
        "earliest": instead(
            {"by_words.decides": lambda rules, text: min(rules, key=lambda r: text.find(r[-1]))}
        ),
    },
    "messages-known": {
        "class-names": around(by_words=_knows_classes),
        "no-file": _knows("no reward file found", MISSING),
        "empty-file": _knows("reward file is empty", EMPTY),
        "unreadable": _knows("failed to parse rewards", PARSE),
        "no-paths": before(by_words=_without_paths),
        "no-trial-names": before(by_words=_without_last_folders),
        "validation": around(by_words=_validation_is_parsing),
    },
    "words-found": {
        "whole": instead({"by_words.has": _by_word}),
        "at-start": instead({"by_words.has": _by_start_of_word}),
        "in-a-row": around({"by_words.rules": _adjacent}),
    },
    "stems-of-words": taking_limit("number of letters", _by_stem, (4,)),
    "words-searched-in": {
        "without-punctuation": before(
            by_words=lambda reason: reason.replace("-", "").replace(".", "")
        ),
        "lines": around(by_words=_in_a_line),
        "first-line": before(by_words=first_line),
        "reward-first": before(by_words=_from_reward),
        "accents": before(by_words=_without_accents),
    },
    "first-2000-characters": taking_limit(
        "number of characters", lambda most: before(trim=lambda reason: reason[:most]), (2000,)
    ),
    "last-65536-characters": taking_limit(
        "number of characters", lambda most: before(trim=lambda reason: reason[-most:]), (65536,)
    ),
    "reason-case": {
        "sensitive": instead(lower=str),
        "capitalised": instead(lower=_small_or_capitalised),
        "fold": instead(lower=str.casefold),
        "turkish": instead(lower=_turkish),
    },
    "reason-surrogates": {"dropped": _in_utf_8("ignore"), "refused": _in_utf_8("strict")},
}
