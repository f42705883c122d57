"""What a campaign writes down of a piece that was taken, as plain values and as JSON."""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conformance.campaign.asking import Taken
from conformance.campaign.behaviour import Behaviour
from conformance.comparison.differences import Kind
from conformance.diagnosis.diagnosis import finding_of
from conformance.examination.findings import RECORDED, Finding, Observation, size
from conformance.operations import messages
from conformance.protocol.shapes import Json
from conformance.protocol.values import Answer, Case, Fault, Misshapen

type Piece = tuple[str, str, str, int | None]
"""Candidate, clause, check and seed: what was taken once is not taken again."""


@dataclass(frozen=True, slots=True)
class New:
    """What harbor did for the first time in a campaign, and the case at which it did."""

    behaviours: tuple[Behaviour, ...]
    case: Case
    choices: bytes = b""


@dataclass(frozen=True, slots=True)
class Record:
    """One piece: what was taken, how much was asked, and what it showed.

    ``at`` are the seconds of the campaign by then. ``diverging`` are the smallest divergences of
    each kind, and some others that a diagnosis can rest on. ``examples`` are the choices of the
    smallest diverging ones.
    """

    candidate: str
    clause: str
    check: str
    seed: int | None
    cases: int
    answered: int
    at: float
    new: tuple[New, ...] = ()
    diverging: tuple[Observation, ...] = ()
    examples: tuple[bytes, ...] = ()
    problem: str = ""
    not_asked: str = ""
    faults: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()

    @property
    def piece(self) -> Piece:
        """What was taken."""
        return self.candidate, self.clause, self.check, self.seed

    @property
    def operation(self) -> str:
        """The operation that was asked."""
        return self.clause.partition(".")[0]

    @property
    def choices(self) -> tuple[bytes, ...]:
        """The choices of all examples that it keeps."""
        return (*self.examples, *(one.choices for one in self.new if one.choices))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """How the answers of each diverging case part."""
        return tuple(map(finding_of, self.diverging))


MOST_DIVERGING = 10
"""Diverging observations of a generated piece that are written down beside its findings."""


def record_of(candidate: str, taken: Taken, at: float, is_new: Callable[[str], bool]) -> Record:
    """Return what is written down of a piece; ``is_new`` tells what harbor never did before."""
    told: set[str] = set()
    new = []
    for noticed in taken.noticed:
        behaviours = [b for b in noticed.behaviours if b not in told and is_new(b)]
        told.update(behaviours)
        if behaviours:
            new.append(New(tuple(behaviours), noticed.case, noticed.choices))
    return Record(
        candidate=candidate,
        clause=taken.clause,
        check=taken.check,
        seed=taken.drawn_from,
        cases=taken.cases,
        answered=taken.answered,
        at=at,
        new=tuple(new),
        diverging=_diverging(taken),
        examples=taken.examples,
        problem=taken.problem,
        not_asked=taken.not_asked,
        faults=taken.faults,
        stale=taken.stale,
    )


def _diverging(taken: Taken) -> tuple[Observation, ...]:
    """Return the observations of the findings, and of the others the smallest."""
    if not taken.divergences:
        return ()
    cases = [(one.case, one.candidate) for one in taken.divergences]
    kept = [
        Observation(one.clause, one.case, one.expected, one.candidate, one.oracle)
        for one in taken.divergences
    ]
    others = [
        one
        for one in sorted(taken.observations, key=lambda one: size(one.case))
        if (one.case, one.candidate) not in cases and finding_of(one).kind < Kind.SPELLING
    ]
    most = len(others) if taken.check == RECORDED else MOST_DIVERGING
    return (*kept, *others[:most])


def to_json(record: Record) -> dict[str, Json]:
    """Return a record as JSON; what is empty is left out."""
    members: dict[str, Json] = {
        "candidate": record.candidate,
        "clause": record.clause,
        "check": record.check,
        "seed": record.seed,
        "cases": record.cases,
        "answered": record.answered,
        "at": round(record.at, 3),
    }
    more: dict[str, Json] = {
        "new": [
            {
                "behaviours": list(one.behaviours),
                "input": messages.input_to_json(one.case),
                "choices": _text(one.choices),
            }
            for one in record.new
        ],
        "diverging": [_observation(one) for one in record.diverging],
        "examples": [_text(one) for one in record.examples],
        "problem": record.problem,
        "not_asked": record.not_asked,
        "faults": list(record.faults),
        "stale": list(record.stale),
    }
    return members | {name: member for name, member in more.items() if member}


def from_json(document: dict[str, Any]) -> Record:
    """Return the record of JSON; raises KeyError, TypeError or ValueError where it is none."""
    operation = document["clause"].partition(".")[0]
    return Record(
        candidate=document["candidate"],
        clause=document["clause"],
        check=document["check"],
        seed=document["seed"],
        cases=document["cases"],
        answered=document["answered"],
        at=document["at"],
        new=tuple(
            New(
                tuple(one["behaviours"]),
                messages.case_from_json(operation, one["input"]),
                base64.b64decode(one["choices"]),
            )
            for one in document.get("new", ())
        ),
        diverging=tuple(
            _observed(document["clause"], one) for one in document.get("diverging", ())
        ),
        examples=tuple(map(base64.b64decode, document.get("examples", ()))),
        problem=document.get("problem", ""),
        not_asked=document.get("not_asked", ""),
        faults=tuple(document.get("faults", ())),
        stale=tuple(document.get("stale", ())),
    )


def _text(choices: bytes) -> str:
    return base64.b64encode(choices).decode("ascii")


def _observation(one: Observation) -> Json:
    operation = one.case.operation
    answers = {"harbor": one.expected, "candidate": one.candidate, "own": one.oracle}
    return {
        "input": messages.input_to_json(one.case),
        **{who: answer_to_json(operation, answer) for who, answer in answers.items() if answer},
    }


def _observed(clause: str, document: dict[str, Any]) -> Observation:
    operation = clause.partition(".")[0]
    own = document.get("own")
    return Observation(
        clause,
        messages.case_from_json(operation, document["input"]),
        _answer(operation, document["harbor"]),
        _answer(operation, document["candidate"]),
        None if own is None else _answer(operation, own),
    )


def answer_to_json(operation: str, answer: Answer) -> dict[str, Json]:
    """Return an answer as the protocol has it, and what is none by its reason."""
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
