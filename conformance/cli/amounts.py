"""How much is asked: a profile, and amounts as people write them: ``2h`` and ``50M``."""

import re
from typing import Annotated

import typer

from conformance.certification.plan import Profile
from conformance.cli.errors import UsageError

Amount = Annotated[Profile, typer.Option("--profile", help="How many cases are generated.")]

_SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}
_TIMES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_AMOUNT = re.compile(r"([0-9][0-9_,]*(?:\.[0-9]+)?)\s*([a-z]*)", re.IGNORECASE)


def seconds_of(option: str, text: str) -> float:
    """Return the seconds of ``30s``, ``10m``, ``2h`` or ``1d``; raises UsageError."""
    number, unit = _parts(text)
    if number <= 0 or unit not in _SECONDS:
        raise UsageError(f"{option} {text}: give a time such as 30s, 10m, 2h or 1d")
    return number * _SECONDS[unit]


def count_of(option: str, text: str, least: int = 1) -> int:
    """Return the number of ``500``, ``50k`` or ``50M``; raises UsageError."""
    number, unit = _parts(text)
    count = number * _TIMES.get(unit, 0)
    if unit not in _TIMES or count < least or count != int(count):
        raise UsageError(f"{option} {text}: give a whole number such as 500, 50k or 50M")
    return int(count)


def _parts(text: str) -> tuple[float, str]:
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        return -1.0, ""
    number, unit = match.groups()
    return float(number.replace("_", "").replace(",", "")), unit.lower()
