"""What diagnosis says of wrong implementations that were written without its catalogue.

    python -m tools.causes [--operation OP] [--of PACKAGE] [--write FILE]

Each candidate of ``PACKAGES`` is certified for its operation in the quick profile. A row has its
mistake, the causes that were stated and what was left unexplained. Whether a stated cause is true
is for the reader, who has the mistake next to it.

Those from `heldout` on were written without the catalogue in view and measured once before anything
was changed for them; since then they are known, as the others are, and those that repeat an earlier
one are left out. The modules of `foreign` are whole implementations with several mistakes, which
their docstrings list: `certify tools.causes.foreign.metric_frame --operation metric`.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

OPERATIONS = (
    "verifier",
    "multi_step",
    "metric",
    "pass_at_k",
    "job",
    "trial_result",
    "outcome",
    "reason_code",
)


@dataclass(frozen=True)
class Row:
    """What one diagnosis said."""

    candidate: str
    mistake: str
    divergent: int
    explained: int
    causes: tuple[str, ...]
    unexplained: int
    decides: str

    @property
    def kind(self) -> str:
        """Whole, in part, decides (explained by nothing but with what decides), none or missed."""
        if not self.divergent:
            return "missed"
        if not self.unexplained:
            return "whole"
        return "in part" if self.explained else "decides" if self.decides else "none"


def wrong(operation: str, package: str = "wrong") -> Iterator[tuple[str, str]]:
    """Yield the name and the mistake of each wrong candidate of an operation."""
    if not (Path(__file__).parent / package / f"{operation}.py").exists():
        return
    module = import_module(f"tools.causes.{package}.{operation}")
    for name, found in vars(module).items():
        if isinstance(found, SimpleNamespace) and name != "right":
            yield name, " ".join(str(found.mistake).split())


def diagnosed(operation: str, name: str, mistake: str, package: str = "wrong") -> Row:
    """Certify one candidate, and return what its report says."""
    candidate = f"tools.causes.{package}.{operation}:{name}"
    words = ["certify", candidate, "--operation", operation, "--profile", "quick"]
    words += ["--seed", "1", "--jobs", "1", "--format", "json"]
    start = [sys.executable, "-m", "harbor_conformance", *words]
    done = subprocess.run(start, capture_output=True, text=True, check=False)  # noqa: S603
    if not done.stdout:
        raise SystemExit(f"{candidate}: exit status {done.returncode}\n{done.stderr}")
    return row(f"{operation}:{name}", mistake, json.loads(done.stdout))


def row(candidate: str, mistake: str, report: dict[str, Any]) -> Row:
    """Return what a report says of a candidate."""
    causes, rest = report["causes"], report["unexplained"] or {}
    left = {finding["clause"] for finding in rest.get("findings", ())}
    explained = {clause for cause in causes for clause in cause["clauses"]}
    return Row(
        candidate,
        mistake,
        len(explained | left),
        len(explained),
        tuple(cause["description"] for cause in causes),
        rest.get("cases", 0),
        str(rest.get("decides") or ""),
    )


def main() -> None:
    """Print a table of all rows, and how many there are of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operation", action="append", choices=OPERATIONS)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--of", action="append", choices=PACKAGES)
    chosen = parser.parse_args()
    todo = [
        (operation, *one, package)
        for package in chosen.of or PACKAGES
        for operation in chosen.operation or OPERATIONS
        for one in wrong(operation, package)
    ]
    with ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(lambda one: diagnosed(*one), todo))
    lines = ["| candidate | mistake | | causes | unexplained cases | decides |", "|-|-|-|-|-|-|"]
    for one in rows:
        causes = "; ".join(one.causes)
        cells = (one.candidate, one.mistake, one.kind, causes, str(one.unexplained), one.decides)
        lines.append("| " + " | ".join(cells) + " |")
    counts = {kind: sum(one.kind == kind for one in rows) for kind in KINDS}
    lines.append(f"\n{len(rows)} candidates: " + ", ".join(f"{n} {k}" for k, n in counts.items()))
    print("\n".join(lines))  # noqa: T201 - the tool's own output
    if chosen.write:
        chosen.write.write_text("\n".join(lines) + "\n")


PACKAGES = (
    *("wrong", "public", "fresh", "later", "latest", "unseen"),
    *("heldout", "reserved", "readings", "public_code", "threads", "ports", "slips"),
    *("rewrites", "reviews", "second_line"),
    *("operators", "translations", "reports", "second_versions"),
    *("public_readers", "tickets", "misreadings", "edits_of_ports"),
    *("borrowed", "complaints", "first_ports", "commits"),
    *("elsewhere", "bug_trackers", "drafts", "patches"),
    *("gists", "discussions", "from_texts", "maintenance"),
)
KINDS = ("whole", "in part", "decides", "none", "missed")

if __name__ == "__main__":
    main()
