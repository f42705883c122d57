"""What harbor reads back from a trial's own result.json when a job is resumed.

The steps are those of harbor/job.py:228-230. Either the whole file fits harbor's models,
which ``trial_result_model`` describes, or the job cannot be resumed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from candidates.reference import jiter_json
from candidates.reference.model_reader import ModelReader, Record
from candidates.reference.trial_result_model import READER

type Answer = dict[str, object]


class TrialResultInput(TypedDict):
    """The file's content."""

    result: bytes


class ValidationError(Exception):
    """The file is not JSON, or does not match harbor's models."""


def utf_8(content: bytes) -> str:
    """Return the text, with its byte order mark, which is not JSON; raises UnicodeDecodeError."""
    return content.decode("utf-8")


def result_and_exception(trial: Record) -> Answer:
    """Return the trial's verifier result and the type of its exception."""
    exception = trial["exception_info"]
    return {
        "verifier_result": trial["verifier_result"],
        "exception": exception["exception_type"] if isinstance(exception, dict) else None,
    }


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The steps from a file to an answer; a ValueError of ``parse`` or ``reader`` refuses it."""

    decode: Callable[[bytes], str] = utf_8
    parse: Callable[[str], object] = jiter_json.parse
    reader: ModelReader = READER
    answer: Callable[[Record], Answer] = result_and_exception

    def __call__(self, case: TrialResultInput) -> Answer:
        """Return what harbor reads back.

        Raises UnicodeDecodeError if the file is not UTF-8, and ValidationError for any other
        invalid file.
        """
        text = self.decode(case["result"])
        try:
            trial = self.reader.record("TrialResult", self.parse(text))
        except ValueError as error:
            raise ValidationError from error
        return self.answer(trial)


trial_result = TrialResult()
