"""Which trials count in pass@k of other releases of harbor."""

from candidates.deviations.deviation import Table, after
from candidates.deviations.valid_rewards import has_valid_rewards
from candidates.reference.pass_at_k import Trials


def _of_valid(groups: dict[str, Trials]) -> dict[str, Trials]:
    """Leave trials out of groups, which keep the order of their first trials."""
    valid = {key: [*filter(has_valid_rewards, trials)] for key, trials in groups.items()}
    return {key: trials for key, trials in valid.items() if trials}


ROWS: Table = {"pass-at-k-of-valid-rewards": after(groups=_of_valid)}
