"""Options that name a candidate, for commands that need nothing else of a run."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from conformance.cli.declaring import argument, like_those_of, option, switch
from conformance.cli.errors import UsageError
from conformance.implementations.process.command import external, parse_env, program
from conformance.implementations.start import CandidateSpec, candidate_names, is_object

candidates_like = like_those_of(candidate_names)

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
        limit = () if self.timeout == DEFAULT_TIMEOUT else ("--timeout", f"{self.timeout:g}")
        interpreter = () if self.python is None else ("--python", self.python)
        allowed = ("--allow-harbor",) if self.allow_harbor else ()
        return (*chosen, *interpreter, *variables, *limit, *allowed)
