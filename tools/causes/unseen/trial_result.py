"""The unseen mistakes in `trial_result`, written without the catalogue."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from candidates.reference import jiter_json
from candidates.reference.lax_values import UnfitError
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Read = Callable[[object], object]


# source: public code, a parser of trials: datetime.fromisoformat(value.replace("Z", "+00:00"))
# differs: rewards {"reward": 1}, and "started_at": 1700000000: ValidationError, not the rewards
@candidate("trial_result")
def times_are_texts_with_a_date(case: Any) -> Any:
    """A time that is a number, or text that counts seconds, makes the file invalid."""

    def time(value: object) -> object:
        if not isinstance(value, str) or not re.match("[0-9]{4}-", value):
            raise UnfitError
        return READER.values["time"](value)

    reader = replace(READER, values={**READER.values, "time": time})
    return TrialResult(reader=reader)(case)


# source: public code, a zod schema of harbor's trials that parses {}
# differs: a file of {}: no result and no exception, not ValidationError
@candidate("trial_result")
def no_field_has_to_be_there(case: Any) -> Any:
    """Every field may be absent, and is then null."""
    models = {
        model: {name: kind.removesuffix("!") for name, kind in kinds.items()}
        for model, kinds in READER.models.items()
    }
    return TrialResult(reader=replace(READER, models=models))(case)


# source: a habit of Rust: serde's derived structs refuse a "duplicate field"
# differs: "source" given twice: ValidationError, not the last of them
@candidate("trial_result")
def repeated_field_is_refused(case: Any) -> Any:
    """A field of harbor's models that is given twice makes the file invalid."""

    def member(values: list[object], read: Read) -> object:
        if len(values) > 1:
            raise UnfitError
        return read(values[0])

    return TrialResult(reader=replace(READER, member=member))(case)


# source: a habit of JavaScript: JSON.parse refuses NaN and Infinity
# differs: rewards {"reward": NaN}: ValidationError, not {"reward": nan}
@candidate("trial_result")
def nan_and_infinity_are_not_json(case: Any) -> Any:
    """A file with NaN or Infinity in it is invalid."""

    def parse(text: str) -> object:
        value = jiter_json.parse(text)
        if re.search("NaN|Infinity", re.sub(r'"(?:[^"\\]|\\.)*"', "", text)):
            raise ValueError
        return value

    return TrialResult(parse=parse)(case)


# source: a habit of Go: json.Unmarshal does not read text into a number
# differs: rewards {"reward": "1"}: ValidationError, not {"reward": 1.0}
@candidate("trial_result")
def text_is_never_a_number(case: Any) -> Any:
    """Text where a number is expected makes the file invalid."""

    def without_text(read: Read) -> Read:
        def reading(value: object) -> object:
            if isinstance(value, str):
                raise UnfitError
            return read(value)

        return reading

    kinds = ("integer", "number", "reward")
    numbers = {kind: without_text(READER.values[kind]) for kind in kinds}
    return TrialResult(reader=replace(READER, values={**READER.values, **numbers}))(case)
