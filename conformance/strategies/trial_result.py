"""Questions about a trial's result.json, built from the members that harbor requires.

Each is the shortest file that harbor reads, with some members changed. What changes
comes first, so that a case shows what it is about.
"""

from collections.abc import Mapping

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.characters import edited

REQUIRED = {
    "task_name": '"t"',
    "trial_name": '"t__1"',
    "trial_uri": '""',
    "task_id": '{"path": "t"}',
    "task_checksum": '""',
    "config": '{"task": {"path": "t"}, "trial_name": "t__1"}',
    "agent_info": '{"name": "a", "version": ""}',
}
"""The members that must be there, as JSON text."""

EXCEPTION = {
    "exception_type": '"E"',
    "exception_message": '""',
    "exception_traceback": '""',
    "occurred_at": '"2026-01-02T03:04:05"',
}
"""The members of an exception, which must all be there, as JSON text."""

_PIECES = (
    *("0", "1", "-", ".", '"', ",", ":", "{", "}", "[", "]", " ", "\n", "\\", "'", "/", "null"),
    *("true", "NaN", "\t", "\x00", "\ufeff", "\u00e9", '"reward": 1,', "[]", "{}", "1e400"),
)


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


def with_member(name: str, *values: st.SearchStrategy[str]) -> st.SearchStrategy[Case]:
    """Files with one member of these values, given as JSON text."""
    return st.one_of(values).map(lambda value: with_members({name: value}))


def inserted(at_the_end: str) -> str:
    """Return the text of a readable result.json with something before its last brace."""
    return document({"verifier_result": '{"rewards": {"a": 1}}'})[:-1] + at_the_end + "}"


def edited_anywhere() -> st.SearchStrategy[Case]:
    """A readable file, most of them with a few characters out of place."""
    readable = (
        document({}),
        document({"verifier_result": '{"rewards": {"reward": 1}}'}),
        document({"verifier_result": '{"rewards": {"a": 0.5, "b": -2}}', "source": "null"}),
        document({"exception_info": json_object(EXCEPTION)}),
    )
    near_the_start = edited(readable, _PIECES)
    return st.one_of(near_the_start, st.builds(_turned, near_the_start)).map(text_file)


def _turned(text: str) -> str:
    """Return the object with its first member moved to the end, where it is one."""
    first, separator, rest = text[1:-1].partition(", ")
    return f"{{{rest}{separator}{first}}}"
