"""A result.json of any size: long messages, many steps, many rewards and long names."""

import json
from collections.abc import Callable

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, extreme
from conformance.operations.strategies.drawing import build
from conformance.operations.strategies.sizes import (
    MEGABYTE,
    OF_MANY_MEMBERS,
    counts,
    file_sizes,
    long_pair,
    names,
)
from conformance.operations.trial_result import sources
from conformance.operations.trial_result.inputs import exception_with, with_members, with_rewards
from conformance.protocol.values import Case

LEVEL = extreme("no result has a megabyte, a thousand rewards, or keys of thousands of characters")

_REWARDS = '{"rewards": {"a": 1}}'

_STEP = f'{{"step_name": "s", "verifier_result": {_REWARDS}}}'


def _text(size: int, piece: str = "x") -> str:
    return '"' + piece * (size // len(piece)) + '"'


def _list(element: str, size: int) -> str:
    return "[" + ", ".join([element] * (size // (len(element) + 2))) + "]"


_FILES: dict[str, Callable[[int], dict[str, str | None]]] = {
    "message": lambda size: {"exception_info": exception_with("exception_message", _text(size))},
    "traceback": lambda size: {
        "exception_info": exception_with("exception_traceback", _text(size, "\\n"))
    },
    "address": lambda size: {"trial_uri": _text(size)},
    "spaces": lambda size: {"id": None, "started_at": "null".rjust(size)},
}


_FILES_OF_MEMBERS: dict[str, Callable[[int], dict[str, str | None]]] = {
    "steps": lambda size: {"step_results": _list(_STEP, size)},
    "details": lambda size: {"agent_result": f'{{"metadata": {{"m": {_list("0.5", size)}}}}}'},
}


@clause("any-size-of-file", sources.READ, sources.TRIAL, effort=0.075)
def files_of_any_size() -> Cases:
    """All of the file is read, of any size."""
    return st.one_of(
        build(file_of_size, file_sizes(MEGABYTE), [*_FILES]),
        build(file_of_size, file_sizes(OF_MANY_MEMBERS), [*_FILES_OF_MEMBERS]),
    )


def file_of_size(size: int, kind: str) -> Case:
    """Return the case of a file whose rewards follow this many bytes."""
    members = (_FILES | _FILES_OF_MEMBERS)[kind](size)
    return with_members({**members, "verifier_result": _REWARDS})


@clause("any-number-of-rewards", sources.READ, sources.REWARDS, effort=0.075)
def many_rewards() -> Cases:
    """Each reward is read back, however many there are."""
    return counts().map(
        lambda count: with_rewards(json.dumps(dict(zip(names(count), range(count), strict=True))))
    )


@clause("names-of-any-length", sources.READ, sources.REWARDS, effort=0.075)
def long_names() -> Cases:
    """Names of rewards are kept to their last character, however long they are."""
    return long_pair().map(
        lambda names: with_rewards(json.dumps(dict.fromkeys(names, 1), ensure_ascii=False))
    )
