"""What Python's json refuses for its size: long integers and deep nesting."""

from itertools import cycle, islice
from operator import mul

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, extreme, seeing
from conformance.operations.strategies.drawing import build, drawn, either, some
from conformance.operations.strategies.texts import joined
from conformance.operations.verifier import sources
from conformance.operations.verifier.inputs import BOTH_KINDS, json_file, json_of
from conformance.protocol.values import Case, Failure

LEVEL = extreme("no test script writes 4,300 digits or nests hundreds of lists")

_DEEP = "the nesting is too deep for Python"
_TOO_DEEP = seeing((_DEEP, lambda answer: answer == Failure("RecursionError"), 0.03))

READ_BY_ALL = 1_000
"""Levels that every supported Python reads, from any stack that a program comes with."""

REFUSED_BY_ALL = 10_001
"""Levels from which on every supported Python ends in RecursionError; between, they differ."""

_REFUSED = (REFUSED_BY_ALL, REFUSED_BY_ALL, 12_000)


@clause("json-digit-limit", *sources.DOCUMENT, **BOTH_KINDS)
def long_integers() -> Cases:
    """An integer of more than 4300 digits, in any place, is a VerifierOutputParseError."""
    places = ('{{"a":{}}}', '{{"a":1,"b":{}}}', '{{"a":{},"a":1}}', "[{}]", "{}")
    digits = build(mul, "19", (4300, 4301, 4299, 4302, 5000))
    numbers = joined(("", "-"), digits, ("", "", "", ".0", "e0", "0"))
    return json_of(build(str.format, places, numbers))


def _nest(around: tuple[str, str], level: tuple[str, str], depth: int, closed: bool) -> Case:  # noqa: FBT001 - a draw
    """Return a value nested ``depth`` times; without ``closed``, the file ends at the innermost."""
    opening = around[0] + level[0] * depth
    closing = level[1] * depth + around[1]
    return json_file((opening + "1" + closing if closed else opening).encode())


@drawn(
    ("[@]", '{"a":@}', '{"a":1,"b":[@]}', '{"a":[@],"a":1}', '{"a":[@]', "[@", "[@],"),
    some(("[@]", '{"a":@}', "[0,@]", '{"b":0,"a":@}', "[null,@,1]", ' { "a" : @ } '), 1, 4),
    ("1", '""', "null", "", "01", "]"),
    either(st.integers(200, READ_BY_ALL), (500, 512, 900, READ_BY_ALL), _REFUSED),
)
def as_deep_as_all_agree(outermost: str, levels: list[str], inner: str, depth: int) -> Case:
    """Lists, objects and mixtures, of as many levels as every Python reads or none does."""
    # The last of equal names holds, so nothing is left of what stands so deep.
    # Return ``inner`` in ``depth`` lists and objects: the outermost, and the levels in turn.
    start = outermost.partition("@")[0]
    sides = cycle([level.split("@") for level in levels])
    opening, closing = zip(*islice(sides, depth - start.count("[") - start.count("{")), strict=True)
    value = "".join([*opening, inner, *reversed(closing)])
    return json_file(outermost.replace("@", value).encode())


@clause("json-deep-nesting", *sources.DOCUMENT)
def json_deep_nesting() -> tuple[Check, ...]:
    """Nesting that exhausts Python's recursion limit is a RecursionError, even if the text behind
    it is not JSON."""
    starts = (("", ""), ('{"a":', "}"), ('{"a":1,"b":', "}"), (" ", "\n"))
    flat_or_wrong = (('"', '"'), ('{"a":"', '"}'), ("]", ""), ("1,", ""))
    nested = build(
        _nest,
        starts + flat_or_wrong,
        (("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ("[[1],", "]")),
        either(st.integers(1, 99), (100_000, 100_001, 120_000)),
        st.booleans(),
    )
    return (
        Check("nested", nested, **_TOO_DEEP),
        Check("as-deep-as-all-agree", as_deep_as_all_agree(), **_TOO_DEEP),
    )
