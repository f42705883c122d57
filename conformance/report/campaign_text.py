"""A campaign as plain text: what was asked, what harbor did, what was found, what is proposed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from conformance.campaign.folder import Folder
from conformance.campaign.knowledge import Found, Reach
from conformance.campaign.outcome import Outcome
from conformance.campaign.stopping import in_words
from conformance.diagnosis.diagnosis import NOTHING_WRONG
from conformance.protocol import show
from conformance.report.campaign_finding import heading, members
from conformance.report.run_view import about

MOST_FINDINGS = 10
"""Findings without a cause that are printed; the report has all of them."""


def to_text(outcome: Outcome) -> str:
    """Return the facts, the causes and the gravest findings, and the verdict in the last line."""
    facts = list(facts_of(outcome))
    width = max(len(name) for name, _ in facts)
    lines = [f"{name:<{width}}  {fact}" for name, fact in facts]
    lines += [f"Note: {show.printable(note)}" for note in outcome.notes()]
    lines += [*_found(outcome), *_ending(outcome)]
    return "\n".join([*lines, "", outcome.verdict]) + "\n"


def facts_of(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yield what a campaign was and how far it came, each with its name."""
    identity, amount, last = outcome.identity, outcome.amount, outcome.last
    for party in identity.parties:
        what = "release" if party.is_release else "candidate"
        yield what, show.printable(f"{party.name} {party.version}: {', '.join(party.operations)}")
    yield "versions", ", ".join(f"{name} {version}" for name, version in identity.versions.items())
    if outcome.rounds:
        count = len(outcome.rounds)
        seeds = f"{outcome.rounds[0]} to {outcome.rounds[-1]}" if count > 1 else outcome.rounds[0]
        yield "seeds", f"{seeds}, {identity.examples:,} examples of each check under each"
    else:
        yield "seeds", f"none yet of {identity.seed} and those after it"
    yield "asked", f"{amount.cases:,} cases in {in_words(amount.seconds)}, {outcome.rate:,.0f}/s"
    yield "harbor", f"{last.lines:,} lines ran, {last.kinds:,} kinds of answer"
    new = sum(len(one.new.behaviours) for one in outcome.shown)
    yield "new", f"{new:,} of these with no recorded case of these operations"
    yield "quiet", f"nothing new in {amount.quiet:,} cases"
    yield "ends early", outcome.limits.rule
    if outcome.sharing.name:
        yield "shared", outcome.sharing.name


def growth(reach: Sequence[Reach], most: int = 12) -> list[Reach]:
    """Return some points of how the reach grew, the first and the last among them."""
    if len(reach) <= most:
        return list(reach)
    step = (len(reach) - 1) / (most - 1)
    return [reach[round(place * step)] for place in range(most)]


def _found(outcome: Outcome) -> Iterator[str]:
    """Yield each cause with a case, then the findings that no cause explains."""
    for name, diagnosis in outcome.diagnoses.items():
        for cause in diagnosis.causes:
            yield from ("", show.printable(f"{name}: {about(cause)}"))
            yield from _members(outcome, Found(name, cause.finding, None))
    left = [found for found in outcome.findings if not _is_explained(outcome, found)]
    for found in left[:MOST_FINDINGS]:
        yield from ("", heading(outcome, found))
        yield from _members(outcome, found)
    if len(left) > MOST_FINDINGS:
        yield f"… and {len(left) - MOST_FINDINGS} more"


def _members(outcome: Outcome, found: Found) -> Iterator[str]:
    yield from (f"   {name:<10} {text}" for name, text in members(outcome, found))


def _is_explained(outcome: Outcome, found: Found) -> bool:
    """Return whether the divergences of a finding's clause all have a cause."""
    diagnosis = outcome.diagnoses.get(found.candidate, NOTHING_WRONG)
    clause = found.finding.clause
    return clause in diagnosis.clauses and clause not in diagnosis.clauses_unexplained


def _ending(outcome: Outcome) -> Iterator[str]:
    folder = Folder(Path(outcome.folder))
    yield ""
    yield f"report      {folder.report('md')}"
    if outcome.proposals:
        count = len(outcome.proposals)
        yield f"proposals   {count} case{'s' * (count > 1)} in {folder.proposals}"
