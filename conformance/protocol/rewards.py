"""Shapes of harbor's values that several operations use."""

from conformance.protocol.containers import list_of, map_of, members, nullable
from conformance.protocol.shapes import BYTES, COUNT, NUMBER, TEXT, choice

FILE = nullable(BYTES)
"""A file's bytes; null: no such file."""

REWARDS = nullable(map_of(NUMBER))
"""Rewards by name, or null."""

VERIFIER_RESULT = nullable(members({"rewards": REWARDS}))
"""A verifier's result, or null."""

METRIC = choice("mean", "max", "min", "sum")
"""The name of a metric."""

USAGE = nullable(
    members(
        {
            "n_input_tokens": nullable(COUNT),
            "n_cache_tokens": nullable(COUNT),
            "n_output_tokens": nullable(COUNT),
            "cost_usd": nullable(NUMBER),
        }
    )
)
"""An agent's usage."""

_NAMES = {"task_name": TEXT, "agent": TEXT}
_OTHERS = {
    "model": nullable(TEXT), "source": nullable(TEXT), "verifier_result": VERIFIER_RESULT,
    "trial_name": TEXT, "exception": nullable(TEXT), "usage": USAGE,
}  # fmt: skip

TRIALS = list_of(members(_NAMES, _OTHERS))
"""Trials; only their task and agent are required."""

WHOLE_TRIALS = list_of(members({**_NAMES, **_OTHERS}))
"""Trials with all fields."""
