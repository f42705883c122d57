"""Limits on trials, names and digits that a metric does not have."""

from candidates.deviations.deviation import Changes, before
from candidates.deviations.metric.names import on_trials
from candidates.deviations.sizes import limited


def _first_trials(limit: int) -> Changes:
    return before(metric=on_trials(lambda trials: trials[:limit]))


DEVIATIONS = (
    limited(
        "first-trials",
        "metric.any-number-of-trials",
        "only the first {} trials are read",
        parameter="number of trials",
        limits=(12, 24, 64, 100, 200, 255, 512),
        changes=_first_trials,
    ),
)
"""Each has one limit that harbor does not have."""
