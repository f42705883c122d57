"""Hand-written explanations of known changes (explanations.toml)."""

from functools import cache
from pathlib import Path

from packaging.version import Version

from conformance.gate.changes import Change
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.versions import Pair
from conformance.operations.harbor_modules import Table, read_table

_ANY = "*"


class Explanation(Table):
    """What a change does to a score, in a line, whom it affects, and what to do.

    It came with ``release``, or with any; it is about the changes that these deviations
    reproduce, and about those of these clauses that no deviation does.
    """

    release: str = _ANY
    clauses: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()
    means: str
    affects: str
    advice: str

    def tells(self, pair: Pair, change: Change) -> bool:
        """Return whether it is about a change between two releases."""
        if self.release != _ANY:
            release = Version(self.release)
            if not Version(pair.before) < release <= Version(pair.after):
                return False
        if change.deviations:
            return not {*self.deviations}.isdisjoint(change.deviations)
        return change.finding.clause in self.clauses


class _Explanations(Table):
    explanation: tuple[Explanation, ...]


@cache
def explanations() -> tuple[Explanation, ...]:
    """Return the explanations of explanations.toml; raises DataError."""
    return read_table(Path(__file__).parent / "explanations.toml", _Explanations).explanation


_OF_TEXT = Explanation(
    means="result files have other fields, or write the same ones differently: no number changes",
    affects="programs that read every field of a result",
    advice="ignore fields that you do not know",
)


def explanation_of(pair: Pair, change: Change) -> Explanation | None:
    """Return the explanation of a change, or None where no release, or several, have one."""
    if change.touches is Touches.TEXT:
        return _OF_TEXT
    fitting = [one for one in explanations() if one.tells(pair, change)]
    own = [one for one in fitting if one.release != _ANY] or fitting
    return own[0] if len(own) == 1 else None
