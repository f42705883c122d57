"""Files of the members that harbor requires, and checks that see what harbor makes of them.

Each case is the shortest file that harbor reads, with some members changed. What
changes comes first, so that a case shows what it is about.
"""

from collections.abc import Mapping

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Telling, both_kinds, is_result
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


def file(content: bytes) -> Case:
    """Return the case of a result.json of these bytes."""
    return Case("trial_result", {"result": content})


def text_file(content: str) -> Case:
    """Return the case of a result.json of this text."""
    return file(content.encode())


def json_object(members: Mapping[str, str | None]) -> str:
    """Return the JSON object of members given as JSON text; None leaves a member out."""
    return "{" + ", ".join(f'"{n}": {m}' for n, m in members.items() if m is not None) + "}"


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


def with_member(name: str, *values: st.SearchStrategy[str]) -> Cases:
    """Files with one member of these values, given as JSON text."""
    return st.one_of(values).map(lambda value: with_members({name: value}))


def inserted(at_the_end: str) -> str:
    """Return the text of a readable result.json with something before its last brace."""
    return document({"verifier_result": '{"rewards": {"a": 1}}'})[:-1] + at_the_end + "}"


BOTH_KINDS = both_kinds(is_result, READ, REFUSED, 0.1)
"""For rules about what harbor reads and what it refuses: a check must see both."""

ALL_READ: Telling = {**BOTH_KINDS, "shares": {READ: 1}}
"""For rules about what harbor always reads."""
