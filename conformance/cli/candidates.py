"""Options that name a candidate, and the releases of harbor that it is compared with.

They are for commands that need nothing else of a run.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from conformance.cli.declaring import argument, like_those_of, option, switch
from conformance.cli.errors import UsageError
from conformance.implementations.process.command import TIMEOUT, external, parse_env, program
from conformance.implementations.start import (
    CandidateSpec,
    UntrustedOracleError,
    candidate_names,
    is_object,
)
from conformance.protocol.values import HARBOR_VERSION

if TYPE_CHECKING:
    from conformance.certification import ExitCode
    from conformance.implementations.released_harbor import AbsentRelease, Release

candidates_like = like_those_of(candidate_names)

CommandLine = Annotated[
    str | None,
    Option(metavar="LINE", help="Certify this command, run without a shell, in its own folder."),
]
Timeout = Annotated[float, Option(metavar="SECONDS", help="Limit for one answer, in seconds.")]
ExpectedFile = Annotated[
    Path | None, Option(metavar="FILE", help="The candidate's expected deviations, as TOML.")
]


@dataclass(frozen=True, kw_only=True)
class ProcessOptions:
    """The process of a candidate."""

    command: CommandLine = None
    python: str | None = option(
        None, "The interpreter that runs module:attribute, from 3.8 on.", metavar="PATH"
    )
    env: list[str] | None = option(
        None,
        "Set a variable for the candidate's process, or pass on your own; repeatable.",
        metavar="NAME[=VALUE]",
    )
    timeout: Timeout = TIMEOUT


@dataclass(frozen=True, kw_only=True)
class CandidateOptions(ProcessOptions):
    """How a candidate is named and run, and what is expected of it."""

    candidate: str | None = argument(
        None,
        "Your module or file (mine, mine.py, mine:attribute), or a built-in name.",
        autocompletion=candidates_like,
    )
    expected: ExpectedFile = None
    allow_harbor: bool = switch("Allow the candidate to import harbor (verdict becomes PARTIAL).")

    def spec(self) -> CandidateSpec:
        """Return the candidate; raises UsageError before anything is started."""
        self._refuse_unlike()
        allowed, line, python = self.allow_harbor, self.command, self.python
        try:
            variables = parse_env(self.env or [])
            if line is None:
                interpreter = "" if python is None else program(python)
                name = str(self.candidate)
                return CandidateSpec(name, None, variables, self.timeout, interpreter, allowed)
            words = shlex.split(line)
            command = external(words, variables, self.timeout, allow_harbor=allowed)
            return CandidateSpec(line, command, allow_harbor=allowed)
        except ValueError as error:
            raise UsageError(str(error)) from error

    def _refuse_unlike(self) -> None:
        """Raise UsageError if these options exclude each other."""
        name, line = self.candidate, self.command
        if not 0 < self.timeout < float("inf"):
            raise UsageError(f"--timeout {self.timeout:g}: give a number of seconds greater than 0")
        if (name is None) == (line is None):
            raise UsageError("give either a candidate or --command")
        if not (name or "").isprintable() or "\0" in (line or ""):
            raise UsageError(f"no candidate is called {name or line!r}")
        if self.python is not None and not is_object(name or ""):
            raise UsageError("--python is for a module or module:attribute")
        if self.allow_harbor and line is None and not is_object(name or ""):
            raise UsageError("--allow-harbor is for --command, a module and module:attribute")

    def words(self) -> tuple[str, ...]:
        """Return the words that name the same candidate on another command line.

        A variable is written as it was given: to keep a secret out of reports, give only its name.
        """
        named = self.candidate is not None
        chosen = ("--candidate", str(self.candidate)) if named else ("--command", str(self.command))
        variables = [word for text in self.env or [] for word in ("--env", text)]
        limit = () if self.timeout == TIMEOUT else ("--timeout", f"{self.timeout:g}")
        interpreter = () if self.python is None else ("--python", self.python)
        allowed = ("--allow-harbor",) if self.allow_harbor else ()
        return (*chosen, *interpreter, *variables, *limit, *allowed)


Releases = Annotated[
    list[str] | None,
    Option(
        metavar="X",
        help="Compare with this release: 0.25.0, a range A..B, all or latest; repeatable.",
    ),
]
"""The option that names releases of harbor."""


@dataclass(frozen=True, kw_only=True)
class ReleaseOptions:
    """Which release of harbor is the oracle."""

    release: Releases = None

    def oracles(self) -> "AbstractContextManager[Mapping[str, Release | AbsentRelease | None]]":
        """Return a context with each release, oldest first; None is the installed one."""
        from conformance.implementations.released_harbor import served_releases

        return served_releases(self.release or [HARBOR_VERSION])

    @contextmanager
    def of_each_oracle[T](
        self, do: "Callable[[Release | None], T]"
    ) -> Iterator["tuple[list[T], ExitCode]"]:
        """Yield what ``do`` returns of each release, and the exit status unless something differs.

        Releases that are absent or cannot be driven are reported in a line each. Raises
        AbsentReleaseError or UntrustedOracleError if there is no other.
        """
        from conformance.certification import ExitCode
        from conformance.implementations.released_harbor import AbsentRelease, AbsentReleaseError
        from conformance.report.progress import tell_line

        done, problems = list[T](), list[Exception]()
        with self.oracles() as found:
            for one in found.values():
                if isinstance(one, AbsentRelease):
                    problems.append(one.error())
                    continue
                try:
                    done.append(do(one))
                except (AbsentReleaseError, UntrustedOracleError) as error:
                    problems.append(error)
            if not done:
                raise problems[0]
            for problem in problems:
                tell_line(str(problem))
            yield done, ExitCode.ORACLE if problems else ExitCode.CONFORMANT


def one_release(word: str) -> str:
    """Return the release of harbor that a word names; raises UsageError."""
    from conformance.implementations.environments.versions import releases_of

    found = releases_of([word])
    if len(found) != 1:
        raise UsageError(f"--release {word}: give one release here")
    return found[0]


def recorded_of(release: str, operations: Sequence[str]) -> list[str]:
    """Return the operations that a release has recorded answers of.

    Raises AbsentReleaseError if it has none, and UsageError if only 0.13.1 can have any.
    """
    from conformance.examination.corpus import OF_RELEASES, OF_SOME_RELEASES
    from conformance.implementations.installed_harbor import is_recorded, published_wheel
    from conformance.implementations.released_harbor import AbsentRelease

    if found := [one for one in operations if is_recorded(one, release)]:
        return found
    if {*OF_RELEASES, *OF_SOME_RELEASES}.isdisjoint(operations):
        raise UsageError(f"--release: {operations[0]} has recorded answers only of harbor 0.13.1")
    what = f"no {operations[0]}" if published_wheel(release) else "nothing"
    raise AbsentRelease(release, f"{what} is recorded for it").error()
