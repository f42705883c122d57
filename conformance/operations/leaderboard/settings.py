"""Settings that a submitted trial must not have."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common
from conformance.operations.leaderboard.inputs import (
    BOTH,
    STATIC,
    changed,
    configuration,
    expecting_both,
)
from conformance.operations.leaderboard.shapes import OVERRIDES, SETTINGS
from conformance.operations.strategies.drawing import build
from conformance.protocol.values import Case

LEVEL = common("qf-studio/pilot: a job with a timeout_multiplier of 5.0")

_FIELDS = Source(STATIC, 371, 398, "def _trial_timeout_override_fields(tc: TrialConfig)")


@clause("overrides", _FIELDS, body=expecting_both, shares=BOTH, effort=0.5)
def overrides() -> Cases:
    """no_trial_overrides fails if a trial sets a timeout, a multiplier of one part or a resource,
    even to the value that changes nothing; the longest timeout is free."""
    names = (*OVERRIDES, *SETTINGS[-2:] * 5)
    return build(_setting, names, (0, 1, 2))


@clause(
    "multiplier-of-one",
    Source(STATIC, 811, 815, "if tc.timeout_multiplier != 1.0:"),
    body=expecting_both,
    shares=BOTH,
)
def multipliers() -> Cases:
    """no_trial_overrides fails if a trial's timeout_multiplier is not 1, and only then."""
    return build(_setting, st.just("timeout_multiplier"), (0, 1, 1, 2))


def _setting(name: str, value: int) -> Case:
    return changed([{"configuration": configuration(settings={name: value})}])
