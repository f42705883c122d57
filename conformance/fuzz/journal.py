"""The journal: what each work item showed, one line of JSON each, whole or not there."""

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conformance.certification.reporting import answer_of, answer_to_json
from conformance.examination.findings import Observation
from conformance.fuzz.config import FuzzError
from conformance.fuzz.work import Example, WorkResult
from conformance.operations import messages
from conformance.protocol.shapes import Json

_ALWAYS = ("candidate", "clause", "check", "seed", "cases", "answered", "at")
_MAYBE = ("new", "diverging", "examples", "problem", "not_asked", "faults", "stale")
"""The fields of a line; those that may be absent are absent where they are empty."""


@contextmanager
def opened(file: Path) -> Iterator[Callable[[WorkResult], None]]:
    """Yield what appends a result to a journal, of which a last line that was cut is removed.

    What is written stays, however this process ends. Raises OSError, also where it appends.
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
    """Yield the results of a journal, except for a last line that was cut; raises FuzzError."""
    for number, line in enumerate(_whole(file).splitlines() if file.exists() else (), 1):
        try:
            yield from_json(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FuzzError(f"{file}, line {number}: invalid journal entry") from error


def _whole(file: Path) -> bytes:
    """Return a file up to the end of its last whole line."""
    content = file.read_bytes()
    return content[: content.rfind(b"\n") + 1]


def to_json(result: WorkResult) -> dict[str, Json]:
    """Return a result as JSON."""
    plain: dict[str, Any] = {
        "seed": result.drawn_from,
        "new": [
            {
                "behaviours": list(one.behaviours),
                "case": messages.input_to_json(one.case),
                "choices": b64encode(one.choices).decode(),
            }
            for one in result.new
        ],
        "diverging": list(map(_observation_to_json, result.observations)),
        "examples": [b64encode(one).decode() for one in result.examples],
    }
    values = {name: plain.get(name, getattr(result, name, None)) for name in (*_ALWAYS, *_MAYBE)}
    return {name: value for name, value in values.items() if value or name in _ALWAYS}


def from_json(document: dict[str, Any]) -> WorkResult:
    """Return the result of JSON; raises KeyError, TypeError or ValueError where it is none."""
    values = {name: document[name] for name in _ALWAYS}
    values |= {name: document.get(name, "") for name in ("problem", "not_asked")}
    values |= {name: tuple(document.get(name, ())) for name in ("faults", "stale")}
    operation = values["clause"].partition(".")[0]
    return WorkResult(
        **values | {"seed": 0, "seconds": 0.0},
        drawn_from=values["seed"],
        observations=tuple(_observation(operation, one) for one in document.get("diverging", ())),
        new=tuple(
            Example(
                tuple(one["behaviours"]),
                messages.case_from_json(operation, one["case"]),
                b64decode(one["choices"]),
            )
            for one in document.get("new", ())
        ),
        examples=tuple(map(b64decode, document.get("examples", ()))),
    )


def _observation_to_json(seen: Observation) -> dict[str, Json]:
    answers = {"expected": seen.expected, "candidate": seen.candidate, "oracle": seen.oracle}
    operation = seen.case.operation
    told = {name: answer_to_json(operation, one) for name, one in answers.items() if one}
    return {"clause": seen.clause, "input": messages.input_to_json(seen.case), **told}


def _observation(operation: str, document: dict[str, Any]) -> Observation:
    answers = {
        name: answer_of(operation, document[name])
        for name in ("expected", "candidate", "oracle")
        if name in document
    }
    return Observation(
        document["clause"], messages.case_from_json(operation, document["input"]), **answers
    )
