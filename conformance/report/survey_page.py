"""A survey as one self-contained HTML page."""

from conformance.implementations.readers.environment import only_in_repository
from conformance.operations import OPERATIONS, REGISTRY
from conformance.report import html
from conformance.report.survey_cells import MARKS, Page
from conformance.survey.results import Sign


def to_text(page: Page) -> str:
    """Return the page, readable without scripts."""
    asked = [name for name in OPERATIONS if any(c.counts(name) for c in page.surveyed)]
    return html.render(
        "survey.html",
        page=page,
        only_in_repository=only_in_repository,
        marks={sign: MARKS[sign] for sign in Sign},
        kinds={sign: sign.name.lower() for sign in Sign},
        operations={name: REGISTRY[name].heading for name in asked},
        headings={name: REGISTRY[name].heading for name in OPERATIONS},
    )
