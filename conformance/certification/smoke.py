"""Checks whether a candidate follows the protocol, with a few recorded cases and without harbor."""

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.expecting import Expectation
from conformance.examination import corpus
from conformance.examination.corpus import RecordedCase
from conformance.implementations.process.candidate import ProcessCandidate
from conformance.implementations.process.command import Command
from conformance.implementations.process.pipe import CandidateError
from conformance.implementations.process.prediction import Predictions
from conformance.operations import EVERY_OPERATION
from conformance.operations.comparing import Agreement, compare
from conformance.protocol import show
from conformance.protocol.differences import Kind
from conformance.protocol.shapes import ShapeError
from conformance.protocol.values import HARBOR_VERSION, Answer, Case

EACH_TIMEOUT = 5.0
"""The time limit of one answer, in seconds."""

SECONDS = 1.5
"""Time from hello after which no further case is sent, beyond one of each operation."""

TELLING = {
    "verifier": "verifier.json-wins.both-readable",
    "multi_step": "multi_step.missing-name-counts-zero.one-of-two",
    "metric": "metric.compensated-sum.mean-of-tenths",
    "pass_at_k": "pass_at_k.absent-rewards-fail.counts-for-n",
    "job": "job.groups.model-and-source",
    "trial_result": "trial_result.no-verifier-result.without-rewards",
    "outcome": "outcome.half-even.half-of-5",
    "reason_code": "reason_code.empty-file-message.missing-task",
    "leaderboard": "leaderboard.exceptions-fail.timeout-after-one",
}
"""The recorded case of each operation that most often differs; it is sent first."""

FIXES = {
    "it could not be started": "run the command yourself, from an empty folder",
    "instead of answering": "read its log; run it yourself and type a request",
    "closed its standard input": "read standard input line by line until it ends",
    "closed its standard output": "keep standard output open until the input ends",
    "gave no answer": "answer each request immediately, and flush standard output after each line",
    "did not read": "read standard input line by line until it ends",
    "without ending the line": "end each response with a newline; one object a line",
    "without a request": "write nothing but responses to standard output; logs go to "
    "standard error",
    "not a line of JSON": "write one JSON object a line to standard output, in UTF-8, and "
    "nothing else",
    "not a JSON object": 'a response is an object: {"id": …, "result": …}',
    "answered with id": "echo the id of the request, and answer in the order of the requests",
    "not supported": "list in the result of hello only what is answered",
    "JSON's form of a number": "no spaces, signs but minus, underscores or leading zeros, and "
    "digits on both sides of a point",
    '{"int": text}': 'a number is {"int": "12"} or {"float": "0.1"}: decimal text that '
    "reads back; nan, inf and -inf are floats",
    "is expected": "see docs/protocol.md, or harbor-conformance show protocol",
    "input ended": "exit with status 0 when standard input ends",
    "left processes": "end the processes that it starts before it exits",
}
"""How to fix a fault, by a part of its text; the first match wins."""


class SmokeKind(StrEnum):
    """Whether a trial succeeded."""

    OK = "ok"
    HARNESS = "broken harness"
    CONFORMANCE = "not conformant"
    EMPTY = "nothing run"


@dataclass(frozen=True, slots=True)
class SmokeFinding:
    """One trial: whether it succeeded, and what was seen."""

    kind: SmokeKind
    what: str
    seen: str = ""


def smoke(
    name: str,
    command: Command,
    operations: Collection[str],
    declared: ExpectedDeviations,
    release: str = HARBOR_VERSION,
) -> Iterator[SmokeFinding]:
    """Yield each trial, until a fault of the harness makes the rest pointless.

    The candidate's answers, in the operations that it announces and its expected deviations leave,
    are compared with the recorded answers of a release.
    """
    try:
        candidate = ProcessCandidate(name, command)
    except (CandidateError, ShapeError) as error:
        yield SmokeFinding(SmokeKind.HARNESS, "hello", str(error))
        return
    deadline = time.monotonic() + SECONDS
    announced = ", ".join(candidate.operations) or "no operation"
    yield SmokeFinding(SmokeKind.OK, "hello", f"{candidate.name} answers {announced}")
    wanted = [op for op in EVERY_OPERATION if op in operations and op in candidate.operations]
    cases = _cases(wanted, declared, release)
    if not cases:
        why = f"the expected deviations leave no case of {', '.join(wanted)}"
        none = f"it announces none of {', '.join(operations)}"
        yield SmokeFinding(SmokeKind.EMPTY, why if wanted else none)
    predictions = Predictions()
    try:
        expect = Expectation(declared, predictions.ask, release)
        for place, recorded in enumerate(cases):
            if place >= len(wanted) and time.monotonic() > deadline:
                break
            case, expected = recorded.case, expect(recorded.case, recorded.answer)
            finding = _judge(case, expected, candidate.answer(case))
            yield finding
            if finding.kind == SmokeKind.HARNESS:
                break
    finally:
        predictions.abandon()
        candidate.close()
    for fault in candidate.faults:
        yield SmokeFinding(SmokeKind.HARNESS, "end of input", fault)


def how_to_fix(seen: str) -> str:
    """Return how to fix a fault of the harness."""
    return next((how for sign, how in FIXES.items() if sign in seen), "see docs/protocol.md")


def _cases(
    operations: Sequence[str], declared: ExpectedDeviations, release: str
) -> list[RecordedCase]:
    """Return a few recorded cases of each operation in turn, the most telling ones first."""
    few = []
    for operation in operations:
        meant = [
            recorded.in_release(release)
            for recorded in corpus.load(operation)
            if declared.meant(recorded.clause) and declared.asks(recorded.case)
        ]
        telling = TELLING.get(operation)
        few.append(corpus.spread(sorted(meant, key=lambda recorded: recorded.id != telling)))
    return [recorded for one_of_each in zip_longest(*few) for recorded in one_of_each if recorded]


def _judge(case: Case, expected: Answer, answer: Answer) -> SmokeFinding:
    what, comparison = show.case(case), compare(case, expected, answer)
    if comparison.kind in {Kind.FORM, Kind.NO_ANSWER}:
        return SmokeFinding(SmokeKind.HARNESS, what, comparison.difference)
    if comparison.agreement is Agreement.DIVERGENT:
        own = show.answer(answer, with_message=True)
        answers = f"expected: {show.answer(expected)}; candidate: {own}"
        return SmokeFinding(SmokeKind.CONFORMANCE, what, answers)
    return SmokeFinding(SmokeKind.OK, what, show.answer(answer))
