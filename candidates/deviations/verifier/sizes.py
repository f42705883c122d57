"""Limits on reward files, names and digits that harbor does not have."""

from candidates.deviations.deviation import Changes, after, before
from candidates.deviations.numbers import first_digits
from candidates.deviations.sizes import cut_names, first_members, limited
from candidates.reference.verifier import Rewards, VerifierOutputParseError


def _refused_beyond(file: str, limit: int) -> Changes:
    def refuse(content: bytes) -> bytes:
        if len(content) > limit:
            raise VerifierOutputParseError
        return content

    return before({f"{file}.decode": refuse})


def _first_bytes(file: str, limit: int) -> Changes:
    return before({f"{file}.decode": lambda content: content[:limit]})


def _first_names(limit: int) -> Changes:
    """Leave out members before they are looked at."""
    first = first_members(limit)
    return after({"json.parse": lambda value: first(value) if isinstance(value, dict) else value})


def _digits_kept(limit: int) -> Changes:
    def kept(rewards: Rewards | None) -> Rewards | None:
        return rewards and {name: first_digits(value, limit) for name, value in rewards.items()}

    return after(json=kept)


_LIMITS = (4_096, 65_536)

DEVIATIONS = (
    *limited(
        "text-refused-beyond-@-bytes",
        "verifier.any-size-of-text",
        "a number is thought to be short, and anything longer an attack",
        parameter="number of bytes",
        limits=_LIMITS,
        changes=lambda limit: _refused_beyond("text", limit),
    ),
    *limited(
        "text-first-@-bytes",
        "verifier.any-size-of-text",
        "the file is read into a buffer of fixed size",
        parameter="number of bytes",
        limits=(64, *_LIMITS),
        changes=lambda limit: _first_bytes("text", limit),
    ),
    *limited(
        "json-refused-beyond-@-bytes",
        "verifier.any-size-of-json",
        "rewards are thought to be few, and anything longer an attack",
        parameter="number of bytes",
        limits=_LIMITS,
        changes=lambda limit: _refused_beyond("json", limit),
    ),
    *limited(
        "json-first-@-bytes",
        "verifier.any-size-of-json",
        "the file is read into a buffer of fixed size",
        parameter="number of bytes",
        limits=_LIMITS,
        changes=lambda limit: _first_bytes("json", limit),
    ),
    *limited(
        "first-@-rewards",
        "verifier.any-number-of-names",
        "a table has room for so many columns",
        parameter="number of names",
        limits=(8, 64, 255, 512),
        changes=_first_names,
    ),
    *limited(
        "reward-names-of-@-characters",
        "verifier.names-of-any-length",
        "names are kept in a column of a database",
        parameter="number of characters",
        limits=(64, 255, 1024),
        changes=lambda limit: after(json=cut_names(limit)),
    ),
    *limited(
        "rewards-of-@-digits",
        "verifier.any-number-of-digits",
        "integers are kept as decimals of a fixed precision",
        parameter="number of digits",
        limits=(28, 1000, 4000),
        changes=_digits_kept,
    ),
)
"""Each has one limit that harbor does not have."""
