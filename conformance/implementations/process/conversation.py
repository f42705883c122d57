"""Requests and responses of one process, in order; requests are pipelined."""

from collections import deque
from collections.abc import Iterable, Iterator

from conformance.implementations.process.command import Command
from conformance.implementations.process.pipe import CandidateError, Pipe, excerpt
from conformance.protocol import lines
from conformance.protocol.shapes import Json, ShapeError

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
        self._refuse_unasked()
        waiting: deque[int] = deque()
        for request in requests:
            waiting.append(self._send(request))
            if len(waiting) >= AHEAD:
                # Half of them together, since each write costs a system call.
                for _ in range(AHEAD // 2):
                    yield self._response_to(waiting.popleft())
        while waiting:
            yield self._response_to(waiting.popleft())

    def _refuse_unasked(self) -> None:
        if unasked := self.pipe.unasked():
            raise CandidateError(f"it wrote without being asked: {excerpt(unasked)}")

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
