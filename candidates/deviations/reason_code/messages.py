"""Other ways to read harbor's own messages."""

import re

from candidates.deviations.deviation import Changes, Deviation, Step, around, before
from candidates.deviations.reason_code.rules import EMPTY, MISSING, PARSE
from candidates.deviations.reason_code.text import first_line
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
    Deviation(
        "knows-class-names",
        "reason_code.class-names",
        "the text's table is taken for the rules",
        around(by_words=_knows_classes),
    ),
    Deviation(
        "no-file-is-missing",
        "reason_code.no-file-message",
        "the text's table is believed: a message on no file is one on a missing one",
        _knows("no reward file found", MISSING),
    ),
    Deviation(
        "empty-file-is-empty",
        "reason_code.empty-file-message",
        "harbor's message is known by its beginning",
        _knows("reward file is empty", EMPTY),
    ),
    Deviation(
        "unreadable-file-is-a-parse-error",
        "reason_code.parse-message",
        "harbor's message is known by its beginning",
        _knows("failed to parse rewards", PARSE),
    ),
    Deviation(
        "leaves-out-paths",
        "reason_code.paths-count",
        "paths are dropped so that names of tasks do not interfere",
        before(by_words=_without_paths),
    ),
    Deviation(
        "leaves-out-trial-names",
        "reason_code.paths-count",
        "names of trials are dropped so that they do not interfere",
        before(by_words=_without_last_folders),
    ),
    Deviation(
        "completes-cut-names",
        "reason_code.cut-names",
        "the name of the task is put in the place of the trial's",
        before(by_words=_completed),
    ),
    Deviation(
        "validation-errors-by-first-line",
        "reason_code.validation-messages",
        "a message is taken to be its first line",
        before(by_words=first_line),
    ),
    Deviation(
        "validation-errors-are-parse-errors",
        "reason_code.validation-messages",
        "rewards that are no numbers are thought to be malformed",
        around(by_words=_validation_is_parsing),
    ),
)
"""Each breaks one clause about messages."""
