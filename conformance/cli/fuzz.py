"""``harbor-conformance fuzz``: one seed after another, for hours."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

from conformance.attestation.surroundings import identity
from conformance.certification import ExitCode
from conformance.certification.plan import EXAMPLES, Profile
from conformance.certification.request import Request
from conformance.cli import output
from conformance.cli.candidates import ProcessOptions, ReleaseOptions, candidates_like, recorded_of
from conformance.cli.certify import CertifyCommand
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import (
    Clauses,
    Operations,
    WorkOptions,
    operations_chosen,
)
from conformance.cli.output import CommandResult, ResultOptions
from conformance.fuzz.config import REPORTS, FuzzConfig, Limits
from conformance.fuzz.fuzzing import fuzz
from conformance.implementations.installed_harbor import is_recorded
from conformance.implementations.released_harbor import Release
from conformance.implementations.start import is_object
from conformance.report import rendering
from conformance.report.fuzz_view import json_of, view_of
from conformance.report.progress import doing, tell_line

LEAST = 200
"""The least examples of a check under one seed, after which harbor's code in memory is checked."""


@dataclass(frozen=True, kw_only=True)
class FuzzCommand(ReleaseOptions, ProcessOptions, WorkOptions, ResultOptions):
    """Run seed after seed until harbor's coverage stops growing.

    The same command resumes what its folder has. Exit status, as of ``certify``: 0 conformant,
    1 diverges, 2 usage, 3 a candidate could not be run, 4 the oracle could not be trusted or run,
    130 interrupted before anything diverged.
    """

    candidate: list[str] | None = argument(
        None,
        "Built-in name, deviation/NAME, or module:attribute; repeatable.",
        autocompletion=candidates_like,
    )
    for_: str | None = option(None, "Stop after 30s, 10m or 2h.", "--for", metavar="TIME")
    cases: str | None = option(None, "Stop after 500k or 50M cases.", metavar="N")
    quiet_for: str = option(
        "1M", "Stop when harbor does nothing new in N cases; 0 means never.", metavar="N"
    )
    operation: Operations = None
    clause: Clauses = None
    folder: Path = option(
        Path("fuzz"), "Folder for the results, from which fuzzing resumes.", metavar="DIR"
    )
    database: str | None = option(
        None, "Share examples here: a folder, or redis://HOST:PORT/0.", metavar="DIR|URL"
    )
    seed: int | None = option(None, "The first seed; random by default.", min=0, metavar="N")
    examples: int = option(
        EXAMPLES[Profile.DEFAULT], "Examples per check and seed.", min=LEAST, metavar="N"
    )
    fresh: bool = switch("Start over in a folder with earlier results.")

    def run(self) -> ExitCode:
        """Fuzz; print and write what was found."""
        operations = operations_chosen(self.operation, self.clause)
        limits = self._limits()
        options = self._candidates()
        if self.release and self.scheduler:
            raise UsageError("--release goes without --scheduler: it is served on this machine")

        def of(oracle: Release | None) -> list[Request]:
            return [self._request(one, oracle) for one in options]

        with doing() as progress, self.of_each_oracle(of) as (requests, absent):
            config = FuzzConfig(
                requests=(*chain.from_iterable(requests),),
                operations=operations,
                clauses=tuple(self.clause or ()),
                seed=self.seed,
                examples=self.examples,
                limits=limits,
                workers=self.workers(),
                folder=self.folder,
                identify=identity,
                database=self.database,
                fresh=self.fresh,
            )
            result = fuzz(config, progress, tell_line)
        whole, code = view_of(result, verbose=True), ExitCode(result.deciding.exit_code)
        to_json = partial(json_of, result)
        texts = rendering.markdown(whole), to_json(), rendering.html(whole)
        told = f"{self.folder}: {{}}; {whole.headline}"
        output.write_all(self.folder, dict(zip(REPORTS, texts, strict=True)), code, told)
        shown = view_of(result, verbose=False)
        return self.write(CommandResult.of_view(shown, to_json, code or absent))

    def _limits(self) -> Limits:
        quiet = None if self.quiet_for == "0" else count_of("--quiet-for", self.quiet_for)
        if self.for_ is None and self.cases is None and quiet is None:
            raise UsageError("--quiet-for 0 goes with --for or --cases: nothing else would end it")
        return Limits(
            None if self.for_ is None else seconds_of("--for", self.for_),
            None if self.cases is None else count_of("--cases", self.cases),
            quiet,
        )

    def _candidates(self) -> list[CertifyCommand]:
        """Return the named candidates."""
        names, line = self.candidate or [], self.command
        if self.python is not None and not any(map(is_object, names)):
            raise UsageError("--python is for module:attribute, or module: alone")
        if not (named := [*names, *filter(None, [line])]):
            raise UsageError("give a candidate or --command")
        if twice := next((one for one in named if named.count(one) > 1), ""):
            raise UsageError(f"{twice} is given twice")
        alike = CertifyCommand(
            env=self.env,
            timeout=self.timeout,
            operation=self.operation,
            clause=self.clause,
            seed=self.seed or 0,
        )
        # The interpreter is for modules; other candidates have their own.
        options = [
            replace(alike, candidate=one, python=self.python if is_object(one) else None)
            for one in names
        ]
        return options + [replace(alike, command=line)] * (line is not None)

    def _request(self, options: CertifyCommand, oracle: Release | None) -> Request:
        """Return the request for a candidate and an oracle, limited to what can be compared."""
        request = options.request(self.workers())
        if oracle is None:
            return request
        request = request.against(oracle)
        release, wanted = request.release, request.wanted
        compared = [one for one in wanted if one == "run" or is_recorded(one, release)]
        return replace(request, wanted=(*(compared or recorded_of(release, wanted)),))


_SECONDS = {"s": 1, "m": 60, "h": 3600}
_TIMES = {"": 1, "k": 10**3, "M": 10**6}


def seconds_of(option: str, text: str) -> int:
    """Return the seconds of ``30s``, ``10m`` or ``2h``; raises UsageError."""
    return _amount(text, _SECONDS, f"{option} {text}: give a time such as 30s, 10m or 2h")


def count_of(option: str, text: str) -> int:
    """Return the number of ``500``, ``50k`` or ``50M``; raises UsageError."""
    return _amount(text, _TIMES, f"{option} {text}: give a whole number such as 500, 50k or 50M")


def _amount(text: str, units: Mapping[str, int], refusal: str) -> int:
    match = re.fullmatch(r"([1-9][0-9]{0,11})([A-Za-z]?)", text)
    if match is None or match[2] not in units:
        raise UsageError(refusal)
    return int(match[1]) * units[match[2]]
