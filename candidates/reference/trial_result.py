"""What harbor reads back from a trial's own result.json when a job is resumed.

The steps are those of harbor/job.py:228-230. Either the whole file fits harbor's models,
which ``trial_result_model`` describes, or the job cannot be resumed.
"""

from typing import TypedDict

from candidates.reference import jiter_json
from candidates.reference.model_reader import ModelReader
from candidates.reference.trial_result_model import READER


class TrialResultInput(TypedDict):
    """The file's content."""

    result: bytes


class ValidationError(Exception):
    """The file is no JSON, or not what harbor's models ask for."""


def trial_result(question: TrialResultInput, reader: ModelReader = READER) -> dict[str, object]:
    """Return the trial's verifier result and the type of its exception.

    Raises UnicodeDecodeError where the file is not UTF-8, and ValidationError
    otherwise. A byte order mark is kept, and is no JSON.
    """
    text = question["result"].decode("utf-8")
    try:
        trial = reader.record("TrialResult", jiter_json.parse(text))
    except ValueError as error:
        raise ValidationError from error
    exception = trial["exception_info"]
    return {
        "verifier_result": trial["verifier_result"],
        "exception": exception["exception_type"] if isinstance(exception, dict) else None,
    }
