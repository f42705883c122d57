"""Shapes of harbor's values that several operations ask about."""

from conformance.protocol.containers import ListOf, MapOf, Nullable, members
from conformance.protocol.shapes import Bytes, Count, Number, Text

FILE = Nullable(Bytes())
"""A file's bytes; null: no such file."""

REWARDS = Nullable(MapOf(Number()))
"""Rewards by name, or null."""

VERIFIER_RESULT = Nullable(members({"rewards": REWARDS}))
"""What a verifier gave; null: it gave none."""

METRIC = Text(("mean", "max", "min", "sum"))
"""The name of a metric."""

USAGE = Nullable(
    members(
        {
            "n_input_tokens": Nullable(Count()),
            "n_cache_tokens": Nullable(Count()),
            "n_output_tokens": Nullable(Count()),
            "cost_usd": Nullable(Number()),
        }
    )
)
"""What an agent used up."""

_TRIAL = members(
    {"task_name": Text(), "agent": Text()},
    {
        "model": Nullable(Text()),
        "source": Nullable(Text()),
        "verifier_result": VERIFIER_RESULT,
        "trial_name": Text(),
        "exception": Nullable(Text()),
        "usage": USAGE,
    },
)

TRIALS = ListOf(_TRIAL)
"""Trials of which some members may be absent."""

WHOLE_TRIALS = ListOf(members({**_TRIAL.required, **_TRIAL.optional}))
"""Trials with every member."""
