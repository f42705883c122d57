"""Other rules, other ways to find their words, and other readings of harbor's messages."""

import re
import unicodedata
from functools import partial

from candidates.deviations.deviation import Changes, Step, Table, around, before, calling, instead
from candidates.deviations.forms import rewritten
from candidates.deviations.parameters import first_of, taking, taking_limit
from candidates.reference.reason_code import Words

MISSING, EMPTY = "harbor_reward_missing", "harbor_reward_empty"
PARSE = "harbor_reward_parse_error"
BROKER = "harbor_broker_connection_failed"

Rules = dict[Words, str]


def with_code(code: str, *rules: Words) -> Changes:
    """Return the changes that give these words a code; new ones follow all others."""
    return around("by_words.rules", lambda known: {**known, **dict.fromkeys(rules, code)})


def _without(*rules: Words) -> Changes:
    def kept(known: Rules) -> Rules:
        return {words: code for words, code in known.items() if words not in rules}

    return around("by_words.rules", kept)


def _malformed_always(known: Rules) -> Rules:
    """Test ``"reward" in text and ("parse" in text or "malformed")``, which needs reward alone."""
    return {words[:1] if "parse" in words else words: code for words, code in known.items()}


def _without_reward(known: Rules) -> Rules:
    return {tuple(w for w in words if w != "reward"): code for words, code in known.items()}


def _adjacent(known: Rules) -> Rules:
    return {(" ".join(words),): code for words, code in known.items()}


_CLASSES = {
    "rewardfilenotfounderror": MISSING,
    "rewardfileemptyerror": EMPTY,
    "verifieroutputparseerror": PARSE,
}
"""The text's table, in small letters."""


def _knows(start: str, code: str) -> Changes:
    """Return the change that has a code of its own for what begins so, in small letters."""

    def knowing(by_words: Step, reason: str) -> object:
        return code if reason.startswith(start) else by_words(reason)

    return calling(by_words=knowing)


def _without_accents(reason: str) -> str:
    decomposed = unicodedata.normalize("NFD", reason)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _in_utf_8(errors: str) -> Changes:
    return before(trim=lambda reason: reason.encode("utf-8", errors).decode())


ROWS: Table = {
    "rules-of-rewards": {
        "malformed-always": around("by_words.rules", _malformed_always),
        "empty-is-missing": with_code(MISSING, ("reward", "empty")),
        "reward-optional": around("by_words.rules", _without_reward),
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
        "brokers-only": _without(("connection refused",), ("connection reset",)),
        "timed-out": with_code(BROKER, ("connection timed out",), ("connection aborted",)),
        "any-connection": around(
            "by_words.rules", lambda known: {("connection",): BROKER, **known}
        ),
        "any-distance": with_code(BROKER, ("connection", "refused"), ("connection", "reset")),
    },
    "rule-decides": {
        "last": instead("by_words.decides", lambda rules, _: rules[-1]),
        "earliest": instead(
            "by_words.decides", lambda rules, text: min(rules, key=lambda r: text.find(r[-1]))
        ),
    },
    "messages-known": {
        "class-names": calling(
            by_words=lambda by_words, reason: (
                _CLASSES.get(reason.partition(":")[0]) or by_words(reason)
            )
        ),
        "no-file": _knows("no reward file found", MISSING),
        "empty-file": _knows("reward file is empty", EMPTY),
        "unreadable": _knows("failed to parse rewards", PARSE),
        "no-paths": rewritten("by_words", r"(?<!\S)\S*/(?=reward\.)", ""),
        "no-trial-names": rewritten("by_words", r"(?<![^/ ])[^/ ]*__[^/ ]*/verifier/", ""),
        "validation": calling(
            by_words=lambda code_of, text: PARSE if "for verifierresult" in text else code_of(text)
        ),
    },
    "words-found": {
        "whole": instead("by_words.has", lambda text, word: re.search(rf"\b{word}\b", text)),
        "at-start": instead(
            "by_words.has", lambda text, word: re.search(rf"(?<![a-z]){word}", text)
        ),
        "in-a-row": around("by_words.rules", _adjacent),
    },
    "stems-of-words": first_of(
        "number of letters",
        lambda cut: instead("by_words.has", lambda text, word: cut(word) in text),
        4,
    ),
    "words-searched-in": {
        "without-punctuation": before(
            by_words=lambda reason: reason.replace("-", "").replace(".", "")
        ),
        "lines": calling(
            by_words=lambda code_of, text: next(filter(None, map(code_of, text.splitlines())), None)
        ),
        "reward-first": before(by_words=lambda text: text[max(text.find("reward"), 0) :]),
        "accents": before(by_words=_without_accents),
    },
    "first-2000-characters": first_of("number of characters", lambda cut: before(trim=cut), 2000),
    "last-65536-characters": taking_limit(
        "number of characters", lambda most: before(trim=lambda reason: reason[-most:]), (65536,)
    ),
    "reason-case": {
        "sensitive": instead(lower=str),
        "capitalised": instead(
            lower=partial(
                re.sub, "Reward|Missing|Empty|Parse|Malformed", lambda word: word[0].lower()
            )
        ),
        "turkish": instead(
            lower=lambda text: text.replace("I", "\u0131").replace("\u0130", "i").lower()
        ),
    },
    "reason-surrogates": {"dropped": _in_utf_8("ignore"), "refused": _in_utf_8("strict")},
}
