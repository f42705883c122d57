"""Every clause put to a candidate: its recorded cases, then generated questions."""

from collections.abc import Callable

from conformance.operations.clause import Check


def test_recorded(clause: str, conduct_recorded: Callable[[str], None]) -> None:
    conduct_recorded(clause)


def test_generated(check: Check, conduct: Callable[[Check], None]) -> None:
    conduct(check)
