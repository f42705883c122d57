"""Errors that another reader of a result.json raises under other names."""

from candidates.deviations import descriptions
from candidates.deviations.deviation import Deviation
from candidates.deviations.errors_named import name
from candidates.reference.trial_result import ValidationError

DEVIATIONS = (
    Deviation(
        "trial-no-json-raises",
        "trial_result.syntax",
        descriptions.PARSERS_ERROR,
        parameter=name("JSONDecodeError", ("parse",), ValueError, "ValueError", "SyntaxError"),
        advice="Raise ValidationError for a file that is not JSON.",
    ),
    Deviation(
        "trial-unfit-raises",
        "trial_result.required-members",
        "what does not fit is an error of another name: KeyError",
        parameter=name(
            "KeyError", ("trial_result",), ValidationError, "ValueError", "TypeError", "Error"
        ),
        advice="Raise ValidationError for a file that does not fit harbor's models.",
    ),
    Deviation(
        "trial-bad-bytes-raise",
        "trial_result.utf8",
        "bytes that are not UTF-8 are an error of another name",
        parameter=name("ValueError", ("decode",), UnicodeDecodeError, "JSONDecodeError", "OSError"),
        advice="Raise UnicodeDecodeError for a file that is not UTF-8.",
    ),
)
"""Each gives an error another name."""
