"""Hand-written explanations of known changes (explanations.toml)."""

import json
from functools import cache
from pathlib import Path

from packaging.version import Version

from conformance.examination.recorded import corpus
from conformance.gate.changes import Change
from conformance.gate.results import Gated
from conformance.gate.symptoms import Touches
from conformance.implementations.environments.versions import Pair
from conformance.operations import messages
from conformance.operations.harbor_modules import Table, read_table
from conformance.protocol.values import Case

_ANY = "*"


class Explanation(Table):
    """What a change does to a score, in a line, whom it affects, and what to do.

    It came with ``release``, or with any; it is about the changes that these deviations
    reproduce, and about those of these clauses that no deviation does. ``group`` is a key of
    GROUPS. The recorded cases ``shows`` are answered differently than by the release before, and
    ``leaves`` alike.
    """

    release: str = _ANY
    group: str
    shows: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()
    means: str
    affects: str
    advice: str

    def lies_in(self, pair: Pair) -> bool:
        """Return whether its release came after the first of two, and not after the second."""
        if self.release == _ANY:
            return False
        return Version(pair.before) < Version(self.release) <= Version(pair.after)

    def tells(self, pair: Pair, change: Change) -> bool:
        """Return whether it is about a change between two releases."""
        if self.release != _ANY and not self.lies_in(pair):
            return False
        if known := _with_entries().intersection(change.deviations):
            return not known.isdisjoint(self.deviations)
        return change.finding.clause in self.clauses


class _Explanations(Table):
    explanation: tuple[Explanation, ...]


@cache
def explanations() -> tuple[Explanation, ...]:
    """Return the explanations of explanations.toml; raises DataError."""
    return read_table(Path(__file__).parent / "explanations.toml", _Explanations).explanation


GROUPS = {
    "scores": "scores of the same reward files and jobs",
    "accepted": "which jobs, tasks and configurations are accepted",
    "resuming": "resuming and reading jobs of another release",
    "errors": "names of errors",
    "text": "text",
    "new": "new: nothing in this project explains it",
}
"""What a change is about, in the order in which an upgrader asks."""


@cache
def _with_entries() -> frozenset[str]:
    """Return the deviations that an entry is about."""
    return frozenset(name for one in explanations() for name in one.deviations)


_OF_TEXT = Explanation(
    group="text",
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


def meanings(gated: Gated) -> dict[str, dict[str, list[Change]]]:
    """Return the changes of a pair by group and meaning; each meaning is there once.

    An entry of a release between the two is there if a recorded case that shows it differs. Other
    changes of its clauses are listed under it; a change that no entry fits is *new*.
    """
    differing = {_key(one.case) for one in gated.diverging}
    between = [one for one in explanations() if one.lies_in(gated.pair)]
    shown = {id_ for one in between for id_ in one.shows}
    cases = {one.id: _key(one.case) for one in corpus.load() if one.id in shown}
    seen = [one for one in between if any(cases[id_] in differing for id_ in one.shows)]
    found: dict[str, dict[str, list[Change]]] = {group: {} for group in GROUPS}
    for one in seen:
        found[one.group][f"{one.release}: {one.means}"] = []
    anyhow = [one for one in explanations() if one.release == _ANY]
    for change in gated.changes:
        text = [_OF_TEXT] if change.touches is Touches.TEXT else []
        fitting = [*text, *(one for one in (*seen, *anyhow) if one.tells(gated.pair, change))]
        if not fitting:
            found["new"][change.title] = [change]
            continue
        entry = fitting[0]
        title = entry.means if entry.release == _ANY else f"{entry.release}: {entry.means}"
        found[entry.group].setdefault(title, []).append(change)
    return {group: of for group, of in found.items() if of}


def _key(case: Case) -> str:
    return f"{case.operation} {json.dumps(messages.input_to_json(case))}"
