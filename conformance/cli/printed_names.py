"""The meaning of other printed names: errors, readers, releases, edits of a field."""

from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.certification.verdict import count_of
from conformance.diagnosis.derived import derived
from conformance.diagnosis.plain import plainness
from conformance.examination.recorded import corpus
from conformance.implementations.readers.reader import names as readers
from conformance.implementations.readers.reader import reader
from conformance.implementations.start import READER
from conformance.operations import OPERATIONS
from conformance.protocol import show
from conformance.protocol.values import Case, Failure

SCREEN = 24
"""The maximum number of lines."""

_FEW, _LONGEST = 4, 60
"""Limits: elements of a list printed one by one; characters of a value printed in full."""

_TIMES = "\N{MULTIPLICATION SIGN}"


def of_printed_name(name: str) -> Iterator[str]:
    """Yield what describes an error, a reader, a release or an edit of a field."""
    if name.removeprefix(READER) in readers():
        yield from _of_reader(name.removeprefix(READER))
    yield from _of_error(name)
    yield from _of_release(name)
    yield from _of_edit(name)


def _of_reader(name: str) -> Iterator[str]:
    one = reader(name)
    yield f"{READER}{name}"
    yield f"  does       {one.sentence}"
    yield f"  package    {one.package or one.repository} {one.version}"
    yield f"  score      {one.score}"
    yield from (f"  calls      {op}: {what}" for op, what in one.calls.items())
    yield from (f"  lacks      {op}: {why}" for op, why in one.lacks.items())
    yield f"  see it     harbor-conformance certify {READER}{name}"


def _of_error(name: str) -> Iterator[str]:
    """Yield the clauses that require an error, with the simplest recorded case of each."""
    found = [one for one in corpus.load() if one.answer == Failure(name)]
    if not found:
        return
    yield f"{name}: an error that is the answer to {count_of(len(found), 'recorded case')}"
    shown = []
    for clause, count in Counter(one.clause for one in found).most_common():
        case = min((one.case for one in found if one.clause == clause), key=plainness)
        shown.append(f"  {clause} ({count}): {folded(case)}")
    yield from _first(shown, "clauses")


def _of_release(name: str) -> Iterator[str]:
    """Yield what changed in a release of harbor, from the docs/upgrades.md of a checkout."""
    page = corpus.root().parent / "docs" / "upgrades.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    for section in text.split("\n## ")[1:]:
        head, *rest = section.splitlines()
        if name == head.strip():
            yield f"harbor {name}: what changed, as docs/upgrades.md says"
            yield from _first(
                [f"  {line[2:]}" for line in rest if line.startswith("- ")], "changes"
            )
            yield f"  see it     harbor-conformance gate {name}"


def _of_edit(name: str) -> Iterator[str]:
    """Yield the description of a cause that follows from the shape of a field."""
    sentence, _, condition = name.partition(", where ")
    found = [row for op in OPERATIONS for row in derived(op) if row.description == sentence]
    for row in found[:1]:
        yield f"{sentence}: what is done to a field, in every case{' where' if condition else ''}"
        if condition:
            yield f"  where      {condition}"
        yield f"  in         {', '.join(dict.fromkeys(one.operation for one in found))}"
        yield f"  change     {row.advice}"


def folded(case: Case) -> str:
    """Return a case in a line; a long list is a count of each kind of element."""
    parts = [f"{name}={_folded_value(value)}" for name, value in case.input.items()]
    return " ".join([case.operation, *parts])


def _folded_value(value: object) -> str:
    if isinstance(value, list):
        counts = Counter(show.value(one, longest=_LONGEST) for one in value)
        if len(counts) <= _FEW < counts.total():
            kinds = ", ".join(f"{n} {_TIMES} {one}" for one, n in counts.items())
            return f"{counts.total()}: {kinds}"
    return show.value(value, longest=_LONGEST)  # type: ignore[arg-type] # a Value


def _first(shown: Sequence[str], what: str) -> Iterator[str]:
    """Yield one screen of lines, and the number of the rest."""
    yield from shown[: SCREEN - 3]
    if len(shown) > SCREEN - 3:
        yield f"  … and {len(shown) - SCREEN + 3} more {what}"
