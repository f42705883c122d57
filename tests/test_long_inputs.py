"""Inputs that are too long or too deep to record, and are answered all the same."""

import json
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from toolchains import need_port

from conformance.implementations.ports import PORTS
from conformance.implementations.start import BUILT_IN, Harbor, NamedCandidate, open_candidate
from conformance.operations.comparing import differs
from conformance.operations.verifier.json_syntax import READ_BY_ALL, REFUSED_BY_ALL
from conformance.protocol.values import Answer, Case, Failure, Result

ZEROS = "0" * 700_000
TEXTS = {
    "an exponent that many zeros make up for": f"0.{ZEROS}1e700001",
    "a negative exponent that many zeros make up for": f"1{ZEROS}e-700000",
    "an exponent just within what is read": "0." + "0" * 655_358 + "1e655359",
    "leading zeros": f"{ZEROS}1",
    "digits behind the point": f"0.5{ZEROS}1",
}


@pytest.fixture(params=BUILT_IN)
def candidate(request: pytest.FixtureRequest) -> Iterator[NamedCandidate]:
    if request.param in PORTS:
        need_port(request.param)
    opened = open_candidate(request.param)
    yield opened
    opened.close()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_long_number_is_read_as_harbor_reads_it(
    text: str, candidate: NamedCandidate, harbor: Harbor
) -> None:
    quoted = json.dumps({"reward": text}).encode()
    cases = [
        Case("verifier", {"reward.txt": text.encode(), "reward.json": None}),
        Case("verifier", {"reward.txt": None, "reward.json": quoted}),
        Case("verifier", {"reward.txt": None, "reward.json": quoted.replace(b'"', b" ")}),
    ]
    for case in cases:
        answers = harbor.answer(case), candidate.answer(case)
        assert not differs(case, *answers)


VALIDATION, RECURSION = Failure("ValidationError"), Failure("RecursionError")
LEVELS = {"[": "]", '{"a":': "}", '[{"a":': "}]"}


def nested(level: str, depth: int, document: str = "@") -> Case:
    """Return the case of a value in ``depth`` lists and objects, within a document."""
    times = depth // (level.count("[") + level.count("{"))
    value = level * times + "1" + LEVELS[level] * times
    content = document.replace("@", value).encode()
    return Case("verifier", {"reward.txt": None, "reward.json": content})


CASES = [
    *((nested(level, depth), VALIDATION) for level in LEVELS for depth in (500, READ_BY_ALL)),
    *((nested(level, REFUSED_BY_ALL + 1), RECURSION) for level in LEVELS),
    (nested("[", READ_BY_ALL - 1, '{"a":@,"a":1}'), Result({"rewards": {"a": 1}})),
    (nested("[", READ_BY_ALL, "@]"), Failure("VerifierOutputParseError")),
]


def from_python(frames: int, ask: Callable[[], Answer]) -> Answer:
    """Ask from within this many frames of Python."""
    return from_python(frames - 1, ask) if frames else ask()


def from_c(frames: int, ask: Callable[[], Answer]) -> Answer:
    """Ask from within this many calls of C that call Python."""
    return next(map(lambda _: from_c(frames - 1, ask), [0])) if frames else ask()  # noqa: C417 - a call of C


@pytest.mark.parametrize(("case", "answer"), CASES)
def test_harbor_and_the_reference_read_as_many_levels_from_any_stack(
    case: Case, answer: Answer, harbor: Harbor
) -> None:
    of_harbor, of_reference = (
        partial(o.answer, case) for o in (harbor, open_candidate("reference"))
    )
    for frames in (0, 100, 200):
        assert from_c(frames, of_harbor) == answer
        assert from_python(3 * frames, of_harbor) == answer
        assert from_python(3 * frames, of_reference) == answer


def test_a_port_reads_as_many_levels(candidate: NamedCandidate) -> None:
    assert [candidate.answer(case) for case, _ in CASES] == [answer for _, answer in CASES]
