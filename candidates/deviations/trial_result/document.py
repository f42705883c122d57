"""Other ways to read a result.json as a document, and to answer what it says."""

from collections.abc import Callable
from dataclasses import fields
from functools import partial

from candidates.deviations import json_readers
from candidates.deviations.deviation import (
    Changes,
    Table,
    after,
    around,
    before,
    calling,
    entries,
    instead,
)
from candidates.deviations.forms import caught, first_document, repaired
from candidates.deviations.outcome.file import any_encoding
from candidates.deviations.parameters import taking_error, taking_limit
from candidates.reference import python_json
from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError
from candidates.reference.model_reader import Model, ModelReader, Record
from candidates.reference.trial_result import Answer, ValidationError


def on_objects(change: Callable[[Object], Object]) -> Changes:
    """Return the change of each object of the document, the outer before the inner."""

    def changed(value: object) -> object:
        if isinstance(value, list):
            return [changed(element) for element in value]
        if not isinstance(value, Object):
            return value
        return Object([(name, changed(member)) for name, member in change(value).members])

    return after(parse=changed)


_repaired = partial(repaired, "parse")
"""Returns the change that replaces a pattern in a text that cannot be parsed."""


def _with_objects(value: object) -> object:
    """Return a document with its objects as those of pydantic's reader."""
    match value:
        case dict():
            return Object([(name, _with_objects(member)) for name, member in value.items()])
        case list():
            return [_with_objects(element) for element in value]
    return value


def _loading(parse: Callable[[str], object]) -> Changes:
    """Read the text with a parser that keeps the last of a name; any failure of it is one."""
    load = partial(
        caught(RecursionError, raising=ValueError), lambda text: _with_objects(parse(text))
    )
    return instead(parse=load)


_ONE_KIND_OF_ERROR = calling(decode=caught(UnicodeDecodeError, raising=ValidationError))
_NOTHING: Answer = {"verifier_result": None, "exception": None}

_USED = {"verifier_result": "VerifierResult?", "exception_info": "ExceptionInfo?"}


class _Lookup(ModelReader):
    """Reads what is wanted of a trial by its name; what has another type counts as absent."""

    def record(self, _model: str, document: object) -> Record:
        """Return the trial; raises UnfitError where there is no object, or a reward no number."""
        if not isinstance(document, Object):
            raise UnfitError
        trial = dict(document.members)
        result = trial.get("verifier_result")
        rewards = _members(result).get("rewards")
        exception = _members(trial.get("exception_info"))
        return {
            "verifier_result": None if result is None else {"rewards": self._numbers(rewards)},
            "exception_info": {"exception_type": exception.get("exception_type")},
        }

    def _numbers(self, rewards: object) -> Record | None:
        if not isinstance(rewards, Object):
            return None
        return {name: self.values["reward"](value) for name, value in rewards.members}


def _members(value: object) -> Record:
    return dict(value.members) if isinstance(value, Object) else {}


def _never_null(models: dict[str, Model]) -> dict[str, Model]:
    return {
        name: {member: kind.removesuffix("?") for member, kind in model.items()}
        for name, model in models.items()
    }


ROWS: Table = {
    "trial-json": {
        "trailing-commas": _repaired(r",\s*([]}])", r"\1"),
        "first-object": before(parse=first_document),
        "list-of-one": after(
            parse=lambda value: value[0] if isinstance(value, list) and value else value
        ),
        "leading-zeros": _repaired(r"(?<![\w.\"])0+(?=\d)", ""),
        "raw-controls": _repaired(r"[\x00-\x1f]", "?"),
        "unknown-escapes": _repaired(r"\\([^u])", r"\1"),
    },
    "trial-depth-128": taking_limit(
        "number of levels",
        lambda limit: instead("parse.nesting_limit", limit),
        (128, 127, 64, 100, 512),
    ),
    "trial-bytes-are-invalid": _ONE_KIND_OF_ERROR,
    "trial-in-any-encoding": instead(decode=any_encoding),
    "trial-read-by": json_readers.read_by(
        lambda reader: _loading(reader.parser()), **{"json-loads": _loading(python_json.parse)}
    ),
    "trial-no-json-raises": taking_error(
        "parse", ValueError, "JSONDecodeError", "ValueError", "SyntaxError"
    ),
    "trial-unfit-raises": taking_error(
        "trial_result", ValidationError, "KeyError", "ValueError", "TypeError", "Error"
    ),
    "trial-bad-bytes-raise": taking_error(
        "decode", UnicodeDecodeError, "ValueError", "JSONDecodeError", "OSError"
    ),
    "trial-unvalidated": entries("reader.models", TrialResult=_USED) + _ONE_KIND_OF_ERROR,
    "trial-looked-up": around(
        reader=lambda reader: _Lookup(
            **{one.name: getattr(reader, one.name) for one in fields(reader)}
        )
    ),
    "trial-unreadable-is": {
        "unfinished": calling(trial_result=caught(ValidationError, _NOTHING)),
        "not-run": calling(
            trial_result=lambda read, case: read(case) if case["result"].strip() else _NOTHING
        ),
    },
    "trial-no-nulls": around("reader.models", _never_null),
    "trial-type-is-enough": entries("reader.models", ExceptionInfo={"exception_type": "text!"}),
}
