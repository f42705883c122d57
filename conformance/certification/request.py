"""The request of a command line: the candidate and the settings, and the plan that follows."""

import json
import shlex
from dataclasses import dataclass, replace

from conformance.certification import plan
from conformance.certification.plan import NOTHING_EXPECTED, Profile, RunSettings, Step
from conformance.certification.run import Tried
from conformance.certification.scope import Scope, scope_of
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.corpus import OF_RELEASES
from conformance.executor.workers import Workers
from conformance.implementations.released_harbor import Release
from conformance.implementations.start import (
    CandidateError,
    CandidateSpec,
    Provenance,
    verify_provenance,
)
from conformance.operations import OPERATIONS, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Level
from conformance.protocol.values import HARBOR_VERSION, Case, Value

LONGEST_COMMAND = 2000
"""The length of a command line beyond which a case is given by its seed."""


class NothingToAskError(Exception):
    """The expected deviations leave no case of the chosen clauses."""


@dataclass(frozen=True, slots=True)
class Request:
    """The candidate and the settings; the same request gives the same verdict.

    ``candidate_options`` name the candidate on another command line, ``certify_options`` what else
    decides the cases and the verdict. ``narrowing`` names what selected ``clauses``. With
    ``stop_first`` the run ends at the first divergence, and ``failed`` names clauses to begin with.
    ``oracle`` is another release of harbor than the installed one. Clauses beyond ``level`` are
    run, but not required.
    """

    spec: CandidateSpec
    seed: int
    workers: Workers
    profile: Profile = Profile.DEFAULT
    wanted: tuple[str, ...] = OPERATIONS
    clauses: tuple[str, ...] = ()
    declared: ExpectedDeviations = NOTHING_EXPECTED
    level: Level = Level.EXTREME
    exact: bool = False
    candidate_options: tuple[str, ...] = ()
    certify_options: tuple[str, ...] = ()
    narrowing: str = "--clause"
    stop_first: bool = False
    failed: frozenset[str] = frozenset()
    oracle: Release | None = None

    @property
    def release(self) -> str:
        """The release of harbor that is the oracle."""
        return HARBOR_VERSION if self.oracle is None else self.oracle.version

    def provenance(self) -> Provenance:
        """Return the verified basis of the oracle's answers; raises UntrustedOracleError."""
        return verify_provenance() if self.oracle is None else self.oracle.provenance

    def against(self, oracle: Release | None) -> "Request":
        """Return the request with a release as the oracle, and what is expected in that release."""
        asked = replace(self, oracle=oracle)
        return replace(asked, declared=self.declared.in_release(asked.release))

    @property
    def release_words(self) -> tuple[str, ...]:
        """The words that name the oracle's release, if it is not the default."""
        return () if self.oracle is None else ("--release", self.oracle.version)

    def requires(self, clause: str) -> bool:
        """Return whether a clause is required."""
        return CATALOGUE[clause].rating.level in self.level.included


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The plan for one candidate: scope and steps."""

    request: Request
    tried: Tried
    scope: Scope
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """The candidate, with the release that it is compared with if that is not 0.13.1."""
        request = self.request
        oracle = f" and harbor {request.release}" if request.oracle else ""
        return f"{request.spec.name}{oracle}"

    @property
    def settings(self) -> RunSettings:
        """How the steps are run."""
        asked = self.request
        return RunSettings(
            asked.spec, asked.seed, plan.EXAMPLES[asked.profile], asked.declared, asked.oracle
        )

    def ask(self, operation: str, *words: str) -> str:
        """Return the command that sends the candidate the input that these words give."""
        whom = (*self.request.candidate_options, *self.request.release_words)
        return _line("ask", operation, *words, *whom)

    def ask_typed(self, case: Case) -> str:
        """Return the command that has a case in its words; empty where that is too long."""
        line = self.ask(case.operation, *_input_of(case))
        return line if len(line) <= LONGEST_COMMAND else ""

    def repeat(self, clause: str, case: Case) -> str:
        """Return the command that shows a finding again."""
        if line := self.ask_typed(case):
            return line
        asked = self.request
        how = ["--seed", str(asked.seed), "--profile", asked.profile, "--verbose"]
        how += asked.release_words
        return _line("certify", *self._named, "--clause", clause, *how, *asked.certify_options)

    def again(self) -> str:
        """Return the command that repeats the run."""
        asked, claimed = self.request, self.scope.claimed
        is_usual = asked.oracle is None or {*OF_RELEASES} >= {*claimed}
        narrowed = () if is_usual and not self.scope.not_asked else claimed
        how = ["--profile", asked.profile, "--seed", str(asked.seed), *asked.release_words]
        how += [word for operation in narrowed for word in ("--operation", operation)]
        clauses = asked.clauses if asked.narrowing == "--clause" else ()
        how += [word for clause in clauses for word in ("--clause", clause)]
        return _line("certify", *self._named, *how, *asked.certify_options)

    @property
    def _named(self) -> list[str]:
        return [word for word in self.request.candidate_options if word != "--candidate"]


def plan_of(request: Request, tried: Tried) -> RunPlan:
    """Return what a request runs on a candidate, once its operations are known.

    Raises CandidateError if it announces no requested operation, and NothingToAskError if its
    expected deviations leave no case.
    """
    asked = request.wanted, request.clauses, request.declared
    scope = scope_of(tried.operations, *asked, narrowing=request.narrowing)
    if not scope.claimed:
        raise CandidateError(f"it announces none of {', '.join(request.wanted)}")
    steps = plan.steps(scope.claimed, request.clauses, request.declared)
    if not steps:
        raise NothingToAskError("the expected deviations leave no case of these clauses")
    if not any(request.requires(step.clause) for step in steps):
        raise NothingToAskError(f"--level {request.level} requires none of these clauses")
    scope = scope.narrowed_to({step.operation for step in steps})
    if request.spec.allow_harbor:
        why = "--allow-harbor removes the guard: the candidate may import harbor"
        scope = scope.restricted(why)
    steps.sort(key=lambda step: step.clause not in request.failed)
    return RunPlan(request, tried, scope, tuple(steps))


def _line(*words: str) -> str:
    return shlex.join(["harbor-conformance", *words])


def _input_of(case: Case) -> list[str]:
    """Return the shortest words of ``ask`` that give the whole input."""
    if case.operation == "verifier":
        typed = [_typed(f"--{name.replace('.', '-')}", one) for name, one in case.input.items()]
        if None not in typed:
            return [word for words in typed for word in words or ()]
    return ["--input", messages.plain_line(case) or json.dumps(messages.input_to_json(case))]


def _typed(option: str, content: Value) -> list[str] | None:
    """Return the words for a reward file, none for one that is absent.

    None if a command line cannot hold the file, or ``ask`` would not read it back.
    """
    if not isinstance(content, bytes):
        return []
    text = content.decode("utf-8", "replace")
    first = ("{", "[", '"') if option == "--reward-json" else ()
    marked = text.startswith(("@", "-")) or not text.startswith(first or text)
    typable = text.isascii() and text.isprintable() and not marked
    return [option, text] if typable else None
