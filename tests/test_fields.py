"""Every field of harbor's models of a trial's result is run with every kind of value."""

import json
import math
from typing import Any

import pytest
from harbor.models.job.config import JobConfig
from harbor.models.trial.result import TrialResult
from pydantic import ValidationError

from conformance.certification.plan import EXAMPLES, Profile
from conformance.examination.drawing import by_seed_alone, draw_each
from conformance.operations.catalogue import check_of
from conformance.operations.trial_result import fields
from conformance.operations.trial_result.fields import (
    ODD,
    VALUES,
    Field,
    configuration_with,
    fields_and_values,
    with_value,
    wrong_configurations,
)
from conformance.operations.trial_result.inputs import text_file
from conformance.protocol.values import Result
from oracle.implementation import open_oracle

MEANING = {
    "$defs", "$ref", "additionalProperties", "anyOf", "const", "enum", "format", "items",
    "properties", "required", "type",
}  # fmt: skip
ANYTHING: set[Field] = {
    (*at, "rollout_details", "0", "extra", "*", "0")
    for at in (("agent_result",), ("step_results", "0", "agent_result"))
}
FOLDER_SUFFICES = {("task_id", name) for name in ("git_url", "git_commit_id")}
"""Fields of a repository: without them a task id is that of a folder."""
NEEDS_MORE: set[Field] = {("config", "task", "name"), ("config", "agent", "mcp_servers", "0")}
"""Fields of which no value is right by its kind alone."""


def meaning(schema: Any, *, names: bool = False) -> Any:  # noqa: ANN401 - any JSON
    """Return a schema without what says nothing of values; ``names`` are those of fields."""
    if isinstance(schema, list):
        return [meaning(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = schema if names else {key: one for key, one in schema.items() if key in MEANING}
    return {key: meaning(one, names=key in {"properties", "$defs"}) for key, one in kept.items()}


def test_the_fields_are_those_of_the_installed_harbor() -> None:
    result = meaning(TrialResult.model_json_schema())
    config = meaning(JobConfig.model_json_schema())
    of_both = {**result.pop("$defs"), **config.pop("$defs"), "JobConfig": config}
    assert vars(fields)["_SCHEMA"] == {**result, "$defs": of_both}


def drawn(check_id: str, member: str, times: int = 1) -> list[Any]:
    """Return a member of each input of the default profile in a check, or of as many times more."""
    check, found = check_of(check_id), list[Any]()
    with by_seed_alone():
        examples = math.ceil(EXAMPLES[Profile.DEFAULT] * check.effort) * times
        draw_each(check.cases, lambda case, _: found.append(case.input[member]), 1, examples)
    return found


def test_the_default_profile_runs_every_field_of_a_configuration_with_each_wrong_type() -> None:
    pairs = wrong_configurations()
    texts = {configuration_with(*pair) for pair in pairs}
    assert {*map(json.dumps, drawn("run.configuration/fields", "job"))} == texts
    assert (len({field for field, _ in pairs}), len(pairs)) == (126, 667)


def test_harbor_refuses_each_wrong_type_for_the_field_that_has_it() -> None:
    for field, value in wrong_configurations():
        with pytest.raises(ValidationError) as raised:
            JobConfig.model_validate_json(configuration_with(field, value))
        named = {str(step) for error in raised.value.errors() for step in error["loc"]}
        assert field[-1] == "*" or field[-1] in named, (field, value)


def test_the_default_profile_runs_every_field_with_every_value_and_all_odd_ones_of_its_type() -> (
    None
):
    pairs = fields_and_values()
    asked = {*drawn("trial_result.every-field/every-field", "result")}
    assert asked == {with_value(*pair).encode() for pair in pairs}
    values: dict[Field, set[str]] = {}
    for field, value in pairs:
        values.setdefault(field, set()).add(value)
    assert len(values) == sum(VALUES[1] in some for some in values.values()) == 188
    fields_of = {k: sum({*odd} <= some for some in values.values()) for k, odd in ODD.items()}
    others = {"date-time": 5, "uuid": 2, "topology": 1}
    assert fields_of == {"string": 57, "boolean": 7, "integer": 22, "number": 22} | others


def test_harbor_reads_some_value_of_each_field_and_refuses_another() -> None:
    read: set[Field] = set()
    refused: set[Field] = set()
    with open_oracle() as oracle:
        for field, value in fields_and_values():
            answer = oracle.answer(text_file(with_value(field, value)))
            (read if isinstance(answer, Result) else refused).add(field)
    every = {field for field, _ in fields_and_values()}
    assert every - read == NEEDS_MORE
    assert every - refused == ANYTHING | FOLDER_SUFFICES
