"""What fuzzing runs, its limits, and its folder, which one process has at a time."""

import json
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import TypeAdapter

from conformance.certification.request import Request
from conformance.examination.atomic_write import atomic_write
from conformance.executor.remote import Identify, Identity, differences
from conformance.executor.workers import Workers


class FuzzError(Exception):
    """Fuzzing cannot begin, as the message explains."""


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
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 s"


@dataclass(frozen=True, slots=True)
class FuzzConfig:
    """The settings of the command line; without a ``seed``, the first is random."""

    requests: tuple[Request, ...]
    operations: tuple[str, ...]
    clauses: tuple[str, ...]
    seed: int | None
    examples: int
    limits: Limits
    workers: Workers
    folder: Path
    identify: Identify
    database: str | None = None
    fresh: bool = False

    def identity(self) -> Identity:
        """Return what decides the cases and the answers, besides the seed.

        Raises UntrustedOracleError and OSError.
        """
        found = self.identify()
        for request in self.requests:
            name = request.spec.name
            found[f"the files of {name}"] = self.identify(request.spec)["the candidate"]
            if (oracle := request.oracle) is not None:
                found[f"harbor {oracle.version}"] = oracle.packages
        words = [[*one.candidate_options, *one.release_words] for one in self.requests]
        return found | {
            "the candidates": ", ".join(
                " ".join(one).removeprefix("--candidate ") for one in words
            ),
            "the operations": ", ".join(self.operations) or "all",
            "the clauses": ", ".join(self.clauses) or "all",
            "the examples": str(self.examples),
        }


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


def claim(config: FuzzConfig) -> int:
    """Return the first seed of the folder's fuzzing, or begin one.

    Raises FuzzError if the folder's identity is different, and as ``identity`` does.
    """
    file, now, seed = config.folder / IDENTITY, config.identity(), config.seed
    if not file.exists():
        seed = secrets.randbits(32) if seed is None else seed
        atomic_write(file, f"{json.dumps({**now, _SEED: str(seed)}, indent=2)}\n")
        return seed
    try:
        before = TypeAdapter(dict[str, str]).validate_json(file.read_bytes())
        seed = int(before[_SEED]) if seed is None else seed
    except (ValueError, KeyError) as error:
        raise FuzzError(f"{file} cannot be read; --fresh starts over") from error
    if others := "; ".join(differences(before, {**now, _SEED: str(seed)})):
        raise FuzzError(
            f"{config.folder} belongs to different fuzzing: {others}; "
            "--fresh starts over, or name another folder"
        )
    return seed


_SEED = "the seed"
