"""A deviation that is named after a call of a library or language answers as that call does."""

import ctypes
import functools
import importlib
import json
import math
import struct
import subprocess
import warnings
from collections.abc import Callable, Iterable, Iterator
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
    binary64. An answer is a binary64 in hexadecimal, or the word ``none``.
    """

    def __init__(self, *argv: str | Path) -> None:
        """Start the program."""
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def of_text(self, call: str, text: str) -> float | str | None:
        """Return what a call makes of a text."""
        return self._ask(call, text.encode())

    def of_numbers(self, call: str, numbers: Iterable[float]) -> float | str | None:
        """Return what a call makes of numbers."""
        return self._ask(call, b"".join(struct.pack(">d", number) for number in numbers))

    def _ask(self, call: str, content: bytes) -> float | str | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{call} {content.hex()}\n".encode())
        self._process.stdin.flush()
        return _read(self._process.stdout.readline().decode().strip())

    def close(self) -> None:
        """End the program with its input."""
        self._process.communicate(timeout=30)


def _read(answer: str) -> float | str | None:
    """Return a number, the name of another type, or None for none."""
    if answer == "none":
        return None
    if answer == "nan":
        return math.nan
    try:
        return float(struct.unpack(">d", bytes.fromhex(answer))[0])
    except ValueError:
        return answer


type Module = Any  # a library, or the steps of an operation
type Number = Any
"""A number of a library's own type, or the type of an error."""


@functools.cache
def library(name: str) -> Module:
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


@pytest.fixture(scope="module")
def node() -> Iterator[Program]:
    need_tools("node")
    program = Program("node", Path(__file__).with_name("calls.cjs"))
    yield program
    program.close()


@pytest.fixture(scope="module")
def rust(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    need_tools("rustc")
    built = tmp_path_factory.mktemp("rust") / "calls"
    source = Path(__file__).with_name("calls.rs")
    subprocess.run(["rustc", "--edition", "2021", "-o", built, source], check=True, timeout=120)
    program = Program(built)
    yield program
    program.close()


def pipeline(name: str) -> Module:
    (deviation,) = chosen(name)
    return functions([deviation])[deviation.operation]


def outcome(call: Callable[..., object], *arguments: object) -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return call(*arguments)
        except (ArithmeticError, ValueError, RuntimeError) as error:
            return type(error)


def same(one: Number, other: Number) -> bool:
    return bool(one == other) or (one != one and other != other)  # noqa: PLR0124 - only nan


def aggregate(name: str, step: str) -> Callable[[list[float]], object]:
    """Return a step of metric that a deviation replaces."""
    steps = pipeline(name)
    found = getattr(steps, step)
    return (lambda values: found(values, steps.sum)) if step == "mean" else found


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
    assert same(outcome(aggregate(row, step), values), expected)


@EXAMPLES
@given(n=st.integers(1, 60), data=st.data())
def test_the_code_of_humaneval(n: int, data: st.DataObject) -> None:
    numpy = library("numpy")
    c, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, n))
    certain = n - c < k
    code = 1.0 if certain else 1.0 - numpy.prod(1.0 - k / numpy.arange(n - c + 1, n + 1))
    estimate = pipeline("pass-at-k-reciprocal").average.estimate
    assert (1.0 if certain else estimate(n, c, k)) == code


@pytest.mark.parametrize("name", ["orjson", "simdjson"])
@EXAMPLES
@given(text=documents)
def test_json_of_a_library(name: str, text: str) -> None:
    expected = outcome(library(name).loads, text.encode())
    assert same_json(outcome(pipeline(f"json-read-by={name}").json.parse, text), expected)


@FEWER
@given(text=documents)
def test_jq(jq: Callable[[str], object], text: str) -> None:
    # It takes a vertical tab for white space, which no writer of rewards leaves.
    assume("\x0b" not in text)
    mine = outcome(pipeline("json-read-by=jq").json.parse, text)
    assert same_json(mine, outcome(jq, text)) or (same(mine, math.nan) and jq(text) is None)


def same_json(one: object, other: object) -> bool:
    """Return whether both readers refuse a text, or read the same."""
    if isinstance(one, type) or isinstance(other, type):
        return isinstance(one, type) and isinstance(other, type)
    return same(one, other) and type(one) is type(other)


@EXAMPLES
@given(text=documents)
def test_json_parse(node: Program, text: str) -> None:
    mine = outcome(pipeline("json-read-by=json-parse").json.parse, text)
    assert same(None if isinstance(mine, type) else kind_of(mine), node.of_text("parse", text))


def kind_of(value: object) -> object:
    """Return a number, or the name that JavaScript's type of a value has here."""
    kinds = {bool: "boolean", str: "text", dict: "object", list: "object", type(None): "null"}
    return kinds.get(type(value), value)


NUMBERS = {
    "number": ("node", "Number"),
    "parse-float": ("node", "parseFloat"),
    "from-str": ("rust", "trim"),
    "from-str-untrimmed": ("rust", "parse"),
}


@pytest.mark.parametrize("row", NUMBERS)
@EXAMPLES
@given(text=texts)
def test_numbers_of_a_language(request: pytest.FixtureRequest, row: str, text: str) -> None:
    language, call = NUMBERS[row]
    number = request.getfixturevalue(language).of_text(call, text)
    mine = pipeline(f"text-read-by={row}").text.parse(text)
    # What is no number is nan in JavaScript.
    assert mine is None if language == "node" and same(number, math.nan) else same(mine, number)


@EXAMPLES
@given(values=binary64s)
@pytest.mark.parametrize(
    "named",
    [
        ("node", "array-reduce-sum", "sum", "reduce"),
        ("node", "extremes-by=math", "max", "max"),
        ("node", "extremes-by=math", "min", "min"),
        ("rust", "array-reduce-sum", "sum", "sum"),
        ("rust", "extremes-by=f64", "max", "max"),
        ("rust", "extremes-by=f64", "min", "min"),
    ],
)
def test_aggregates_of_a_language(
    request: pytest.FixtureRequest, named: tuple[str, str, str, str], values: list[float]
) -> None:
    language, row, step, call = named
    program = request.getfixturevalue(language)
    assert same(aggregate(row, step)(values), program.of_numbers(call, values))


@EXAMPLES
@given(product=st.floats(-1e15, 1e15) | st.integers(-9, 9).map(lambda n: n / 2))
@example(product=ALMOST_HALF)
def test_math_round(node: Program, product: float) -> None:
    mine = pipeline("resolved-rounded=half-up").summary.nearest(product)
    assert mine == node.of_numbers("round", [product])
    # A sum that is cut down is another.
    assert pipeline("resolved-rounded=half-more").summary.nearest(ALMOST_HALF) == 1
    assert node.of_numbers("round", [ALMOST_HALF]) == 0


@EXAMPLES
@given(text=texts.filter(lambda text: "\0" not in text))
def test_strtod(text: str) -> None:
    library = ctypes.CDLL(None)
    library.strtod.restype = ctypes.c_double
    content, end = ctypes.create_string_buffer(text.encode()), ctypes.c_char_p()
    number = library.strtod(content, ctypes.byref(end))
    rest = end.value or b""
    read = len(rest) < len(text.encode())
    assert same(pipeline("text-read-by=strtod").text.parse(text), number if read else None)
    whole = read and not rest.strip(b" \t\n\v\f\r")
    assert same(pipeline("text-read-by=whole-strtod").text.parse(text), number if whole else None)
