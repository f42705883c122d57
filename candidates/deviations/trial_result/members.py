"""Other ideas of what the members of a result.json have to be."""

import uuid
from dataclasses import replace
from datetime import datetime

from candidates.deviations.deviation import Deviation, around, before, entries, family, instead
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
        "fields that are not needed may be missing",
        entries(
            "reader.models.TrialResult",
            {"trial_uri": "text", "task_checksum": "text", "config": "anything"},
        ),
        advice="Require names, URI, task id, checksum, configuration and agent.",
    ),
    Deviation(
        "trial-missing-is-null",
        "trial_result.required-members",
        "a missing field counts as null",
        entries("reader.models.TrialResult", {"id": "uuid?"}),
        advice="Accept null only where harbor's models do.",
    ),
    family(
        "trial-members",
        "trial_result.text-members",
        "{}",
        {
            "as-text": ("numbers are converted to text", before({"reader.values.text": _as_text})),
            "unknown-refused": (
                "unknown fields are refused",
                instead({"reader.known": _none_unknown}),
                "trial_result.unknown-members",
            ),
            "each-repeated": (
                "each of repeated fields is validated",
                instead({"reader.member": _first_and_last_of}),
                "trial_result.repeated-members",
            ),
            "isoformat": (
                "times are read by fromisoformat()",
                entries("reader.values", {"time": _from_isoformat}),
                "trial_result.times",
            ),
            "python-uuid": (
                "ids are read by UUID()",
                entries("reader.values", {"uuid": _python_uuid}),
                "trial_result.id",
            ),
            "one-kind": (
                "a single field decides the kind of a task id",
                around(reader=_choosing_task_ids),
                "trial_result.task-id",
            ),
            "separately": (
                "fields are validated separately",
                instead({"reader.rules": {}}),
                "trial_result.config",
            ),
            "whole-tokens": (
                "a fraction of a token is dropped",
                before({"reader.values.integer": _whole_part}),
                "trial_result.usage",
            ),
            "any-step-rewards": (
                "rewards of steps are not validated",
                entries("reader.models.StepResult", {"verifier_result": "anything"}),
                "trial_result.steps",
            ),
        },
        advice="Validate fields as harbor's models do: text is not converted, unknown fields"
        " are ignored, and the last of repeated fields counts.",
    ),
    Deviation(
        "trial-any-config",
        "trial_result.config",
        "the configuration is not validated",
        entries("reader.models.TrialResult", {"config": "{anything}!"}),
        advice="Validate the configuration.",
    ),
    Deviation(
        "trial-any-agent",
        "trial_result.every-field",
        "the agent's configuration is not validated",
        entries("reader.models.TrialConfig", {"agent": "{anything}"}),
        advice="Validate the agent's configuration.",
    ),
)
"""Each breaks one clause about the members that no answer holds."""
