"""A finding of a campaign in words: what is required, asked and answered, and the command again."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

from conformance.campaign.folder import Folder
from conformance.campaign.knowledge import Found
from conformance.campaign.outcome import Outcome
from conformance.certification.commands import LONGEST_COMMAND
from conformance.operations import authority, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show


def members(outcome: Outcome, found: Found) -> Iterator[tuple[str, str]]:
    """Yield what there is to say of a finding, each with a label."""
    finding, party = found.finding, outcome.party(found.candidate)
    clause = CATALOGUE[finding.clause]
    yield "requires", f"{clause.sentence} ({', '.join(map(str, clause.sources))})"
    yield "asked", show.case(finding.case)
    if finding.is_deviation:
        yield "expected", f"{show.answer(finding.expected)} (by the expected deviations)"
    yield authority(finding.case.operation), show.answer(finding.oracle_answer)
    yield party.name if party.is_release else "candidate", show.answer(finding.candidate)
    yield "repeat", repeat(outcome, found)
    if proposal := next((one for one in outcome.proposals if one.case == finding.case), None):
        yield "record", proposal.command(Folder(Path(outcome.folder)).proposals)


def heading(outcome: Outcome, found: Found) -> str:
    """Return who diverges where and how, in a line; what a release does otherwise is a change."""
    kind = "change" if outcome.party(found.candidate).is_release else "divergence"
    seed = "" if found.seed is None else f", seed {found.seed}"
    finding = found.finding
    what = f"{found.candidate}: {kind} at {finding.clause}: {finding.kind.words}{seed}"
    return show.printable(f"{what}: {finding.difference}")


_DEEP = ("--profile", "deep", "--verbose")
"""A campaign's examples have siblings, as those of the deep profile have."""


def repeat(outcome: Outcome, found: Found) -> str:
    """Return the command that shows a finding again; of a release, all that its clause changed."""
    finding, party = found.finding, outcome.party(found.candidate)
    clause = ("--clause", finding.clause)
    if party.is_release:
        return shlex.join(["harbor-conformance", "gate", party.version, *clause])
    question = json.dumps(messages.input_to_json(finding.case))
    words = ("ask", finding.case.operation, "--input", question, *party.options)
    line = shlex.join(["harbor-conformance", *words])
    if len(line) <= LONGEST_COMMAND:
        return line
    named = [word for word in party.options if word != "--candidate"]
    seed = () if found.seed is None else ("--seed", str(found.seed))
    return shlex.join(["harbor-conformance", "certify", *named, *clause, *seed, *_DEEP])
