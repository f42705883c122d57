"""The catalogue of requirements, one module an operation."""

from conformance.clauses import metric, pass_at_k, verifier
from conformance.model import Clause

CATALOGUE: dict[str, Clause] = {
    clause.id: clause for module in (verifier, metric, pass_at_k) for clause in module.CLAUSES
}
"""Each requirement by its id, in the order in which data flows through harbor."""
