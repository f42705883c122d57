"""Other ways to read harbor's own messages."""

import re

from candidates.deviations.deviation import Changes, Step, around, before, family
from candidates.deviations.reason_code.rules import EMPTY, MISSING, PARSE
from candidates.reference.reason_code import Code

_WORDS = ("missing", "empty", "parse", "malformed")

_CUT = re.compile(
    "(?:" + "|".join(word[:length] for word in _WORDS for length in range(3, len(word))) + ")(?=__)"
)

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


def _completed(reason: str) -> str:
    """Complete the words that are cut off before the random end of a trial's name."""
    return _CUT.sub(lambda cut: next(word for word in _WORDS if word.startswith(cut[0])), reason)


def _validation_is_parsing(by_words: Step) -> Step:
    return lambda reason: PARSE if "for verifierresult" in reason else by_words(reason)


DEVIATIONS = (
    family(
        "messages-known",
        "reason_code.class-names",
        "{}",
        {
            "class-names": (
                "the class names of harbor's exceptions have codes of their own",
                around(by_words=_knows_classes),
            ),
            "no-file": (
                "harbor's message about no reward file gives harbor_reward_missing",
                _knows("no reward file found", MISSING),
                "reason_code.no-file-message",
            ),
            "empty-file": (
                "harbor's message about an empty file is known by its beginning",
                _knows("reward file is empty", EMPTY),
                "reason_code.empty-file-message",
            ),
            "unreadable": (
                "harbor's message about an unreadable file is known by its beginning",
                _knows("failed to parse rewards", PARSE),
                "reason_code.parse-message",
            ),
            "no-paths": (
                "paths are dropped before words are looked for",
                before(by_words=_without_paths),
                "reason_code.paths-count",
            ),
            "no-trial-names": (
                "trial names are dropped before words are looked for",
                before(by_words=_without_last_folders),
                "reason_code.paths-count",
            ),
            "whole-names": (
                "trial names are replaced by the full task name",
                before(by_words=_completed),
                "reason_code.cut-names",
            ),
            "validation": (
                "a validation error gives harbor_reward_parse_error",
                around(by_words=_validation_is_parsing),
                "reason_code.validation-messages",
            ),
        },
        advice=(
            "Apply only the rules of words: harbor's class names and messages are ordinary text."
        ),
    ),
)
"""Each breaks one clause about messages."""
