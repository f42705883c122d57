"""Rewrites the file of accepted changes from what a gate showed; what people wrote stays."""

from collections.abc import Iterable, Iterator

from conformance.comparison.agreement import Agreement
from conformance.examination.findings import Finding, size
from conformance.expected import rewriting
from conformance.expected.deviations import ExpectedDeviation, ExpectedDeviations
from conformance.expected.expecting import Expectation
from conformance.gate.accepted import title_of
from conformance.gate.results import Gated
from conformance.gate.symptoms import Touches
from conformance.operations.comparing import compare
from conformance.protocol.values import Answer, Case


def updated(before: str, gated: Gated, agreed: ExpectedDeviations) -> tuple[str, list[str]]:
    """Return the file with an entry for each change, and what came and went, a line each.

    A change that deviations reproduce gets their names; of others each case that was asked is
    pinned, and of the text alone one. New entries have neither cause nor source, and the file is
    refused until somebody writes them. Entries that are stale go.
    """
    told = [change for change in gated.changes if change.description]
    known = {entry.name for entry in agreed.deviations}
    names = {name: change.description for change in told for name in change.deviations}
    new = {name: description for name, description in names.items() if name not in known}
    kept = [entry for entry in agreed.pinned if not _is_stale(title_of(entry), gated)]
    pinned = {repr(entry.case): entry for entry in kept}
    came = [
        entry
        for entry in map(rewriting.entry_of, _to_pin(gated, agreed, new))
        if pinned.setdefault(repr(entry.case), entry) is entry
    ]
    gone = [one.title for one in agreed.expected if _is_stale(one.title, gated)]
    lines = [f"+ {name}: write its cause and source" for name in new]
    lines += [f"+ {title_of(entry)}: write its cause and source" for entry in came]
    lines += [f"- {title_of(entry)}" for entry in agreed.pinned if entry not in kept]
    lines += [f"- {title}" for title in gone]
    text = rewriting.with_pinned(rewriting.without(before, gone), [*kept, *came])
    return rewriting.with_deviations(text, new), lines


def _is_stale(title: str, gated: Gated) -> bool:
    return any(stale.startswith(f"{title}: ") for stale in gated.stale)


def _to_pin(gated: Gated, agreed: ExpectedDeviations, names: Iterable[str]) -> Iterator[Finding]:
    """Yield what the named deviations do not predict, and the smallest case of each other text."""
    rows = (*agreed.deviations, *(ExpectedDeviation(name, "", "") for name in names))
    expectation = Expectation(ExpectedDeviations(deviations=rows), _as_expected)
    for one in sorted(gated.diverging, key=lambda one: (one.clause, size(one.case))):
        comparison = compare(one.case, expectation(one.case, one.oracle_answer), one.candidate)
        if comparison.agreement is Agreement.DIVERGENT:
            yield Finding.of(one, comparison)
    texts = (change for change in gated.changes if change.touches is Touches.TEXT)
    yield from (change.finding for change in texts if not change.description)


def _as_expected(_: str, __: Case, expected: Answer) -> Answer:
    return expected
