"""One run of a command: bytes in, lines out, and a guaranteed end.

It uses select instead of asyncio or threads: a request costs a few system calls and no task.
"""

import errno
import os
import re
import select
import signal
import subprocess
import time
from contextlib import ExitStack, suppress
from typing import IO, cast

from conformance.implementations.process.command import Command, environment
from conformance.implementations.process.reaper import kill_group, reap_group, reaped_tempdir

LONGEST_LINE = 16 * 2**20
"""The line length in bytes beyond which a candidate is flooding."""

_OUR_LACK = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC}
"""Errors at the start of a process that are not the command's fault."""

_CHUNK = 2**18

_ERROR = re.compile(r"\w*(Error|Exception)\b")
"""A line of a log that names an error; node prints its own version after it."""


class CandidateError(Exception):
    """The candidate broke the protocol, as the message says."""


class CandidateTimeoutError(CandidateError):
    """The candidate gave no answer in time."""


class Pipe:
    """A running process; every wait for its three streams has a limit."""

    def __init__(self, command: Command) -> None:
        """Start the command in its own folder and process group."""
        self._timeout, self._grace = command.timeout, command.grace
        self._folder = ExitStack()
        folder = self._folder.enter_context(reaped_tempdir("candidate-"))
        try:
            self._process = subprocess.Popen(  # noqa: S603 - running it is what the user asks for
                command.argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                env=environment(command, folder),
                start_new_session=True,
            )
        except OSError as error:
            self._folder.close()
            if error.errno in _OUR_LACK:
                raise
            raise CandidateError(f"it could not be started: {error}") from error
        reap_group(self._process.pid)
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._stdin, self._stdout, self._stderr = (cast("IO[bytes]", one) for one in streams)
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._unsent = bytearray()
        self._owed = 0  # lines that were sent and are not answered yet
        self._received = bytearray()
        self._log = b""

    def send(self, data: bytes) -> None:
        """Queue bytes for standard input; they are sent while a line is awaited."""
        self._unsent += data

    def line(self) -> bytes:
        """Return the next line without its end.

        Raises CandidateTimeoutError when none comes in time, and CandidateError when
        the process ends, floods or no longer takes requests instead.
        """
        deadline = time.monotonic() + self._timeout
        while self._owed > 0 or not self._stdin.closed:
            if (line := self._buffered_line()) is not None:
                self._owed -= 1
                return line
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise CandidateTimeoutError(self._why_late())
            self._transfer(remaining)
        raise CandidateError(self._obituary("input"))

    def unasked(self) -> bytes:
        """Return output that no request asked for."""
        with suppress(CandidateError):
            self._transfer(0.0)
        return bytes(self._received)

    def end(self) -> str:
        """End the input, then the process and its group; return its error, or nothing."""
        self._stdin.close()
        fault = self._fault_at_end()
        if self._group_is_alive():
            fault = fault or "it left processes of its own behind"
        self.kill()
        return fault

    def kill(self) -> None:
        """End the whole process group immediately and free its resources."""
        kill_group(self._process.pid)
        self._process.wait()
        for stream in (self._stdin, self._stdout, self._stderr):
            stream.close()
        self._folder.close()

    @property
    def log(self) -> str:
        """The last line on standard error that names an error, or else the last line."""
        lines = self._log.decode("utf-8", "replace").strip().splitlines()
        return ([line for line in lines if _ERROR.match(line)] or lines or [""])[-1].strip()

    def _fault_at_end(self) -> str:
        if not self._exits_within(self._grace):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGTERM)
            refused = "" if self._exits_within(self._grace) else ", nor on SIGTERM"
            return f"it did not exit when its input ended{refused}"
        if self._received:
            return f"it wrote without a request: {excerpt(bytes(self._received))}"
        status = self._process.returncode
        return f"it ended with {_ending(status)} when its input ended" if status else ""

    def _exits_within(self, seconds: float) -> bool:
        """Keep reading while waiting, since a process cannot exit on a full pipe."""
        deadline = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            with suppress(CandidateError):
                self._transfer(0.02)
            time.sleep(0.002)
        with suppress(CandidateError):
            self._transfer(0.0)
        return self._process.poll() is not None

    def _group_is_alive(self) -> bool:
        try:
            os.killpg(self._process.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return self._process.poll() is not None

    def _buffered_line(self) -> bytes | None:
        end = self._received.find(b"\n")
        if end < 0:
            if len(self._received) > LONGEST_LINE:
                raise CandidateError(f"it wrote {LONGEST_LINE} bytes without ending the line")
            return None
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line

    def _transfer(self, seconds: float) -> None:
        """Write what the pipe takes, then wait for a stream and transfer its bytes."""
        if self._unsent and not self._stdin.closed:
            self._write()
        # The log comes first: a process may wait to write to it after its output has ended.
        awaited = [one for one in (self._stderr, self._stdout) if not one.closed]
        full = [self._stdin] if self._unsent and not self._stdin.closed else []
        for stream in select.select(awaited, full, [], seconds)[0]:
            if stream is self._stderr:
                self._read_log()
            else:
                self._read()

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin.fileno(), self._unsent[:_CHUNK])
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            # Its output before it closed its input may still answer earlier requests.
            self._stdin.close()
            return
        self._owed += self._unsent.count(b"\n", 0, sent)
        del self._unsent[:sent]

    def _read(self) -> None:
        chunk = os.read(self._stdout.fileno(), _CHUNK)
        if not chunk:
            raise CandidateError(self._obituary("output"))
        self._received += chunk

    def _read_log(self) -> None:
        chunk = os.read(self._stderr.fileno(), _CHUNK)
        if not chunk:
            self._stderr.close()
        self._log = (self._log + chunk)[-4096:]  # enough to explain a fault

    def _obituary(self, closed: str) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)  # one of its streams has ended
        # It may have written nothing, and keep its standard error open.
        with suppress(BlockingIOError):
            if not self._stderr.closed:
                self._read_log()
        log_end = f"; its log ends: {self.log}" if self.log else ""
        if self._process.returncode is None:
            return f"it closed its standard {closed}{log_end}"
        return f"it ended with {_ending(self._process.returncode)} instead of answering{log_end}"

    def _why_late(self) -> str:
        if self._unsent:
            return f"it did not read its input for {self._timeout:g} s"
        if self._received:
            begun = excerpt(bytes(self._received))
            return f"it waited {self._timeout:g} s without ending the line: {begun}"
        return f"it gave no answer within {self._timeout:g} s"


def excerpt(data: bytes) -> str:
    """Return the first bytes as text that any terminal can show."""
    return repr(data[:80])[1:] + ("..." if len(data) > 80 else "")  # noqa: PLR2004 - one line


def _ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"
