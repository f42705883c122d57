"""Fuzzing for a few seconds, as a user runs it."""

import json
import subprocess
from pathlib import Path
from typing import Any

from programs import COMMAND, Ended, run_program, start_program, wait_until

CLAUSE = "metric.compensated-sum"
DEVIATION = "deviation/naive-sum"
FOLDER = "fuzz"


def words(*more: str, candidate: str = DEVIATION, clause: str = CLAUSE) -> list[str]:
    """Return the command that fuzzes one clause, by one process."""
    return [COMMAND, "fuzz", candidate, "--clause", clause, "--jobs", "1", *more]


def fuzz(cwd: Path, *more: str, status: int | None = None, **names: str) -> Ended:
    """Fuzz to the end."""
    return run_program(*words(*more, **names), cwd=cwd, timeout=240, status=status)


def started(cwd: Path, *more: str, **names: str) -> subprocess.Popen[str]:
    return start_program(*words(*more, **names), cwd=cwd)


def journal(cwd: Path) -> list[dict[str, Any]]:
    file = cwd / FOLDER / "journal.jsonl"
    content = file.read_text(encoding="utf-8") if file.exists() else ""
    whole = content[: content.rfind("\n") + 1]
    return [json.loads(line) for line in whole.splitlines()]


def await_items(cwd: Path, process: subprocess.Popen[str], least: int) -> None:
    wait_until(lambda: len(journal(cwd)) >= least or process.poll() is not None, "no items", 120)
    assert process.poll() is None, process.communicate()


def await_found(cwd: Path, process: subprocess.Popen[str]) -> None:
    """Wait until an item under a seed is done in which anything diverged."""
    taken = 0
    while not any(one["drawn_from"] is not None and one["examples"] for one in journal(cwd)):
        taken += 1
        await_items(cwd, process, taken)


def diverging(entry: dict[str, Any]) -> list[Any]:
    """Return the inputs of a journal's entry on which the answers differ."""
    seen = entry["observations"]
    return [one["input"] for one in seen if one["expected"] != one["candidate"]]


def report(cwd: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((cwd / FOLDER / "report.json").read_text())
    return document


def items(cwd: Path) -> list[tuple[object, ...]]:
    names = ("candidate", "clause", "check", "drawn_from")
    return [tuple(entry[name] for name in names) for entry in journal(cwd)]
