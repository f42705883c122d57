"""Every field of harbor's models of a trial's result is run with every kind of value."""

import math
from typing import Any

import pytest
from harbor.models.trial.result import TrialResult

from conformance.certification.plan import EXAMPLES, Profile
from conformance.examination.drawing import by_seed_alone, draw_each
from conformance.operations.catalogue import check_of
from conformance.operations.trial_result import fields
from conformance.operations.trial_result.fields import (
    ODD,
    VALUES,
    Field,
    fields_and_values,
    with_value,
)
from conformance.operations.trial_result.inputs import text_file
from conformance.protocol.values import Case, Result
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
NEEDS_MORE: set[Field] = {
    ("config", "task", "name"),
    ("config", "agent", "mcp_servers", "0"),
    ("config", "environment", "override_tpu", "topology"),
}
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
    assert vars(fields)["_SCHEMA"] == meaning(TrialResult.model_json_schema())


def test_the_default_profile_runs_every_field_with_every_value() -> None:
    check = check_of("trial_result.every-field/every-field")
    drawn: set[bytes] = set()

    def note(case: Case, _: bytes) -> None:
        drawn.add(bytes(case.input["result"]))  # type: ignore[arg-type] # bytes

    with by_seed_alone():
        examples = math.ceil(EXAMPLES[Profile.DEFAULT] * check.effort)
        draw_each(check.cases, note, 1, examples)
    pairs = fields_and_values()
    assert drawn == {with_value(*pair).encode() for pair in pairs}
    whole = {field for field, value in pairs if value == VALUES[1]}
    assert (len({field for field, _ in pairs}), len(whole)) == (188, 188)


@pytest.mark.parametrize(
    ("kind", "fields_of_it"),
    [
        ("string", 57),
        ("boolean", 7),
        ("integer", 22),
        ("number", 22),
        ("date-time", 5),
        ("uuid", 2),
    ],
)
def test_fields_of_each_type_and_format_have_all_its_odd_values(
    kind: str, fields_of_it: int
) -> None:
    values: dict[Field, set[str]] = {}
    for field, value in fields_and_values():
        values.setdefault(field, set()).add(value)
    have_all = [field for field, some in values.items() if {*ODD[kind]} <= some]
    assert len(have_all) == fields_of_it


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
