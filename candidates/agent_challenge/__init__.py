"""agent-challenge's reading of harbor's rewards, as spec/000 describes it.

What the text says is done here as it says it, also where the wheel does otherwise:
``deviations.toml`` lists those places. One module a section.
"""

from candidates.agent_challenge.metrics import metric
from candidates.agent_challenge.outcomes import outcome
from candidates.agent_challenge.pass_at_k import pass_at_k
from candidates.agent_challenge.reason_codes import reason_code
from candidates.agent_challenge.rewards import verifier
from candidates.agent_challenge.steps import multi_step

__all__ = ["metric", "multi_step", "outcome", "pass_at_k", "reason_code", "verifier"]
