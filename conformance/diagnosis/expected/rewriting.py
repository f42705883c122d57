"""Rewrites a file of expected deviations from what a run showed; what people wrote in it stays."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

import tomlkit
from tomlkit.exceptions import InvalidStringError
from tomlkit.items import String, Table

from conformance.diagnosis.diagnosis import Cause
from conformance.diagnosis.expected.deviations import PinnedCase
from conformance.examination.corpus import without_message
from conformance.examination.findings import Finding
from conformance.operations import authority, messages
from conformance.operations.comparing import diverges
from conformance.protocol import show
from conformance.protocol.values import Answer, Implementation


def refreshed(
    entries: Sequence[PinnedCase], harbor: Implementation, candidate: Implementation
) -> tuple[list[PinnedCase], list[str]]:
    """Return pinned cases with the answers of today, and what changed, a line each.

    What agrees now goes; cause and source stay.
    """
    kept, changes = [], []
    for entry in entries:
        answers = harbor.answer(entry.case), candidate.answer(entry.case)
        text = show.case(entry.case)
        if not diverges(entry.case, *answers):
            changes.append(f"- {entry.clause}: agrees now: {text}")
            continue
        new = pinned(entry.clause, entry, answers)
        if _pinned_text(new) != _pinned_text(entry):
            changes.append(f"~ {entry.clause}: another answer: {text}")
        kept.append(new)
    return kept, changes


def pinned(clause: str, of: PinnedCase | Finding, answers: tuple[Answer, Answer]) -> PinnedCase:
    """Return a case pinned with these answers, harbor's first; reasons are those it had."""
    return PinnedCase(
        clause=clause,
        cause=of.cause if isinstance(of, PinnedCase) else "",
        source=of.source if isinstance(of, PinnedCase) else "",
        case=of.case,
        harbor=without_message(answers[0]),
        candidate=without_message(answers[1]),
    )


def with_pinned(before: str, entries: Iterable[PinnedCase]) -> str:
    """Return a file with these pinned cases; all else stays as the text before has it."""
    document = tomlkit.parse(before)
    document.pop("case", None)
    return _joined(document.as_string(), map(_pinned_text, entries))


def with_deviations(before: str, descriptions: Mapping[str, str]) -> str:
    """Return a file with one more deviation for each name, its description as a comment."""
    return _joined(
        before, (_deviation_text(name, description) for name, description in descriptions.items())
    )


def without(before: str, titles: Collection[str]) -> str:
    """Return a file without the deviations and predictions that are called so in reports."""
    document = tomlkit.parse(before)
    for kind, title in (("deviation", "{name}"), ("prediction", "predict {predict}")):
        entries = document.get(kind, [])
        for place in reversed(range(len(entries))):
            if title.format(**entries[place]) in titles:
                del entries[place]
    return document.as_string()


def proposed(before: str, causes: Iterable[Cause], findings: Iterable[Finding]) -> str:
    """Return a file with a deviation more for each cause, and a pinned case for each finding.

    Their causes and sources are empty: the file is refused until somebody writes them.
    """
    descriptions = {name: cause.description for cause in causes for name in cause.deviations}
    pinned_cases = (
        _pinned_text(pinned(one.clause, one, (one.oracle_answer, one.candidate)))
        for one in findings
    )
    return _joined(with_deviations(before, descriptions), pinned_cases)


def _joined(text: str, entries: Iterable[str]) -> str:
    return "\n\n".join([text.strip(), *entries]).lstrip() + "\n"


def _deviation_text(name: str, description: str) -> str:
    table = tomlkit.table()
    table.add(tomlkit.comment(show.printable(description)))
    return _alone("deviation", table, {"name": name, "cause": "", "source": ""})


def _pinned_text(entry: PinnedCase) -> str:
    operation = entry.case.operation
    answer = f"{authority(operation)}: {show.answer(entry.harbor)}"
    table = tomlkit.table()
    table.add(tomlkit.comment(show.case(entry.case)))
    table.add(tomlkit.comment(f"{answer}; this candidate: {show.answer(entry.candidate)}"))
    members = {
        "clause": entry.clause,
        "cause": entry.cause,
        "source": entry.source,
        "input": json.dumps(messages.input_to_json(entry.case)),
        "harbor": json.dumps(messages.answer_to_json(operation, entry.harbor)),
        "candidate": json.dumps(messages.answer_to_json(operation, entry.candidate)),
    }
    return _alone("case", table, members)


def _alone(kind: str, table: Table, members: dict[str, str]) -> str:
    """Return one table of an array of tables as text."""
    for name, text in members.items():
        table.add(name, _string(text))
    alone = tomlkit.aot()
    alone.append(table)
    return tomlkit.dumps({kind: alone}).strip()


def _string(text: str) -> String:
    """Return text as a string of TOML, as it is where that can be."""
    if '"' in text or "\\" in text:
        with suppress(InvalidStringError):
            return tomlkit.string(text, literal=True)
    return tomlkit.string(text)
