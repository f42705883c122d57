"""A clean-room implementation of harbor's reward semantics, with the standard library alone.

One module an operation; each operation is a function of one argument, the input of
``docs/protocol.md`` with bytes as bytes and numbers as int and float. An exception's
type name is the name of the error.
"""

from candidates.reference.metric import metric
from candidates.reference.pass_at_k import pass_at_k
from candidates.reference.verifier import verifier

__all__ = ["metric", "pass_at_k", "verifier"]
