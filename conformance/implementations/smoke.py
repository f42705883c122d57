"""Tells a candidate that does not follow the protocol from one that answers otherwise.

harbor is not needed: the questions and the right answers are recorded ones.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.comparison.agreement import Agreement
from conformance.implementations.process.candidate import ProcessCandidate
from conformance.implementations.process.command import Command
from conformance.implementations.process.faults import CandidateError
from conformance.operations import OPERATIONS
from conformance.operations.comparing import compare
from conformance.protocol import show
from conformance.protocol.shapes import ShapeError
from conformance.protocol.values import Answer, Fault, Misshapen, Unsupported
from conformance.recorded import corpus
from conformance.recorded.corpus import RecordedCase

EACH_TIMEOUT = 5.0
"""Seconds that one answer may take here."""

SECONDS = 1.5
"""Time after which no further question is asked."""

MENDING = {
    "it could not be started": "run the command yourself, from an empty folder",
    "instead of answering": "read its log; run it yourself and type a request",
    "closed its standard input": "read standard input line by line until it ends",
    "closed its standard output": "keep standard output open until the input ends",
    "gave no answer": "answer each request at once, and flush standard output after each line",
    "did not read": "read standard input line by line until it ends",
    "without ending the line": "end each response with a newline; one object a line",
    "without being asked": "write nothing but responses to standard output; logs go to "
    "standard error",
    "not a line of JSON": "write one JSON object a line to standard output, in UTF-8, and "
    "nothing else",
    "not a JSON object": 'a response is an object: {"id": …, "result": …}',
    "answered with id": "echo the id of the request, and answer in the order of the requests",
    "does not have": "list in the result of hello only what is answered",
    '{"int": text}': 'a number is {"int": "12"} or {"float": "0.1"}: decimal text that '
    "reads back; nan, inf and -inf are floats",
    "is due": "see docs/protocol.md, or harbor-conformance protocol --schema",
    "expected exactly one": "see docs/protocol.md, or harbor-conformance protocol --schema",
    "input ended": "exit with status 0 when standard input ends",
    "left processes": "end the processes that it starts before it exits",
}
"""How to mend what a fault's text says; the first that fits holds."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried: whether it went well, and what was seen."""

    kind: str
    what: str
    seen: str = ""


OK, HARNESS, CONFORMANCE = "ok", "broken harness", "not conformant"


def smoke(name: str, command: Command) -> Iterator[Finding]:
    """Yield what was tried, until a fault of the harness makes the rest pointless."""
    deadline = time.monotonic() + SECONDS
    try:
        candidate = ProcessCandidate(name, command)
    except (CandidateError, ShapeError) as error:
        yield Finding(HARNESS, "hello", str(error))
        return
    operations = ", ".join(candidate.operations) or "nothing that is asked"
    yield Finding(OK, "hello", f"{candidate.name} answers {operations}")
    broken = False
    try:
        for finding in _ask(candidate, deadline):
            broken = finding.kind == HARNESS
            yield finding
    finally:
        candidate.close()
    for fault in candidate.faults:
        yield Finding(HARNESS, "end of input", fault)
    if not (candidate.faults or broken):
        yield Finding(OK, "end of input", "it exits with status 0")


def mend(seen: str) -> str:
    """Return how to mend a fault of the harness."""
    return next((how for sign, how in MENDING.items() if sign in seen), "see docs/protocol.md")


def _ask(candidate: ProcessCandidate, deadline: float) -> Iterator[Finding]:
    for operation in OPERATIONS:
        for recorded in corpus.sample(operation) if operation in candidate.operations else ():
            if time.monotonic() > deadline:
                return
            answer = candidate.answer(recorded.case)
            finding = _judge(recorded, answer)
            yield finding
            if finding.kind == HARNESS:
                return


def _judge(recorded: RecordedCase, answer: Answer) -> Finding:
    what = show.case(recorded.case)
    if isinstance(answer, Fault | Misshapen):
        return Finding(HARNESS, what, answer.reason)
    if isinstance(answer, Unsupported):
        return Finding(HARNESS, what, "it announced an operation that it does not have")
    comparison = compare(recorded.case, recorded.answer, answer)
    if comparison.agreement is Agreement.DIVERGENT:
        answers = f"harbor: {show.answer(recorded.answer)}; candidate: {show.answer(answer)}"
        return Finding(CONFORMANCE, what, answers)
    return Finding(OK, what, show.answer(answer))
