"""Other ideas of what the members of a result.json have to be."""

import uuid
from dataclasses import replace
from datetime import datetime

from candidates.deviations.deviation import Deviation, around, before, entries, instead
from candidates.deviations.trial_result.changes import on_objects
from candidates.reference import lax_values
from candidates.reference.jiter_json import Object
from candidates.reference.model_reader import Members, Model, ModelReader, Read

_I64_LIMIT = 2.0**63


def _none_unknown(model: Model, members: Members) -> Members:
    if {name for name, _ in members} - model.keys():
        raise ValueError
    return members


def _first_and_last_of(values: list[object], read: Read) -> object:
    read(values[0])
    return read(values[-1])


def _first_of_each_name(value: Object) -> Object:
    first = dict(reversed(value.members))
    return Object([(name, first[name]) for name in dict(value.members)])


def _as_text(value: object) -> object:
    """Make text of numbers and booleans."""
    return str(value) if isinstance(value, int | float) else value


def _from_isoformat(value: object) -> object:
    """Read times as Python does."""
    return datetime.fromisoformat(lax_values.text(value))


def _python_uuid(value: object) -> object:
    """Read UUIDs as Python does, which drops hyphens and braces wherever they are."""
    return uuid.UUID(lax_values.text(value))


def _choosing_task_ids(reader: ModelReader) -> ModelReader:
    """Choose the kind of task id by the members that it has."""

    def read(value: object) -> object:
        names = dict(value.members) if isinstance(value, Object) else {}
        other = "PackageTaskId" if "org" in names else "LocalTaskId"
        return reader.read("GitTaskId" if "git_url" in names else other, value)

    trial = {**reader.models["TrialResult"], "task_id": "task!"}
    return replace(
        reader,
        models={**reader.models, "TrialResult": trial},
        values={**reader.values, "task": read},
    )


def _whole_part(value: object) -> object:
    """Cut the fraction off a number."""
    return int(value) if isinstance(value, float) and abs(value) < _I64_LIMIT else value


DEVIATIONS = (
    Deviation(
        "trial-required-if-used",
        "trial_result.required-members",
        "what the answer does not need may be missing",
        entries(
            "reader.models.TrialResult",
            {"trial_uri": "text", "task_checksum": "text", "config": "anything"},
        ),
    ),
    Deviation(
        "trial-missing-is-null",
        "trial_result.required-members",
        "null stands for a member that is missing",
        entries("reader.models.TrialResult", {"id": "uuid?"}),
    ),
    Deviation(
        "trial-as-text",
        "trial_result.text-members",
        "numbers become text",
        before({"reader.values.text": _as_text}),
    ),
    Deviation(
        "trial-strict-models",
        "trial_result.unknown-members",
        "unknown members are refused",
        instead({"reader.known": _none_unknown}),
    ),
    Deviation(
        "trial-first-member-counts",
        "trial_result.repeated-members",
        "the first of a name counts",
        on_objects(_first_of_each_name),
    ),
    Deviation(
        "trial-each-member",
        "trial_result.repeated-members",
        "each of a name must be right",
        instead({"reader.member": _first_and_last_of}),
    ),
    Deviation(
        "trial-from-isoformat",
        "trial_result.times",
        "times are read by fromisoformat()",
        entries("reader.values", {"time": _from_isoformat}),
    ),
    Deviation(
        "trial-python-uuid",
        "trial_result.id",
        "ids are read by UUID()",
        entries("reader.values", {"uuid": _python_uuid}),
    ),
    Deviation(
        "trial-kind-by-member",
        "trial_result.task-id",
        "one member tells which of three kinds it is",
        around(reader=_choosing_task_ids),
    ),
    Deviation(
        "trial-any-config",
        "trial_result.config",
        "the configuration is not looked at",
        entries("reader.models.TrialResult", {"config": "{anything}!"}),
    ),
    Deviation(
        "trial-members-alone",
        "trial_result.config",
        "members are looked at one by one",
        instead({"reader.rules": {}}),
    ),
    Deviation(
        "trial-whole-part",
        "trial_result.usage",
        "a fraction of a token is dropped",
        before({"reader.values.integer": _whole_part}),
    ),
    Deviation(
        "trial-any-step-rewards",
        "trial_result.steps",
        "the rewards of a step are not looked at",
        entries("reader.models.StepResult", {"verifier_result": "anything"}),
    ),
)
"""Each breaks one clause about the members that no answer holds."""
