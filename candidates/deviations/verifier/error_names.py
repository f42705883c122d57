"""Errors that another reader raises under other names."""

from candidates.deviations import descriptions
from candidates.deviations.deviation import Deviation
from candidates.deviations.errors_named import name
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    ValidationError,
    VerifierOutputParseError,
)

DEVIATIONS = (
    Deviation(
        "missing-file-raises",
        "verifier.missing-file",
        "a file is opened without a look whether it exists: FileNotFoundError",
        parameter=name(
            "FileNotFoundError", ("verifier",), RewardFileNotFoundError, "ValueError", "OSError"
        ),
    ),
    Deviation(
        "empty-file-raises",
        "verifier.empty-text",
        "an empty file is an error of another name",
        parameter=name("ValueError", ("verifier",), RewardFileEmptyError, "EOFError", "Error"),
    ),
    Deviation(
        "bad-bytes-raise",
        "verifier.text-utf8",
        "files are decoded outside of the try block, so bad UTF-8 is a UnicodeDecodeError",
        parameter=name(
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
        parameter=name("ValueError", ("text",), VerifierOutputParseError),
    ),
    Deviation(
        "no-json-raises",
        "verifier.json-document",
        descriptions.PARSERS_ERROR,
        parameter=name(
            "JSONDecodeError", ("json",), VerifierOutputParseError, "ValueError", "SyntaxError"
        ),
    ),
    Deviation(
        "long-integer-raises",
        "verifier.json-digit-limit",
        "only JSONDecodeError is caught, and an integer of too many digits is a ValueError",
        parameter=name("ValueError", ("json.parse.integer",), ValueError),
    ),
    Deviation(
        "refused-value-raises",
        "verifier.json-not-a-number",
        "a value that is no number is an error of another name: TypeError",
        parameter=name("TypeError", ("json",), ValidationError, "ValueError", "AttributeError"),
    ),
)
"""Each gives an error another name."""
