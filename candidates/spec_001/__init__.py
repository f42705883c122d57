"""A reader of validated rewards, as spec/001 describes it.

reward.json is the reward, once it is validated; details.json is kept next to it. What
the text does not let pass is refused, also where harbor reads it: ``expected.toml``
lists those places.
"""

from candidates.spec_001.ingest import ingest


def verifier(case: dict[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the reward of reward.json under harbor's name for it; reward.txt is not read."""
    return {"rewards": {"reward": ingest(case["reward.json"]).reward}}


__all__ = ["ingest", "verifier"]
