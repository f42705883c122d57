"""The meaning of printed names: clauses, causes, candidates, errors, releases and words."""

import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from conformance.certification import count_of
from conformance.cli.candidates import recorded_of
from conformance.cli.errors import UsageError
from conformance.diagnosis.available import with_sentence
from conformance.diagnosis.plain import plainness
from conformance.examination import corpus
from conformance.implementations.deviating import (
    DEVIATION,
    WITHOUT,
    NamedDeviation,
    UnknownCandidateError,
    catalogue,
    deviation_of,
    deviations,
)
from conformance.implementations.readers.reader import names as readers
from conformance.implementations.readers.reader import reader
from conformance.implementations.start import READER, candidate_names, candidates
from conformance.operations import EVERY_OPERATION, REGISTRY, authority
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause, Level
from conformance.protocol import show
from conformance.protocol.values import Failure
from conformance.report.catalogue_pages import declared_by

type Row = tuple[str, str]
"""A label, empty for a name that is explained, and its text of one or more lines."""

LONGEST = 60
"""The most characters of a value that is printed in full."""


def described(name: str, release: str) -> Iterator[Row]:
    """Yield what describes a name; a clause's cases have the answers of a release.

    Raises UsageError if the value of a deviation's parameter is wrong, and as ``recorded_of``.
    """
    plain = name.removeprefix(DEVIATION)
    ids = plain.partition("/")[0], ".".join(plain.split(".")[:2])  # of a check, of a case
    if plain in EVERY_OPERATION:
        yield from _of_operation(plain)
    elif deviation := _deviations_in(plain):
        for printed, row in deviation.items():
            yield from _of_deviation(printed, row)
    elif clause := next((CATALOGUE[one] for one in ids if one in CATALOGUE), None):
        yield from _of_clause(clause, release, plain)
    else:
        yield from _of_candidate(name)
        yield from _of_error(name)
        yield from _of_release(name.removeprefix("harbor").strip(" ="))
        yield from _of_cause(name)
        for command, words in _words().items():
            if name in words:
                yield "", f"{name}: in the output of {command}"
                yield "is", words[name]


def every_name() -> list[str]:
    """Return the names that can be explained, except sentences of causes, to complete them."""
    words = (word for one in _words().values() for word in one)
    others = dict.fromkeys([*candidate_names(), *words])
    names = (EVERY_OPERATION, CATALOGUE, catalogue(), others, _by_error(), _releases())
    return [name for some in names for name in some]


def _words() -> dict[str, dict[str, str]]:
    """Return the words of verdicts and tables with their meaning, by the command."""
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def _of_operation(name: str) -> Iterator[Row]:
    yield "", name
    yield "is", f"{REGISTRY[name].heading}; the authority is {authority(name)}"
    for clause in sorted(CATALOGUE.values(), key=lambda one: [*Level].index(one.rating.level)):
        if clause.operation == name:
            yield clause.rating.level, f"{clause.id}: {clause.sentence}"


def _deviations_in(name: str) -> dict[str, NamedDeviation]:
    """Return the deviations joined by + by their printed names; none if not all exist."""
    try:
        found = {printed: deviation_of(printed) for printed in name.split("+")}
    except UnknownCandidateError as error:
        raise UsageError(str(error)) from error
    return {printed: row for printed, row in found.items() if row and all(found.values())}


def _of_deviation(printed: str, row: NamedDeviation) -> Iterator[Row]:
    yield "", printed
    if printed.startswith(WITHOUT) and printed != row.name:
        yield "lacks", f"{row.name}, which harbor has"
    # What it does, and which values it takes if it was named without one.
    yield "does", deviations(row.clause).get(f"{DEVIATION}{row.name}", row.description)
    yield "breaks", f"{row.clause}: {CATALOGUE[row.clause].sentence}"
    for candidate in declared_by().get(row.name, ()):
        yield "declared", f"by {candidate}"
    yield _see_it(f"certify {DEVIATION}{row.name} --clause {row.clause}")


def _see_it(command: str) -> Row:
    return "see it", f"harbor-conformance {command}"


def _of_clause(clause: Clause, release: str, wanted: str) -> Iterator[Row]:
    """Yield what a clause requires and rests on, what breaks it, and its cases, the simplest first.

    A recorded case that is ``wanted`` comes first.
    """
    recorded_of(release, [clause.operation])
    yield "", clause.id
    yield "requires", clause.sentence
    yield "level", f"{clause.rating.level}: {clause.rating.reason}"
    for source in clause.sources:
        quote = f": {source.quote}" if source.quote else ""
        yield "rests on", f"{source}{quote}"
    if (erratum := clause.erratum) is not None:
        told = f"{erratum.text} says: {erratum.says}\nharbor: {erratum.wheel}"
        told += f"\nfor example {show.case(corpus.recorded_case(erratum.case))}"
        yield "erratum", f"{told}\nthe text gives {show.answer(erratum.text_answer)}"
    for name, why in deviations(clause.id).items():
        yield "broken by", f"{name}: {why}"
    cases = corpus.of_clause(clause.id)
    for one in sorted(cases, key=lambda one: (one.id != wanted, plainness(one.case))):
        told = f"{one.id}: {show.printable(one.note)}\n{show.case(one.case, longest=LONGEST)}"
        answer = show.answer(one.answer_of(release))
        yield "recorded", f"{told}\n{authority(clause.operation)}: {answer}"


def _of_candidate(name: str) -> Iterator[Row]:
    """Yield what a built-in candidate is, and where harbor contradicts the text that it follows."""
    known = re.sub(r"^spec/(\d+).*", r"spec-\1", name)
    if name.removeprefix(READER) in readers():
        yield from _of_reader(name.removeprefix(READER))
    elif known in candidates():
        yield "", known
        yield "is", candidates()[known]
        yield from (("declares", one) for one, by in declared_by().items() if known in by)
        for one in CATALOGUE.values():
            if (said := one.erratum) and said.text.startswith(name.replace("spec-", "spec/")):
                yield "erratum", f"{one.id}: {said.text} says: {said.says}"
        yield _see_it(f"certify {known}")


def _of_reader(name: str) -> Iterator[Row]:
    one = reader(name)
    yield "", f"{READER}{name}"
    yield "does", one.sentence
    yield "package", f"{one.package or one.repository} {one.version}"
    yield "score", one.score
    yield from (("calls", f"{op}: {what}") for op, what in one.calls.items())
    yield from (("lacks", f"{op}: {why}") for op, why in one.lacks.items())
    yield _see_it(f"certify {READER}{name}")


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


def _of_error(name: str) -> Iterator[Row]:
    """Yield the clauses that require an error, with the simplest recorded case of each."""
    if found := _by_error().get(name):
        yield (
            "",
            f"{name}: an error that is the answer to {count_of(found.total(), 'recorded case')}",
        )
        for clause, count in found.most_common():
            recorded = corpus.of_clause(clause)
            case = min((x.case for x in recorded if x.answer == Failure(name)), key=plainness)
            yield "clause", f"{clause} ({count}): {show.case(case, longest=LONGEST)}"


def _of_release(name: str) -> Iterator[Row]:
    if name in (changes := _releases()):
        yield "", f"harbor {name}: what changed, as docs/upgrades.md says"
        yield _see_it(f"gate {name}")
        yield from (("changed", line[2:]) for line in changes[name] if line.startswith("- "))


def _releases() -> dict[str, list[str]]:
    """Return the lines of each release in the docs/upgrades.md of a checkout."""
    page = corpus.root().parent / "docs" / "upgrades.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    sections = (section.splitlines() for section in text.split("\n## ")[1:])
    return {head.strip(): rest for head, *rest in sections}


def _of_cause(name: str) -> Iterator[Row]:
    """Yield what to change about a cause, by the sentence that a report prints."""
    without_places = re.sub(r", but only in .*?(?=, where |$)", "", name)
    if found := with_sentence(without_places.partition(", where ")[0]):
        yield "", name
        yield "is", "a cause: what a candidate does that differs"
        yield "in", ", ".join(dict.fromkeys(one.operation for one in found))
        yield "change", found[0].advice
