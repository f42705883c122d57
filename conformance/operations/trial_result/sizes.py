"""A result.json of any size: long messages, many steps, many rewards and long names."""

import json
from collections.abc import Callable

from hypothesis import strategies as st

from conformance.operations.check import Check
from conformance.operations.clause import Clause
from conformance.operations.strategies.sizes import (
    LETTERS,
    MEGABYTE,
    alike,
    counts,
    file_sizes,
    lengths,
    names,
)
from conformance.operations.trial_result import sources
from conformance.operations.trial_result.questions import (
    Cases,
    exception_with,
    with_members,
    with_rewards,
)
from conformance.protocol.values import Case

_REWARDS = '{"rewards": {"a": 1}}'

_STEP = f'{{"step_name": "s", "verifier_result": {_REWARDS}}}'

_OF_MANY_MEMBERS = 70_000
"""Bytes of the largest file that is full of members: they take readers long."""

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


def _text(size: int, piece: str = "x") -> str:
    return '"' + piece * (size // len(piece)) + '"'


def _list(element: str, size: int) -> str:
    return "[" + ", ".join([element] * (size // (len(element) + 2))) + "]"


def files_of_any_size() -> Cases:
    """Files whose rewards stand behind up to a megabyte of something else."""
    return st.one_of(
        st.builds(file_of_size, file_sizes(MEGABYTE), st.sampled_from([*_FILES])),
        st.builds(
            file_of_size, file_sizes(_OF_MANY_MEMBERS), st.sampled_from([*_FILES_OF_MEMBERS])
        ),
    )


def file_of_size(size: int, kind: str) -> Case:
    """Return the case of a file whose rewards stand behind so many bytes."""
    members = (_FILES | _FILES_OF_MEMBERS)[kind](size)
    return with_members({**members, "verifier_result": _REWARDS})


def many_rewards() -> Cases:
    """Files of many rewards."""
    return counts().map(rewards_of_size)


def rewards_of_size(count: int) -> Case:
    """Return the case of so many rewards."""
    return with_rewards(json.dumps({name: number for number, name in enumerate(names(count))}))


def long_names() -> Cases:
    """Two rewards whose names only their last characters tell apart."""
    return st.builds(names_of_length, lengths(), LETTERS)


def names_of_length(length: int, letter: str) -> Case:
    """Return the case of two names of this length."""
    return with_rewards(json.dumps(dict.fromkeys(alike(length, letter), 1), ensure_ascii=False))


CLAUSES = (
    Clause(
        "trial_result.any-size-of-file",
        "All of the file is read, whatever its size.",
        (sources.READ, sources.TRIAL),
        checks=(Check("files-of-any-size", files_of_any_size(), effort=0.075),),
    ),
    Clause(
        "trial_result.any-number-of-rewards",
        "Each reward is read back, however many there are.",
        (sources.READ, sources.REWARDS),
        checks=(Check("many-rewards", many_rewards(), effort=0.075),),
    ),
    Clause(
        "trial_result.names-of-any-length",
        "Names of rewards are kept to their last character, however long they are.",
        (sources.READ, sources.REWARDS),
        checks=(Check("long-names", long_names(), effort=0.075),),
    ),
)
