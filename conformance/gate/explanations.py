"""Hand-written explanations of known changes (explanations.toml)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from packaging.version import Version

from conformance.diagnosis.expected.deviations import modelled_between
from conformance.examination import corpus
from conformance.examination.findings import Observation
from conformance.gate.changes import Change
from conformance.gate.results import Gated
from conformance.gate.symptoms import Cause, Touches, causes, symptoms
from conformance.implementations.environments.versions import Pair
from conformance.operations.harbor_modules import Table, read_table
from conformance.operations.messages import key_of_case


class Explanation(Table):
    """The effect of a release on a score, in a line, whom it affects, and what to do.

    It covers the changes that these deviations reproduce, and in these clauses the changes with a
    cause that a case of ``shows`` has. ``group`` is a key of GROUPS. The release answers the
    recorded cases ``shows`` differently from the one before, and ``leaves`` alike.
    """

    release: str
    group: str
    shows: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()
    means: str
    affects: str
    advice: str

    @property
    def title(self) -> str:
        """Its text, with its release if it has one."""
        return f"{self.release}: {self.means}" if self.release else self.means

    @property
    def name(self) -> str:
        """Its name in a file of accepted changes: its release, and a case that shows it."""
        return f"{self.release} {self.shows[0]}" if self.release else self.means

    def lies_in(self, pair: Pair) -> bool:
        """Return whether its release is after the first and up to the second."""
        return Version(pair.before) < Version(self.release) <= Version(pair.after)

    def is_about(self, deviations: Iterable[str]) -> bool:
        """Return whether it covers any of these deviations."""
        return not {*self.deviations}.isdisjoint(deviations)


class _Explanations(Table):
    of_text: Explanation
    of_configuration: Explanation
    explanation: tuple[Explanation, ...]


@cache
def _read() -> _Explanations:
    return read_table(Path(__file__).parent / "explanations.toml", _Explanations)


def explanations() -> tuple[Explanation, ...]:
    """Return the explanations of each release in explanations.toml; raises DataError."""
    return _read().explanation


GROUPS = {
    "scores": "scores of the same reward files and jobs",
    "accepted": "which jobs, tasks and configurations are accepted",
    "resuming": "resuming and reading jobs of another release",
    "errors": "names of errors",
    "text": "text",
    "new": "new: nothing in this project explains it",
}
"""The groups of changes, in the order that matters to an upgrader."""


def _new(change: Change) -> Explanation:
    return Explanation(release="", group="new", means=change.title, affects="", advice="")


@cache
def recorded_ids() -> dict[str, str]:
    """Return the id of each recorded case, by the case."""
    return {key_of_case(one.case): one.id for one in corpus.load()}


@dataclass(frozen=True)
class Told:
    """The entries of the releases between two, and the causes in their cases."""

    gated: Gated

    @cached_property
    def entries(self) -> dict[Explanation, frozenset[Cause]]:
        """Each entry with a differing case or a seen deviation, and its causes."""
        lying = [one for one in explanations() if one.lies_in(self.gated.pair)]
        named = {id_ for one in lying for id_ in one.shows}
        shown: dict[str, set[Cause]] = {}
        for one in self.gated.diverging:
            if (id_ := recorded_ids().get(key_of_case(one.case), "")) in named:
                found = symptoms(one.case, one.expected, one.candidate)
                shown.setdefault(id_, set()).update(causes(found))
        seen = [name for change in self.gated.changes for name in change.deviations]
        return {
            one: frozenset[Cause]().union(*(shown.get(id_, ()) for id_ in one.shows))
            for one in lying
            if one.is_about(seen) or not shown.keys().isdisjoint(one.shows)
        }

    @cached_property
    def seen(self) -> dict[Explanation, list[Change]]:
        """Each entry that is seen, and its changes."""
        found: dict[Explanation, list[Change]] = {one: [] for one in self.entries}
        for change in self.gated.changes:
            for one in self.about(change):
                found.setdefault(one, []).append(change)
        return found

    def about(self, change: Change) -> list[Explanation]:
        """Return the entries about a change, and one that says that it is new where it is."""
        entries, new = self.of(change)
        return [*entries, _new(change)] if new else entries

    def of(self, change: Change) -> tuple[list[Explanation], list[str]]:
        """Return the entries about a change, and the clauses in which it is new.

        In an entry's clause, a change is known if a case that shows the entry has its cause.
        """
        if change.touches is Touches.TEXT:
            return [_read().of_text], []
        if change.deviations:
            named = [one for one in self.entries if one.is_about(change.deviations)]
            pair = self.gated.pair
            model = modelled_between(pair.before, pair.after)
            known = {one.name for one in model.deviations}.issuperset(change.deviations)
            return (named or [_read().of_configuration], []) if known else ([], [*change.clauses])
        found = {clause: self._fitting(clause, change.causes) for clause in change.clauses}
        entries = dict.fromkeys(one for some in found.values() for one in some)
        return list(entries), [clause for clause, some in found.items() if not some]

    def shown_by(self, observed: Observation) -> list[Explanation]:
        """Return the entries that a differing answer shows: those that name its case, or one."""
        found = symptoms(observed.case, observed.expected, observed.candidate)
        if all(one.touches is Touches.TEXT for one in found):
            return [_read().of_text]
        fitting = self._fitting(observed.clause, causes(found))
        if not fitting:
            here = (one for one in self.gated.changes if observed.clause in one.clauses)
            return [_new(one) for one in here if not causes(found).keys().isdisjoint(one.causes)]
        id_ = recorded_ids().get(key_of_case(observed.case))
        return [one for one in fitting if id_ in one.shows] or fitting[:1]

    def _fitting(self, clause: str, found: Iterable[Cause]) -> list[Explanation]:
        return [
            one
            for one, shown in self.entries.items()
            if clause in one.clauses and not shown.isdisjoint(found)
        ]


def meanings(gated: Gated) -> dict[str, dict[Explanation, list[Change]]]:
    """Return the changes of a pair by group and meaning, each meaning once, unless it is accepted.

    New changes are listed by cause, with the clauses that show them.
    """
    told, accepted = Told(gated), {one.title for one in gated.accepted}
    found: dict[str, dict[Explanation, list[Change]]] = {group: {} for group in GROUPS}
    for one, changes in told.seen.items():
        meaning = one
        if one.group == "new":
            first, *others = dict.fromkeys(x for change in changes for x in told.of(change)[1])
            more = f"{first} and {len(others)} more" if others else first
            meaning = one.model_copy(update={"means": f"{one.means} ({more})"})
        if one.title not in accepted:
            found[one.group][meaning] = changes
    return {group: of for group, of in found.items() if of}
