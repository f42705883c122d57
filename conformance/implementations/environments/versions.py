"""Releases of harbor by version, and the pairs that versions and ranges mean."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from conformance.implementations.environments import uv
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
    it. Raises ReleaseError and UvError as ``releases_of`` does.
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

    A range, and ``all``, have releases that this project knows; ``latest`` is the newest of the
    package index. Raises ReleaseError for an unknown word, and UvError where there is no index.
    """
    found = {release for word in words for release in _named(word)}
    return sorted(found, key=Version)


def _named(word: str) -> Sequence[str]:
    if word == "all":
        return list(WHEELS)
    if word == "latest":
        return [*uv.compile_pins(["harbor"], "--no-deps").values()]
    bounds = [_version(bound, word) for bound in word.split("..", maxsplit=1)]
    if len(bounds) == 1:
        return bounds
    if strange := {*bounds} - WHEELS.keys():
        known = f"known releases, {next(iter(WHEELS))} to {NEWEST}"
        raise ReleaseError(f"{word}: a range is of {known}: name {min(strange)} by itself")
    first, last = map(Version, bounds)
    found = [one for one in WHEELS if first <= Version(one) <= last]
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
