"""Hand-written explanations of known changes (explanations.toml)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from packaging.version import Version

from conformance.certification.plan import NOTHING_EXPECTED
from conformance.examination.recorded import corpus
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

    def lies_in(self, pair: Pair) -> bool:
        """Return whether its release is after the first and up to the second."""
        return Version(pair.before) < Version(self.release) <= Version(pair.after)

    def is_about(self, deviations: Iterable[str]) -> bool:
        """Return whether it covers any of these deviations."""
        return not {*self.deviations}.isdisjoint(deviations)


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
"""The groups of changes, in the order that matters to an upgrader."""


_OF_TEXT = Explanation(
    release="",
    group="text",
    means="result files have other fields, or write the same ones differently: no number changes",
    affects="programs that read every field of a result",
    advice="ignore fields that you do not know",
)

_OF_CONFIGURATION = Explanation(
    release="",
    group="resuming",
    means="recorded configurations with other environments and fields are read back, or refused",
    affects="users who resume or read jobs of another release",
    advice="read results with the release that wrote them",
)


@dataclass(frozen=True)
class Told:
    """The entries of the releases between two, and the causes in their cases."""

    gated: Gated

    @cached_property
    def entries(self) -> dict[Explanation, frozenset[Cause]]:
        """Each entry with a differing case or a seen deviation, and its causes."""
        lying = [one for one in explanations() if one.lies_in(self.gated.pair)]
        wanted = {id_ for one in lying for id_ in one.shows}
        cases = {key_of_case(one.case): one.id for one in corpus.load() if one.id in wanted}
        shown: dict[str, set[Cause]] = {}
        for one in self.gated.diverging:
            if id_ := cases.get(key_of_case(one.case)):
                found = symptoms(one.case, one.expected, one.candidate)
                shown.setdefault(id_, set()).update(causes(found))
        seen = [name for change in self.gated.changes for name in change.deviations]
        return {
            one: frozenset[Cause]().union(*(shown.get(id_, ()) for id_ in one.shows))
            for one in lying
            if one.is_about(seen) or not shown.keys().isdisjoint(one.shows)
        }

    def of(self, change: Change) -> tuple[list[Explanation], list[str]]:
        """Return the entries about a change, and the clauses in which it is new.

        In an entry's clause, a change is known if a case that shows the entry has its cause.
        """
        if change.touches is Touches.TEXT:
            return [_OF_TEXT], []
        if change.deviations:
            named = [one for one in self.entries if one.is_about(change.deviations)]
            pair = self.gated.pair
            model = NOTHING_EXPECTED.with_model(pair.before, pair.after)
            known = {one.name for one in model.deviations}.issuperset(change.deviations)
            return (named or [_OF_CONFIGURATION], []) if known else ([], [*change.clauses])
        found, new = list[Explanation](), list[str]()
        for clause in change.clauses:
            fitting = [
                one
                for one, shown in self.entries.items()
                if clause in one.clauses and not shown.isdisjoint(change.causes)
            ]
            found += fitting[:1]
            new += [] if fitting else [clause]
        return list(dict.fromkeys(found)), new


def meanings(gated: Gated) -> dict[str, dict[str, list[Change]]]:
    """Return the changes of a pair by group and meaning, each meaning once.

    New changes are listed by cause, with the clauses that show them.
    """
    told = Told(gated)
    found: dict[str, dict[str, list[Change]]] = {group: {} for group in GROUPS}
    unknown: dict[str, dict[str, Change]] = {}
    for one in told.entries:
        found[one.group][one.title] = []
    for change in gated.changes:
        entries, new = told.of(change)
        for one in entries:
            found[one.group].setdefault(one.title, []).append(change)
        if new:
            unknown.setdefault(change.title, {}).update(dict.fromkeys(new, change))
    for title, by_clause in unknown.items():
        first, *others = by_clause
        more = f" and {len(others)} more" if others else ""
        changes = {id(one): one for one in by_clause.values()}
        found["new"][f"{title} ({first}{more})"] = [*changes.values()]
    return {group: of for group, of in found.items() if of}
