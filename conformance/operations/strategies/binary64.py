"""Decimal texts that show how a reader rounds to binary64, built from exact integers.

Every text is also a JSON number.
"""

from hypothesis import strategies as st

from conformance.operations.strategies.drawing import build

_SIGNS = ("", "-")
_FORMS = [(style, sign) for sign in _SIGNS for style in ("scientific", "integer", "plain")]
_ASIDE = ((0, 0), (0, 0), (1, 1), (-1, 1), (1, 30), (-1, 30), (1, 400), (-1, 400))


def halfway() -> st.SearchStrategy[str]:
    """Numbers halfway between two neighbours, or off it by a digit far behind."""
    odd = st.integers(0, 2**52 - 1).map(lambda fraction: 2 * (2**52 + fraction) + 1)
    return build(_near, odd, st.integers(-1074, 969), _ASIDE, _FORMS)


def shortest() -> st.SearchStrategy[str]:
    """Numbers of up to 20 digits with any exponent, as programs print them."""
    return build(
        lambda digits, power, sign: sign + written(digits, power, "scientific"),
        st.integers(1, 10**20),
        st.integers(-340, 300),
        _SIGNS,
    )


def largest() -> st.SearchStrategy[str]:
    """Numbers about the largest finite one, half of them beyond it."""
    # The first is the largest plus half a step: from there on, numbers round to infinity.
    mantissas = (2**54 - 1, 2**54 - 3, 2**54, 2**53, 2**54 - 2)
    at_the_threshold = build(_near, mantissas, st.just(970), _ASIDE, _FORMS)
    return st.one_of(_with_exponent((300, 306, 307, 308, 309, 310, 400)), at_the_threshold)


def smallest() -> st.SearchStrategy[str]:
    """Numbers about the smallest normal and subnormal ones, and half of the smallest."""
    ranges = (1, 40), (2**53 - 9, 2**53 + 9), (1, 2**53)
    mantissas = st.one_of(*(st.integers(*ends) for ends in ranges))
    subnormal = build(_near, mantissas, st.just(-1075), _ASIDE, _FORMS)
    return st.one_of(subnormal, _with_exponent((-324, -323, -325, -310, -308, -400)))


def _with_exponent(exponents: tuple[int, ...]) -> st.SearchStrategy[str]:
    """Few digits with an exponent, or with that many zeros and an exponent that undoes them."""
    powers = (*exponents, 99999, -99999, 10**20, -(10**20))
    return build(_few_digits, st.integers(1, 999), powers, (0, 0, 0, 400, -400), _SIGNS)


def _few_digits(digits: int, exponent: int, zeros: int, sign: str) -> str:
    mantissa = written(digits, zeros, "plain") if zeros else str(digits)
    return f"{sign}{mantissa}e{exponent - zeros}"


def _near(mantissa: int, exponent: int, aside: tuple[int, int], form: tuple[str, str]) -> str:
    """Return ``mantissa * 2**exponent`` as text, or with a later digit changed.

    ``aside`` holds what to add and how many places behind the last digit to add it.
    """
    digits, power = _decimal(mantissa, exponent)
    (offset, distance), (style, sign) = aside, form
    digits, power = digits * 10**distance + offset, power - distance
    return sign + written(digits, power, style)


def _decimal(mantissa: int, exponent: int) -> tuple[int, int]:
    """Return integers d and p with ``d * 10**p == mantissa * 2**exponent``."""
    if exponent >= 0:
        return mantissa << exponent, 0
    return mantissa * 5**-exponent, exponent


def written(digits: int, power: int, style: str) -> str:
    """Return ``digits * 10**power`` in a style: scientific, integer or plain."""
    text = str(digits)
    if style == "integer":
        return f"{text}e{power}" if power else text
    if style == "scientific":
        return f"{text[0]}.{text[1:] or '0'}e{power + len(text) - 1}"
    if power >= 0:
        return text + "0" * power
    padded = text.rjust(1 - power, "0")
    return f"{padded[:power]}.{padded[power:]}"
