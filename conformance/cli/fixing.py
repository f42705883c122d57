"""Options for fixing a candidate: stop early, run earlier failures first, run on each change."""

import json
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread

from conformance.attestation.files import Digests
from conformance.attestation.subject import SubjectError, folders_of, subject_of
from conformance.certification import INTERRUPTED, ExitCode, count_of
from conformance.certification.certifying import Progress
from conformance.certification.report import Run
from conformance.certification.request import Request
from conformance.cli.declaring import switch
from conformance.cli.errors import UsageError, complaint
from conformance.examination.atomic_write import atomic_write
from conformance.examination.findings import CheckResult
from conformance.implementations.environments import cache_folder
from conformance.implementations.start import CandidateSpec, is_object
from conformance.protocol.show import printable
from conformance.report.progress import tell_line


@dataclass(frozen=True, kw_only=True)
class FixOptions:
    """How a candidate is certified repeatedly while it is being fixed."""

    stop_first: bool = switch("Stop at the first divergence.", "-x", "--exitfirst")
    last_failed: bool = switch("Start with the clauses that failed last time.")
    watch: bool = switch("Run again each time a file of the candidate changes.")


def failed_before(request: Request) -> frozenset[str]:
    """Return the clauses that failed when this candidate was last certified from this folder."""
    try:
        return frozenset(map(str, json.loads(_memory(request).read_text(encoding="utf-8"))))
    except (OSError, ValueError, TypeError):
        return frozenset()


def remember(request: Request, run: Run) -> None:
    """Store which clauses fail; if that cannot be written, go on without."""
    if not _is_of_the_user(request.spec):
        return
    kept = failed_before(request) - {name for name, one in run.clauses.items() if one.complete}
    with suppress(OSError):
        file = _memory(request)
        file.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(file, json.dumps(sorted(kept | failing(run))))


def failing(run: Run) -> frozenset[str]:
    """Return the clauses that failed in a run."""
    return frozenset(
        name for name, one in run.clauses.items() if one.done and one.agreement == "divergent"
    )


def _memory(request: Request) -> Path:
    words = "\0".join([str(Path.cwd()), *request.candidate_options])
    name = sha256(words.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return cache_folder() / "last-failed" / f"{name}.json"


def _is_of_the_user(spec: CandidateSpec) -> bool:
    return spec.command is not None or is_object(spec.name)


class ChangedError(Exception):
    """A file of the candidate changed while it was being certified."""


@dataclass
class Watched:
    """The files of a candidate, and whether one has changed since the last check."""

    spec: CandidateSpec
    given: tuple[str, ...]
    changed: Event = field(default_factory=Event)
    saved: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Raise UsageError if no file of the user's can be watched."""
        if not _is_of_the_user(self.spec):
            raise UsageError("--watch is for a candidate of your own")
        self._before = self._digests()
        Thread(target=self._look, daemon=True).start()

    def _digests(self) -> Digests:
        try:
            return subject_of(self.spec, self.given)
        except SubjectError:
            return {}  # a file that is being replaced

    def _look(self) -> None:
        from watchfiles import watch

        for _ in watch(*folders_of(self.spec, self.given), recursive=False, rust_timeout=500):
            now, saved = self._digests(), time.monotonic()
            if now and now != self._before:
                self._before, self.saved = now, saved
                self.changed.set()


def watching(watched: Watched, certified: Callable[[frozenset[str], Progress], Run]) -> ExitCode:
    """Certify now and after each change until Ctrl-C; return the status of the last verdict.

    ``certified`` starts with the clauses of its first argument; the second takes each result.
    """
    code, failed = ExitCode.INTERRUPTED, frozenset[str]()
    with suppress(KeyboardInterrupt):
        while True:
            watched.changed.clear()
            try:
                run = certified(failed, _first_answer(failed, watched))
            except ChangedError:
                continue
            except Exception as error:
                if (ending := complaint(error)) is None:
                    raise
                code, line = ending
                tell_line(line)
            else:
                if run.cut_off == INTERRUPTED:
                    return ExitCode(run.exit_code)
                code, now = ExitCode(run.exit_code), failing(run)
                if failed:
                    fixed, new = count_of(len(failed - now), "clause"), len(now - failed)
                    tell_line(f"fixed: {fixed}; left: {len(failed & now)}; new: {new}")
                failed = now
            tell_line("waiting for a change; Ctrl-C ends")
            watched.changed.wait()
    return code


def _first_answer(failed: frozenset[str], watched: Watched) -> Progress:
    """Return what reports whether a clause that failed before still fails, as soon as it is known.

    It raises ChangedError once a file of the candidate has changed.
    """
    left = set(failed)

    def take(result: CheckResult) -> None:
        if watched.changed.is_set():
            raise ChangedError
        if result.clause in left:
            left.clear()
            seconds = time.monotonic() - watched.saved
            finding = result.divergence
            what = "passes now" if finding is None else f"still fails: {finding.difference}"
            tell_line(f"after {seconds:.1f} s: {result.clause} ({result.check}) {printable(what)}")

    return lambda _: nullcontext(take)
