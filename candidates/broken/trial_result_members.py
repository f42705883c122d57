"""Wrong ideas of what the members of a result.json have to be."""

import uuid
from datetime import datetime

from candidates.broken.trial_result_parts import (
    Reading,
    with_members,
    with_models,
    with_value,
    with_value_or_none,
)
from candidates.broken.variant import Function, Variant
from candidates.reference import lax_values
from candidates.reference.jiter_json import Object
from candidates.reference.model_reader import ModelReader, Record
from candidates.reference.trial_result_model import READER

_I64_LIMIT = 2.0**63


class _Strict(ModelReader):
    """Models that refuse what they do not know."""

    def record(self, model: str, value: object) -> Record:
        """Refuse a member that the model does not have."""
        if isinstance(value, Object) and {n for n, _ in value.members} - self.models[model].keys():
            raise ValueError(model)
        return super().record(model, value)


class _Each(ModelReader):
    """Models that look at each of two members of one name."""

    def record(self, model: str, value: object) -> Record:
        """Refuse a member whose first value is wrong."""
        first = Object(value.members[::-1]) if isinstance(value, Object) else value
        super().record(model, first)
        return super().record(model, value)


def _with(kind: type[ModelReader]) -> Reading:
    return Reading(reader=kind(READER.models, READER.values, READER.rules))


def _first_of_each_name(value: Object) -> Object:
    names: set[str] = set()
    kept: list[tuple[str, object]] = []
    for name, member in value.members:
        if name not in names:
            kept.append((name, member))
            names.add(name)
    return Object(kept)


def _as_text(value: object) -> object:
    """Make text of numbers and booleans."""
    return str(value) if isinstance(value, bool | int | float) else lax_values.text(value)


def _from_isoformat(value: object) -> object:
    """Read times as Python does."""
    return datetime.fromisoformat(lax_values.text(value))


def _python_uuid(value: object) -> object:
    """Read UUIDs as Python does, which drops hyphens and braces wherever they are."""
    return uuid.UUID(lax_values.text(value))


def _kind_by_member(value: object) -> object:
    """Choose the kind of task id by the members that it has."""
    names = {name for name, _ in value.members} if isinstance(value, Object) else set()
    other = "PackageTaskId" if "org" in names else "LocalTaskId"
    return READER.read("GitTaskId" if "git_url" in names else other, value)


def _any_task_id() -> Reading:
    """Return a reading that tells task ids by one member."""
    trial = {**READER.models["TrialResult"], "task_id": "task!"}
    return Reading(
        reader=ModelReader(
            {**READER.models, "TrialResult": trial},
            {**READER.values, "task": _kind_by_member},
            READER.rules,
        )
    )


def _whole_part(value: object) -> object:
    """Cut the fraction off a number."""
    if isinstance(value, float) and abs(value) < _I64_LIMIT:
        return int(value)
    return lax_values.integer(value)


def _variant(name: str, clause: str, mistake: str, function: Function) -> Variant:
    return Variant(f"trial-{name}", f"trial_result.{clause}", mistake, function)


_NOT_ALL = {"trial_uri": "text", "task_checksum": "text", "config": "anything"}

VARIANTS = (
    _variant(
        "required-if-used",
        "required-members",
        "what the answer does not need may be missing",
        with_models({"TrialResult": _NOT_ALL}),
    ),
    _variant(
        "missing-is-null",
        "required-members",
        "null stands for a member that is missing",
        with_models({"TrialResult": {"id": "uuid?"}}),
    ),
    _variant("as-text", "text-members", "numbers become text", with_value("text", _as_text)),
    _variant("strict-models", "unknown-members", "unknown members are refused", _with(_Strict)),
    _variant(
        "first-member-counts",
        "repeated-members",
        "the first of a name counts",
        with_members(_first_of_each_name),
    ),
    _variant("each-member", "repeated-members", "each of a name must be right", _with(_Each)),
    _variant(
        "from-isoformat",
        "times",
        "times are read by fromisoformat()",
        with_value_or_none("time", _from_isoformat),
    ),
    _variant("python-uuid", "id", "ids are read by UUID()", with_value("uuid", _python_uuid)),
    _variant(
        "kind-by-member",
        "task-id",
        "one member tells which of three kinds it is",
        _any_task_id(),
    ),
    _variant(
        "any-config",
        "config",
        "the configuration is not looked at",
        with_models({"TrialResult": {"config": "{anything}!"}}),
    ),
    _variant(
        "members-alone",
        "config",
        "members are looked at one by one",
        Reading(reader=ModelReader(READER.models, READER.values)),
    ),
    _variant(
        "whole-part",
        "usage",
        "a fraction of a token is dropped",
        with_value("integer", _whole_part),
    ),
    _variant(
        "any-step-rewards",
        "steps",
        "the rewards of a step are not looked at",
        with_models({"StepResult": {"verifier_result": "anything"}}),
    ),
)
