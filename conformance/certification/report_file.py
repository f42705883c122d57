"""Writes a run as report.json, and reads it back: a report that contradicts itself is refused."""

import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from pydantic import JsonValue, ValidationError

from conformance import __version__
from conformance.certification.report import FORM, Run
from conformance.protocol import json_text, show

REPORT = "report.json"
"""The file that identifies a folder of ``certify --report``."""

LARGEST = 64 * 2**20
"""The size beyond which a file is not read."""

_FIRST = (
    "report", "suite", "conformant", "agreement", "complete", "verdict", "exit_code", "candidate",
    "scope", "profile", "seed", "cases", "divergences",
)  # fmt: skip
"""The fields that people look for first."""


class ReportError(Exception):
    """A report cannot be read, or contradicts itself; the message says where."""


def to_text(run: Run) -> str:
    """Return report.json, without times and paths, so that a seed always gives the same text."""
    document = run.model_dump()
    ordered = {name: document[name] for name in (*_FIRST, *document)}
    return json.dumps(ordered, indent=2) + "\n"


def read(path: Path) -> Run:
    """Return the run of a file, or of the folder that holds one; raises ReportError."""
    file = path / REPORT if path.is_dir() else path
    name = show.printable(str(file))
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise ReportError(f"{name}: {getattr(error, 'strerror', None) or error}") from error
    if len(content) > LARGEST:
        raise ReportError(f"{name}: more than {LARGEST:,} bytes")
    return parse(content, name)


def parse(content: bytes, name: str) -> Run:
    """Return the run of a report's JSON; raises ReportError with the first error."""
    try:
        document = json_text.strict(content)
        run = Run.model_validate(document)
    except ValidationError as error:
        raise ReportError(f"{name} is not a report of certify: {_first(error)}") from error
    except (ValueError, RecursionError) as error:
        what = f"Invalid JSON: {show.printable(str(error))}"
        raise ReportError(f"{name} is not a report of certify: {what}") from error
    if wrong := next(contradictions(run, document), ""):
        raise ReportError(f"{name} contradicts itself: {show.printable(wrong)}")
    return run


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    if place == "report" and first["type"] == "literal_error":
        return f"it has version {first['input']} of the form; this suite reads {FORM}"
    return show.printable(f"{place}: {first['msg']}" if place else first["msg"])


def contradictions(run: Run, document: JsonValue) -> Iterator[str]:
    """Yield the contradictions in a report: what does not follow from the rest.

    A report whose fields agree may be forged all the same: only another run finds that.
    """
    if list(run.scope.claimed) != list(run.operations):
        yield "operations: they are not those that are claimed"
    yield from (f"{clause} is not a clause of the run" for clause in sorted(_named(run)))
    follows = run.model_dump()
    if run.suite != __version__:
        # Another version of the suite may word the same verdict differently.
        del follows["verdict"]
    for path, *values in json_differences(follows, document):
        one, other = (show.shorten(str(value), 200) for value in values)
        yield f"{path}: {other}, where {one} follows from the rest"


def _named(run: Run) -> set[str]:
    """Return the clauses that findings and causes name, and that the run does not have."""
    findings = (*run.findings, *run.form_errors, *run.inexact, *run.unexplained.findings)
    named = {one.clause for one in findings} | {*run.unexplained.later}
    for cause in run.causes:
        named |= {*cause.clauses, cause.finding.clause}
    return named - run.clauses.keys()


def json_differences(
    first: object, second: object, path: str = ""
) -> Iterator[tuple[str, object, object]]:
    """Yield the path and both values of each field that differs between two documents."""
    if isinstance(first, dict) and isinstance(second, dict):
        for name, value in first.items():
            there = second.get(name, "nothing")
            yield from json_differences(value, there, f"{path}.{name}".lstrip("."))
    elif isinstance(first, tuple | list) and isinstance(second, tuple | list):
        for place, values in enumerate(zip_longest(first, second, fillvalue="nothing")):
            yield from json_differences(*values, f"{path}.{place}")
    elif first != second or isinstance(first, bool) is not isinstance(second, bool):
        yield path, first, second
