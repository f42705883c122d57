"""Submissions of many trials."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common
from conformance.operations.leaderboard.inputs import STATIC, case, rewarded, trial
from conformance.protocol.values import Case

LEVEL = common("harborframework/terminal-bench-2-leaderboard: five trials a task")

_MOST = 60
"""Trials of the largest case; harbor validates each configuration some ten times."""


@clause("any-number-of-trials", Source(STATIC, 1018, 1021, "if not completed:"), effort=0.1)
def many_trials() -> Cases:
    """All trials count, however many there are."""
    return st.builds(trials_of_size, st.integers(FIRST, _MOST), st.integers(0, FIRST))


FIRST = 5


def trials_of_size(count: int, failures: int) -> Case:
    """Return the case of this many trials of one task, the last ones failed."""
    passes = count - failures
    return case(trial(n, verifier_result=rewarded(int(n < passes))) for n in range(count))
