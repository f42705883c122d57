"""Writes a run as report.json, and reads it back: a report that contradicts itself is refused."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from pydantic import JsonValue, ValidationError

from conformance import __version__
from conformance.certification.report import FORM, Run
from conformance.certification.report_parts import OperationCounts, ReportedFinding
from conformance.operations.clause import Level
from conformance.protocol import json_text, show
from conformance.protocol.differences import Kind

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
    """Yield the contradictions in a report."""
    yield from _of_scope(run)
    for operation, counts in run.operations.items():
        yield from _of_operation(operation, counts)
    yield from _of_findings(run)
    yield from _of_causes(run)
    yield from _of_expected(run)
    follows = run.model_dump()
    if run.suite != __version__:
        # Another version of the suite may word the same verdict differently.
        del follows["verdict"]
    for path, *values in json_differences(follows, document):
        one, other = (show.shorten(str(value), 200) for value in values)
        yield f"{path}: {other}, where {one} follows from the rest"


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


def _of_scope(run: Run) -> Iterator[str]:
    scope = run.scope
    if list(scope.claimed) != list(run.operations):
        yield "operations: they are not those that are claimed"
    names = Counter((*scope.claimed, *scope.not_claimed, *scope.not_asked))
    yield from (f"scope: {name} is in it twice" for name, count in names.items() if count > 1)
    if run.answered > run.cases:
        yield f"answered: {run.answered:,}, of {run.cases:,} cases"
    if run.answered < sum(one.cases for one in run.clauses.values() if one.agreement == "exact"):
        yield f"answered: {run.answered:,}, and more cases agree"


def _of_operation(operation: str, counts: OperationCounts) -> Iterator[str]:
    divergences = [one.divergences for one in counts.clauses.values()]
    if not max(divergences, default=0) <= counts.divergences <= sum(divergences):
        yield f"{operation}: {counts.divergences:,} divergences are not those of its clauses"
    for clause, one in counts.clauses.items():
        if not clause.startswith(f"{operation}."):
            yield f"{clause} is not a clause of {operation}"
        if not (one.done <= one.checks and one.not_asked <= len(one.problems) <= one.done):
            yield f"{clause}: {one.done:,} of {one.checks:,} checks, {len(one.problems):,} problems"
        most = max(one.divergences, one.form_errors, one.inexact)
        if most > one.done or max(one.declared, one.predicted) > one.cases:
            yield f"{clause}: more of {one.done:,} checks or {one.cases:,} cases than there are"
        if most and not one.cases:
            yield f"{clause}: it differs in no case"
        if one.done and not (one.cases or one.problems):
            yield f"{clause}: not a single case of it was run"


_LEVELS = [*Level]
_KINDS = [kind.words for kind in Kind]


def _of_findings(run: Run) -> Iterator[str]:
    of_kinds = {"findings": "divergences", "form_errors": "form_errors", "inexact": "inexact"}
    for member, count in of_kinds.items():
        findings: tuple[ReportedFinding, ...] = getattr(run, member)
        counted = {name for name, counts in run.clauses.items() if getattr(counts, count)}
        for name in sorted({one.clause for one in findings} ^ counted):
            yield f"{member}: {name} has a count or a finding, and not both"
        known = [one for one in findings if one.kind in _KINDS]
        places = [(_LEVELS.index(one.level), _KINDS.index(one.kind)) for one in known]
        if places != sorted(places):
            yield f"{member}: the gravest is not the first"
    of_causes = [cause.finding for cause in run.causes]
    for one in (*run.findings, *run.form_errors, *run.inexact, *of_causes):
        counts = run.clauses.get(one.clause)
        if counts is not None and one.level != counts.level:
            yield f"findings: {one.clause} is {counts.level}, not {one.level}"
        if one.operation != one.clause.partition(".")[0]:
            yield f"findings: {one.clause} is not a clause of {one.operation}"
    for one in run.findings:
        if one.expected == one.candidate:
            yield f"findings: at {one.clause} the candidate answers as expected"


def _of_causes(run: Run) -> Iterator[str]:
    divergent = set(run.divergent_clauses)
    named = [clause for cause in run.causes for clause in (*cause.clauses, cause.finding.clause)]
    for clause in (*named, *run.unexplained.clauses, *run.unexplained.later):
        if clause not in divergent:
            yield f"causes: {clause} does not diverge"
    for cause in run.causes:
        if cause.explained > cause.cases:
            yield f"causes: {cause.name} explains more than its cases"
    for one in run.unexplained.decides:
        if one.differs is not None and one.differs.expected == one.differs.candidate:
            yield f"unexplained: at {one.differs.clause} the candidate answers as expected"
    if bool(run.unexplained.cases) is not bool(run.unexplained.clauses):
        yield "unexplained: it has cases or clauses, and not both"


def _of_expected(run: Run) -> Iterator[str]:
    for name, counts in run.clauses.items():
        told = sum(one.startswith(f"{name}: ") for one in run.stale)
        if counts.stale and not told:
            yield f"stale: nothing is reported of {name}"
        if counts.declared and not run.declared:
            yield f"declared: nothing is declared of {name}"
