"""Releases of harbor by version, and the pairs that versions and ranges mean."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import NoVersionError
from conformance.protocol.values import HARBOR_VERSION
from oracle.wheels import WHEELS

NEWEST = [*WHEELS][-1]
"""The newest release that this project knows."""


class ReleaseError(Exception):
    """The text names neither a release nor a range."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two releases, the earlier one first."""

    before: str
    after: str

    def __str__(self) -> str:
        """Return ``before → after``."""
        return f"{self.before} → {self.after}"


def pairs_of(arguments: Sequence[str], base: str = HARBOR_VERSION) -> list[Pair]:
    """Return the pairs that versions and ranges mean, in their order.

    A version is compared with ``base``; each release of a range, or of ``all``, with the one before
    it. Raises ReleaseError for anything else, and UvError where the index cannot be reached.
    """
    first = _version(base)
    pairs: list[Pair] = []
    for argument in arguments:
        found = _named(argument)
        if ".." in argument and len(found) == 1:
            raise ReleaseError(f"{argument} holds {found[0]} only: too few")
        releases = found if len(found) > 1 else [first, *found]
        pairs += [Pair(*two) for two in itertools.pairwise(releases)]
    return list(dict.fromkeys(pairs))


def releases_of(words: Sequence[str]) -> list[str]:
    """Return the releases that words name, oldest first: versions, ranges, ``all``, ``latest``.

    The releases of this project are known without the package index. Raises ReleaseError for an
    unknown word, and UvError if the index cannot be reached.
    """
    found = {release for word in words for release in _named(word)}
    return sorted(found, key=Version)


def _named(word: str) -> Sequence[str]:
    if word == "all":
        return list(WHEELS)
    if word == "latest":
        if not (newest := _highest("")):
            raise ReleaseError("the package index has no release of harbor")
        return [newest]
    bounds = [_version(bound, word) for bound in word.split("..", maxsplit=1)]
    if len(bounds) == 1:
        return bounds
    if WHEELS.keys() >= {*bounds}:
        first, last = map(Version, bounds)
        found = [one for one in WHEELS if first <= Version(one) <= last]
    else:
        found = between(*bounds)
    if not found:
        raise ReleaseError(f"{word} holds no release")
    return found


def spans(releases: Sequence[str]) -> str:
    """Return releases in words, oldest first: ``A to B`` stands for all known ones from A to B."""
    following, parts = dict(itertools.pairwise(WHEELS)), list[list[str]]()
    for one in releases:
        if parts and following.get(parts[-1][-1]) == one:
            parts[-1].append(one)
        else:
            parts.append([one])
    return ", ".join(" to ".join(dict.fromkeys([one[0], one[-1]])) for one in parts)


def is_release(word: str) -> bool:
    """Return whether a word is a version, a range of them, ``all`` or ``latest``."""
    if word in {"all", "latest"}:
        return True
    try:
        return bool([Version(bound) for bound in word.split("..", maxsplit=1)])
    except InvalidVersion:
        return False


def _version(text: str, argument: str = "") -> str:
    """Return the version of a text, as the index has it: 0.25.0 for 0.25."""
    try:
        version = Version(text)
        return next((one for one in WHEELS if Version(one) == version), str(version))
    except InvalidVersion:
        raise ReleaseError(
            f"{argument or text!r} is neither a version, such as 0.14.0, nor a range A..B"
        ) from None


def between(first: str, last: str) -> list[str]:
    """Return the releases on the package index from ``first`` to ``last``, oldest first."""
    releases: list[str] = []
    below = f"<={last}"
    while release := _highest(f">={first},{below}"):
        releases.append(release)
        below = f"<{release}"
    return releases[::-1]


def _highest(bounds: str) -> str:
    """Return the highest release within bounds, or nothing."""
    try:
        (release,) = uv.compile_pins([f"harbor{bounds}"], "--no-deps").values()
    except NoVersionError:
        return ""
    return release
