"""Fills the templates of pages: one style, no scripts, every value of HTML and SVG escaped."""

import re
import unicodedata

import jinja2
from jinja2 import StrictUndefined
from markupsafe import Markup, escape


def visible(text: str) -> str:
    """Return text in which control, direction and other invisible characters are escaped."""
    return "".join(
        f"\\u{ord(character):04x}"
        if unicodedata.category(character).startswith("C") and character != "\n"
        else character
        for character in text
    )


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
