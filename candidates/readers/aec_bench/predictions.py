"""What aec-bench does differently from harbor and no row of the catalogue has."""

import json

from conformance.protocol.values import Answer, Case, Failure, Result


def null_is_missing(case: Case, expected: Answer) -> Answer:
    """Take null for a file that is not there."""
    is_null = _document(case) is None
    return Result({"rewards": {"reward": 0.0}}) if is_null else expected


def no_object(case: Case, expected: Answer) -> Answer:
    """Refuse any other document than an object, by another name than harbor."""
    refused = not isinstance(_document(case), dict | None)
    return Failure("AttributeError") if refused else expected


def _document(case: Case) -> object:
    """Return the document in reward.json, or an empty object where there is none."""
    content = case.input["reward.json"]
    if not isinstance(content, bytes):
        return {}
    try:
        return json.loads(content.decode())
    except (ValueError, RecursionError):
        return {}
