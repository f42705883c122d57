"""What harbor requires of a trial's result.json as a JSON document."""

from conformance.model import Clause, Source

_SOURCES = (Source("harbor/job.py", 229, 229, "TrialResult.model_validate_json("),)

CLAUSES = (
    Clause(
        "trial_result.syntax",
        "Comments, trailing commas, single quotes, bare names and other languages' words are a "
        "ValidationError, even in a member that harbor ignores.",
        _SOURCES,
    ),
    Clause(
        "trial_result.one-object",
        "The file holds one object, with nothing around it but space, tab, line feed and "
        "carriage return.",
        _SOURCES,
    ),
    Clause(
        "trial_result.number-form",
        "A bare number has JSON's form, even in a member that harbor ignores.",
        _SOURCES,
    ),
    Clause(
        "trial_result.escapes",
        "A backslash begins one of JSON's nine escapes, and control characters up to U+001F "
        "stand in no text without one.",
        _SOURCES,
    ),
    Clause(
        "trial_result.surrogates",
        "An escaped surrogate pair is one character, and a surrogate without its partner is a "
        "ValidationError, unlike in reward.json.",
        _SOURCES,
    ),
    Clause(
        "trial_result.nesting",
        "A value that stands in more than 200 arrays and objects is a ValidationError.",
        _SOURCES,
    ),
    Clause(
        "trial_result.utf8",
        "A file that is not UTF-8 is a UnicodeDecodeError.",
        _SOURCES,
    ),
    Clause(
        "trial_result.byte-order-mark",
        "A byte order mark before the object is a ValidationError.",
        _SOURCES,
    ),
)
