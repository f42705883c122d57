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
    limited(
        "result-refused-beyond",
        "outcome.any-size-of-file",
        "a file of more than {} bytes is refused",
        parameter="number of bytes",
        limits=(4_096, 65_536),
        changes=_refused_beyond,
    ),
    limited(
        "result-first-groups",
        _VALUES,
        "only the first {} groups are read",
        parameter="number of groups",
        limits=(12, 64, 255, 512),
        changes=_first_groups,
    ),
    limited(
        "result-first-metrics",
        _VALUES,
        "only the first {} metrics of a group are read",
        parameter="number of metrics",
        limits=(12, 64, 255),
        changes=_first_metrics,
    ),
    limited(
        "result-first-keys",
        _VALUES,
        "only the first {} values of a metric are read",
        parameter="number of names",
        limits=(8, 64, 255, 512),
        changes=lambda limit: after({"summary.values": lambda values: values[:limit]}),
    ),
)
"""Each has one limit that the text's rules do not have."""
