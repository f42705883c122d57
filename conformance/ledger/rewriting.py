"""Rewrites a ledger from what a run found; what people wrote in it stays."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress

import tomlkit
from tomlkit.exceptions import InvalidStringError
from tomlkit.items import String

from conformance.examination.evidence import size
from conformance.examination.findings import Finding
from conformance.ledger.ledger import Declared
from conformance.operations import authority, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.values import Answer, Failure


def update(
    entries: Sequence[Declared], findings: Iterable[Finding]
) -> tuple[list[Declared], list[str]]:
    """Return the entries that the findings make of those before, and what changed, a line each.

    ``findings`` are all divergences of a run, those of the entries' own cases among
    them. An entry of a clause that was known keeps its cause and its source; those of a
    new one are empty, and the ledger is refused until somebody writes them.
    """
    before = {entry.requirement: entry for entry in entries}
    smallest: dict[str, Finding] = {}
    for finding in sorted(findings, key=lambda finding: size(finding.case)):
        smallest.setdefault(finding.requirement, finding)
    after = [entry_of(smallest[id_], before.get(id_)) for id_ in CATALOGUE if id_ in smallest]
    changes = [line for entry in after for line in _change(before.get(entry.requirement), entry)]
    changes += [f"- {clause}: agrees now" for clause in before if clause not in smallest]
    return after, changes


def entry_of(finding: Finding, before: Declared | None = None) -> Declared:
    """Return the entry of a finding; cause and source are those of the entry before."""
    return Declared(
        requirement=finding.requirement,
        cause=before.cause if before else "",
        source=before.source if before else "",
        case=finding.case,
        harbor=without_message(finding.harbor),
        candidate=without_message(finding.candidate),
    )


def _change(before: Declared | None, after: Declared) -> list[str]:
    # As text: a nan is not equal to itself.
    if before and _text(before) == _text(after):
        return []
    asked = show.case(after.case)
    if before is None:
        return [f"+ {after.requirement}: {asked}: write its cause and source"]
    what = "another case" if before.case != after.case else "another answer"
    return [f"~ {after.requirement}: {what}: {asked}"]


def to_text(before: str, entries: Iterable[Declared]) -> str:
    """Return a file with these entries; all else stays as the text before has it."""
    rest = tomlkit.parse(before)
    rest.pop("divergence", None)
    return "\n\n".join([rest.as_string().strip(), *map(_text, entries)]).lstrip() + "\n"


def _text(entry: Declared) -> str:
    operation = entry.case.operation
    members = {
        "clause": entry.requirement,
        "cause": entry.cause,
        "source": entry.source,
        "input": json.dumps(messages.input_to_json(entry.case)),
        "harbor": json.dumps(messages.answer_to_json(operation, entry.harbor)),
        "candidate": json.dumps(messages.answer_to_json(operation, entry.candidate)),
    }
    answer = f"{authority(operation)}: {show.answer(entry.harbor)}"
    table = tomlkit.table()
    table.add(tomlkit.comment(show.case(entry.case)))
    table.add(tomlkit.comment(f"{answer}; this candidate: {show.answer(entry.candidate)}"))
    for name, text in members.items():
        table.add(name, _string(text))
    alone = tomlkit.aot()
    alone.append(table)
    return tomlkit.dumps({"divergence": alone}).strip()


def _string(text: str) -> String:
    """Return text as a string of TOML, as it is where that can be."""
    if '"' in text or "\\" in text:
        with suppress(InvalidStringError):
            return tomlkit.string(text, literal=True)
    return tomlkit.string(text)


def without_message(answer: Answer) -> Answer:
    """Return an answer without its message, which holds paths of the machine."""
    return Failure(answer.error) if isinstance(answer, Failure) else answer
