"""The installed harbor: opened and verified as the oracle of a run, or running whole jobs."""

import atexit
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

from conformance.examination.corpus import OF_RELEASES, OF_SOME_RELEASES, mismatches
from conformance.implementations.process.reaper import reap_folder
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import (
    HARBOR_VERSION,
    Answer,
    Case,
    Failure,
    Implementation,
    Result,
    Value,
)
from oracle.coverage import FirstLines
from oracle.provenance import Provenance, UntrustedOracleError
from oracle.scratch import folder as scratch_folder
from oracle.wheels import WHEELS


class Harbor(Implementation, Protocol):
    """A release of harbor."""

    provenance: Provenance

    def answer(self, case: Case) -> Result | Failure:
        """Return harbor's answer; raises UntrustedOracleError if there is none."""

    def verify(self) -> None:
        """Raise UntrustedOracleError if harbor's code was changed in memory."""

    def close(self) -> None:
        """Remove the written files."""


def open_harbor(scratch: str | None = None) -> Harbor:
    """Return the checked installed harbor; ``scratch`` is a folder for reward files.

    Raises UntrustedOracleError if it is not the published wheel.
    """
    from oracle.implementation import trusted_oracle  # noqa: PLC0415 - takes a while

    return trusted_oracle(scratch or _scratch())


@cache
def _scratch() -> str:
    """Return a folder for reward files that is removed when this process ends in any way."""
    folder = scratch_folder()
    reap_folder(folder.name)
    atexit.register(folder.cleanup)
    return folder.name


def published_wheel(release: str) -> str:
    """Return the digest of a release's published wheel, or an empty text."""
    return WHEELS.get(release, "")


def is_recorded(operation: str, release: str) -> bool:
    """Return whether the answers of a release to the cases of an operation are recorded."""
    if release == HARBOR_VERSION or release not in WHEELS:
        return release == HARBOR_VERSION
    releases = list(WHEELS)
    first, last = OF_SOME_RELEASES.get(operation, (releases[0], releases[-1]))
    has_it = releases.index(first) <= releases.index(release) <= releases.index(last)
    return has_it and operation in {*OF_RELEASES, *OF_SOME_RELEASES}


def refuse_moved(harbor: Harbor, operation: str, but: Collection[str] = ()) -> None:
    """Raise UntrustedOracleError if harbor's answer to a recorded case has changed.

    ``but`` are clauses whose cases are verified elsewhere. Nothing is recorded for a release that
    this project does not know.
    """
    release = harbor.provenance.harbor
    if not is_recorded(operation, release):
        return
    change = next(mismatches(harbor, operation, but, release), None)
    if change is not None:
        raise untrusted(harbor, change)


def untrusted(harbor: Harbor, change: object) -> UntrustedOracleError:
    """Return the error for a changed answer, with the versions it may depend on."""
    on = harbor.provenance
    return UntrustedOracleError(
        f"{change}, with {on.python}, pydantic {on.pydantic} and pydantic-core "
        f"{on.pydantic_core}; install the versions of constraints.txt"
    )


def write_jobs(scenarios: Mapping[str, Scenario], folder: Path) -> dict[str, Path]:
    """Return the folder of the job that harbor made from each scenario, by its name."""
    from oracle.job_folder import write_job  # noqa: PLC0415 - imports harbor: a second

    jobs = {}
    for name, scenario in scenarios.items():
        home = folder / name
        home.mkdir()
        jobs[name] = write_job(scenario, home)
    return jobs


def published_of(job: Path) -> Mapping[str, object] | str:
    """Return what is published from a job's folder, or harbor's error."""
    from oracle.published import published  # noqa: PLC0415 - imports harbor's uploader and viewer

    try:
        return published(job)
    except Exception as error:  # noqa: BLE001 - any error of harbor's is what a user would see
        return type(error).__name__


def group_name(agent: str, model: str | None, source: str | None) -> str:
    """Return the name that harbor gives a trial's group in the evals."""
    from oracle import trials  # noqa: PLC0415 - imports harbor: a second

    return trials.group_name(agent, model, source)


def used_by(steps: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    """Return what a trial used up whose steps used these tokens and costs."""
    from oracle import trials  # noqa: PLC0415 - as above

    return trials.used_by(steps)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A case, the oracle's answer, and the new lines, such as ``("harbor/job.py", 7)``.

    A line is new for the first case of a process that runs it.
    """

    case: Case
    answer: Answer
    lines: tuple[tuple[str, int], ...] = ()


@dataclass(eq=False)
class RecordingOracle:
    """An oracle that records its cases, and with ``lines`` those of its lines that are new.

    It is an implementation, so it can replace the oracle of a run. It is also an examination
    without a candidate, so check bodies and ``generate`` can use it. By default exchanges are kept
    in ``exchanges``. ``record`` runs while the example is being drawn, so it may look at
    Hypothesis's choices, and may raise to end the run.
    """

    oracle: Implementation
    record: Callable[[Exchange], None] | None = None
    lines: FirstLines | None = None
    exchanges: list[Exchange] = field(default_factory=list, init=False)
    cases: int = field(default=0, init=False)

    noticed = False
    """Nothing is compared here."""

    def answer(self, case: Case) -> Answer:
        """Return the oracle's answer, and record it."""
        answer = self.oracle.answer(case)
        self.cases += 1
        lines = tuple(self.lines.take()) if self.lines else ()
        (self.record or self.exchanges.append)(Exchange(case, answer, lines))
        return answer

    agree = answer

    def agree_on_each(self, cases: Iterable[Case]) -> None:
        """Record the answer to each case."""
        for case in cases:
            self.answer(case)

    def observe(self, label: str, *, happened: bool) -> None:
        """Ignore shares of examples, which a certification judges."""
