"""Ports of `trial_result` with one mistake each."""

import math
from dataclasses import replace
from typing import Any

from candidates.reference import jiter_json, lax_values
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: marshmallow-code/marshmallow issue #1451: times that end in Z are refused, because
#   Python's fromisoformat read offsets in digits only
# differs: "started_at": "2026-01-02T03:04:05Z": ValidationError, not its result
@candidate("trial_result")
def times_may_not_end_in_z(case: Json) -> Json:
    """A time that ends in Z, large or small, makes the file invalid; +00:00 does not."""

    def time(value: object) -> object:
        if isinstance(value, str) and value.endswith(("Z", "z")):
            raise lax_values.UnfitError
        return lax_values.time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": time}))(case)


# source: sidorares/json-bigint issue #25: numbers beyond the largest binary64 are bad numbers
# differs: {"rewards": {"a": 1e400}}: ValidationError, not {"a": inf}
@candidate("trial_result")
def numbers_beyond_binary64_are_refused(case: Json) -> Json:
    """A number with a point or an exponent that is beyond binary64 makes the file no JSON.

    It should be an infinity. Integers, text, and the words for infinities are as they should.
    """

    class Reader(jiter_json._Reader):  # noqa: SLF001
        def number(self) -> int | float:
            number = super().number()
            if isinstance(number, float) and math.isinf(number):
                self.fail()
            return number

    def parse(text: str) -> object:
        reader = Reader(text, jiter_json.parse)
        value = reader.value(reader.mark(), depth=0)
        if reader.mark() or reader.position != len(text):
            reader.fail()
        return value

    return TrialResult(parse=parse)(case)


# source: googleapis/google-cloud-rust issue #2349: null has to be read as the default value of a
#   member, as if the member were absent
# differs: "config" with "agent": null: its result, not ValidationError
@candidate("trial_result")
def null_counts_as_absent(case: Json) -> Json:
    """A member that may be absent may be null too, in all models, and then counts as absent."""

    def optional(kind: str) -> str:
        return kind if kind.endswith(("?", "!")) else f"{kind}?"

    models = {
        name: {member: optional(kind) for member, kind in model.items()}
        for name, model in READER.models.items()
    }
    return TrialResult(reader=replace(READER, models=models))(case)
