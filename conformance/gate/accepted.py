"""Changes of a release that somebody has agreed to, in the ledger's form."""

from collections.abc import Sequence
from dataclasses import replace

from conformance.gate.asking import Cause, causes
from conformance.gate.partings import partings
from conformance.gate.results import Change, Gated
from conformance.ledger.ledger import PinnedCase
from conformance.ledger.rewriting import entry_of
from conformance.protocol import show


def accept(gated: Gated, entries: Sequence[PinnedCase], gone: Sequence[str] = ()) -> Gated:
    """Return a result with its accepted changes marked, and the entries that do not hold.

    An entry accepts the causes that its own two answers show, and no others. It is stale
    where none of them was seen; ``gone`` are entries whose clause or form no longer exists.
    """
    agreed = {cause: entry for entry in entries for cause in causes_of(entry)}
    seen = {cause for change in gated.changes for cause in change.causes}
    stale = [
        f"{entry.requirement}: accepted, but not seen: {show.case(entry.case)}"
        for entry in entries
        if seen.isdisjoint(causes_of(entry))
    ]
    changes = tuple(_marked(change, agreed) for change in gated.changes)
    return replace(gated, changes=changes, stale=(*gone, *stale))


def causes_of(entry: PinnedCase) -> set[Cause]:
    """Return the causes that an entry's two answers show."""
    return set(causes(partings(entry.case, entry.harbor, entry.candidate)))


def update(gated: Gated, entries: Sequence[PinnedCase]) -> tuple[list[PinnedCase], list[str]]:
    """Return the entries for the changes that were found, and what came and went, a line each.

    An entry whose causes were all seen stays as it is. That of a new change has neither
    cause nor source, and the ledger is refused until somebody writes them.
    """
    kept: list[PinnedCase] = []
    lines: list[str] = []
    for change in gated.changes:
        of_change = [entry for entry in entries if set(change.causes) <= causes_of(entry)]
        kept += [entry for entry in of_change[:1] if entry not in kept]
        if not of_change:
            kept.append(entry_of(change.finding))
            text = show.case(change.finding.case)
            lines.append(f"+ {change.finding.requirement}: {text}: write its cause and source")
    lines += [f"- {entry.requirement}: {entry.cause}" for entry in entries if entry not in kept]
    return kept, lines


def _marked(change: Change, agreed: dict[Cause, PinnedCase]) -> Change:
    if not agreed.keys() >= set(change.causes):
        return change
    entry = agreed[change.causes[0]]
    return replace(change, accepted=f"{entry.cause} ({entry.source})")
