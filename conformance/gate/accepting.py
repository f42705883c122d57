"""Accepted changes of a release: what an entry of the file covers, and how the file is written.

An entry accepts one change that is printed. It covers the deviations that predict it; else, of
each clause, the recorded cases that differ, with these answers, and generated ones that differ in
the same way; of a change of text, its fields.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import tomlkit

from conformance.certification import count_of
from conformance.diagnosis.expected.deviations import ExpectedFileError
from conformance.gate.explanations import Explanation, Told, recorded_ids
from conformance.gate.results import Accepted, Gated
from conformance.gate.symptoms import values
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.harbor_modules import DataError, Table, read_table
from conformance.operations.messages import key_of_case
from conformance.protocol import show


class AcceptedChange(Table):
    """An entry of the file; ``covers`` has deviations, clauses with their cases, and fields."""

    name: str
    cause: str
    source: str
    covers: tuple[str, ...]


class _Accepted(Table):
    change: tuple[AcceptedChange, ...] = ()


def load(file: Path) -> tuple[AcceptedChange, ...]:
    """Return the entries of a file; raises ExpectedFileError if it is invalid."""
    try:
        entries = read_table(file, _Accepted).change
    except DataError as error:
        raise ExpectedFileError(" ".join(str(error).split())) from error
    if one := next((x for x in entries if not (x.cause.strip() and x.source.strip())), None):
        raise ExpectedFileError(f"{file.name}: {one.name} has no cause, or no source: write them")
    return entries


def accepting(found: Gated, agreed: Sequence[AcceptedChange], *, whole: bool) -> Gated:
    """Return a result without the changes that entries accept.

    An entry that covers less than there is does not hold; nor, in a whole run, one with more.
    """
    told, held, stale = Told(found), dict[Explanation, AcceptedChange](), list[str]()
    now = _covered(told) if agreed else {}
    for one in agreed:
        of = next((of for of in now if of.name == one.name), None)
        gone = {x for x in one.covers if whole and x.partition(" ")[0] in CATALOGUE}
        if of is None:
            stale += [f"{one.name}: accepted, but not seen"] if whole else []
        elif moved := now[of].difference(one.covers) | (gone - now[of]):
            stale.append(f"{one.name}: accepted, but not as it is: {', '.join(sorted(moved))}")
        else:
            held[of] = one
    return replace(
        found,
        changes=tuple(one for one in found.changes if not held.keys() >= {*told.about(one)}),
        stale=tuple(stale),
        accepted=tuple(
            Accepted(of.title, one.cause, one.source, sum(x.cases for x in told.seen[of]))
            for of, one in held.items()
        ),
    )


def _covered(told: Told) -> dict[Explanation, set[str]]:
    """Return what an entry for each change covers."""
    covers = {
        of: {x for one in some for x in (one.causes if of.group == "text" else one.deviations)}
        for of, some in told.seen.items()
    }
    shown = defaultdict[tuple[Explanation, str], dict[str, str]](dict)
    for one in told.gated.diverging:
        if id_ := recorded_ids().get(key_of_case(one.case)):
            for of in told.shown_by(one):
                answers = repr(values(one.case, one.expected, one.candidate))
                shown[of, one.clause][id_] = answers
    for (of, clause), cases in shown.items():
        digest = hashlib.sha256(repr(sorted(cases.items())).encode()).hexdigest()[:16]
        if of in covers and of.group != "text":
            covers[of].add(f"{clause} {count_of(len(cases), 'recorded case')} {digest}")
    return covers


def updated(before: str, gated: Gated, agreed: Sequence[AcceptedChange]) -> tuple[str, list[str]]:
    """Return the file with an entry for each change, and a line for each new or removed one.

    New entries lack cause and source, and the file is refused until they are written. Those that
    do not hold any more are written anew with their reasons, or removed.
    """
    held = {one.title for one in gated.accepted}
    come = {of: sorted(x) for of, x in _covered(Told(gated)).items() if of.title not in held}
    document, known = tomlkit.parse(before), {one.name for one in agreed}
    moved = {x for x in known if any(stale.startswith(f"{x}: ") for stale in gated.stale)}
    entries, named = document.get("change", []), {of.name: covers for of, covers in come.items()}
    for place in reversed(range(len(entries))):
        if (name := entries[place]["name"]) in named:
            entries[place]["covers"] = named[name]
        elif name in moved:
            del entries[place]
    if not entries:
        document.pop("change", None)
    new = {of: covers for of, covers in come.items() if of.name not in known}
    lines = [f"+ {of.name}: write its cause and source" for of in new]
    lines += [f"{'~' if name in named else '-'} {name}" for name in sorted(moved)]
    texts = [document.as_string().strip(), *(_text(of, covers) for of, covers in new.items())]
    return "\n\n".join(filter(None, texts)) + "\n", lines


def _text(of: Explanation, covers: Sequence[str]) -> str:
    """Return a new entry, with its meaning as a comment."""
    members = {"name": of.name, "cause": "", "source": ""}
    lines = [f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in members.items()]
    listed = "".join(f"    {json.dumps(one, ensure_ascii=False)},\n" for one in covers)
    return "\n".join(
        ["[[change]]", f"# {show.printable(of.title)}", *lines, f"covers = [\n{listed}]"]
    )
