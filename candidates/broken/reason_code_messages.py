"""Wrong ways to read harbor's own messages."""

import re

from candidates.broken.reason_code_tools import (
    EMPTY,
    MISSING,
    PARSE,
    RULES,
    Code,
    on_reason,
    right,
    with_code,
)
from candidates.broken.variant import Function, Variant

_CUT = re.compile(
    "(?:"
    + "|".join(word[:length] for word, _ in RULES for length in range(3, len(word)))
    + ")(?=__)"
)


def _knows(start: str, code: str) -> Function:
    """Return the reference with a code of its own for reasons that begin so."""
    return with_code(lambda reason: code if reason.startswith(start) else right(reason))


def _knows_classes(reason: str) -> Code:
    """Go by the table of the text where a reason begins with a name of it."""
    table = {
        "RewardFileNotFoundError": MISSING,
        "RewardFileEmptyError": EMPTY,
        "VerifierOutputParseError": PARSE,
    }
    return table.get(reason.partition(":")[0]) or right(reason)


def _without_paths(reason: str) -> str:
    """Drop the folders of every path and keep the name of the file."""
    return re.sub(r"\S*/(?=reward\.)", "", reason)


def _without_last_folders(reason: str) -> str:
    """Drop the trial's folder from every path."""
    return re.sub(r"[^/ ]*__[^/ ]*/verifier/", "", reason)


def _completed(reason: str) -> str:
    """Complete the words that are cut off before the random end of a trial's name."""
    return _CUT.sub(lambda cut: next(w for w, _ in RULES if w.startswith(cut[0])), reason)


def _first_line(reason: str) -> str:
    return reason.partition("\n")[0]


VARIANTS = (
    Variant(
        "knows-class-names",
        "reason_code.class-names",
        "the text's table is taken for the rules",
        with_code(_knows_classes),
    ),
    Variant(
        "no-file-is-missing",
        "reason_code.no-file-message",
        "the text's table is believed: a message on no file is one on a missing one",
        _knows("No reward file found", MISSING),
    ),
    Variant(
        "empty-file-is-empty",
        "reason_code.empty-file-message",
        "harbor's message is known by its beginning",
        _knows("Reward file is empty", EMPTY),
    ),
    Variant(
        "unreadable-file-is-a-parse-error",
        "reason_code.parse-message",
        "harbor's message is known by its beginning",
        _knows("Failed to parse rewards", PARSE),
    ),
    Variant(
        "leaves-out-paths",
        "reason_code.paths-count",
        "paths are dropped so that names of tasks do not interfere",
        on_reason(_without_paths),
    ),
    Variant(
        "leaves-out-trial-names",
        "reason_code.paths-count",
        "names of trials are dropped so that they do not interfere",
        on_reason(_without_last_folders),
    ),
    Variant(
        "completes-cut-names",
        "reason_code.cut-names",
        "the name of the task is put in the place of the trial's",
        on_reason(_completed),
    ),
    Variant(
        "validation-errors-by-first-line",
        "reason_code.validation-messages",
        "a message is taken to be its first line",
        on_reason(_first_line),
    ),
    Variant(
        "validation-errors-are-parse-errors",
        "reason_code.validation-messages",
        "rewards that are no numbers are thought to be malformed",
        with_code(lambda reason: PARSE if "for VerifierResult" in reason else right(reason)),
    ),
)
"""Each breaks one clause about messages."""
