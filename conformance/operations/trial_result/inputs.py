"""Files of the members that harbor requires, and checks that see what harbor makes of them.

Each case is the shortest file that harbor reads, with some members changed. What
changes comes first, so that a case shows what it is about.
``tests/test_oracle_trial_result.py`` holds the texts of ``written`` against harbor's own
``model_dump_json(indent=4)`` (harbor/trial/trial.py:328).
"""

import json
from collections.abc import Mapping, Sequence
from importlib import resources

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Telling, both_kinds, is_result
from conformance.operations.strategies.drawing import either
from conformance.operations.strategies.texts import object_of
from conformance.protocol.values import Case

READ = "harbor reads it"
REFUSED = "harbor refuses it"

REQUIRED = {
    "task_name": '"t"', "trial_name": '"t__1"', "trial_uri": '""', "task_id": '{"path": "t"}',
    "task_checksum": '""', "config": '{"task": {"path": "t"}, "trial_name": "t__1"}',
    "agent_info": '{"name": "a", "version": ""}',
}  # fmt: skip
"""The members that must be there, as JSON text."""

EXCEPTION = {
    "exception_type": '"E"', "exception_message": '""', "exception_traceback": '""',
    "occurred_at": '"2026-01-02T03:04:05"',
}  # fmt: skip
"""The members of an exception, which must all be there, as JSON text."""

VALUES = ('"a"', '""', "null", "1", "0.5", "true", "[]", "{}", '["a"]', '{"a": 1}')
"""JSON text of values of all types."""

UUID = "0a1a992f-3ad1-44c6-a690-65d5af2f3d23"


def file(content: bytes) -> Case:
    """Return the case of a result.json of these bytes."""
    return Case("trial_result", {"result": content})


def text_file(content: str) -> Case:
    """Return the case of a result.json of this text."""
    return file(content.encode())


def json_object(members: Mapping[str, str | None]) -> str:
    """Return the JSON object of members given as JSON text; None leaves a member out."""
    return object_of((name, value) for name, value in members.items() if value is not None)


def document(members: Mapping[str, str | None]) -> str:
    """Return the text of a result.json with these members, the required ones behind them."""
    return json_object({**members, **{n: m for n, m in REQUIRED.items() if n not in members}})


def with_members(members: Mapping[str, str | None]) -> Case:
    """Return the case of a result.json with these members."""
    return text_file(document(members))


def with_rewards(rewards: str) -> Case:
    """Return the case of a result.json with these rewards, given as JSON text."""
    return with_members({"verifier_result": json_object({"rewards": rewards})})


def with_reward(number: str) -> Case:
    """Return the case of a result.json of one reward, given as JSON text."""
    return with_rewards(f'{{"reward": {number}}}')


def exception_with(name: str, value: str | None) -> str:
    """Return the JSON object of an exception with one member of this value; None leaves it out."""
    return json_object({name: value, **{n: m for n, m in EXCEPTION.items() if n != name}})


def with_member(name: str, *values: st.SearchStrategy[str] | Sequence[str]) -> Cases:
    """Files with one member of these values, given as JSON text."""
    return either(*values).map(lambda value: with_members({name: value}))


def inserted(at_the_end: str) -> str:
    """Return the text of a readable result.json with something before its last brace."""
    return document({"verifier_result": '{"rewards": {"a": 1}}'})[:-1] + at_the_end + "}"


BOTH_KINDS = both_kinds(is_result, READ, REFUSED, 0.1)
"""For rules about what harbor reads and what it refuses: a check must see both."""

ALL_READ: Telling = {**BOTH_KINDS, "shares": {READ: 1}}
"""For rules about what harbor always reads."""

_TEXT = (
    resources.files(__package__).joinpath("written.json").read_text(encoding="utf-8").rstrip("\n")
)
"""A trial without a result."""

FINITE = (
    (0, "0"), (1, "1"), (1.0, "1.0"), (0.0, "0.0"), (0.5, "0.5"), (-0.0, "-0.0"), (-1, "-1"),
    (2 / 3, "0.6666666666666666"), (0.1, "0.1"), (1e22, "1e+22"), (1e-7, "1e-7"), (1e16, "1e+16"),
    (5e-324, "5e-324"), (2**53 + 1, "9007199254740993"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (10**30, "1" + "0" * 30), (123456789.125, "123456789.125"),
)  # fmt: skip
"""Numbers, and the text that harbor writes for them."""

NOT_FINITE = ((float("nan"), "null"), (float("inf"), "null"), (float("-inf"), "null"))
"""What harbor writes where a number is none of JSON's."""

EXCEPTION_TYPES = ("RuntimeError", "CancelledError", "VerifierTimeoutError")


def written(rewards: Mapping[str, str] | None, exception: str | None = None) -> str:
    """Return what harbor writes for rewards, given as text, and an exception's type.

    Without rewards, the trial has no verifier result.
    """
    text = _TEXT
    if rewards is not None:
        members = ",".join(f'\n            "{name}": {n}' for name, n in rewards.items())
        inner = f"{{{members}\n        }}" if rewards else "{}"
        text = text.replace(
            '"verifier_result": null', f'"verifier_result": {{\n        "rewards": {inner}\n    }}'
        )
    if exception is not None:
        info = {
            "exception_type": exception, "exception_message": "zu gro\u00df",
            "exception_traceback": f"Traceback (most recent call last):\n{exception}\n",
            "occurred_at": "2026-01-02T03:04:05.678901",
        }  # fmt: skip
        raised = json.dumps(info, indent=4, ensure_ascii=False).replace("\n", "\n    ")
        text = text.replace('"exception_info": null', f'"exception_info": {raised}')
    return text
