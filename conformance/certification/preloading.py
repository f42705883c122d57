"""What the process imports that workers are forked from, so that none of them does it again."""

from collections.abc import Iterable

APART = "multi_step"
"""The operation whose adapter takes longer to import than all others: a trial knows every agent."""

_OTHERS = ("verifier", "metric", "pass_at_k", "job", "trial_result", "outcome", "reason_code")
"""The other operations that a candidate is asked."""


OF_GATES = [
    "conformance.certification.plan",
    "conformance.gate.asking",
    "conformance.diagnosis.diagnosis",
]
"""What the parts of a gate take; harbor itself is imported by the releases' own processes."""


def modules_for(operations: Iterable[str] = _OTHERS) -> list[str]:
    """Return the modules that steps of these operations take."""
    adapters = [f"oracle.{operation}" for operation in operations]
    return [
        "oracle.implementation",
        *adapters,
        "conformance.certification.plan",
        "conformance.implementations.checked",
    ]
