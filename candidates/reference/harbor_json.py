"""JSON text as harbor writes it: pydantic's ``model_dump_json(indent=4)``.

A number is written in one of two ways. As a value it follows pydantic's own writer
(``number_text``), as a name in an object Python's ``str`` (``name_of_number``). The two differ
for small and for very large or small numbers, and for nan and the infinities.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Number = int | float

type Json = Number | str | Sequence[Json] | Mapping[str, Json] | Members | None


@dataclass(frozen=True, slots=True)
class Members:
    """An object with numbers for names, which may repeat, as those of several nans do."""

    pairs: Sequence[tuple[Number, Json]]


class PydanticSerializationError(Exception):
    """A string has a lone surrogate, which no UTF-8 can hold."""


def number_text(value: Number) -> str:
    """Return a number as a value; nan and the infinities are null.

    The digits are the fewest that read back to the same binary64, the first of them
    standing for 10**e. Where e is from -5 to 15 the number is written out, with ``.0`` if
    it is whole; otherwise it has an exponent with its sign and no leading zero:
    0.00001, 1e-6, 1000000000000000.0, 1e+16, 1.5e-300.
    """
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        return "null"
    return _decimal_text(value, lowest_exponent=-5, exponent_digits=1)


def name_of_number(value: Number) -> str:
    """Return a number as a name in an object, which is what Python's ``str`` gives.

    The digits are the same as in ``number_text``, but e is from -4 for a number that is
    written out, and an exponent has two digits at least: 1e-05, 1e-06, 1e+16. Otherwise it
    is nan, inf or -inf.
    """
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return _decimal_text(value, lowest_exponent=-4, exponent_digits=2)


def refuse_surrogates(text: str) -> str:
    """Return the text, or raise PydanticSerializationError if a lone surrogate is in it."""
    if _SURROGATE.search(text):
        message = "a lone surrogate"
        raise PydanticSerializationError(message)
    return text


def replace_surrogates(text: str) -> str:
    """Return the text with each lone surrogate replaced, and so each of its three bytes."""
    return _SURROGATE.sub("\ufffd" * 3, text)


ESCAPES: Mapping[str, str] = {chr(code): f"\\u{code:04x}" for code in range(0x20)} | {
    '"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r",
}  # fmt: skip
"""Quotes, backslashes and the control characters below U+0020, and nothing else."""


@dataclass(frozen=True, slots=True)
class Writer:
    """The steps from values to text.

    ``number`` writes a number as a value and ``number_name`` as a name; ``string`` and
    ``name`` are what becomes of a string and of a name before ``escapes`` is applied.
    """

    number: Callable[[Number], str] = number_text
    number_name: Callable[[Number], str] = name_of_number
    string: Callable[[str], str] = refuse_surrogates
    name: Callable[[str], str] = replace_surrogates
    escapes: Mapping[str, str] = field(default_factory=lambda: ESCAPES)

    def __call__(self, value: Json, margin: str = "") -> str:
        """Return the JSON text of a value; lines after the first begin with ``margin``."""
        inner = margin + _INDENT
        match value:
            case None:
                return "null"
            case str():
                return self._quoted(self.string(value))
            case int() | float():
                return self.number(value)
            case Mapping():
                pairs = [(self.name(name), member) for name, member in value.items()]
            case Members():
                pairs = [(self.number_name(name), member) for name, member in value.pairs]
            case _:
                return _lines([inner + self(member, inner) for member in value], "[", "]", margin)
        lines = [f"{inner}{self._quoted(name)}: {self(member, inner)}" for name, member in pairs]
        return _lines(lines, "{", "}", margin)

    def _quoted(self, text: str) -> str:
        return '"' + "".join(map(self.escapes.get, text, text)) + '"'


_INDENT = "    "
_SURROGATE = re.compile("[\ud800-\udfff]")
_LARGEST_WRITTEN_OUT = 15


def _lines(lines: list[str], opening: str, closing: str, margin: str) -> str:
    if not lines:
        return opening + closing
    return "\n".join([opening, ",\n".join(lines), margin + closing])


def _decimal_text(value: float, *, lowest_exponent: int, exponent_digits: int) -> str:
    sign, digits, exponent = _shortest(value)
    if exponent < lowest_exponent or exponent > _LARGEST_WRITTEN_OUT:
        fraction = f".{digits[1:]}" if digits[1:] else ""
        power = f"{abs(exponent):0{exponent_digits}}"
        return f"{sign}{digits[0]}{fraction}e{'-' if exponent < 0 else '+'}{power}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    return f"{sign}{whole}.{digits[exponent + 1 :] or '0'}"


def _shortest(value: float) -> tuple[str, str, int]:
    """Return the sign, the fewest digits that read back, and the power of ten of the first.

    Zero has the digit 0 and the power 0. Python's ``repr`` finds the digits, as
    ``toExponential()`` does in JavaScript and ``{:e}`` in Rust.
    """
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    number, _, power = repr(abs(value)).partition("e")
    whole, _, fraction = number.partition(".")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return sign, "0", 0
    exponent = len(whole) - 1 - (len(whole + fraction) - len(digits)) + int(power or 0)
    return sign, digits.rstrip("0") or "0", exponent
