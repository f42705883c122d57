"""One run of the tool: what is asked of which module, what is known already, and the rest."""

import hashlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from platform import python_version

from conformance.certification.plan import Profile
from conformance.comparison import agreement, differences
from conformance.mutation import asking
from conformance.mutation.equivalents import Equivalent
from conformance.mutation.mutants import Mutant, mutants
from conformance.mutation.questions import Question, digest, questions
from conformance.mutation.reference import operations_of, sources
from conformance.mutation.report import Report
from conformance.mutation.results import Known, Results, key_of
from conformance.mutation.running import run

PROFILE, SEED = Profile.QUICK, 0

type Progress = Callable[[int, int], None]
"""Told how many mutants have their verdict, and of how many."""

_BETWEEN_KEEPING = 100
"""Verdicts after which they are written to the file."""


@dataclass(frozen=True, slots=True)
class Session:
    """The mutants of the chosen modules, and the questions of each module's operations."""

    modules: tuple[str, ...]
    mutants: tuple[Mutant, ...]
    asked: Mapping[str, Sequence[Question]]
    keys: Mapping[str, str]
    entries: tuple[Equivalent, ...]
    settings: dict[str, object]

    @classmethod
    def begun(
        cls, modules: tuple[str, ...], entries: tuple[Equivalent, ...], *, generated_alone: bool
    ) -> "Session":
        """Return a session that has asked the reference itself.

        Raises NotConformantError and UntrustedOracleError.
        """
        every = sources()
        operations = {module: operations_of(module, every) for module in modules}
        asked = questions(sorted({o for part in operations.values() for o in part}), PROFILE, SEED)
        if generated_alone:
            asked = [question for question in asked if not question.recorded]
        of_module = {
            module: [question for question in asked if question.case.operation in part]
            for module, part in operations.items()
        }
        return cls(
            modules,
            tuple(mutant for module in modules for mutant in mutants(module, every[module])),
            of_module,
            {module: _key(of_module[module], every) for module in modules},
            entries,
            _settings(generated_alone=generated_alone, questions=len(asked)),
        )

    def finished(self, results: Results, jobs: int, progress: Progress) -> Report:
        """Return the report once every mutant has its verdict; what comes in is kept on the way."""
        due = {key_of(mutant, self.keys): mutant for mutant in self.mutants}
        left = [mutant for key, mutant in due.items() if results.verdict(key) is None]
        known = len(due) - len(left)
        try:
            verdicts = run(left, lambda mutant: self.asked[mutant.module], jobs)
            for number, (mutant, verdict) in enumerate(verdicts, start=1):
                results.add(Known(key_of(mutant, self.keys), mutant, verdict))
                progress(known + number, len(due))
                if number % _BETWEEN_KEEPING == 0:
                    results.keep()
        finally:
            results.keep()
        if {*self.modules} == {*sources()}:
            results.keep_only(due)
        return self._report(due, results)

    def _report(self, due: Mapping[str, Mutant], results: Results) -> Report:
        verdicts = ((key, mutant, results.verdict(key)) for key, mutant in due.items())
        known = (Known(key, mutant, v) for key, mutant, v in verdicts if v is not None)
        return Report(self.modules, tuple(known), self.entries, self.settings)


def _key(asked: Sequence[Question], every: Mapping[str, str]) -> str:
    """Return a digest of the questions, of the whole reference and of how answers are compared."""
    judging = [inspect.getsource(module) for module in (agreement, differences, asking)]
    hashed = hashlib.sha256(digest(asked).encode())
    for text in (*judging, *every.values(), python_version()):
        hashed.update(text.encode())
    return hashed.hexdigest()


def _settings(*, generated_alone: bool, questions: int) -> dict[str, object]:
    return {
        "profile": PROFILE.value,
        "seed": SEED,
        "recorded cases": not generated_alone,
        "questions": questions,
        "cosmic-ray": version("cosmic-ray"),
        "python": python_version(),
    }
