"""Pages of the site that are made from the catalogue: clauses, deviations and errata."""

from pathlib import Path

from conformance.examination import corpus
from conformance.implementations.deviating import DEVIATION, catalogue
from conformance.implementations.deviating import deviations as deviations_of
from conformance.operations import REGISTRY, authority
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause
from conformance.operations.sources import Source, errata_by_clause
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION
from conformance.report import pages
from conformance.report.catalogue_pages import by_operation, declared_by

TEMPLATES = Path(__file__).parent / "templates"


def deviations() -> str:
    """Return the page of ways in which runners are known to differ from harbor."""
    rows = {
        operation: [
            (name.removeprefix(DEVIATION), description, clause.id)
            for clause in clauses
            for name, description in deviations_of(clause.id).items()
        ]
        for operation, clauses in by_operation().items()
    }
    return pages.filled(TEMPLATES / "deviations.md", rows=rows)


def errata() -> str:
    """Return the page of where texts about harbor contradict the wheel."""
    return pages.filled(TEMPLATES / "errata.md", errata=errata_by_clause(), answer=show.answer)


def clause_page(clause: Clause) -> str:
    """Return the page of a clause: what it requires, why, an input that shows it, who breaks it."""
    declared = declared_by()
    return pages.filled(
        TEMPLATES / "clause.md",
        clause=clause,
        heading=REGISTRY[clause.operation].heading,
        authority=authority(clause.operation),
        sources=[
            (source, source.quote, address(source))
            if isinstance(source, Source)
            else (source, "", "")
            for source in clause.sources
        ],
        recorded=list(corpus.read(corpus.file_of(clause.id)))[:2],
        broken_by=[
            (name.removeprefix(DEVIATION), text, declared.get(name.removeprefix(DEVIATION), []))
            for name, text in deviations_of(clause.id).items()
        ],
        show=show,
        harbor=HARBOR_VERSION,
    )


def address(source: Source) -> str:
    """Return the address of lines of harbor in the repository of the release."""
    file, _, lines = str(source).partition(":")
    anchor = lines.replace("-", "-L")
    return f"https://github.com/harbor-framework/harbor/blob/v{HARBOR_VERSION}/src/{file}#L{anchor}"


def deviation_page(name: str) -> str:
    """Return the page of a deviation: what it does, what it breaks, who has it."""
    row = catalogue()[name]
    return pages.filled(
        TEMPLATES / "deviation.md",
        row=row,
        description=deviations_of(row.clause)[f"{DEVIATION}{name}"],
        sentence=CATALOGUE[row.clause].sentence,
        readers=declared_by().get(name, []),
    )
