"""Measures which code of the installed harbor an operation's inputs run, by coverage.py.

Its tracer watches the interpreter and leaves harbor's code in memory unchanged, so that the oracle
can check that code afterwards, as in any run.
"""

import ast
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coverage import Coverage

from conformance.implementations.start import open_harbor
from conformance.operations import EVERY_OPERATION, HARBOR, authority
from tools.quick_run import inputs

MEASURED = tuple(name for name in EVERY_OPERATION if authority(name) == HARBOR)
"""The operations that harbor answers; the others run none of its code."""

_TRACER = "ctrace"
"""The core of coverage.py that counts branches on every supported Python."""

type Jump = tuple[int, int]
"""The line of a branch and its target, which is below zero if it leaves the function."""


@dataclass(frozen=True, slots=True)
class FunctionTrace:
    """One function: its first line, whether it is called, and which of its branches are taken."""

    first_line: int
    entered: bool
    taken: frozenset[Jump]
    missed: frozenset[Jump]


@dataclass(frozen=True, slots=True)
class Trace:
    """The coverage of one operation's inputs: functions by module and by qualified name.

    ``recorded`` and ``generated`` count the inputs.
    """

    operation: str
    recorded: int
    generated: int
    modules: dict[str, dict[str, FunctionTrace]]


class NotFreshError(Exception):
    """harbor was imported before the measurement."""


def measured(operations: Sequence[str], jobs: int) -> list[Trace]:
    """Return the coverage of each operation, measured in a new process.

    Raises UntrustedOracleError if harbor cannot be trusted, UnreliableCheckError if inputs could
    not be generated, and BrokenProcessPool if a process was killed.
    """
    # The order of sets of names, and so the branches, depends on the hash seed.
    os.environ["PYTHONHASHSEED"] = "0"
    with ProcessPoolExecutor(jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        return list(pool.map(measure, operations))


def measure(operation: str) -> Trace:
    """Return the coverage of an operation's recorded and generated inputs; raises as ``measured``.

    Raises NotFreshError if harbor is already imported: the coverage of its import would be missed.
    """
    if "harbor" in sys.modules:
        raise NotFreshError("harbor is imported already; measure in a process of its own")
    coverage = Coverage(data_file=None, branch=True, source_pkgs=["harbor"], config_file=False)
    coverage.set_option("run:core", _TRACER)
    with coverage.collect():
        harbor = open_harbor()
        sent = [one.recorded for one in inputs([operation], harbor)]
        harbor.close()
    harbor.verify()
    return Trace(operation, sum(sent), len(sent) - sum(sent), _modules(coverage))


def root() -> Path:
    """Return the folder of the installed harbor."""
    return Path(str(distribution("harbor").locate_file(""))).resolve()


def _modules(coverage: Coverage) -> dict[str, dict[str, FunctionTrace]]:
    """Return the functions of every module that was imported, by its path in the wheel."""
    files = sorted(coverage.get_data().measured_files())
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        coverage.json_report(outfile=str(report), include=files, ignore_errors=False)
        found = json.loads(report.read_text(encoding="utf-8"))["files"]
    return {
        Path(file).resolve().relative_to(root()).as_posix(): _functions(Path(file), entry)
        for file, entry in found.items()
    }


def _functions(file: Path, measured: dict[str, Any]) -> dict[str, FunctionTrace]:
    """Return the functions of a module; code outside of them runs at import."""
    clauses = handlers(file.read_text(encoding="utf-8"))
    return {
        name: _function(entry, clauses)
        for name, entry in measured["functions"].items()
        if name and (entry["executed_lines"] or entry["missing_lines"])
    }


def _function(entry: dict[str, Any], clauses: dict[int, int]) -> FunctionTrace:
    """Return one function; its handlers, which are lines to coverage.py, count as branches."""
    executed = set(entry["executed_lines"])
    lines = executed.union(entry["missing_lines"])
    caught = {(line, body) for line, body in clauses.items() if line in lines}
    entered = {(line, body) for line, body in caught if body in executed}
    return FunctionTrace(
        first_line=entry["start_line"],
        entered=bool(executed),
        taken=frozenset({*map(tuple, entry["executed_branches"]), *entered}),
        missed=frozenset({*map(tuple, entry["missing_branches"]), *(caught - entered)}),
    )


@cache
def handlers(source: str) -> dict[int, int]:
    """Return the first line of each ``except`` clause's body, by the clause's own line.

    Code can continue there, but coverage.py has no branch for it.
    """
    return {
        node.lineno: node.body[0].lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ExceptHandler)
    }
