"""Forms for other places: a finding as a Python test, and a run as GitHub annotations."""

import ast
import json
import os
import re
from pathlib import Path

from conformance.certification.report import Run
from conformance.implementations.process.command import located
from conformance.operations import REGISTRY
from conformance.protocol.values import Answer, Case, Failure, Result
from conformance.report import rendering
from conformance.report.run_view import about, in_lines, module_of, tone
from conformance.report.view import Item, View


def python_test(case: Case, expected: Answer, candidate: str) -> str:
    """Return a test of a module's function that does not need this project.

    Text that holds JSON is compared by its JSON. The test is empty if ``==`` does not compare the
    answers as this project does: for nan, and for whole jobs.
    """
    operation, given = case.operation, repr(case.input)
    module, _, attribute = located(candidate)[1].partition(":")
    holder = attribute.partition(".")[0] or operation
    answer = f"{f'{attribute}.' if attribute else ''}{operation}({given})"
    lines = [f"from {module} import {holder}", "", "", f"def test_{operation}():"]
    form = REGISTRY[operation].json_text
    match expected:
        case Result(value) if form is None and operation != "run" and not _holds_nan(value):
            wanted = repr(value)
            lines.append(f"    assert {answer} == {wanted}")
        case Result(dict(value)) if form and not _holds_nan(
            parsed := json.loads(str(value[form.member]).removeprefix(form.prefix))
        ):
            wanted = repr(parsed)
            text = f"{answer}[{form.member!r}].removeprefix({form.prefix!r})"
            lines = ["import json", "", *lines, f"    assert json.loads({text}) == {wanted}"]
        case Failure(error):
            wanted = ""
            lines = [
                "import pytest",
                *lines,
                "    with pytest.raises(Exception) as raised:",
                f"        {answer}",
                f"    assert raised.type.__name__ == {error!r}",
            ]
        case _:
            return ""
    names = [one for one in ("inf", "nan") if re.search(rf"\b{one}\b", f"{given} {wanted}")]
    imports = [f"from math import {', '.join(names)}"] if names else []
    return "\n".join([*imports, *lines, ""])


def _holds_nan(value: object) -> bool:
    if isinstance(value, dict | list):
        return any(map(_holds_nan, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value != value  # noqa: PLR0124 - which only nan is


def annotations(run: Run) -> str:
    """Return a run as GitHub commands: an error for each cause, and the verdict.

    If the candidate is a module, an error is at the line of the operation's function.
    """
    found = [(about(cause), cause.finding) for cause in run.causes]
    left = run.unexplained.findings if run.causes else run.findings
    found += [(f"{one.clause}: {one.difference}", one) for one in left]
    errors = [
        Item(
            title,
            detail=in_lines(one),
            outcome="failure",
            place=_place(module_of(run), one.operation),
        )
        for title, one in found[:9]  # GitHub shows ten in a step
    ]
    return rendering.github(View(run.verdict, errors, tone(run)))


def _place(candidate: str, operation: str) -> dict[str, str]:
    """Return a candidate's file, relative to the workspace, and its function's line."""
    if not candidate:
        return {}
    folder, name = located(candidate)
    path = folder.joinpath(*name.partition(":")[0].split("."))
    files = (path.with_name(f"{path.name}.py"), path / "__init__.py")
    file = next(filter(Path.is_file, files), None)
    if file is None:
        return {}
    root = os.environ.get("GITHUB_WORKSPACE") or Path.cwd()
    return {"file": os.path.relpath(file, root), **_line(file, operation)}


def _line(file: Path, operation: str) -> dict[str, str]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == operation:
            return {"line": str(node.lineno)}
    return {}
