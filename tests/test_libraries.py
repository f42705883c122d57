"""A deviation that is named after a call of a library or language answers as that call does."""

import ctypes
import functools
import importlib
import json
import math
import re
import struct
import subprocess
import tempfile
import warnings
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from toolchains import need_tools, not_run

from candidates.deviations.catalogue import chosen, functions

pytestmark = pytest.mark.end_to_end

ALMOST_HALF = 0.49999999999999994
EXAMPLES = settings(max_examples=300)
FEWER = settings(max_examples=60)

tenths = st.integers(-30, 300).map(lambda n: n / 10)
numbers = st.one_of(tenths, st.floats(), st.integers(-5, 5), st.integers(-(2**70), 2**70))
few = st.lists(numbers, min_size=1, max_size=20)
many = st.builds(
    lambda values, times, cut: (values * times)[: len(values) * times - cut],
    st.lists(tenths, min_size=8, max_size=40),
    st.integers(1, 60),
    st.integers(0, 7),
)
integers = st.lists(st.integers(-(2**64), 2**65), min_size=1, max_size=20)
lists = st.one_of(few, many, integers, st.lists(st.integers(2**62, 2**65), min_size=1))
binary64s = st.one_of(st.lists(st.floats(), max_size=20), many)

_PIECES = (
    *"0123456789.eE+-_xpfd \n\t%,", "0x", "0b1", "0o7", "Infinity", "inf", "nan", "NaN", "-",
    "\x85", "\ufeff", "\u2003", "\x1c", "\0", "\u0661", "1e400", "5e-324", "1.5", "0X1F", "p3",
    "INF", "infinity", "nan(1)", "iNfInItY", "1_000", "0x1.8p3", "9" * 400,
)  # fmt: skip
texts = st.one_of(
    st.lists(st.sampled_from(_PIECES), max_size=5).map("".join),
    st.floats().map(repr),
    st.builds("{}e{}".format, st.integers(), st.integers(-400, 400)),
    st.decimals(allow_nan=False, allow_infinity=False).map(str),
)
_VALUES = (
    "1", "-0", "0.5", "1e5", "1E400", "-1e400", "1e-400", "123456789012345678", "9007199254740993",
    "18446744073709551615", "18446744073709551616", "-9223372036854775809", "9" * 400, "01", "+1",
    ".5", "5.", "NaN", "Infinity", "-Infinity", "nan", "null", "true", "false", '"a"', r'"\ud800"',
    r'"\ud83d\ude00"', r'"\\ud800"', r'"\x61"', "[]", "{}", "[1,]", '{"a":1,"a":2}', "'a'", "1 2",
    "\ufeff1", " 1 ", "\x0b1", "1//", "", '"\t"', "[" * 127 + "]" * 127, "[" * 128 + "]" * 128,
    "[" * 1024 + "]" * 1024, "[" * 1025 + "]" * 1025, '{"a":' * 300 + "1" + "}" * 300,
)  # fmt: skip
documents = st.one_of(
    st.sampled_from(_VALUES),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-(2**66), 2**66).map(str),
    st.builds("{}.{}e{}".format, st.integers(), st.integers(0), st.integers(-330, 330)),
)


class Program:
    """A program in JavaScript or Rust that prints what a call of its makes of an input.

    A request is a line, the call and an input in hexadecimal: the UTF-8 of a text, or numbers as
    binary64. An answer is a binary64 in hexadecimal, another type's name, or ``none``.
    """

    def __init__(self, *argv: str | Path) -> None:
        """Start the program, which ends with its input."""
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(self, call: str, given: str | list[float]) -> float | str | None:
        """Return a number, the name of another type, or None for none."""
        if isinstance(given, str):
            content = given.encode()
        else:
            content = struct.pack(f">{len(given)}d", *given)
        to, back = self._process.stdin, self._process.stdout
        assert to is not None
        assert back is not None
        to.write(f"{call} {content.hex()}\n".encode())
        to.flush()
        answer = back.readline().decode().strip()
        if answer in {"none", "nan"}:
            return math.nan if answer == "nan" else None
        is_number = re.fullmatch("[0-9a-f]{16}", answer)
        return struct.unpack(">d", bytes.fromhex(answer))[0] if is_number else answer


type Number = Any
"""A number of a library's own type, or the type of an error."""


@functools.cache
def library(name: str) -> Any:  # noqa: ANN401 - a library
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return not_run(f"{name} is not here: pip install -c constraints.txt -e '.[libraries]'")


@pytest.fixture(scope="module")
def jq() -> Callable[[str], object]:
    """Jq 1.6, whose one value is read; it shows nan as null."""
    need_tools("jq")
    command = ["jq", "-c", "."]
    version = subprocess.run(["jq", "--version"], check=True, capture_output=True, text=True)
    if not version.stdout.startswith("jq-1.6"):
        pytest.skip(f"not run: the row is about jq 1.6, and this is {version.stdout.strip()}")

    def read(text: str) -> object:
        ended = subprocess.run(command, input=text.encode(), check=False, capture_output=True)
        values = ended.stdout.decode().splitlines()
        if ended.returncode or len(values) != 1:
            raise ValueError(ended.stderr)
        return json.loads(values[0], parse_int=float)

    return read


@functools.cache
def program(language: str) -> Program:
    """Return the program in a language, started once."""
    source = Path(__file__).with_name("calls")
    if language == "node":
        need_tools("node")
        return Program("node", source.with_suffix(".cjs"))
    need_tools("rustc")
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "calls"
        words = ("rustc", "--edition", "2021", "-o", built, source.with_suffix(".rs"))
        subprocess.run(words, check=True, timeout=120)
        return Program(built)


def step_of(name: str, step: str) -> Callable[..., Any]:
    """Return a step that a deviation replaces."""
    (deviation,) = chosen(name)
    steps: Any = functions([deviation])[deviation.operation]
    found: Callable[..., Any] = attrgetter(step)(steps)
    return (lambda values: found(values, steps.sum)) if step == "mean" else found


def outcome(call: Callable[..., object], *arguments: object) -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return call(*arguments)
        except (ArithmeticError, ValueError, RuntimeError) as error:
            return type(error)


def same(one: Number, other: Number) -> bool:
    return bool(one == other) or (one != one and other != other)  # noqa: PLR0124 - only nan


AGGREGATED: dict[str, Callable[[str, list[float]], Number]] = {
    "numpy": lambda step, values: getattr(library("numpy"), step)(values),
    "pandas": lambda step, values: getattr(library("pandas").Series(values), step)(),
    "polars": lambda step, values: getattr(library("polars").Series(values, strict=False), step)(),
}


@pytest.mark.parametrize("name", AGGREGATED)
@EXAMPLES
@given(values=lists, step=st.sampled_from(("sum", "mean", "max", "min")))
@example(values=[2**63, 2**63], step="sum")
@example(values=[3] * 8193, step="mean")
@example(values=[], step="sum")
@example(values=[], step="max")
def test_aggregates_of_a_library(name: str, values: list[float], step: str) -> None:
    # To polars, the extreme of nothing is null.
    assume(values or name != "polars")
    row = f"{step if step in ('sum', 'mean') else 'extreme'}s-by={name}"
    expected = outcome(AGGREGATED[name], step, values)
    assert same(outcome(step_of(row, step), values), expected)


@EXAMPLES
@given(n=st.integers(1, 60), data=st.data())
def test_the_code_of_humaneval(n: int, data: st.DataObject) -> None:
    numpy = library("numpy")
    c, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, n))
    certain = n - c < k
    code = 1.0 if certain else 1.0 - numpy.prod(1.0 - k / numpy.arange(n - c + 1, n + 1))
    estimate = step_of("pass-at-k-reciprocal", "average.estimate")
    assert (1.0 if certain else estimate(n, c, k)) == code


@pytest.mark.parametrize("name", ["orjson", "simdjson"])
@EXAMPLES
@given(text=documents)
def test_json_of_a_library(name: str, text: str) -> None:
    expected = outcome(library(name).loads, text.encode())
    assert same_json(outcome(step_of(f"json-read-by={name}", "json.parse"), text), expected)


@FEWER
@given(text=documents)
def test_jq(jq: Callable[[str], object], text: str) -> None:
    # It takes a vertical tab for white space, which no writer of rewards leaves.
    assume("\x0b" not in text)
    mine = outcome(step_of("json-read-by=jq", "json.parse"), text)
    assert same_json(mine, outcome(jq, text)) or (same(mine, math.nan) and jq(text) is None)


def same_json(one: object, other: object) -> bool:
    """Return whether both readers refuse a text, or read the same."""
    if isinstance(one, type) or isinstance(other, type):
        return isinstance(one, type) and isinstance(other, type)
    return same(one, other) and type(one) is type(other)


@EXAMPLES
@given(text=documents)
def test_json_parse(text: str) -> None:
    mine = outcome(step_of("json-read-by=json-parse", "json.parse"), text)
    refused_or_kind = None if isinstance(mine, type) else kind_of(mine)
    assert same(refused_or_kind, program("node")("parse", text))


def kind_of(value: object) -> object:
    """Return a number, or the name that JavaScript's type of a value has here."""
    kinds = {bool: "boolean", str: "text", dict: "object", list: "object", type(None): "null"}
    return kinds.get(type(value), value)


def strtod(text: str, *, whole: bool = False) -> float | None:
    """Return what C's strtod reads, where it has to read the whole text or any of it."""
    library = ctypes.CDLL(None)
    library.strtod.restype = ctypes.c_double
    content, end = ctypes.create_string_buffer(text.encode()), ctypes.c_char_p()
    number: float = library.strtod(content, ctypes.byref(end))
    rest = end.value or b""
    read = len(rest) < len(text.encode())
    return number if read and not (whole and rest.strip(b" \t\n\v\f\r")) else None


def number_of(call: str, text: str) -> float | str | None:
    """Return what JavaScript makes of a text: what is no number is nan there."""
    number = program("node")(call, text)
    return None if same(number, math.nan) else number


def rounded(product: float) -> float | str | None:
    return program("node")("round", [product])


def calls_of(language: str, call: str) -> Callable[[Any], object]:
    return lambda given: program(language)(call, given)


products = st.just(ALMOST_HALF) | st.floats(-1e15, 1e15) | st.integers(-9, 9).map(lambda n: n / 2)
c_texts = texts.filter(lambda text: "\0" not in text)
CALLS: list[tuple[str, str, st.SearchStrategy[Any], Callable[[Any], object]]] = [
    # A deviation, its step, the step's inputs, and the call of a language that it is named after.
    ("text-read-by=number", "text.parse", texts, functools.partial(number_of, "Number")),
    ("text-read-by=parse-float", "text.parse", texts, functools.partial(number_of, "parseFloat")),
    ("text-read-by=from-str", "text.parse", texts, calls_of("rust", "trim")),
    ("text-read-by=from-str-untrimmed", "text.parse", texts, calls_of("rust", "parse")),
    ("text-read-by=strtod", "text.parse", c_texts, strtod),
    ("text-read-by=whole-strtod", "text.parse", c_texts, functools.partial(strtod, whole=True)),
    ("array-reduce-sum", "sum", binary64s, calls_of("node", "reduce")),
    ("array-reduce-sum", "sum", binary64s, calls_of("rust", "sum")),
    ("extremes-by=math", "max", binary64s, calls_of("node", "max")),
    ("extremes-by=math", "min", binary64s, calls_of("node", "min")),
    ("extremes-by=f64", "max", binary64s, calls_of("rust", "max")),
    ("extremes-by=f64", "min", binary64s, calls_of("rust", "min")),
    ("resolved-rounded=half-up", "summary.nearest", products, rounded),
]


@pytest.mark.parametrize(("name", "step", "inputs", "call"), CALLS)
@EXAMPLES
@given(data=st.data())
def test_a_call_of_a_language(
    name: str,
    step: str,
    inputs: st.SearchStrategy[Any],
    call: Callable[[Any], object],
    data: st.DataObject,
) -> None:
    given_ = data.draw(inputs)
    mine = step_of(name, step)(given_)
    assert same(mine, call(given_))


def test_a_sum_that_is_cut_down_is_not_math_round() -> None:
    assert step_of("resolved-rounded=half-more", "summary.nearest")(ALMOST_HALF) == 1
    assert rounded(ALMOST_HALF) == 0
