"""Where texts about harbor say otherwise than the wheel does, as a page of Markdown."""

from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Erratum
from conformance.protocol import show
from conformance.report.clauses_page import command

_HEAD = """# Errata

Where a text about harbor contradicts the wheel, the clause follows the wheel. Each command shows
what harbor does with the smallest input that tells the two apart; a test runs each of them.
"""


def to_text() -> str:
    """Return the page."""
    parts = [_erratum(c.id, c.erratum) for c in CATALOGUE.values() if c.erratum is not None]
    return "\n".join([_HEAD, *parts])


def _erratum(clause: str, erratum: Erratum) -> str:
    return "\n".join(
        [
            f"## {clause}\n",
            f"- {erratum.text} says: {erratum.says}",
            f"- The wheel: {erratum.wheel}",
            f"- By the text: `{show.answer(erratum.text_answer)}`\n",
            f"```sh\n{command(clause, erratum.case)}\n```\n",
        ]
    )
