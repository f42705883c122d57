"""Every clause, put to every candidate: its recorded cases, then generated ones."""

from collections.abc import Callable


def test_clause(examine: Callable[[], None]) -> None:
    examine()
