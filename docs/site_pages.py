"""Pages of the site that are made from the catalogue: clauses, deviations and errata."""

import json
import shlex
from pathlib import Path

from conformance.examination.recorded import corpus
from conformance.implementations.deviating import DEVIATION, catalogue
from conformance.implementations.deviating import deviations as deviations_of
from conformance.operations import REGISTRY, authority, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Clause, Source
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION, Case
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
    wrong = {id_: clause.erratum for id_, clause in CATALOGUE.items() if clause.erratum is not None}
    return pages.filled(TEMPLATES / "errata.md", errata=wrong, answer=show.answer, command=command)


LONGEST_INPUT = 300
"""The length of an input beyond which a command names a recorded case instead."""


def command(clause: str, case: Case) -> str:
    """Return the command that runs a case on harbor, by its id in the corpus if it is long."""
    json_input = messages.input_to_json(case)
    text = json.dumps(json_input)
    words = [case.operation, "--input", text]
    if len(text) > LONGEST_INPUT:
        recorded = corpus.read(corpus.file_of(clause))
        alike = (entry.id for entry in recorded if messages.input_to_json(entry.case) == json_input)
        words = ["recorded", *alike]
    return shlex.join(["harbor-conformance", "ask", *words])


def clause_page(clause: Clause) -> str:
    """Return the page of a clause: what it requires, why, an input that shows it, who breaks it."""
    declared = declared_by()
    return pages.filled(
        TEMPLATES / "clause.md",
        clause=clause,
        heading=REGISTRY[clause.operation].heading,
        authority=authority(clause.operation),
        sources=[
            (source, source.quote.strip(), address(source))
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
