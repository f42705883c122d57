"""Errors that another reader raises under other names."""

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
        "a missing file raises {}: it is opened without a check",
        parameter=name(
            "FileNotFoundError", ("verifier",), RewardFileNotFoundError, "ValueError", "OSError"
        ),
        advice="Raise RewardFileNotFoundError where neither file exists.",
    ),
    Deviation(
        "empty-file-raises",
        "verifier.empty-text",
        "an empty file raises {}",
        parameter=name("ValueError", ("verifier",), RewardFileEmptyError, "EOFError", "Error"),
        advice="Raise RewardFileEmptyError for a file of zero bytes.",
    ),
    Deviation(
        "bad-bytes-raise",
        "verifier.text-utf8",
        "bytes that are not UTF-8 raise {}: the file is decoded outside the try block",
        parameter=name(
            "UnicodeDecodeError",
            ("text.decode", "json.decode"),
            VerifierOutputParseError,
            "ValueError",
            "UnicodeError",
        ),
        advice="Raise VerifierOutputParseError for bytes that are not UTF-8.",
    ),
    Deviation(
        "no-number-raises",
        "verifier.text-number",
        "text that is not a number raises {}: float() is called outside the try block",
        parameter=name("ValueError", ("text",), VerifierOutputParseError),
        advice="Raise VerifierOutputParseError for text that is not a number.",
    ),
    Deviation(
        "no-json-raises",
        "verifier.json-document",
        "a file that is not JSON raises {}: the parser's error is not caught",
        parameter=name(
            "JSONDecodeError", ("json",), VerifierOutputParseError, "ValueError", "SyntaxError"
        ),
        advice="Raise VerifierOutputParseError for a file that is not JSON.",
    ),
    Deviation(
        "long-integer-raises",
        "verifier.json-digit-limit",
        "an integer of more than 4300 digits raises {}: only JSONDecodeError is caught",
        parameter=name("ValueError", ("json.parse.integer",), ValueError),
        advice="Raise VerifierOutputParseError for an integer of more than 4300 digits.",
    ),
    Deviation(
        "refused-value-raises",
        "verifier.json-not-a-number",
        "a value that is not a number raises {}",
        parameter=name("TypeError", ("json",), ValidationError, "ValueError", "AttributeError"),
        advice="Raise ValidationError for a value that is not a number.",
    ),
)
"""Each gives an error another name."""
