"""Hand-written explanations of known changes (explanations.toml)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from packaging.version import Version

from conformance.gate.changes import Change
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.versions import Pair

_FILE = Path(__file__).parent / "explanations.toml"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a change does to a score, in a line, whom it affects, and what to do."""

    means: str
    affects: str
    advice: str


def explanation_of(pair: Pair, change: Change) -> Explanation | None:
    """Return the explanation of a change, or None where no release, or several, have one."""
    if change.touches is Touches.TEXT:
        return _OF_TEXT
    told = [known for known in _explanations() if known.is_of(pair) and known.tells(change)]
    own = [known for known in told if known.release != _ANY]
    if len(own or told) != 1:
        return None
    return (own or told)[0].explanation


_ANY = "*"

_OF_TEXT = Explanation(
    "result files have other fields, or write the same ones differently: no number changes",
    "programs that read every field of a result",
    "ignore fields that you do not know",
)


@dataclass(frozen=True, slots=True)
class _Known:
    release: str
    clauses: tuple[str, ...]
    deviations: tuple[str, ...]
    explanation: Explanation

    def is_of(self, pair: Pair) -> bool:
        """Return whether it came between two releases."""
        if self.release == _ANY:
            return True
        return Version(pair.before) < Version(self.release) <= Version(pair.after)

    def tells(self, change: Change) -> bool:
        """Return whether it is about a change."""
        if change.deviations:
            return bool({*self.deviations} & {*change.deviations})
        return change.finding.clause in self.clauses


@cache
def _explanations() -> tuple[_Known, ...]:
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))["explanation"]
    return tuple(
        _Known(
            str(entry["release"]),
            tuple(entry.get("clauses", ())),
            tuple(entry.get("deviations", ())),
            Explanation(str(entry["means"]), str(entry["affects"]), str(entry["advice"])),
        )
        for entry in entries
    )
