"""Fills the templates of pages and places what plots draw: no scripts, every value escaped."""

import math
import re
from pathlib import Path

import jinja2
from jinja2 import StrictUndefined
from markupsafe import Markup, escape

from conformance.protocol.show import safe
from conformance.report.view import Plot


def visible(text: str) -> str:
    """Return text with unprintable characters escaped, line by line."""
    return "\n".join(map(safe, text.split("\n")))


def breakable(text: str) -> Markup:
    """Return text as HTML in which long names, such as error types, can break between words."""
    return Markup(re.sub("(?<=[a-z])(?=[A-Z])|(?<=_)", "<wbr>", escape(visible(text))))  # noqa: S704 - escaped


def with_code(text: str) -> Markup:
    """Return text as HTML in which backticks mark code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", escape(visible(text))))  # noqa: S704 - escaped


_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.PackageLoader("conformance.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    finalize=lambda value: visible(value) if type(value) is str else value,
)
_ENVIRONMENT.filters |= {"breakable": breakable, "with_code": with_code}
_MARKDOWN = _ENVIRONMENT.overlay(autoescape=False, finalize=None)


def render(template: str, **values: object) -> str:
    """Return a page; strings are made visible and escaped, in Markdown they are unchanged."""
    environment = _MARKDOWN if template.endswith(".md") else _ENVIRONMENT
    return environment.get_template(template).render(values)


def filled(template: Path, **values: object) -> str:
    """Return a page of Markdown whose template lies elsewhere."""
    return _MARKDOWN.from_string(template.read_text(encoding="utf-8")).render(values)


WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 400, 170, 56, 16, 12, 40
"""The size of a drawing and its margins, in its own units."""


def drawn(plot: Plot) -> dict[str, object]:
    """Return the path and ticks of a plot whose axes begin at 0; ``said`` is it in words.

    The horizontal axis is logarithmic, since most new things come early.
    """
    last, most = plot.points[-1]
    decades = max(1.0, math.log10(1 + last))

    def x(count: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * math.log10(1 + count) / decades, 1)

    def y(value: float) -> float:
        share: float = value / (most or 1)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)

    steps = [f"H{x(count)}V{y(value)}" for count, value in plot.points]
    powers = range(1, int(decades) + 1)
    return {
        "path": f"M{x(0)} {y(0)}{''.join(steps)}",
        "across": [(x(10**power), _short(power)) for power in powers],
        "up": [(y(value), f"{value:,}") for value in dict.fromkeys((0, most))],
        "box": (WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM),
        "said": f"{plot.label}: {most:,} after {last:,} {plot.across}",
    }


def _short(power: int) -> str:
    """Return a power of ten, less than 10**15, as an axis shows it: 100, 10k, 1M."""
    thousands, rest = divmod(power, 3)
    return f"{10**rest}{('', 'k', 'M', 'G', 'T')[thousands]}"


_ENVIRONMENT.globals["drawn"] = drawn
