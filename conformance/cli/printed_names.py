"""The meaning of other printed names: candidates, errors, releases, edits of a field, words."""

import json
import re
import textwrap
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

from conformance.certification.verdict import count_of
from conformance.diagnosis.available import with_sentence
from conformance.diagnosis.explanations import is_named
from conformance.diagnosis.plain import plainness
from conformance.examination.recorded import corpus
from conformance.implementations.readers.reader import names as readers
from conformance.implementations.readers.reader import reader
from conformance.implementations.start import READER, candidate_names, candidates
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.values import Failure
from conformance.report.catalogue_pages import declared_by

SCREEN, _COLUMNS, _LABEL = 24, 80, 13
"""The size of a terminal, and the width of a label with the space around it."""

LONGEST = 60
"""The most characters of a value that is printed in full."""

_SEE_IT = "  see it     "
_IN_FULL = ("  requires", "  erratum", "  is", "  does", "  change", "  lacks")
"""Labels whose lines are wrapped, not cut."""


def of_printed_name(name: str) -> Iterator[str]:
    """Yield what describes a candidate, an error, a release, an edit of a field or a word."""
    known = re.sub(r"^spec/(\d+).*", r"spec-\1", name)
    if name.removeprefix(READER) in readers():
        yield from _of_reader(name.removeprefix(READER))
    elif known in candidates():
        yield from _of_candidate(known, name)
    yield from _of_error(name)
    yield from _of_release(name.removeprefix("harbor").strip(" ="))
    yield from _of_edit(name)
    for command, words in _words().items():
        if name in words:
            yield f"{name}: in the output of {command}"
            yield f"  is         {words[name]}"


def _words() -> dict[str, dict[str, str]]:
    """Return the words of verdicts and tables with their meaning, by the command."""
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def other_names() -> Iterator[str]:
    """Yield the names that ``of_printed_name`` knows, except edits of a field, to complete them."""
    words = (word for one in _words().values() for word in one)
    yield from dict.fromkeys([*candidate_names(), *words])
    yield from _by_error()
    yield from _releases()


def on_a_screen(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, each cut at 80 columns, and of each label as many as fit a screen together."""
    groups: list[list[list[str]]] = []
    label, left = "", Counter[int]()
    for line in lines:
        own = line[:_LABEL].strip()
        if own and own != label:
            groups.append([])
        if own:
            groups[-1].append([])
        label = own or label
        groups[-1][-1] += _rows(line)
    rows = [[len(entry) for entry in group] for group in groups]
    while sum(map(sum, rows)) + len(left) >= SCREEN and max(map(len, rows)) > 1:
        foldable = {place: sum(one) for place, one in enumerate(rows) if one[1:]}
        largest = max(foldable, key=foldable.__getitem__)
        rows[largest].pop()
        left[largest] += 1
    for place, group in enumerate(groups):
        yield from chain(*group[: len(rows[place])])
        if left[place]:
            yield f"{'':{_LABEL}}… and {left[place]} more; --verbose prints all"


def _rows(line: str) -> list[str]:
    if line.startswith(_IN_FULL):
        return textwrap.wrap(line, _COLUMNS, subsequent_indent=" " * _LABEL)
    cut = len(line) > _COLUMNS and not line.startswith(_SEE_IT)
    return [f"{line[: _COLUMNS - 1]}…" if cut else line]


def _of_candidate(name: str, text: str) -> Iterator[str]:
    """Yield what a built-in candidate is, and where harbor contradicts the text that it follows."""
    yield name
    yield f"  is         {candidates()[name]}"
    yield from (f"  declares   {one}" for one, by in declared_by().items() if name in by)
    for one in CATALOGUE.values():
        if (said := one.erratum) and said.text.startswith(text.replace("spec-", "spec/")):
            yield f"  erratum    {one.id}: {said.text} says: {said.says}"
    yield f"{_SEE_IT}harbor-conformance certify {name}"


def _of_reader(name: str) -> Iterator[str]:
    one = reader(name)
    yield f"{READER}{name}"
    yield f"  does       {one.sentence}"
    yield f"  package    {one.package or one.repository} {one.version}"
    yield f"  score      {one.score}"
    yield from (f"  calls      {op}: {what}" for op, what in one.calls.items())
    yield from (f"  lacks      {op}: {why}" for op, why in one.lacks.items())
    yield f"{_SEE_IT}harbor-conformance certify {READER}{name}"


@cache
def _by_error() -> Mapping[str, Counter[str]]:
    """Return how many recorded cases of each clause have an error as their answer, by its name."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for file in corpus.files():
        content = json.loads(file.read_text(encoding="utf-8"))
        for entry in content["cases"]:
            if name := entry["answer"].get("error"):
                found[name][content["clause"]] += 1
    return found


def _of_error(name: str) -> Iterator[str]:
    """Yield the clauses that require an error, with the simplest recorded case of each."""
    if found := _by_error().get(name):
        yield f"{name}: an error that is the answer to {count_of(found.total(), 'recorded case')}"
        for clause, count in found.most_common():
            recorded = corpus.of_clause(clause)
            case = min((x.case for x in recorded if x.answer == Failure(name)), key=plainness)
            yield f"  clause     {clause} ({count}): {show.case(case, longest=LONGEST)}"


def _of_release(name: str) -> Iterator[str]:
    if name in (changes := _releases()):
        yield f"harbor {name}: what changed, as docs/upgrades.md says"
        yield f"{_SEE_IT}harbor-conformance gate {name}"
        yield from (f"  changed    {line[2:]}" for line in changes[name] if line.startswith("- "))


def _releases() -> dict[str, list[str]]:
    """Return the lines of each release in the docs/upgrades.md of a checkout."""
    page = corpus.root().parent / "docs" / "upgrades.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    sections = (section.splitlines() for section in text.split("\n## ")[1:])
    return {head.strip(): rest for head, *rest in sections}


def _of_edit(name: str) -> Iterator[str]:
    """Yield the description of a cause by its sentence: most follow from the shape of a field."""
    only = re.search(r", but only in (.*?)(?=, where |$)", name)
    sentence, *conditions = name.replace(only[0] if only else "", "").split(", where ")
    found = with_sentence(sentence)
    for row in found[:1]:
        done, applies = sentence, []
        if row.description.endswith(", where "):
            applies = [f"calls where {one}" for one in conditions[:1]]
            conditions = conditions[1:]
        elif row.description.endswith(" where "):
            done = row.description.removesuffix(" where ")
            applies = [f"elements where {sentence.removeprefix(row.description)}"]
        cases = "" if applies else f", in every case{' where' if conditions else ''}"
        yield f"{done}: what a candidate does{cases}"
        yield from (f"  applies to {one}" for one in applies)
        yield from (f"  where      {one}" for one in conditions)
        yield from (f"  only in    {one}" for one in (only.groups() if only else ()))
        yield from (f"  name       {row.name}",) if is_named(row) else ()
        yield f"  in         {', '.join(dict.fromkeys(one.operation for one in found))}"
        yield f"  change     {row.advice}"
