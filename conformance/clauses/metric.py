"""What harbor requires of metric."""

from conformance.model import Clause

CLAUSES: tuple[Clause, ...] = ()
