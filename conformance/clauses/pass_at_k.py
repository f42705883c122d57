"""What harbor requires of pass_at_k."""

from conformance.model import Clause

CLAUSES: tuple[Clause, ...] = ()
