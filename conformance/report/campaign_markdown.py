"""A campaign as Markdown: the report that it leaves, and a step summary."""

from collections.abc import Iterator
from pathlib import Path

from conformance.campaign.folder import Folder
from conformance.campaign.outcome import Outcome
from conformance.campaign.stopping import in_words
from conformance.report import rendering as markdown
from conformance.report.campaign_finding import heading, members
from conformance.report.campaign_text import facts_of, growth
from conformance.report.run_view import about

MOST_BEHAVIOURS = 5
"""Behaviours that are named of one case; report.json has all of them."""


def to_text(outcome: Outcome) -> str:
    """Return the whole report."""
    head, _, rest = outcome.verdict.partition(": ")
    lines = [f"# Campaign: {markdown.plain(head)}", "", markdown.plain(rest), ""]
    rows = [[markdown.plain(name), markdown.plain(fact)] for name, fact in facts_of(outcome)]
    lines += [*markdown.table(["what", "of this campaign"], rows), ""]
    lines += [f"- {markdown.plain(note)}" for note in outcome.notes()]
    lines += [*_asked(outcome), *_findings(outcome), *_reach(outcome), *_proposals(outcome)]
    return "\n".join(lines) + "\n"


def _asked(outcome: Outcome) -> Iterator[str]:
    rows = [
        [markdown.plain(name), markdown.plain(operation), f"{cases:,}"]
        for (name, operation), cases in sorted(outcome.cases.items())
    ]
    yield from ("", "## Asked", "", *markdown.table(["candidate", "operation", "cases"], rows), "")


def _findings(outcome: Outcome) -> Iterator[str]:
    yield from ("## Found", "")
    if not outcome.findings:
        yield from ("Nothing.", "")
    for name, diagnosis in outcome.diagnoses.items():
        for cause in diagnosis.causes:
            yield f"- cause: {markdown.plain(f'{name}: {about(cause)}')}"
    for number, found in enumerate(outcome.findings, 1):
        yield from ("", f"### {number}. {markdown.plain(heading(outcome, found))}", "")
        for label, text in members(outcome, found):
            shown = markdown.plain(text) if label == "requires" else markdown.code(text)
            yield f"- {markdown.plain(label)}: {shown}"
    yield ""


def _reach(outcome: Outcome) -> Iterator[str]:
    rows = [
        [in_words(one.seconds), f"{one.cases:,}", f"{one.lines:,}", f"{one.kinds:,}"]
        for one in growth(outcome.reach)
    ]
    yield from ("## What harbor did", "")
    yield from markdown.table(["after", "cases", "lines of harbor", "kinds of answer"], rows)
    yield from ("", "With no recorded case of these operations, harbor did this:", "")
    if not outcome.shown:
        yield "nothing that it does not do with them."
    for one in outcome.shown:
        named = [markdown.code(behaviour) for behaviour in one.new.behaviours[:MOST_BEHAVIOURS]]
        more = len(one.new.behaviours) - MOST_BEHAVIOURS
        named += [f"{more} more"] if more > 0 else []
        yield f"- {', '.join(named)}: at {markdown.code(one.clause)}"
    yield ""


def _proposals(outcome: Outcome) -> Iterator[str]:
    yield from ("## Cases that are worth recording", "")
    if not outcome.proposals:
        yield "None: whatever was found is recorded already."
        return
    yield "Each command asks harbor the case, and keeps the answer in the corpus of this checkout."
    yield from ("", "```sh")
    folder = Folder(Path(outcome.folder)).proposals
    yield from (one.command(folder) for one in outcome.proposals)
    yield "```"
