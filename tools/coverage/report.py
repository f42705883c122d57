"""The coverage of harbor, as a page of Markdown and as JSON."""

import json
from collections import Counter
from collections.abc import Iterator

from conformance.protocol.values import HARBOR_VERSION
from conformance.report.rendering import table
from tools.coverage.branches import Branch
from tools.coverage.judging import Category, Judgement, ModuleCoverage

MEANINGS = {
    Category.OPEN: "not tested yet: an input could get there",
    Category.NETWORK: "asks a registry, a repository or a package index over the network",
    Category.CONTAINER: "belongs to a real container, which the oracle's environment replaces",
    Category.AGENT: "serves an agent and affects no reward",
    Category.WINDOWS: "is for containers with Windows",
    Category.CALLER: "is for programs that use harbor as a library; no job calls it so",
    Category.INSTALLATION: "depends on how harbor is installed or started",
    Category.DEFENSIVE: "cannot happen, since earlier code excludes it",
}

_HEAD = """# Coverage of harbor

`tox -e coverage` (`python -m tools.coverage --write docs/coverage.md`) writes this page.
`tests/test_coverage.py` fails where an input no longer takes a branch, and where a reason in
`tools/coverage/unreached.toml` no longer holds; that file has the reason of each branch that no
input takes, and `python -m tools.coverage --format json` each branch with its line number.

## How it is measured

Each operation runs in a process of its own, through the oracle's usual adapters: all recorded cases
and what its checks generate in the quick profile with seed 0. coverage.py's tracer counts. A
branch is a line that can go on at more than one place, or an `except` clause; parts of one
expression (`a and b`, `x if c else y`) do not count, and neither do lines that run only while a
module is imported. Where an adapter replaces a part of harbor, its inputs do not run that part;
`run` goes through the whole of a job.

`path.toml` says which modules rewards pass through, and why the others are left
out. A module that is left out although an input takes a branch of it fails the test.
`outcome` and `reason_code` run no code of harbor.
"""


def as_page(judgement: Judgement) -> str:
    """Return the page."""
    return f"{_HEAD}\n{as_markdown(judgement)}"


def as_markdown(judgement: Judgement) -> str:
    """Return the tables, the complaints and, in the last line, the verdict."""
    sections = [_inputs(judgement), _modules(judgement), _categories(judgement)]
    if judgement.complaints:
        complaints = [f"- {complaint}" for complaint in judgement.complaints]
        sections.append(["## What does not hold", "", *complaints])
    return "\n".join(line for section in sections for line in [*section, ""]) + _verdict(judgement)


def _verdict(judgement: Judgement) -> str:
    counts = f"{judgement.taken:,} of {judgement.branches:,} branches are taken"
    if judgement.holds:
        return f"COVERAGE HOLDS: {counts}, and the others have a reason\n"
    return f"COVERAGE DOES NOT HOLD: {counts}; {len(judgement.complaints)} complaints\n"


def _inputs(judgement: Judgement) -> list[str]:
    rows = [
        [f"`{trace.operation}`", f"{trace.recorded:,}", f"{trace.generated:,}"]
        for trace in judgement.traces
    ]
    return ["## Inputs", "", *table(["operation", "recorded cases", "generated inputs"], rows)]


def _modules(judgement: Judgement) -> list[str]:
    operations = [trace.operation for trace in judgement.traces]
    heads = ["module", "functions", "branches", *(f"`{operation}`" for operation in operations)]
    rows = [_row(module, operations) for module in judgement.modules]
    says = "Called functions, taken branches, and how many each operation takes."
    return ["## By module", "", says, "", *table(heads, rows)]


def _row(module: ModuleCoverage, operations: list[str]) -> list[str]:
    by_operation = Counter(op for by in module.branches.values() for op in by)
    return [
        f"`{module.name}`",
        f"{sum(bool(f.entered_by) for f in module.functions)} of {len(module.functions)}",
        f"{sum(map(bool, module.branches.values()))} of {len(module.branches)}",
        *(str(by_operation[operation] or "") for operation in operations),
    ]


def _categories(judgement: Judgement) -> list[str]:
    branches, functions = Counter[Category](), Counter[Category]()
    for module in judgement.modules:
        branches.update(module.by_category())
        uncalled = (module.reasons.get(one) for one in module.unreached if one.is_function)
        functions.update(reason.category for reason in uncalled if reason is not None)
    rows = [[c, MEANINGS[c], str(branches[c]), str(functions[c])] for c in Category]
    heads = ["kind of reason", "what it means", "branches", "functions never called"]
    return ["## Not taken", "", *table(heads, rows)]


def as_json(judgement: Judgement) -> str:
    """Return the document: the inputs, each module and branch, and each complaint."""
    document = {
        "harbor": HARBOR_VERSION,
        "holds": judgement.holds,
        "complaints": judgement.complaints,
        "inputs": {
            trace.operation: {"recorded": trace.recorded, "generated": trace.generated}
            for trace in judgement.traces
        },
        "modules": {module.name: [*_branches(module)] for module in judgement.modules},
    }
    return json.dumps(document, indent=1) + "\n"


def _branches(module: ModuleCoverage) -> Iterator[dict[str, object]]:
    for function in module.functions:
        yield _branch(module, function.whole, function.entered_by)
        for branch, by in function.branches.items():
            yield _branch(module, branch, by)


def _branch(module: ModuleCoverage, branch: Branch, by: frozenset[str]) -> dict[str, object]:
    place = {"at": branch.at, "function": branch.function}
    way = {} if branch.is_function else {"line": branch.line, "to": branch.to}
    entry = module.reasons.get(branch)
    why = {} if entry is None else {"category": entry.category, "reason": entry.reason}
    return {**place, **way, "taken_by": sorted(by), **why}
