"""Places the points, ticks and labels of a plot in an SVG, which the template draws."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.report.view import Plot

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 200, 56, 16, 12, 40
"""The size of a drawing, and its margins, in units of its own."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A plot whose path and ticks have their places; ``said`` is the same in words."""

    plot: Plot
    path: str
    across: Sequence[tuple[float, str]]
    up: Sequence[tuple[float, str]]
    said: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def drawn(plot: Plot) -> Drawing | None:
    """Return the drawing of a plot; None with fewer than two points, which are no line.

    The horizontal axis is logarithmic: what is new comes early, and more and more rarely.
    """
    if len(plot.points) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    counts, values = zip(*plot.points, strict=True)
    decades = max(1.0, math.log10(1 + max(counts)))
    least, most = min(values), max(values)

    def x(count: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * math.log10(1 + count) / decades, 1)

    def y(value: float) -> float:
        share: float = (value - least) / ((most - least) or 1)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)

    (first, start), *others = plot.points
    steps = [f"H{x(count)}V{y(value)}" for count, value in others]
    powers = [10**power for power in range(1, int(decades) + 1)]
    ends = f"{start:,} after {first:,}", f"{values[-1]:,} after {counts[-1]:,} {plot.across}"
    return Drawing(
        plot=plot,
        path=f"M{x(first)} {y(start)}{''.join(steps)}",
        across=[(x(power), _short(power)) for power in powers],
        up=[(y(value), f"{value:,}") for value in dict.fromkeys((least, most))],
        said=f"{plot.label}: {', '.join(ends)}",
    )


def _short(power: int) -> str:
    """Return a power of ten as an axis shows it: 100, 10k, 1M."""
    for unit, suffix in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if power >= unit:
            return f"{power // unit}{suffix}"
    return str(power)
