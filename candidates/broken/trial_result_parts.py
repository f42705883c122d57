"""The reference's reading of a result.json with one step exchanged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from candidates.reference import jiter_json
from candidates.reference.model_reader import Model, ModelReader, Record
from candidates.reference.trial_result import TrialResultInput, ValidationError
from candidates.reference.trial_result_model import READER

type Answer = dict[str, object]


def answer_of(trial: Record) -> Answer:
    """Return the answer for what was read of a trial."""
    exception = trial["exception_info"]
    return {
        "verifier_result": trial["verifier_result"],
        "exception": exception["exception_type"] if isinstance(exception, dict) else None,
    }


@dataclass(frozen=True)
class Reading:
    """The steps from bytes to an answer; ValueError of ``parse`` and ``read`` refuses."""

    decode: Callable[[bytes], str] = bytes.decode
    parse: Callable[[str], object] = jiter_json.parse
    reader: ModelReader = READER
    answer: Callable[[Record], Answer] = answer_of

    def __call__(self, question: TrialResultInput) -> Answer:
        """Return the answer, or raise ValidationError or what ``decode`` raises."""
        text = self.decode(question["result"])
        try:
            return self.answer(self.reader.record("TrialResult", self.parse(text)))
        except ValueError as error:
            raise ValidationError from error


def with_models(models: Mapping[str, Mapping[str, str]]) -> Reading:
    """Return a reading of models of which some members are of another kind."""
    changed = {name: {**READER.models[name], **members} for name, members in models.items()}
    return Reading(reader=replace(READER, models={**READER.models, **changed}))


def with_every_kind(change: Callable[[str], str]) -> Reading:
    """Return a reading of models whose members are all of another kind."""
    models: dict[str, Model] = {
        name: {member: change(kind) for member, kind in model.items()}
        for name, model in READER.models.items()
    }
    return Reading(reader=replace(READER, models=models))


def with_value(kind: str, read: Callable[[object], object]) -> Reading:
    """Return a reading that reads the values of one kind by ``read``."""
    return Reading(reader=replace(READER, values={**READER.values, kind: read}))


def with_value_or_none(kind: str, read: Callable[[object], object]) -> Reading:
    """Return a reading of one kind by ``read``, of which None refuses the value."""

    def read_or_refuse(value: object) -> object:
        found = read(value)
        if found is None:
            raise ValueError
        return found

    return with_value(kind, read_or_refuse)


def with_members(change: Callable[[jiter_json.Object], jiter_json.Object]) -> Reading:
    """Return a reading of objects as ``change`` makes them."""

    def changed(value: object) -> object:
        if isinstance(value, list):
            return [changed(element) for element in value]
        if not isinstance(value, jiter_json.Object):
            return value
        members = [(name, changed(member)) for name, member in change(value).members]
        return jiter_json.Object(members)

    return Reading(parse=lambda text: changed(jiter_json.parse(text)))


def lenient(repair: Callable[[str], str]) -> Reading:
    """Return a reading that repairs what it cannot parse."""

    def parse(text: str) -> object:
        try:
            return jiter_json.parse(text)
        except ValueError:
            return jiter_json.parse(repair(text))

    return Reading(parse=parse)


def members_of(value: object) -> Record:
    """Return the members of an object, the last of each name; ValueError if it is none."""
    if not isinstance(value, jiter_json.Object):
        raise ValueError  # noqa: TRY004 - what refuses a value here
    return dict(value.members)
