"""The journal: the result of each work item, as one complete line of JSON."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conformance.certification.reporting import answer_of, answer_to_json
from conformance.examination.findings import Observation
from conformance.fuzz.config import FuzzError
from conformance.fuzz.work import Example, WorkResult
from conformance.operations import messages

_PLAIN = (
    "candidate", "clause", "check", "drawn_from", "at", "cases", "answered", "declared",
    "predicted", "problem", "not_asked",
)  # fmt: skip
_LISTS = ("faults", "stale", "examples")
_ANSWERS = ("expected", "candidate", "oracle")


@contextmanager
def opened(file: Path) -> Iterator[Callable[[WorkResult], None]]:
    """Yield a function that appends a result to a journal, after removing a partial last line.

    Written results survive any end of this process. Raises OSError, also on appending.
    """
    with file.open("ab", buffering=0) as stream:
        stream.truncate(len(_whole(file)))

        def append(result: WorkResult) -> None:
            line = f"{json.dumps(to_json(result))}\n".encode()
            while line:
                line = line[stream.write(line) :]

        yield append
        os.fsync(stream)


def read(file: Path) -> Iterator[WorkResult]:
    """Yield the results of a journal, except a partial last line; raises FuzzError."""
    for number, line in enumerate(_whole(file).splitlines() if file.exists() else (), 1):
        try:
            yield from_json(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FuzzError(f"{file}, line {number}: invalid journal entry") from error


def _whole(file: Path) -> bytes:
    """Return a file up to the end of its last complete line."""
    content = file.read_bytes()
    return content[: content.rfind(b"\n") + 1]


def to_json(result: WorkResult) -> dict[str, Any]:
    """Return a result as JSON, its cases and answers in the form of reports."""
    plain: dict[str, Any] = {name: getattr(result, name) for name in (*_PLAIN, *_LISTS)}
    return plain | {
        "applied": sorted(result.applied),
        "new": [[one.behaviours, messages.input_to_json(one.case)] for one in result.new],
        "observations": [
            {
                "clause": one.clause,
                "input": messages.input_to_json(one.case),
                **{
                    name: answer_to_json(one.case.operation, answer)
                    for name in _ANSWERS
                    if (answer := getattr(one, name)) is not None
                },
            }
            for one in result.observations
        ],
    }


def from_json(line: dict[str, Any]) -> WorkResult:
    """Return the result of JSON; raises KeyError, TypeError or ValueError for other JSON."""
    operation = line["clause"].partition(".")[0]
    plain: dict[str, Any] = {name: line[name] for name in _PLAIN}
    return WorkResult(
        **plain | {name: tuple(line[name]) for name in _LISTS},
        seconds=0.0,
        seed=0,
        applied=frozenset(line["applied"]),
        new=tuple(
            Example(tuple(behaviours), messages.case_from_json(operation, case))
            for behaviours, case in line["new"]
        ),
        observations=tuple(
            Observation(
                one["clause"],
                messages.case_from_json(operation, one["input"]),
                **{name: answer_of(operation, one[name]) for name in _ANSWERS if name in one},
            )
            for one in line["observations"]
        ),
    )
