"""What the number in reward.txt becomes: one reward, a binary64."""

from hypothesis import strategies as st

from conformance.operations.check import Check
from conformance.operations.clause import Clause
from conformance.operations.strategies import binary64
from conformance.operations.verifier import sources
from conformance.operations.verifier.questions import Cases, txt_of


def integers_as_text() -> Cases:
    """Whole numbers that a binary64 holds or does not hold."""
    return txt_of(
        st.builds(
            lambda bits, offset, sign: f"{sign}{2**bits + offset}",
            st.integers(50, 90),
            st.integers(0, 99),
            st.sampled_from(("", "-")),
        )
    )


def rounded() -> Cases:
    """Numbers between two neighbouring binary64, with up to hundreds of digits."""
    return txt_of(st.one_of(binary64.halfway(), binary64.halfway(), binary64.shortest()))


def large() -> Cases:
    """Numbers about the largest finite binary64."""
    return txt_of(binary64.largest())


def small() -> Cases:
    """Numbers about the smallest binary64."""
    return txt_of(binary64.smallest())


CLAUSES = (
    Clause(
        "verifier.text-name",
        "The number of reward.txt is the only reward, and its name is reward.",
        (sources.NUMBER,),
        checks=(Check("integers-as-text", integers_as_text()),),
    ),
    Clause(
        "verifier.text-integer",
        "A whole number in reward.txt is rounded to binary64 like any other.",
        (sources.NUMBER,),
        checks=(Check("integers-as-text", integers_as_text()),),
    ),
    Clause(
        "verifier.text-rounding",
        "A number of any length becomes the nearest binary64, of two equally near the even one.",
        (sources.NUMBER,),
        checks=(Check("rounded", rounded()),),
    ),
    Clause(
        "verifier.text-overflow",
        "A number too large for a binary64 becomes infinity and is no error.",
        (sources.NUMBER,),
        checks=(Check("large", large()),),
    ),
    Clause(
        "verifier.text-underflow",
        "Small numbers become subnormal, and at last zero, by the same rounding.",
        (sources.NUMBER,),
        checks=(Check("small", small()),),
    ),
)
