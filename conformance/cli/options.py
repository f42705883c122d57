"""Options that several commands share, and what they mean.

A command is a frozen dataclass: its fields are its options, and ``run`` does its work. Anything
else that a command needs is imported when it runs.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.protocol.values import HARBOR_VERSION

if TYPE_CHECKING:
    from conformance.certification.verdict import ExitCode
    from conformance.diagnosis.expected.deviations import ExpectedDeviations
    from conformance.implementations.environments.releases import AbsentRelease
    from conformance.implementations.released_harbor import Release
    from conformance.implementations.start import CandidateSpec
    from conformance.operations.clause import Clause


def like_those_of(*places: str) -> Callable[[str], list[str]]:
    """Return a function that completes a word from the names at ``module:attribute``."""

    def complete(start: str) -> list[str]:
        found = (place.partition(":") for place in places)
        names = (getattr(import_module(module), attribute) for module, _, attribute in found)
        each = [name for one in names for name in (one() if callable(one) else one)]
        return [name for name in each if name.startswith(start)]

    return complete


CLAUSES = "conformance.operations.catalogue:CATALOGUE"
OPERATIONS = "conformance.operations:EVERY_OPERATION"
"""The names for completion."""

candidates_like = like_those_of("conformance.implementations.start:candidate_names")
clauses_like, operations_like = like_those_of(CLAUSES), like_those_of(OPERATIONS)


DEFAULT_TIMEOUT = 10.0
"""Seconds; a test compares them with those of a process."""

CommandLine = Annotated[
    str | None,
    Option(metavar="LINE", help="Certify this command, run without a shell, in its own folder."),
]
Timeout = Annotated[float, Option(metavar="SECONDS", help="Limit for one answer, in seconds.")]
ExpectedFile = Annotated[
    Path | None, Option(metavar="FILE", help="The candidate's expected deviations, as TOML.")
]
Operations = Annotated[
    list[str] | None,
    Option(
        metavar="OP",
        help="Run this operation only; repeatable.",
        autocompletion=operations_like,
    ),
]
Clauses = Annotated[
    list[str] | None,
    Option(
        metavar="ID",
        help="Run this clause only; repeatable.",
        autocompletion=clauses_like,
    ),
]
EarlierSeed = Annotated[
    int | None,
    Option(min=0, metavar="N", help="Repeat the cases of a run with this seed."),
]
Seed = Annotated[int, Option(min=0, metavar="N", help="The seed of the generated cases.")]
Jobs = Annotated[
    int | None, Option(min=1, metavar="N", help="Processes; as many as processors by default.")
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
    timeout: Timeout = DEFAULT_TIMEOUT


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

    def spec(self) -> "CandidateSpec":
        """Return the candidate; raises UsageError before anything is started."""
        from conformance.implementations.process.command import external, parse_env, program
        from conformance.implementations.start import CandidateSpec

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
        from conformance.implementations.start import is_object

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
        limit = () if self.timeout == DEFAULT_TIMEOUT else ("--timeout", f"{self.timeout:g}")
        interpreter = () if self.python is None else ("--python", self.python)
        allowed = ("--allow-harbor",) if self.allow_harbor else ()
        return (*chosen, *interpreter, *variables, *limit, *allowed)


CANDIDATE_OPTIONS = frozenset(CandidateOptions.__dataclass_fields__)
"""Options that help lists under a heading of their own."""


@dataclass(frozen=True, kw_only=True)
class CacheOptions:
    """The folder of environments."""

    cache: Path | None = option(
        None, "Folder for environments; in ~/.cache by default.", metavar="DIR"
    )

    @property
    def kept_in(self) -> Path:
        """The absolute path of the folder."""
        from conformance.implementations.environments import cache_folder

        return (self.cache or cache_folder()).absolute()


Releases = Annotated[
    list[str] | None,
    Option(
        metavar="X",
        help="Compare with this release: 0.25.0, a range A..B, all or latest; repeatable.",
    ),
]
"""The option that names releases of harbor."""


@dataclass(frozen=True, kw_only=True)
class ReleaseOptions(CacheOptions):
    """Which release of harbor is the oracle."""

    release: Releases = None

    @contextmanager
    def oracles(self) -> Iterator["Mapping[str, Release | AbsentRelease | None]"]:
        """Yield each release, oldest first; None is the installed one."""
        from conformance.implementations.released_harbor import served_releases

        with served_releases(self.release or [HARBOR_VERSION], self.kept_in) as found:
            yield found

    @contextmanager
    def of_each_oracle[T](
        self, do: "Callable[[Release | None], T]"
    ) -> Iterator["tuple[list[T], ExitCode]"]:
        """Yield what ``do`` returns of each release, and the exit status unless something differs.

        Releases that are absent or cannot be driven are reported in a line each. Raises
        AbsentReleaseError or UntrustedOracleError if there is no other.
        """
        from conformance.certification.verdict import ExitCode
        from conformance.implementations.environments.releases import (
            AbsentRelease,
            AbsentReleaseError,
        )
        from conformance.implementations.start import UntrustedOracleError
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
    from conformance.examination.recorded.corpus import OF_RELEASES, OF_SOME_RELEASES
    from conformance.implementations.environments.releases import AbsentRelease
    from conformance.implementations.installed_harbor import is_recorded, published_wheel

    if found := [one for one in operations if is_recorded(one, release)]:
        return found
    if {*OF_RELEASES, *OF_SOME_RELEASES}.isdisjoint(operations):
        raise UsageError(f"--release: {operations[0]} is recorded of harbor 0.13.1 alone")
    what = f"no {operations[0]}" if published_wheel(release) else "nothing"
    raise AbsentRelease(release, f"{what} is recorded of it").error()


def operations_of(chosen: list[str] | None) -> set[str]:
    """Return the operations that ``--operation`` names; raises UsageError for an unknown one."""
    from conformance.operations import EVERY_OPERATION
    from conformance.protocol.show import unknown

    for operation in chosen or ():
        if operation not in EVERY_OPERATION:
            what = unknown("operation", operation, EVERY_OPERATION)
            raise UsageError(f"{what}; there are {', '.join(EVERY_OPERATION)}")
    return set(chosen or ())


def operations_chosen(chosen: list[str] | None, clauses: list[str] | None) -> tuple[str, ...]:
    """Return the operations that both options name, in the order of the catalogue.

    There are none if neither is given. Raises UsageError if one is unknown, or if they contradict
    each other.
    """
    from conformance.operations import EVERY_OPERATION

    wanted = operations_of(chosen)
    of_clauses = {known_clause(clause).operation for clause in clauses or ()}
    if clauses and wanted - of_clauses:
        raise UsageError("--operation names an operation that no --clause is about")
    return tuple(one for one in EVERY_OPERATION if one in (of_clauses or wanted))


def known_clause(id_: str) -> "Clause":
    """Return the clause of an id; raises UsageError if there is none."""
    from conformance.operations.catalogue import CATALOGUE
    from conformance.protocol.show import unknown

    if id_ not in CATALOGUE:
        raise UsageError(f"{unknown('clause', id_, CATALOGUE)}; docs/clauses.md lists them")
    return CATALOGUE[id_]


def expected_file(spec: "CandidateSpec", file: Path | None) -> Path | None:
    """Return the file that an option names, or else the built-in candidate's."""
    from conformance.diagnosis.expected.deviations import find

    return find(spec.name) if file is None and spec.command is None else file


def expected_of(spec: "CandidateSpec", file: Path | None) -> "ExpectedDeviations":
    """Read the file that an option names, or else the built-in candidate's."""
    from conformance.diagnosis.expected.deviations import ExpectedDeviations, ExpectedFileError
    from conformance.diagnosis.expected.reading import load
    from conformance.implementations.process.prediction import own_prediction

    file = expected_file(spec, file)
    if file is None:
        return ExpectedDeviations()
    declared = load(file)
    name, words = (spec.name, ()) if spec.command is None else ("", spec.command.argv)
    if own := own_prediction((one.function for one in declared.predictions), name, words):
        raise ExpectedFileError(f"{file.name}: {own} is in the candidate's own file")
    return declared
