"""A candidate that is a process: its open requests, and a new process after a failure."""

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from conformance.implementations.process.command import Command
from conformance.implementations.process.pipe import (
    CandidateError,
    CandidateTimeoutError,
    Pipe,
    excerpt,
)
from conformance.operations import EVERY_OPERATION, messages
from conformance.protocol import lines, show
from conformance.protocol.shapes import Json, ShapeError
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Fault, Misshapen, Unsupported

type Request = tuple[str, Json]
"""An operation and its input."""

AHEAD = 1024
"""How many requests are open at a time."""


class Conversation:
    """One process and its open requests."""

    def __init__(self, command: Command) -> None:
        """Start the process."""
        self.pipe = Pipe(command)
        self._next_id = 0

    def ask(self, request: Request) -> dict[str, Json]:
        """Return the response to one request; raises CandidateError if none comes."""
        (response,) = self.ask_ahead([request])
        return response

    def ask_ahead(self, requests: Iterable[Request]) -> Iterator[dict[str, Json]]:
        """Yield the response to each request, in order, with up to AHEAD open requests.

        Raises CandidateError at the first response that is missing or out of place.
        """
        if unasked := self.pipe.unasked():
            raise CandidateError(f"it wrote without a request: {excerpt(unasked)}")
        waiting: deque[int] = deque()
        for request in requests:
            waiting.append(self._send(request))
            if len(waiting) >= AHEAD:
                yield self._response_to(waiting.popleft())
        while waiting:
            yield self._response_to(waiting.popleft())

    def _send(self, request: Request) -> int:
        self._next_id += 1
        operation, json_input = request
        self.pipe.send(lines.to_line({"id": self._next_id, "op": operation, "input": json_input}))
        return self._next_id

    def _response_to(self, wanted: int) -> dict[str, Json]:
        line = self.pipe.line()
        try:
            response = lines.from_line(line)
        except ShapeError as error:
            raise CandidateError(f"{error}: {excerpt(line)}") from error
        id_ = response.get("id")
        if id_ != wanted or isinstance(id_, bool):
            raise CandidateError(
                f"it answered with id {excerpt(str(id_).encode())} instead of {wanted}: "
                f"{excerpt(line)}"
            )
        return response


MOST_FAULTS_IN_A_ROW = 5
"""How many faults in a row end an operation."""


class ProcessCandidate:
    """A command that speaks the protocol; ``faults`` has its errors besides its answers."""

    def __init__(self, name: str, command: Command) -> None:
        """Start the command and send hello; raises CandidateError if that fails."""
        self.name = name
        self.faults: list[str] = []
        self._command = command
        self._conversation: Conversation | None = None
        self._faults_in_a_row: Counter[str] = Counter()
        self._has_answered = False
        self._last: dict[str, str] = {}
        hello = self._hello()
        self.version = f"{hello['version']}"
        announced = cast("list[str]", hello["ops"])
        self.operations = tuple(op for op in EVERY_OPERATION if op in announced)

    def answer(self, case: Case) -> Answer:
        """Return the answer to a case, or the fault that kept it from coming."""
        if case.operation not in self.operations:
            return Unsupported()
        if why := self._why_given_up(case.operation):
            return Fault(why, given_up=True)
        try:
            response = self._running().ask(_request(case))
        except CandidateError as error:
            return self._fault(case.operation, error)
        return self._answer_in(case, response)

    def answers(self, cases: Sequence[Case]) -> Iterator[Answer]:
        """Yield the answer to each case; requests are pipelined.

        After a fault, the open cases are sent again one at a time, to find the one that triggers
        it.
        """
        done = 0
        while done < len(cases):
            rest = cases[done:]
            try:
                for answer in self._answers_ahead(rest):
                    yield answer
                    done += 1
            except CandidateError as error:
                rest = cases[done : done + AHEAD]  # as many as can have been open
                yield from self._find_culprit(rest, error)
                done += len(rest)

    def close(self) -> None:
        """End the process and its children; errors at the end are added to ``faults``."""
        if self._conversation is not None:
            fault = self._conversation.pipe.end()
            self._conversation = None
            if fault:
                self.faults.append(fault)

    def abandon(self) -> None:
        """End the process and its children immediately."""
        if self._conversation is not None:
            self._conversation.pipe.kill()
            self._conversation = None

    def _answers_ahead(self, cases: Sequence[Case]) -> Iterator[Answer]:
        supported = [case for case in cases if case.operation in self.operations]
        if supported and (why := self._why_given_up(supported[0].operation)):
            raise CandidateError(why)
        responses = self._running().ask_ahead(map(_request, supported)) if supported else iter(())
        for case in cases:
            if case.operation in self.operations:
                yield self._answer_in(case, next(responses))
            else:
                yield Unsupported()

    def _find_culprit(self, cases: Sequence[Case], error: CandidateError) -> Iterator[Answer]:
        self.abandon()
        answers = [self.answer(case) for case in cases]
        if not any(isinstance(answer, Fault) for answer in answers):
            self.faults.append(f"asked ahead, though not one at a time: {error}")
        yield from answers

    def _answer_in(self, case: Case, response: dict[str, Json]) -> Answer:
        self._faults_in_a_row[case.operation] = 0
        self._has_answered = True
        try:
            return messages.answer_from_json(case.operation, response)
        except ShapeError as error:
            # Its id varies, and is left out.
            shown = json.dumps({name: response[name] for name in response if name != "id"})
            return Misshapen(f"returned {error}, in the line {show.shorten(shown, 300)}")

    def _fault(self, operation: str, error: CandidateError) -> Fault:
        self.abandon()
        self._last[operation] = str(error)
        self._faults_in_a_row[operation] += 1
        return Fault(str(error), timed_out=isinstance(error, CandidateTimeoutError))

    def _why_given_up(self, operation: str) -> str:
        """Return why an operation is not tested any more, or an empty text."""
        faults = self._faults_in_a_row
        in_a_row = faults[operation] if self._has_answered else faults.total()
        if in_a_row < MOST_FAULTS_IN_A_ROW:
            return ""
        last = self._last.get(operation) or next(reversed(self._last.values()))
        return f"given up after {MOST_FAULTS_IN_A_ROW} faults in a row, the last: {last}"

    def _running(self) -> Conversation:
        if self._conversation is None:
            self._hello()
        return cast("Conversation", self._conversation)

    def _hello(self) -> dict[str, Json]:
        self._conversation = Conversation(self._command)
        request: dict[str, Json] = {
            "protocol": lines.PROTOCOL,
            "reference": {"name": "harbor", "version": HARBOR_VERSION},
        }
        try:
            response = self._conversation.ask(("hello", request))
            return _result_of(response)
        except (CandidateError, ShapeError) as error:
            self.abandon()
            raise type(error)(f"its answer to hello: {error}") from error


def _result_of(response: dict[str, Json]) -> dict[str, Json]:
    """Return the result of hello; raises ShapeError."""
    if "result" not in response:
        raise ShapeError('"result" is missing')
    return cast("dict[str, Json]", lines.HELLO.result.decode(response["result"]))


def _request(case: Case) -> tuple[str, Json]:
    return case.operation, messages.input_to_json(case)
