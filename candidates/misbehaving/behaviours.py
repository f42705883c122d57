"""Ways for a process to misbehave, each a function that serves until it does."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from candidates import reference
from conformance.operations import FORMS
from conformance.operations.functions import LocalCandidate
from conformance.protocol.lines import Served, from_line, respond, to_line
from conformance.protocol.shapes import Json

_CANDIDATE = LocalCandidate("misbehaving", reference.pipelines())
_SERVED = Served(
    "misbehaving", "1", {one: FORMS[one] for one in _CANDIDATE.operations}, _CANDIDATE.answer
)
_MEGABYTE = 2**20


def dies_at_start() -> None:
    """End before anything is read."""
    sys.exit("no licence found")


def dies_on_one_input() -> None:
    """Crash on a maximum of nothing."""
    for line in _requests():
        if _is_trigger(line):
            os.kill(os.getpid(), signal.SIGSEGV)
        _write(respond(_SERVED, line))


def dies_on_every_input() -> None:
    """Crash on every message after hello."""
    for line in _requests():
        if not _is_hello(line):
            os.kill(os.getpid(), signal.SIGKILL)
        _write(respond(_SERVED, line))


def hangs_on_one_input() -> None:
    """Never answer a maximum of nothing."""
    for line in _requests():
        if _is_trigger(line):
            _sleep_for_ever()
        _write(respond(_SERVED, line))


def never_reads() -> None:
    """Leave the input where it is."""
    _sleep_for_ever()


def closes_its_input() -> None:
    """Read and answer hello alone, and stay."""
    hello = next(_requests())
    os.close(0)
    _write(respond(_SERVED, hello))
    _sleep_for_ever()


def closes_its_output() -> None:
    """Answer hello alone, and stay."""
    for line in _requests():
        if not _is_hello(line):
            os.close(1)
            _sleep_for_ever()
        _write(respond(_SERVED, line))


def writes_a_banner() -> None:
    """Greet before the first message."""
    _write(b"ready to serve\n")
    _serve()


def writes_unasked() -> None:
    """Answer each request twice."""
    for line in _requests():
        _write(respond(_SERVED, line) * 2)


def floods_its_log() -> None:
    """Write megabytes to standard error, which is its right."""
    for line in _requests():
        os.write(2, b"x" * _MEGABYTE)
        _write(respond(_SERVED, line))


def floods_its_output() -> None:
    """Write megabytes that no line end follows."""
    for line in _requests():
        if _is_hello(line):
            _write(respond(_SERVED, line))
            continue
        while True:
            _write(b"x" * _MEGABYTE)


def stops_in_the_middle_of_a_line() -> None:
    """Write half a response, and then nothing."""
    for line in _requests():
        response = respond(_SERVED, line)
        if not _is_hello(line):
            _write(response[: len(response) // 2])
            _sleep_for_ever()
        _write(response)


def writes_other_bytes_than_utf8() -> None:
    """Answer in Latin-1."""
    _serve_after_hello(lambda line: respond(_SERVED, line).replace(b'"id"', b'"\xe9": 1, "id"'))


def writes_other_text_than_json() -> None:
    """Answer as a Python program that prints a dict."""
    _serve_after_hello(lambda line: respond(_SERVED, line).replace(b'"', b"'"))


def writes_other_shapes() -> None:
    """Write plain JSON numbers for metrics, where the protocol has decimal text."""
    _serve_with_metrics({"mean": 1})


def writes_numbers_that_do_not_read_back() -> None:
    """Write metrics as people do where the comma separates decimals."""
    _serve_with_metrics({"mean": {"float": "1,5"}})


def pads_its_numbers() -> None:
    """Write metrics with as many digits each, as tables do."""
    _serve_with_metrics({"mean": {"float": "001.500"}})


def writes_null_errors() -> None:
    """Write an error that is null next to each result, as a serializer does that drops nothing."""
    _serve_after_hello(lambda line: to_line({"error": None, **from_line(respond(_SERVED, line))}))


def breaks_its_line() -> None:
    """Write the summary line of ``outcome`` on several lines."""
    _serve_after_hello(lambda line: respond(_SERVED, line).replace(b'}"', b'}\\n\\n"'))


def announces_what_it_lacks() -> None:
    """List operations in hello, and then not have them."""
    _serve_after_hello(lambda line: to_line({"id": from_line(line)["id"], "unsupported": True}))


def answers_with_other_ids() -> None:
    """Count its responses instead of echoing ids."""
    _serve_after_hello(lambda line: to_line({**from_line(respond(_SERVED, line)), "id": 0}))


def answers_out_of_order() -> None:
    """Answer the last of the requests that have arrived first."""
    for lines in _arrivals():
        _write(b"".join(respond(_SERVED, line) for line in reversed(lines)))


def ignores_the_end_of_input() -> None:
    """Answer everything, and stay."""
    _serve()
    _sleep_for_ever()


def leaves_children_behind() -> None:
    """Start a process of its own, and leave it running."""
    subprocess.Popen(["sleep", "1000"])  # noqa: S607 - wherever sleep is
    _serve()


def refuses_to_end() -> None:
    """Stay when the input ends, and on SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _serve()
    _sleep_for_ever()


def repeats_a_key() -> None:
    """Write a wrong result in front of each answer, under the same key."""
    _serve_after_hello(
        lambda line: b'{"result": {"max": {"int": "1"}}, ' + respond(_SERVED, line)[1:]
    )


def differs_the_second_time() -> None:
    """Answer an input rightly once, and wrongly from then on."""
    seen = set[str]()

    def response(line: bytes) -> bytes:
        request = from_line(line)
        if str(request["input"]) in seen:
            return to_line({"id": request["id"], "result": {}})
        seen.add(str(request["input"]))
        return respond(_SERVED, line)

    _serve_after_hello(response)


def fails_after_its_last_answer() -> None:
    """Exit with status 1 when the input of a real run ends, but end the first probe normally."""
    if _serve_and_see_the_trigger():
        sys.exit(1)


def ends_in_the_middle_of_a_line() -> None:
    """Write the beginning of one more answer at the end of the real run."""
    if _serve_and_see_the_trigger():
        _write(b'{"id": 7, "res')


BEHAVIOURS: dict[str, Callable[[], None]] = {
    behaviour.__name__.replace("_", "-"): behaviour
    for behaviour in (
        dies_at_start,
        dies_on_one_input,
        dies_on_every_input,
        hangs_on_one_input,
        never_reads,
        closes_its_input,
        closes_its_output,
        writes_a_banner,
        writes_unasked,
        floods_its_log,
        floods_its_output,
        stops_in_the_middle_of_a_line,
        writes_other_bytes_than_utf8,
        writes_other_text_than_json,
        writes_other_shapes,
        writes_numbers_that_do_not_read_back,
        pads_its_numbers,
        writes_null_errors,
        breaks_its_line,
        announces_what_it_lacks,
        answers_with_other_ids,
        answers_out_of_order,
        ignores_the_end_of_input,
        leaves_children_behind,
        refuses_to_end,
        repeats_a_key,
        differs_the_second_time,
        fails_after_its_last_answer,
        ends_in_the_middle_of_a_line,
    )
}
"""Each misbehaviour by its name."""


def _requests() -> Iterator[bytes]:
    """Yield requests as they come."""
    for lines in _arrivals():
        yield from lines


def _arrivals() -> Iterator[list[bytes]]:
    """Yield the requests that have arrived together."""
    rest = b""
    while chunk := os.read(0, 2**16):
        *lines, rest = (rest + chunk).split(b"\n")
        yield lines


def _serve() -> None:
    for line in _requests():
        _write(respond(_SERVED, line))


def _serve_and_see_the_trigger() -> bool:
    """Serve to the end, and return whether a maximum of nothing was among the cases."""
    seen = False
    for line in _requests():
        seen |= not _is_hello(line) and _is_trigger(line)
        _write(respond(_SERVED, line))
    return seen


def _serve_after_hello(response_to: Callable[[bytes], bytes]) -> None:
    for line in _requests():
        _write(respond(_SERVED, line) if _is_hello(line) else response_to(line))


def _serve_with_metrics(result: Json) -> None:
    for line in _requests():
        request = from_line(line)
        if request["op"] == "metric":
            _write(to_line({"id": request["id"], "result": result}))
        else:
            _write(respond(_SERVED, line))


def _is_hello(line: bytes) -> bool:
    return from_line(line)["op"] == "hello"


def _is_trigger(line: bytes) -> bool:
    return from_line(line)["input"] == {"metric": "max", "rewards": []}


def _write(data: bytes) -> None:
    unsent = memoryview(data)
    while unsent:
        unsent = unsent[os.write(1, unsent) :]


def _sleep_for_ever() -> NoReturn:
    while True:
        time.sleep(60)
