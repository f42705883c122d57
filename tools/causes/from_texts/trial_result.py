"""Ports of `trial_result` that break one rule each."""

import re
from dataclasses import replace
from typing import Any

from candidates.reference.jiter_json import Jiter
from candidates.reference.lax_values import UnfitError, time
from candidates.reference.trial_result import TrialResult, trial_result
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: Rust: serde's derive(Deserialize) ends with "duplicate field" where a struct has one twice
# differs: "verifier_result" twice, null and then {"rewards": {"a": 1}}: ValidationError, not a: 1
@candidate("trial_result")
def a_field_that_occurs_twice_is_refused(case: Json) -> Json:
    """A known field that occurs twice in one object is a ValidationError; the last should count.

    Members that harbor does not know may repeat, and so may names of rewards.
    """

    def only(values: Json, read: Json) -> Json:
        if len(values) > 1:
            raise UnfitError
        return read(values[0])

    return TrialResult(reader=replace(READER, member=only))(case)


# source: Go: time.Time reads RFC 3339 alone, and Rust's DateTime<Utc> too; no text says how a time
#   in result.json is written
# differs: "started_at": "2026-01-01T00:00:00": ValidationError, not read
@candidate("trial_result")
def times_must_have_a_zone_and_seconds(case: Json) -> Json:
    """A time must be written as RFC 3339 has it: date, T, time with seconds, and Z or an offset.

    Anything else is a ValidationError. A date alone, a time without seconds or without a zone, a
    space for the T and a number should be read too.
    """
    form = re.compile(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"
        r"(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})"
    )

    def rfc_3339(value: Json) -> Json:
        if not isinstance(value, str) or not form.fullmatch(value):
            raise UnfitError
        return time(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "time": rfc_3339}))(case)


# source: Go: json.Unmarshal leaves a field as it is where the JSON has null, so null is as good as
#   absent; C# and TypeScript with `?` likewise
# differs: "config": {…, "trials_dir": null}: read, not ValidationError
@candidate("trial_result")
def what_may_be_absent_may_be_null(case: Json) -> Json:
    """A member of a model that may be absent may also be null, and then counts as absent.

    Of those that have a default other than null, null should be a ValidationError.
    """

    def kind(written: str) -> str:
        return written if written.endswith(("!", "?")) else written + "?"

    models = {
        model: {name: kind(written) for name, written in kinds.items()}
        for model, kinds in READER.models.items()
    }
    return TrialResult(reader=replace(READER, models=models))(case)


# source: spec/000 §2 "rewards is None ⇒ no verifier result (trial errored before/within verify)",
#   read backwards: a sum type of Rust or TypeScript, either a result or an error
# differs: rewards {"a": 1} and an exception X: verifier_result null and X, not both
@candidate("trial_result")
def an_exception_hides_the_verifier_result(case: Json) -> Json:
    """A trial with an exception has no verifier result; it should have both where both are there.

    The file is still refused where its verifier result does not fit.
    """
    answer: Json = trial_result(case)
    if answer["exception"] is not None:
        return {"verifier_result": None, "exception": answer["exception"]}
    return answer


# source: Rust: serde_json ends with "recursion limit exceeded" where 128 levels are not enough; no
#   text has a limit
# differs: an unknown member of 150 nested lists: ValidationError, not read
@candidate("trial_result")
def values_may_be_inside_127_levels(case: Json) -> Json:
    """A value inside more than 127 arrays and objects is a ValidationError.

    The limit should be 200 levels.
    """
    return TrialResult(parse=Jiter(nesting_limit=127))(case)
