"""Numbers near a number, and at the ends of what numbers are."""

import math
from random import Random

LIMITS: tuple[int | float, ...] = (
    0, 1, -1, 0.0, -0.0, 1.0, 0.5, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63), 10**16,
    5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e16, 1e-5, 0.0001, 0.1,
    math.inf, -math.inf, math.nan,
)  # fmt: skip
"""Where representations, spellings or arithmetic change."""


def moved(number: float, random: Random) -> int | float:
    """Return a number near this one, or of the other type, or a limit."""
    match random.randrange(5):
        case 0:
            return random.choice(LIMITS)
        case 1:
            return _other_type(number)
        case 2:
            return -number
    if isinstance(number, int):
        return number + random.choice((-1, 1))
    return math.nextafter(number, random.choice((-math.inf, math.inf)))


def _other_type(number: float) -> int | float:
    if isinstance(number, int):
        return float(number) if abs(number) < _LARGEST else -number
    return int(number) if math.isfinite(number) else 0


_LARGEST = 2**1023
"""Below this every integer is a float."""


def moved_text(number: str, random: Random) -> str:
    """Return a number's text moved likewise, or otherwise spelled; as it is if it is none."""
    try:
        value = float(number) if not number.lstrip("-").isdigit() else int(number)
    except ValueError:
        return number
    if random.random() < _RESPELLED:
        return random.choice(_SPELLINGS).format(number)
    return repr(moved(value, random))


_RESPELLED = 0.3

_SPELLINGS = ("{}0", "{}.0", "{}e0", "{}E+00", "0{}", "-{}", "{}.", "{}_0", "+{}", " {}", "{}\n")
