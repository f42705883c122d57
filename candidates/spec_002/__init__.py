"""The task format that came from Terminal-Bench, as spec/002 describes it.

``layout`` has what the text says about a task's folder, and ``verifier`` is its reward:
reward.txt alone. ``docs/terminal-bench.md`` says where harbor has moved on.
"""

from candidates.spec_002.rewards import read_reward, reward_of

__all__ = ["read_reward", "reward_of", "verifier"]


def verifier(case: dict[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the number of reward.txt under harbor's name for it; reward.json is not read."""
    return {"rewards": {"reward": reward_of(case["reward.txt"])}}
