"""Which releases of harbor a gate is about."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.gate import uv
from conformance.gate.uv import UvError
from conformance.model import HARBOR_VERSION

_NUMBER = r"\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?"
_VERSION = re.compile(_NUMBER)
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})")


class ReleaseError(Exception):
    """What was given names no release, and no range of them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two releases, the earlier one in the first chair."""

    before: str
    after: str

    def __str__(self) -> str:
        """Return ``before → after``."""
        return f"{self.before} → {self.after}"


def pairs_of(arguments: Sequence[str], base: str = HARBOR_VERSION) -> list[Pair]:
    """Return the pairs that versions and ranges stand for, in their order.

    A version is held against ``base``; each release of a range against the one before it.
    Raises ReleaseError for anything else, and UvError where the index cannot be asked.
    """
    pairs: list[Pair] = []
    for argument in arguments:
        pairs += _pairs_of(argument, base)
    return list(dict.fromkeys(pairs))


def _pairs_of(argument: str, base: str) -> list[Pair]:
    if bounds := _RANGE.fullmatch(argument):
        releases = between(*bounds.groups())
        return [Pair(*two) for two in itertools.pairwise(releases)]
    if _VERSION.fullmatch(argument):
        return [Pair(base, argument)]
    raise ReleaseError(f"{argument!r} is neither a version, such as 0.14.0, nor a range A..B")


def between(first: str, last: str) -> list[str]:
    """Return the releases on the package index from ``first`` to ``last``, oldest first.

    Raises ReleaseError where there are fewer than two.
    """
    found: list[str] = []
    below = f"<={last}"
    while release := _highest(f">={first},{below}"):
        found.append(release)
        below = f"<{release}"
    if len(found) < len(("before", "after")):
        raise ReleaseError(f"{first}..{last} holds {' and '.join(found) or 'no release'}: too few")
    return found[::-1]


def _highest(bounds: str) -> str:
    """Return the highest release within bounds, or nothing where there is none."""
    try:
        (release,) = uv.compile_pins([f"harbor{bounds}"], "--no-deps").values()
    except UvError as error:
        if _NONE_WITHIN.search(str(error)):
            return ""
        raise
    return release


_NONE_WITHIN = re.compile(r"no versions? of harbor|only harbor|are incompatible")
