"""A candidate in a process of its own, asked over the protocol."""

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import IO, cast

from conformance import wire
from conformance.model import (
    HARBOR_VERSION,
    OPERATIONS,
    Answer,
    Case,
    Fault,
    Unsupported,
)
from conformance.shapes import Json, ShapeError

TIMEOUT = 30.0
"""Seconds that a candidate may take for one answer."""

LONGEST_LINE = 64 * 2**20
"""Bytes of one response beyond which a candidate counts as flooding."""


class CandidateError(Exception):
    """The candidate could not be started, or did not say hello."""


def python_candidate(name: str) -> list[str]:
    """Return the command that serves the Python object ``module:attribute``."""
    return [sys.executable, "-m", "candidates.serve", name]


class ProcessCandidate:
    """A command that speaks the protocol; it is started again after it has died."""

    def __init__(self, name: str, command: Sequence[str], timeout: float = TIMEOUT) -> None:
        """Start the command and say hello; raises CandidateError where that fails."""
        self.name = name
        self._command, self._timeout = list(command), timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._received = b""
        self._next_id = 0
        hello = self._hello()
        self.version = f"{hello['version']}"
        announced = cast("list[str]", hello["ops"])
        self.operations = tuple(op for op in OPERATIONS if op in announced)

    def answer(self, case: Case) -> Answer:
        """Return the candidate's answer, or the fault that kept it from coming."""
        if case.operation not in self.operations:
            return Unsupported()
        try:
            response = self._exchange(case.operation, wire.input_to_json(case))
            return wire.answer_from_json(case.operation, response)
        except ShapeError as error:
            return Fault(f"not an answer: {error}")
        except CandidateError as error:
            self.close()
            return Fault(str(error))

    def close(self) -> None:
        """End the process, whatever state it is in."""
        if self._process is None:
            return
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.kill()
        self._process.wait()
        self._process = None

    def _hello(self) -> dict[str, Json]:
        request: dict[str, Json] = {
            "protocol": wire.PROTOCOL,
            "reference": {"name": "harbor", "version": HARBOR_VERSION},
        }
        try:
            response = self._exchange("hello", request)
            return cast("dict[str, Json]", wire.HELLO.decode(response.get("result"), "/result"))
        except ShapeError as error:
            self.close()
            message = f"its answer to hello does not follow the protocol: {error}"
            raise CandidateError(message) from error
        except CandidateError:
            self.close()
            raise

    def _exchange(self, operation: str, json_input: Json) -> dict[str, Json]:
        """Send one request and return the response to it."""
        self._next_id += 1
        request = wire.to_line({"id": self._next_id, "op": operation, "input": json_input})
        response = wire.from_line(self._round_trip(request))
        if response.get("id") != self._next_id:
            message = f"it answered with id {response.get('id')!r} instead of {self._next_id}"
            raise CandidateError(message)
        return response

    def _round_trip(self, request: bytes) -> bytes:
        """Write a line and read a line, both without waiting on either longer than allowed."""
        process = self._running()
        deadline = time.monotonic() + self._timeout
        unsent = memoryview(request)
        with selectors.DefaultSelector() as ready:
            ready.register(_file(process.stdout), selectors.EVENT_READ)
            ready.register(_file(process.stdin), selectors.EVENT_WRITE)
            while b"\n" not in self._received:
                for key, _ in ready.select(max(0.0, deadline - time.monotonic())):
                    if key.fileobj is process.stdout:
                        self._receive(key.fd)
                    else:
                        unsent = unsent[_send(key.fd, unsent) :]
                        if not unsent:
                            ready.unregister(key.fileobj)
                if time.monotonic() >= deadline and b"\n" not in self._received:
                    message = f"it gave no answer within {self._timeout:g} s"
                    raise CandidateError(message)
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _receive(self, descriptor: int) -> None:
        chunk = os.read(descriptor, 65536)
        if not chunk:
            raise CandidateError(_obituary(self._process))
        self._received += chunk
        if len(self._received) > LONGEST_LINE:
            message = f"it wrote more than {LONGEST_LINE} bytes without ending the line"
            raise CandidateError(message)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._received = b""
            try:
                self._process = subprocess.Popen(  # noqa: S603 - running it is the user's wish
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    bufsize=0,
                )
            except OSError as error:
                message = f"it could not be started: {error}"
                raise CandidateError(message) from error
            os.set_blocking(_file(self._process.stdin).fileno(), False)
        return self._process


def _file(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        message = "the process was started without a pipe"
        raise CandidateError(message)
    return stream


def _send(descriptor: int, unsent: memoryview) -> int:
    try:
        return os.write(descriptor, unsent)
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        message = "it closed its standard input"
        raise CandidateError(message) from None


def _obituary(process: subprocess.Popen[bytes] | None) -> str:
    if process is None:
        return "it is not running"
    try:
        status = process.wait(1.0)
    except subprocess.TimeoutExpired:
        return "it closed its standard output"
    how = f"signal {-status}" if status < 0 else f"exit status {status}"
    return f"it ended with {how} instead of answering"
