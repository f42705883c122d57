"""Renders the pages that people look at: one style, no scripts, every value escaped."""

import unicodedata

import jinja2
from jinja2 import StrictUndefined


def visible(text: str) -> str:
    """Return text whose control, direction and other unseen characters are spelled out."""
    return "".join(
        f"\\u{ord(character):04x}"
        if unicodedata.category(character).startswith("C") and character != "\n"
        else character
        for character in text
    )


_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.PackageLoader("conformance.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    finalize=lambda value: visible(value) if type(value) is str else value,
)


def render(template: str, **values: object) -> str:
    """Return a page; strings are made visible, and then escaped."""
    return _ENVIRONMENT.get_template(template).render(values)
