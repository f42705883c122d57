"""Other ways to choose between the files, and to raise errors for them."""

import math
from typing import cast

from candidates.deviations.deviation import Changes, Parameter, Step, after, around, before
from candidates.deviations.forms import caught, refusing, revised
from candidates.deviations.numbers import read_number
from candidates.deviations.parameters import taking, taking_error, taking_number
from candidates.deviations.rows import Table
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    ValidationError,
    VerifierInput,
    VerifierOutputParseError,
    VerifierResult,
)


def _without_json(files: VerifierInput) -> VerifierInput:
    return {**files, "reward.json": None}


def _text_first(files: VerifierInput) -> VerifierInput:
    return files if files["reward.txt"] is None else _without_json(files)


def _text_where_json_fails(verifier: Step) -> Step:
    def answer(files: VerifierInput) -> VerifierResult:
        try:
            return verifier(files)  # type: ignore[no-any-return] # a step
        except (RewardFileEmptyError, VerifierOutputParseError, ValidationError):
            if files["reward.txt"] is None:
                raise
            return verifier(_without_json(files))  # type: ignore[no-any-return] # a step

    return answer


def _none_if_empty(files: VerifierInput) -> VerifierInput:
    return cast("VerifierInput", {name: content or None for name, content in files.items()})


def _without_marks(files: VerifierInput) -> VerifierInput:
    """Drop a byte order mark before anything else; nothing is left of one alone."""
    return cast(
        "VerifierInput",
        {
            name: content and content.removeprefix(b"\xef\xbb\xbf")  # type: ignore[attr-defined] # bytes
            for name, content in files.items()
        },
    )


def _or_empty(decode: Step) -> Step:
    """Take no bytes for empty text."""
    return lambda content: decode(content) if content else ""


def _is_blank(text: str) -> bool:
    return not text.strip()


def _is_empty(document: object) -> bool:
    return document == {}


def _text_where_json_is_empty(verifier: Step) -> Step:
    def answer(files: VerifierInput) -> VerifierResult:
        result: VerifierResult = verifier(files)
        if result["rewards"] or files["reward.txt"] is None:
            return result
        return verifier(_without_json(files))  # type: ignore[no-any-return] # a step

    return answer


type Number = int | float


def _read_value(text: str) -> Number | None:
    """Return a number, or None for null; raises ValueError."""
    return None if text == "null" else read_number(text)


def _answering(*errors: type[Exception]) -> Parameter:
    """Return the parameter that is answered, or null for none, where these errors are raised."""

    def changes(value: Number | None) -> Changes:
        answer = {"rewards": None if value is None else {"reward": value}}
        return around(verifier=caught(errors, answer))

    return taking("value", _read_value, changes, ("0.0", "0", "null", "nan", "-1", "-1.0", "1.0"))


def _no_rewards_are(value: Number) -> Changes:
    def filled(result: VerifierResult) -> VerifierResult:
        return result if result["rewards"] else {"rewards": {"reward": value}}

    return after(verifier=filled)


def _verdict(text: str, number: float | None) -> float | None:
    """Understand words of a verdict where there is no number."""
    passed = {"pass": 1.0, "passed": 1.0, "true": 1.0, "yes": 1.0, "ok": 1.0, "success": 1.0}
    failed = dict.fromkeys(("fail", "failed", "false", "no", "failure", "error"), 0.0)
    return {**passed, **failed}.get(text.strip().lower()) if number is None else number


ROWS: Table = {
    "text-wins": before(verifier=_text_first),
    "other-file": {
        "unreadable": around(verifier=_text_where_json_fails),
        "no-rewards": around(verifier=_text_where_json_is_empty),
    },
    "empty-files": {
        "ignored": before(verifier=_none_if_empty),
        "parsed": around({"text.decode": _or_empty, "json.decode": _or_empty}),
        "mark-dropped": before(verifier=_without_marks),
    },
    "blank-text-by-strip": after({"text.decode": refusing(RewardFileEmptyError, _is_blank)}),
    "blank-json-by-strip": after({"json.decode": refusing(RewardFileEmptyError, _is_blank)}),
    "any-error-is": _answering(Exception),
    "missing-file-is": _answering(RewardFileNotFoundError),
    "empty-file-is": _answering(RewardFileEmptyError),
    "unreadable-file-is": _answering(VerifierOutputParseError, RecursionError),
    "refused-file-is": _answering(ValidationError),
    "one-error": taking_error(
        "VerifierOutputParseError",
        ("verifier",),
        Exception,
        "ValueError",
        "Error",
        "ValidationError",
        "RewardFileNotFoundError",
    ),
    "no-rewards-are": taking_number(_no_rewards_are, ("0.0", "0", "nan")),
    "empty-object-refused": before({"json.rewards": refusing(ValidationError, _is_empty)}),
    "empty-object-unreadable": before(
        {"json.rewards": refusing(VerifierOutputParseError, _is_empty)}
    ),
    "json-is-never-read": before(verifier=_without_json),
    "text-is-never-read": before(verifier=lambda files: {**files, "reward.txt": None}),
    "text-understood": {
        "verdicts": revised("text.parse", _verdict),
        "nan": after({"text.parse": lambda number: math.nan if number is None else number}),
        "comma": before({"text.parse": lambda text: text.replace(",", ".")}),
    },
    "missing-file-raises": taking_error(
        "FileNotFoundError", ("verifier",), RewardFileNotFoundError, "ValueError", "OSError"
    ),
    "empty-file-raises": taking_error(
        "ValueError", ("verifier",), RewardFileEmptyError, "EOFError", "Error"
    ),
    "bad-bytes-raise": taking_error(
        "UnicodeDecodeError",
        ("text.decode", "json.decode"),
        VerifierOutputParseError,
        "ValueError",
        "UnicodeError",
    ),
    "no-number-raises": taking_error("ValueError", ("text",), VerifierOutputParseError),
    "no-json-raises": taking_error(
        "JSONDecodeError", ("json",), VerifierOutputParseError, "ValueError", "SyntaxError"
    ),
    "long-integer-raises": taking_error("ValueError", ("json.parse.integer",), ValueError),
    "refused-value-raises": taking_error(
        "TypeError", ("json",), ValidationError, "ValueError", "AttributeError"
    ),
    "other-types-are-empty": before(
        {"json.rewards": lambda value: value if isinstance(value, dict) else {}}
    ),
}
