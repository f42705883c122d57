"""Which trials have rewards that count in harbor from 0.26.0 on.

They are those whose ``reward_valid`` is true (harbor/models/trial/result.py:142-148 there): it has
rewards, and no exception that invalidates them (models/trial/error_policy.py:37-109): those in
valid_rewards.toml.
"""

import tomllib
from pathlib import Path
from typing import Any

from candidates.reference.job_trial import rewards_of

_READ = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_INVALIDATING = frozenset(_READ["invalidating"])


def has_valid_rewards(trial: Any) -> bool:  # noqa: ANN401 - a trial of pass@k or of a job
    """Return whether a trial has rewards that are not empty, and no exception invalidates them."""
    return bool(rewards_of(trial)) and trial.get("exception") not in _INVALIDATING
