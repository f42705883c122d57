"""Which trials count in pass@k of other releases of harbor."""

from candidates.deviations.deviation import before
from candidates.deviations.rows import Table
from candidates.deviations.valid_rewards import has_valid_rewards

ROWS: Table = {
    "pass-at-k-of-valid-rewards": before(
        groups=lambda trials: [trial for trial in trials if has_valid_rewards(trial)]
    ),
}
