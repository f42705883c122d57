"""Errors that another reader raises under other names."""

from candidates.deviations.deviation import Changes, Deviation, Parameter, Step, around
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    ValidationError,
    VerifierOutputParseError,
)


def _renamed(steps: tuple[str, ...], error: type[Exception], name: str) -> Changes:
    """Return the change that gives an error of these steps another name."""
    other = type(name, (Exception,), {})

    def renaming(step: Step) -> Step:
        def renamed(question: object) -> object:
            try:
                return step(question)
            except error as raised:
                raise other(str(raised)) from raised

        return renamed

    return around(dict.fromkeys(steps, renaming))


def _name(default: str, steps: tuple[str, ...], error: type[Exception], *usual: str) -> Parameter:
    return Parameter("name", default, str, lambda name: _renamed(steps, error, name), usual=usual)


DEVIATIONS = (
    Deviation(
        "missing-file-raises",
        "verifier.missing-file",
        "a file is opened without a look whether it exists: FileNotFoundError",
        parameter=_name(
            "FileNotFoundError", ("verifier",), RewardFileNotFoundError, "ValueError", "OSError"
        ),
    ),
    Deviation(
        "empty-file-raises",
        "verifier.empty-text",
        "an empty file is an error of another name",
        parameter=_name("ValueError", ("verifier",), RewardFileEmptyError, "EOFError", "Error"),
    ),
    Deviation(
        "bad-bytes-raise",
        "verifier.text-utf8",
        "files are decoded outside of the try block, so bad UTF-8 is a UnicodeDecodeError",
        parameter=_name(
            "UnicodeDecodeError",
            ("text.decode", "json.decode"),
            VerifierOutputParseError,
            "ValueError",
            "UnicodeError",
        ),
    ),
    Deviation(
        "no-number-raises",
        "verifier.text-number",
        "float() is called outside of the try block: ValueError",
        parameter=_name("ValueError", ("text",), VerifierOutputParseError),
    ),
    Deviation(
        "no-json-raises",
        "verifier.json-document",
        "the parser's own error is not caught: JSONDecodeError",
        parameter=_name(
            "JSONDecodeError", ("json",), VerifierOutputParseError, "ValueError", "SyntaxError"
        ),
    ),
    Deviation(
        "long-integer-raises",
        "verifier.json-digit-limit",
        "only JSONDecodeError is caught, and an integer of too many digits is a ValueError",
        parameter=_name("ValueError", ("json.parse.integer",), ValueError),
    ),
    Deviation(
        "refused-value-raises",
        "verifier.json-not-a-number",
        "a value that is no number is an error of another name: TypeError",
        parameter=_name("TypeError", ("json",), ValidationError, "ValueError", "AttributeError"),
    ),
)
"""Each gives an error another name."""
