"""The catalogue of requirements, one module an operation."""

from conformance.clauses import (
    job,
    metric,
    multi_step,
    outcome,
    pass_at_k,
    reason_code,
    run,
    trial_result,
    verifier,
)
from conformance.model import Clause

_MODULES = (
    verifier,
    multi_step,
    metric,
    pass_at_k,
    job,
    trial_result,
    outcome,
    reason_code,
    run,
)

CATALOGUE: dict[str, Clause] = {
    clause.id: clause for module in _MODULES for clause in module.CLAUSES
}
"""Each requirement by its id, in the order in which data flows through harbor."""
