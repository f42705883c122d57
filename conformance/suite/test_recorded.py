"""The recorded cases, asked before anything is generated."""

from collections.abc import Callable

import pytest

from conformance.clauses import CATALOGUE


@pytest.mark.parametrize("clause", CATALOGUE)
def test_recorded_cases(clause: str, conduct_recorded: Callable[[str], None]) -> None:
    conduct_recorded(clause)
