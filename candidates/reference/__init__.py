"""A clean-room implementation of harbor's reward semantics, with the standard library alone.

One module an operation; each operation is a function of one argument, the input of
``docs/protocol.md`` with bytes as bytes and numbers as int and float. An exception's
type name is the name of the error.
"""

from candidates.reference.job import job
from candidates.reference.metric import metric
from candidates.reference.multi_step import multi_step
from candidates.reference.outcome import outcome
from candidates.reference.pass_at_k import pass_at_k
from candidates.reference.reason_code import reason_code
from candidates.reference.trial_result import trial_result
from candidates.reference.verifier import verifier

__all__ = [
    "job",
    "metric",
    "multi_step",
    "outcome",
    "pass_at_k",
    "reason_code",
    "trial_result",
    "verifier",
]
