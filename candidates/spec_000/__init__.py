"""agent-challenge's reading of harbor's rewards, as spec/000 describes it.

What the text says is done here as it says it, also where the wheel differs:
``expected.toml`` lists those places. One module a section.
"""

from candidates.spec_000.metrics import metric
from candidates.spec_000.outcomes import outcome
from candidates.spec_000.pass_at_k import pass_at_k
from candidates.spec_000.reason_codes import reason_code
from candidates.spec_000.rewards import verifier
from candidates.spec_000.steps import multi_step

__all__ = ["metric", "multi_step", "outcome", "pass_at_k", "reason_code", "verifier"]
