"""Rewrites a ledger from what a run found; what people wrote in it stays."""

import json
from collections.abc import Iterable, Sequence

from conformance import show, wire
from conformance.clauses import CATALOGUE
from conformance.examination import size
from conformance.ledger import Declared
from conformance.model import Answer, Failure, Finding

ENTRY = "[[divergence]]"


def update(
    entries: Sequence[Declared], findings: Iterable[Finding]
) -> tuple[list[Declared], list[str]]:
    """Return the entries that the findings make of those before, and what changed, a line each.

    ``findings`` are all divergences of a run, those of the entries' own cases among
    them. An entry of a clause that was known keeps its cause and its source; those of a
    new one are empty, and the ledger is refused until somebody writes them.
    """
    known = {entry.clause: entry for entry in entries}
    smallest: dict[str, Finding] = {}
    for finding in sorted(findings, key=lambda finding: size(finding.case)):
        smallest.setdefault(finding.clause, finding)
    found = [entry_of(smallest[id_], known.get(id_)) for id_ in CATALOGUE if id_ in smallest]
    changes = [line for entry in found for line in _change(known.get(entry.clause), entry)]
    changes += [f"- {clause}: agrees now" for clause in known if clause not in smallest]
    return found, changes


def entry_of(finding: Finding, before: Declared | None = None) -> Declared:
    """Return the entry of a finding; cause and source are those of the entry before."""
    return Declared(
        clause=finding.clause,
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
        return [f"+ {after.clause}: {asked}: write its cause and source"]
    what = "another case" if before.case != after.case else "another answer"
    return [f"~ {after.clause}: {what}: {asked}"]


def to_text(head: str, entries: Iterable[Declared]) -> str:
    """Return the file: its head, which people write, and the entries."""
    return "\n\n".join([head.strip(), *map(_text, entries)]).lstrip() + "\n"


def head_of(text: str) -> str:
    """Return what stands before the first entry of a file."""
    return text.partition(ENTRY)[0]


def _text(entry: Declared) -> str:
    operation = entry.case.operation
    members = {
        "clause": entry.clause,
        "cause": entry.cause,
        "source": entry.source,
        "input": json.dumps(wire.input_to_json(entry.case)),
        "harbor": json.dumps(wire.answer_to_json(operation, entry.harbor)),
        "candidate": json.dumps(wire.answer_to_json(operation, entry.candidate)),
    }
    said = f"{show.authority(operation)}: {show.answer(entry.harbor)}"
    candidate = f"this candidate: {show.answer(entry.candidate)}"
    comments = [f"# {show.case(entry.case)}", f"# {said}; {candidate}"]
    return "\n".join([ENTRY, *comments, *(f"{n} = {_string(t)}" for n, t in members.items())])


def _string(text: str) -> str:
    """Return text as a string of TOML, as it is where that can be."""
    if text.isprintable() and not {'"', "\\"}.intersection(text):
        return f'"{text}"'
    if text.isprintable() and "'" not in text:
        return f"'{text}'"
    return json.dumps(text).replace("\x7f", "\\u007f")


def without_message(answer: Answer) -> Answer:
    """Return an answer without its message, which holds paths of the machine."""
    return Failure(answer.error) if isinstance(answer, Failure) else answer
