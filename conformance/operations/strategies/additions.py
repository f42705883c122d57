"""Numbers of which each way of adding makes another sum, however many they are.

Who adds exactly, pairwise or in parts may do so for long lists alone: every operation that adds
gets such numbers, as many as harbor adds quickly.
"""

MANY_ADDED = 2_500
"""How many where harbor needs a millisecond for them."""


def layered(count: int, *, mixed: bool = False) -> list[int | float]:
    """Return numbers of three sizes; the correction loses some of the smallest.

    Four of them are large, and there are never fewer. ``mixed`` ones are integers among floats.
    """
    small = [n if mixed and n % 3 == 0 else 1.1 * n for n in range(1, count - 3)]
    third = len(small) // 3
    parts = small[:third], small[third : 2 * third], small[2 * third :]
    return [1e32, *parts[0], 1e16, *parts[1], -1e32, *parts[2], -1e16]


def layered_rewards(count: int) -> list[dict[str, int | float]]:
    """Return as many rewards of two keys, floats and integers among floats."""
    pairs = zip(layered(count), layered(count, mixed=True), strict=True)
    return [{"floats": floats, "mixed": mixed} for floats, mixed in pairs]


def cents(count: int) -> list[float]:
    """Return what trials cost: sums of hundredths that a correction or another order changes."""
    return [number * number % 97 / 100 for number in range(1, count + 1)]


def wide(count: int) -> list[int]:
    """Return 64-bit integers, few of whose sums fit 64 bits or a binary64."""
    return [2**62 + number * 3**37 % 2**61 for number in range(count)]
