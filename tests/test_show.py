"""What is shown of a case and of two answers: short at any size, and with what differs marked."""

import json
import math
import struct

import pytest

from conformance.examination.findings import size
from conformance.operations.job import trials as job
from conformance.operations.metric import sizes as metric
from conformance.operations.pass_at_k import sizes as pass_at_k
from conformance.operations.verifier.inputs import txt_file
from conformance.protocol import show
from conformance.protocol.values import Case, Failure, Result, Value
from conformance.report.side_by_side import Piece, lookalikes, marked

LARGE = {
    "trials": metric.trials_of_size("sum", 1000, 10, "values"),
    "names": metric.names_of_size("sum", 1000, 1),
    "long-names": metric.names_of_length("sum", 4097, "n", together=True),
    "attempts": pass_at_k.attempts_of_size(1000, 1),
    "jobs": job.trials_of_size(513, 9, "rewarded"),
    "files": txt_file("0.25".rjust(2**20 + 1).encode()),
}


@pytest.mark.parametrize("case", LARGE.values(), ids=LARGE)
def test_a_large_case_is_shown_by_its_ends_or_runs_of_equal_elements_and_ordered_by_all_of_it(
    case: Case,
) -> None:
    shown = show.case(case)
    assert ("=[999 x {" if case is LARGE["attempts"] else "more ...]") in shown
    assert len(shown) < 2_000
    length, text = size(case)
    assert "more ...]" not in text
    assert length == len(text)


def test_of_a_list_that_is_too_long_few_kinds_are_counted_and_its_ends_are_shown() -> None:
    assert show.value([1, 0] * 50) == "[mixed: 50 x 1, 50 x 0]"
    assert show.value([1, 0] * 33) == json.dumps([1, 0] * 33)
    assert show.value([1, 2, 3, 4, 5] * 20).startswith("[1, 2, 3, [... 94 more ...]")
    assert show.value([*range(100)]) == "[0, 1, 2, [... 94 more ...], 97, 98, 99]"
    assert show.value([*range(66)]) == json.dumps([*range(66)])
    members = {str(number): number for number in range(70)}
    assert show.value({**members}).startswith('{"0": 0, "1": 1, "2": 2, [... 64 more ...], "67"')


LONG = "[" * 5000
METRIC = Case("metric", {"metric": "mean", "rewards": []})


def in_brackets(pieces: list[Piece]) -> str:
    return "".join(f"<{text}>" if differs else text for text, differs in pieces)


@pytest.mark.parametrize(
    ("one", "other", "first", "second"),
    [
        ("0.5", "0.25", "0.5", "0.<2>5"),
        ("1.0", "1.0", "1.0", "1.0"),
        ("", "a", "", "<a>"),
        ("aa", "a", "a<a>", "a"),
        ("a b c", "d e c", "<a> <b> c", "<d> <e> c"),
        ('{"a": 0.30000000000000004, "b": 1}', '{"a": 0.3, "b": 2}',
         '{"a": 0.3<0000000000000004>, "b": <1>}', '{"a": 0.3, "b": <2>}'),
        # A long text is marked from its first to its last difference.
        (f"{LONG}a b{LONG}", f"{LONG}c d{LONG}", f"{LONG}<a b>{LONG}", f"{LONG}<c d>{LONG}"),
    ],
)  # fmt: skip
def test_what_differs_is_marked(one: str, other: str, first: str, second: str) -> None:
    assert tuple(map(in_brackets, marked(one, other))) == (first, second)


def bits(number: float) -> str:
    return f"{struct.unpack('>Q', struct.pack('>d', number))[0]:064b}"


@pytest.mark.parametrize(
    ("one", "other", "what"),
    [
        (0.1 + 0.2, 0.3, "1 ulp apart"), (1.0, 1.0 + 3 * math.ulp(1.0), "3 ulps apart"),
        (0.0, -0.0, "equal, and of another sign"), (5e-324, 0.0, "1 ulp apart"),
        *((*pair, None) for pair in [
            (1.0, 2.0), (math.nan, math.nan), (math.nan, 1.0), (math.inf, -math.inf),
            (10**400, 1.0), (True, 1), ("{", "{}"), ([1.0], []),
        ]),
    ],
)  # fmt: skip
def test_floats_that_look_alike_are_shown_with_their_bits_and_others_are_not(
    one: Value, other: Value, what: str | None
) -> None:
    found = lookalikes(METRIC, Result({"mean": one}), Result({"mean": other}))
    assert [(pair.at, pair.what) for pair in found] == [("/mean", what)] * (what is not None)
    for pair in found:
        for shown, number in ((pair.expected, one), (pair.candidate, other)):
            assert shown.text == repr(number)
            fields = "".join(part for part, _ in shown.bits).split(" ")
            assert "".join(fields) == f"{struct.unpack('>Q', struct.pack('>d', number))[0]:064b}"
            assert [*map(len, fields)] == [1, 11, 52]
            assert any(differs for _, differs in shown.bits)


def test_an_integer_and_a_float_are_distinguished_and_numbers_in_text_that_holds_json_found() -> (
    None
):
    (pair,) = lookalikes(METRIC, Result([1]), Result([1.0]))
    assert (pair.at, pair.expected.kind, pair.candidate.kind) == ("/0", "integer", "float")
    texts = [Result({"stats": f'{{"mean": {number}}}'}) for number in (0.1 + 0.2, 0.3)]
    (pair,) = lookalikes(Case("job", {}), *texts)
    assert (pair.at, pair.what) == ("/stats/mean", "1 ulp apart")
    assert lookalikes(METRIC, Result(1.0), Failure("Error")) == []
