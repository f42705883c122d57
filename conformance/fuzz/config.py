"""What fuzzing runs, its limits, and its folder, which one process has at a time."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
from filelock import FileLock, Timeout

from conformance import __version__
from conformance.certification.request import Request, RunPlan
from conformance.examination.recorded.atomic_write import atomic_write
from conformance.executor.workers import Workers
from conformance.implementations.start import Provenance


class FuzzError(Exception):
    """Fuzzing cannot begin, as the message explains."""


type Identity = dict[str, Any]
"""The identity of fuzzing, as JSON: the same identity and seeds give the same cases."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of fuzzing; None is unlimited."""

    seconds: float | None = None
    cases: int | None = None
    quiet: int | None = None

    @property
    def rule(self) -> str:
        """The rule by which fuzzing stops early."""
        if self.quiet is None:
            return "never early"
        return f"no new line of harbor and no new kind of answer in {self.quiet:,} cases"

    def reached(self, seconds: float, cases: int, quiet: int) -> str:
        """Return the reached limit in words, or nothing.

        ``quiet`` counts the cases since harbor last did anything new.
        """
        if self.cases is not None and cases >= self.cases:
            return f"{self.cases:,} cases were run"
        if self.seconds is not None and seconds >= self.seconds:
            return f"the time is over: {in_words(self.seconds)}"
        return self.rule if self.quiet is not None and quiet >= self.quiet else ""


def in_words(seconds: float) -> str:
    """Return a span of time as ``2 h 5 min 3 s``."""
    whole = round(seconds)
    parts = ((whole // 3600, "h"), (whole // 60 % 60, "min"), (whole % 60, "s"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or f"{seconds:.1f} s"


@dataclass(frozen=True, slots=True)
class FuzzConfig:
    """The settings of the command line; without a ``seed``, the first is random.

    ``targets`` are the ``requests`` after probing each candidate.
    """

    requests: tuple[Request, ...]
    operations: tuple[str, ...]
    clauses: tuple[str, ...]
    seed: int | None
    examples: int
    limits: Limits
    workers: Workers
    folder: Path
    database: str | None = None
    fresh: bool = False
    targets: tuple[RunPlan, ...] = ()

    def identity(self, provenance: Provenance) -> Identity:
        """Return the identity of this fuzzing."""
        return {
            "candidates": {
                plan.name: {
                    "version": plan.tried.version,
                    "operations": list(plan.scope.claimed),
                    "options": list(plan.request.candidate_options),
                    "oracle": plan.request.release,
                    "wheel": oracle.provenance.wheel_digest if oracle else None,
                    "environment": oracle.folder.name if oracle else None,
                }
                for plan in self.targets
                for oracle in [plan.request.oracle]
            },
            "operations": list(self.operations),
            "clauses": list(self.clauses),
            "seed": self.seed,
            "examples": self.examples,
            "versions": {
                "harbor-conformance": __version__,
                "harbor": provenance.harbor,
                "harbor's wheel": provenance.wheel_digest,
                "interpreter": provenance.python,
                "pydantic": provenance.pydantic,
                "pydantic-core": provenance.pydantic_core,
                "hypothesis": hypothesis.__version__,
            },
        }


def differences(before: Identity, now: Identity) -> Iterator[str]:
    """Yield how two identities differ, in words."""
    for name in before | now:
        old, new = before.get(name), now.get(name)
        if isinstance(old, dict) and isinstance(new, dict) and [*old] == [*new]:
            yield from differences(old, new)
        elif old != new:
            yield f"{name}: was {_listed(old)} and is {_listed(new)}"


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) or "all" if isinstance(value, dict | list) else str(value)


IDENTITY, JOURNAL = "fuzz.json", "journal.jsonl"
"""The identity of the fuzzing, and a line per work item."""

EXAMPLES, PROPOSALS = "examples", "proposals"
"""The fuzzing's own database, and the cases worth recording."""

REPORTS = ("report.md", "report.json", "report.html")
"""The report for people, and for programs."""


@contextmanager
def held(folder: Path, *, fresh: bool) -> Iterator[None]:
    """Lock a folder until the end of the block.

    A ``fresh`` fuzzing removes an earlier one's files, except examples. Raises FuzzError if another
    process uses the folder, or if it has other files or is not writable.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = {file.name for file in folder.iterdir()}
        if IDENTITY not in names and names - {".lock", EXAMPLES}:
            raise FuzzError(f"{folder} has other files in it; name another folder")
        lock = FileLock(folder / ".lock", blocking=False).acquire()
    except Timeout as error:
        raise FuzzError(f"{folder} is in use by another fuzzing") from error
    except OSError as error:
        raise FuzzError(f"{folder}: {error.strerror}") from error
    with lock:
        if fresh:
            shutil.rmtree(folder / PROPOSALS, ignore_errors=True)
            for name in (*REPORTS, JOURNAL, IDENTITY):
                (folder / name).unlink(missing_ok=True)
        yield


def claim(folder: Path, now: Identity, *, seed: int | None) -> Identity:
    """Return the identity of the folder's fuzzing, or begin one with the identity ``now``.

    Without a ``seed`` the folder's own is used. Raises FuzzError if the folder's identity is
    different.
    """
    file = folder / IDENTITY
    if not file.exists():
        atomic_write(file, f"{json.dumps(now, indent=2)}\n")
        return now
    try:
        before: Identity = json.loads(file.read_text(encoding="utf-8"))
        others = list(differences(before, now | ({"seed": before["seed"]} if seed is None else {})))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FuzzError(f"{file} cannot be read; --fresh starts over") from error
    if others:
        raise FuzzError(
            f"{folder} belongs to different fuzzing: {'; '.join(others)}; "
            "--fresh starts over, or name another folder"
        )
    return before
