"""What the number in reward.txt becomes: one reward, a binary64."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, common, extreme, rare
from conformance.operations.strategies import binary64
from conformance.operations.strategies.texts import near_powers
from conformance.operations.verifier import sources
from conformance.operations.verifier.inputs import txt_of

LEVEL = rare("more digits than binary64 holds")
_EXTREME = extreme("no reward lies beyond 1e308 or below 1e-308")


@clause(
    "text-name",
    sources.NUMBER,
    level=common("alexrabo/LISAgentValidation: test.sh writes reward.txt"),
    check="numbers-as-text",
)
def text_name() -> Cases:
    """The number of reward.txt is the only reward, and its name is reward."""
    return txt_of(st.one_of(st.integers(-(2**53), 2**53).map(str), binary64.shortest()))


@clause("text-integer", sources.NUMBER, check="integers-as-text")
def text_integer() -> Cases:
    """A whole number in reward.txt is rounded to binary64 like any other."""
    return txt_of(near_powers((50, 90), (0, 99), ("", "-")))


@clause("text-rounding", sources.NUMBER)
def rounded() -> Cases:
    """A number of any length becomes the nearest binary64; of two equally near ones, the even
    one."""
    return txt_of(st.one_of(binary64.halfway(), binary64.halfway(), binary64.shortest()))


@clause("text-overflow", sources.NUMBER, level=_EXTREME)
def large() -> Cases:
    """A number too large for a binary64 becomes infinity and is not an error."""
    return txt_of(binary64.largest())


@clause("text-underflow", sources.NUMBER, level=_EXTREME)
def small() -> Cases:
    """Small numbers become subnormal, and finally zero, by the same rounding."""
    return txt_of(binary64.smallest())
