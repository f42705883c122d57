"""Limits on files, groups, metrics and names that the text's rules do not have."""

from candidates.deviations.deviation import Changes, after, before
from candidates.deviations.sizes import limited
from candidates.reference.outcome import MalformedError, Samples


def _refused_beyond(limit: int) -> Changes:
    def refuse(content: bytes) -> bytes:
        if len(content) > limit:
            raise MalformedError
        return content

    return before(decode=refuse)


def _first_groups(limit: int) -> Changes:
    return before({"summary.score": lambda samples: samples[:limit]})


def _first_metrics(limit: int) -> Changes:
    def kept(samples: Samples) -> Samples:
        return [group[:limit] for group in samples]

    return before({"summary.score": kept})


_VALUES = "outcome.any-number-of-values"

DEVIATIONS = (
    *limited(
        "result-refused-beyond-@-bytes",
        "outcome.any-size-of-file",
        "a result is thought to be short, and anything longer an attack",
        parameter="number of bytes",
        limits=(4_096, 65_536),
        changes=_refused_beyond,
    ),
    *limited(
        "result-first-@-bytes",
        "outcome.any-size-of-file",
        "the file is read into a buffer of fixed size",
        parameter="number of bytes",
        limits=(4_096, 65_536),
        changes=lambda limit: before(decode=lambda content: content[:limit]),
    ),
    *limited(
        "result-first-@-groups",
        _VALUES,
        "a job is thought to compare a few agents",
        parameter="number of groups",
        limits=(12, 64, 255, 512),
        changes=_first_groups,
    ),
    *limited(
        "result-first-@-metrics",
        _VALUES,
        "a group is thought to have a few metrics",
        parameter="number of metrics",
        limits=(12, 64, 255),
        changes=_first_metrics,
    ),
    *limited(
        "result-first-@-names",
        _VALUES,
        "a table has room for so many columns",
        parameter="number of names",
        limits=(8, 64, 255, 512),
        changes=lambda limit: after({"summary.values": lambda values: values[:limit]}),
    ),
)
"""Each has one limit that the text's rules do not have."""
