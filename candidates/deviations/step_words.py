"""What reports call the values between two steps: readers have not seen the reference."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from candidates import reference


def _words() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    file = Path(reference.__file__).parent / "steps.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


_WORDS = _words()
"""The words by operation, by step, and by what is meant of it."""


def taken_by(operation: str, step: str) -> str:
    """Return the words for what a step takes first."""
    return _WORDS[operation][step]["takes"]


def given_by(operation: str, step: str, place: object = "") -> str:
    """Return the words for what a step returns, or for a place in it, such as ``[]``."""
    return _WORDS[operation][step][f"gives{place}"]
