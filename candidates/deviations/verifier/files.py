"""Other ways to choose between the files, and to raise errors for them."""

from candidates.deviations.deviation import Changes, Parameter, Step, Table, after, before, calling
from candidates.deviations.forms import caught, refusing, revised
from candidates.deviations.numbers import read_number
from candidates.deviations.parameters import taking, taking_error, taking_number
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    ValidationError,
    VerifierInput,
    VerifierOutputParseError,
)


def _without_json(files: VerifierInput) -> VerifierInput:
    return {**files, "reward.json": None}


def _text_where_json_fails(verifier: Step, files: VerifierInput) -> object:
    try:
        return verifier(files)
    except (RewardFileEmptyError, VerifierOutputParseError, ValidationError):
        if files["reward.txt"] is None:
            raise
        return verifier(_without_json(files))


def _text_where_json_is_empty(verifier: Step, files: VerifierInput) -> object:
    result = verifier(files)
    if result["rewards"] or files["reward.txt"] is None:
        return result
    return verifier(_without_json(files))


def _without_marks(files: dict[str, bytes | None]) -> dict[str, bytes | None]:
    """Drop a byte order mark before anything else; nothing is left of one alone."""
    return {name: one and one.removeprefix(b"\xef\xbb\xbf") for name, one in files.items()}


_BLANK_REFUSED = refusing(RewardFileEmptyError, lambda text: not text.strip())


def _is_empty(document: object) -> bool:
    return document == {}


type Number = int | float


def _answering(*errors: type[Exception]) -> Parameter:
    """Return the parameter that is answered, or null for none, where these errors are raised."""

    def read(text: str) -> Number | None:
        return None if text == "null" else read_number(text)

    def changes(value: Number | None) -> Changes:
        answer = {"rewards": None if value is None else {"reward": value}}
        return calling(verifier=caught(errors, answer))

    return taking("value", read, changes, ("0.0", "0", "null", "nan", "-1", "-1.0", "1.0"))


_VERDICTS = {
    **dict.fromkeys(("pass", "passed", "true", "yes", "ok", "success"), 1.0),
    **dict.fromkeys(("fail", "failed", "false", "no", "failure", "error"), 0.0),
}


def _verdict(text: str, number: float | None) -> float | None:
    """Understand words of a verdict where there is no number."""
    return _VERDICTS.get(text.strip().lower()) if number is None else number


ROWS: Table = {
    "text-wins": before(
        verifier=lambda files: files if files["reward.txt"] is None else _without_json(files)
    ),
    "other-file": {
        "unreadable": calling(verifier=_text_where_json_fails),
        "no-rewards": calling(verifier=_text_where_json_is_empty),
    },
    "empty-files": {
        "ignored": before(
            verifier=lambda files: {name: one or None for name, one in files.items()}
        ),
        "parsed": calling(
            ("text.decode", "json.decode"),
            lambda decode, content: decode(content) if content else "",
        ),
        "mark-dropped": before(verifier=_without_marks),
    },
    "blank-text-by-strip": after("text.decode", _BLANK_REFUSED),
    "blank-json-by-strip": after("json.decode", _BLANK_REFUSED),
    "blank-text-by-bytes-strip": before("text.decode", _BLANK_REFUSED),
    "blank-json-by-bytes-strip": before("json.decode", _BLANK_REFUSED),
    "any-error-is": _answering(Exception),
    "missing-file-is": _answering(RewardFileNotFoundError),
    "empty-file-is": _answering(RewardFileEmptyError),
    "unreadable-file-is": _answering(VerifierOutputParseError, RecursionError),
    "refused-file-is": _answering(ValidationError),
    "one-error": taking_error(
        "verifier",
        Exception,
        *("VerifierOutputParseError", "ValueError", "Error"),
        *("ValidationError", "RewardFileNotFoundError"),
    ),
    "no-rewards-are": taking_number(
        lambda value: after(
            verifier=lambda of: of if of["rewards"] else {"rewards": {"reward": value}}
        ),
        ("0.0", "0", "nan"),
    ),
    "empty-object-refused": before("json.rewards", refusing(ValidationError, _is_empty)),
    "empty-object-unreadable": before(
        "json.rewards", refusing(VerifierOutputParseError, _is_empty)
    ),
    "json-is-never-read": before(verifier=_without_json),
    "text-is-never-read": before(verifier=lambda files: {**files, "reward.txt": None}),
    "text-understood": {
        "verdicts": revised("text.parse", _verdict),
    },
    "missing-file-raises": taking_error(
        "verifier", RewardFileNotFoundError, "FileNotFoundError", "ValueError", "OSError"
    ),
    "empty-file-raises": taking_error(
        "verifier", RewardFileEmptyError, "ValueError", "EOFError", "Error"
    ),
    "bad-bytes-raise": taking_error(
        ("text.decode", "json.decode"),
        VerifierOutputParseError,
        *("UnicodeDecodeError", "ValueError", "UnicodeError"),
    ),
    "no-number-raises": taking_error("text", VerifierOutputParseError, "ValueError"),
    "no-json-raises": taking_error(
        "json", VerifierOutputParseError, "JSONDecodeError", "ValueError", "SyntaxError"
    ),
    "long-integer-raises": taking_error("json.parse.integer", ValueError, "ValueError"),
    "refused-value-raises": taking_error(
        "json", ValidationError, "TypeError", "ValueError", "AttributeError"
    ),
    "other-types-are-empty": before(
        "json.rewards", lambda value: value if isinstance(value, dict) else {}
    ),
}
