"""Limits on reward files, names and digits that harbor does not have."""

from candidates.deviations.deviation import Changes, after, before
from candidates.deviations.sizes import first_members, limited
from candidates.reference.verifier import VerifierOutputParseError


def _refused_beyond(file: str, limit: int) -> Changes:
    def refuse(content: bytes) -> bytes:
        if len(content) > limit:
            raise VerifierOutputParseError
        return content

    return before({f"{file}.decode": refuse})


def _first_rewards(limit: int) -> Changes:
    """Leave out members before they are looked at."""
    first = first_members(limit)
    return after({"json.parse": lambda value: first(value) if isinstance(value, dict) else value})


def _first_bytes(file: str, limit: int) -> Changes:
    return before({f"{file}.decode": lambda content: content[:limit]})


_LIMITS = (4_096, 65_536)

DEVIATIONS = (
    limited(
        "text-refused-beyond",
        "verifier.any-size-of-text",
        "a reward.txt of more than {} bytes is refused",
        parameter="number of bytes",
        limits=_LIMITS,
        changes=lambda limit: _refused_beyond("text", limit),
    ),
    limited(
        "text-first-bytes",
        "verifier.any-size-of-text",
        "only the first {} bytes of reward.txt are read",
        parameter="number of bytes",
        limits=(64, *_LIMITS),
        changes=lambda limit: _first_bytes("text", limit),
    ),
    limited(
        "json-refused-beyond",
        "verifier.any-size-of-json",
        "a reward.json of more than {} bytes is refused",
        parameter="number of bytes",
        limits=_LIMITS,
        changes=lambda limit: _refused_beyond("json", limit),
    ),
    limited(
        "first-rewards",
        "verifier.any-number-of-names",
        "only the first {} rewards are read",
        parameter="number of rewards",
        limits=(64, 8, 255, 512),
        changes=_first_rewards,
    ),
)
"""Each has one limit that harbor does not have."""
