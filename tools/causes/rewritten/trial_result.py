"""A trial's result.json read back."""

from typing import Any

from candidates.reference.jiter_json import parse
from candidates.reference.trial_result_model import READER

ValidationError: type[Exception] = type("ValidationError", (Exception,), {})


def trial_result(case: dict[str, Any]) -> dict[str, Any]:
    """Return the rewards and the exception."""
    text = case["result"].decode()
    try:
        trial = READER.record("TrialResult", parse(text))
    except ValueError as error:
        raise ValidationError from error
    found: Any = trial["verifier_result"]
    failed: Any = trial["exception_info"]
    return {
        "verifier_result": None if found is None else {"rewards": found["rewards"]},
        "exception": failed["exception_type"] if failed else None,
    }
