"""The journal: what each work item showed, one line of JSON each, whole or not there."""

import base64
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

from conformance.diagnosis.diagnosis import finding_of
from conformance.examination.findings import RECORDED, Finding, Observation, size
from conformance.fuzz.work import NewBehaviour, WorkResult
from conformance.operations import messages
from conformance.protocol.differences import Kind
from conformance.protocol.shapes import Json
from conformance.protocol.values import Answer, Case, Fault, Misshapen

MOST_DIVERGING = 10
"""Diverging observations of a generated item that are written down in addition to its findings."""

type Done = tuple[str, str, str, int | None]
"""Candidate, clause, check and seed of a work item, which is done once."""


class JournalError(Exception):
    """A journal cannot be read."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """What a work item showed of a candidate, ``at`` so many seconds after fuzzing began."""

    candidate: str
    clause: str
    check: str
    seed: int | None
    cases: int
    answered: int
    at: float
    new: tuple[NewBehaviour, ...] = ()
    diverging: tuple[Observation, ...] = ()
    examples: tuple[bytes, ...] = ()
    problem: str = ""
    not_asked: str = ""
    faults: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, candidate: str, result: WorkResult, at: float, new: tuple[NewBehaviour, ...]
    ) -> "JournalEntry":
        """Return the entry of a result, in which only ``new`` had not been seen before."""
        return cls(
            candidate=candidate,
            clause=result.clause,
            check=result.check,
            seed=result.drawn_from,
            cases=result.cases,
            answered=result.answered,
            at=round(at, 3),
            new=new,
            diverging=_diverging(result),
            examples=result.examples,
            problem=result.problem,
            not_asked=result.not_asked,
            faults=result.faults,
            stale=result.stale,
        )

    @property
    def item(self) -> Done:
        """The work item."""
        return self.candidate, self.clause, self.check, self.seed

    @property
    def operation(self) -> str:
        """The operation of the clause."""
        return self.clause.partition(".")[0]

    @property
    def choices(self) -> tuple[bytes, ...]:
        """The choices of all examples of the entry."""
        return (*self.examples, *(one.choices for one in self.new if one.choices))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """How the answers differ, case by case."""
        return tuple(map(finding_of, self.diverging))


def _diverging(result: WorkResult) -> tuple[Observation, ...]:
    """Return the observations of the findings, and of the others the smallest."""
    if not result.divergences:
        return ()
    cases = [(one.case, one.candidate) for one in result.divergences]
    kept = [
        Observation(one.clause, one.case, one.expected, one.candidate, one.oracle)
        for one in result.divergences
    ]
    others = [
        one
        for one in sorted(result.observations, key=lambda one: size(one.case))
        if (one.case, one.candidate) not in cases and finding_of(one).kind < Kind.SPELLING
    ]
    most = len(others) if result.check == RECORDED else MOST_DIVERGING
    return (*kept, *others[:most])


class Journal:
    """An open journal; what is written stays, however this process ends."""

    def __init__(self, descriptor: int) -> None:
        """Take the descriptor of a file to append to."""
        self._descriptor = descriptor

    def append(self, entry: JournalEntry) -> None:
        """Write an entry down; raises OSError."""
        line = f"{json.dumps(to_json(entry))}\n".encode()
        while line:
            line = line[os.write(self._descriptor, line) :]


@contextmanager
def opened(file: Path) -> Iterator[Journal]:
    """Yield a journal to write to, without a last line that was cut; raises OSError."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        os.ftruncate(descriptor, len(_whole(file)))
        yield Journal(descriptor)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read(file: Path) -> Iterator[JournalEntry]:
    """Yield the entries of a journal, except for a last line that was cut; raises JournalError."""
    for number, line in enumerate(_whole(file).splitlines() if file.exists() else (), 1):
        try:
            yield from_json(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise JournalError(f"{file}, line {number}: invalid journal entry") from error


def _whole(file: Path) -> bytes:
    """Return a file up to the end of its last whole line."""
    content = file.read_bytes()
    return content[: content.rfind(b"\n") + 1]


def to_json(entry: JournalEntry) -> dict[str, Json]:
    """Return an entry as JSON, without empty fields that may be absent."""
    values = {one.name: getattr(entry, one.name) for one in fields(entry)}
    always = {"candidate", "clause", "check", "seed", "cases", "answered", "at"}
    return {name: _plain(value) for name, value in values.items() if value or name in always}


def from_json(document: dict[str, Any]) -> JournalEntry:
    """Return the entry of JSON; raises KeyError, TypeError or ValueError where it is none."""
    return _read(JournalEntry, document, document["clause"].partition(".")[0])  # type: ignore[no-any-return]


def _plain(value: Any) -> Json:  # noqa: ANN401 - the value of any field
    match value:
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case tuple():
            return [_plain(one) for one in value]
        case Case():
            return messages.input_to_json(value)
        case Observation():
            answers = {
                "expected": value.expected,
                "candidate": value.candidate,
                "oracle": value.oracle,
            }
            operation = value.case.operation
            told = {name: answer_to_json(operation, one) for name, one in answers.items() if one}
            return {"clause": value.clause, "input": _plain(value.case), **told}
        case NewBehaviour():
            return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    plain: Json = value
    return plain


def _read(kind: Any, value: Any, operation: str) -> Any:  # noqa: ANN401 - the value of any field
    if kind is bytes:
        return base64.b64decode(value)
    if kind is Case:
        return messages.case_from_json(operation, value)
    if kind is Observation:
        case = messages.case_from_json(operation, value["input"])
        expected, candidate = (_answer(operation, value[who]) for who in ("expected", "candidate"))
        oracle = _answer(operation, value["oracle"]) if "oracle" in value else None
        return Observation(value["clause"], case, expected, candidate, oracle)
    if kind in {JournalEntry, NewBehaviour}:
        hints = get_type_hints(kind)
        return kind(**{name: _read(hints[name], one, operation) for name, one in value.items()})
    if isinstance(value, list):
        return tuple(_read(get_args(kind)[0], one, operation) for one in value)
    return value


def answer_to_json(operation: str, answer: Answer) -> dict[str, Json]:
    """Return an answer as the protocol has it; a missing or malformed one by its reason."""
    if isinstance(answer, Fault):
        return {"fault": answer.reason}
    if isinstance(answer, Misshapen):
        return {"misshapen": answer.reason}
    return messages.answer_to_json(operation, answer)


def _answer(operation: str, document: dict[str, Any]) -> Answer:
    if "fault" in document:
        return Fault(document["fault"])
    if "misshapen" in document:
        return Misshapen(document["misshapen"])
    return messages.answer_from_json(operation, document)
