"""What the readers of the survey show for audited jobs, beside harbor's own number."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from conformance.audit.copying import copied
from conformance.audit.findings import Audit
from conformance.cli.errors import UsageError
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.readers.environment import prepared
from conformance.implementations.readers.reader import Reader, ReaderError, names, reader
from conformance.protocol import show
from conformance.report.audit_text import name_of
from conformance.survey import showing
from conformance.survey.questions import Question

_SECONDS = 300.0
"""What one reader may take for all jobs."""


def of_readers(audits: Sequence[Audit], wanted: Sequence[str], cache: Path) -> str:
    """Return a table in Markdown: a line a job, a column a reader.

    Readers see copies that hold only what was read safely. Raises UsageError for a name that
    stands for no reader.
    """
    chosen = list(chosen_readers(wanted))
    with reaped_tempdir("harbor-conformance-audit-") as folder:
        jobs = {
            str(place): copied(audit.path, Path(folder) / str(place))
            for place, audit in enumerate(audits)
        }
        columns = {one.name: _shown(one, jobs, cache) for one in chosen}
    heads = ["job", "harbor", *columns]
    rows = [heads, ["---"] * len(heads)]
    for place, audit in enumerate(audits):
        own = ", ".join(f"{line.metric} {line.derived}" for line in audit.headlines) or "nothing"
        rows.append([name_of(audit), own, *(column[place] for column in columns.values())])
    return "\n" + "".join(f"| {' | '.join(map(_cell, row))} |\n" for row in rows)


def chosen_readers(wanted: Sequence[str]) -> Iterator[Reader]:
    """Yield the readers of these names; ``all`` stands for those of the package index.

    Raises UsageError for a name that stands for none.
    """
    try:
        if "all" in wanted:
            every = map(reader, names())
            yield from (one for one in every if one.calls and not one.from_repository)
        else:
            yield from map(reader, wanted)
    except ReaderError as error:
        raise UsageError(str(error)) from error


def _shown(described: Reader, jobs: dict[str, Path], cache: Path) -> list[str]:
    """Return what a reader shows for each job, or why it cannot be asked."""
    try:
        ready = prepared(described, (), cache)
        questions = [Question(id_, "", ()) for id_ in jobs]
        shown, _ = showing.of_reader(ready, jobs, questions, _SECONDS)
    except ReaderError as error:
        return [str(error)] * len(jobs)
    return [str(one) for one in shown]


def _cell(text: str) -> str:
    return "—" if text == "—" else show.printable(text).replace("|", "\\|")
