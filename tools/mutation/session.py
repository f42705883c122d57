"""One run of the tool: the inputs of each module, stored verdicts, and open mutants."""

import hashlib
import inspect
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from platform import python_version

from conformance.examination.atomic_write import atomic_write
from conformance.implementations.start import open_harbor
from conformance.operations import comparing, messages
from conformance.protocol import differences
from tools.mutation import running
from tools.mutation.mutants import Mutant, mutants
from tools.mutation.reference import operations_of, sources
from tools.mutation.running import Fate, MutantVerdict
from tools.quick_run import PROFILE, SEED, Input, inputs

type Verdicts = dict[str, MutantVerdict]
"""Verdicts by the key of their mutant."""

LISTED = {
    *("trial_result.every-field/every-field", "trial_result.syntax/syntax"),
    "trial_result.times/features",
}
"""Checks that draw from a list: a quick run draws a part of it, and the default profile all.

All of it is sent: an entry may be the only one that notices a wrong name or kind of a field.
"""

_BETWEEN_WRITING = 100
"""How many verdicts are between writes of the file."""


class NotConformantError(Exception):
    """The reference itself diverges, so a mutant's divergence would be meaningless."""


@dataclass(frozen=True, slots=True)
class MutationSession:
    """The mutants of the chosen modules by key, and the inputs of each module's operations."""

    mutants: Mapping[str, Mutant]
    inputs: Mapping[str, Sequence[Input]]
    settings: Mapping[str, object]

    @classmethod
    def begun(cls, modules: Sequence[str], *, generated_only: bool) -> "MutationSession":
        """Run the reference itself; return a session.

        Raises NotConformantError, UnreliableCheckError and UntrustedOracleError.
        """
        every = sources()
        operations = {module: operations_of(module, every) for module in modules}
        sent = _sent(sorted({one for part in operations.values() for one in part}))
        _hold_reference(sent, every)
        if generated_only:
            sent = [one for one in sent if not one.recorded]
        of_module = {
            module: [one for one in sent if one.case.operation in part]
            for module, part in operations.items()
        }
        digests = {module: digest(of_module[module], every.values()) for module in modules}
        found = [mutant for module in modules for mutant in mutants(module, every[module])]
        settings = {
            "profile": PROFILE.value,
            "seed": SEED,
            "recorded cases": not generated_only,
            "inputs": len(sent),
            "cosmic-ray": version("cosmic-ray"),
            "python": python_version(),
        }
        return cls({key_of(m, digests[m.module]): m for m in found}, of_module, settings)

    def finished(
        self, known: Verdicts, file: Path, jobs: int, progress: Callable[[int, int], None]
    ) -> Verdicts:
        """Return the verdict of each mutant, and store them in a file meanwhile.

        ``progress`` gets the number of mutants with a verdict, and of all mutants.
        """
        left = {key: mutant for key, mutant in self.mutants.items() if key not in known}
        verdicts = dict(known)
        try:
            for key, verdict in running.run(left, self.inputs, jobs):
                verdicts[key] = verdict
                done = len(verdicts.keys() & self.mutants)
                progress(done, len(self.mutants))
                if done % _BETWEEN_WRITING == 0:
                    write(file, verdicts)
        finally:
            write(file, verdicts)
        of_these = {key: verdicts[key] for key in self.mutants}
        if self.inputs.keys() == sources().keys():
            write(file, of_these)
        return of_these


def read(file: Path) -> Verdicts:
    """Return the verdicts of earlier runs; raises ValueError if the file has anything else."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))["verdicts"]
        return {key: MutantVerdict(Fate[fate], noticed) for key, (fate, noticed) in kept.items()}
    except FileNotFoundError:
        return {}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{file} holds no verdicts on mutants: {error!r}") from error


def write(file: Path, verdicts: Verdicts) -> None:
    """Write the file completely or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = {key: [verdict.fate.name, verdict.noticed_by] for key, verdict in verdicts.items()}
    atomic_write(file, json.dumps({"verdicts": kept}, indent=1) + "\n")


def _sent(operations: Sequence[str]) -> list[Input]:
    """Return what a quick run sends, and all of the lists: the recorded cases, then the rest."""
    harbor = open_harbor()
    try:
        sent = list(inputs(operations, harbor, LISTED))
        harbor.verify()
    finally:
        harbor.close()
    return sorted(sent, key=lambda one: not one.recorded)


def _hold_reference(sent: Sequence[Input], every: Mapping[str, str]) -> None:
    unchanged = Mutant("__init__", "", "none", "", "", every["__init__"])
    ((_, verdict),) = running.run({"": unchanged}, {"__init__": sent}, jobs=1)
    if verdict.fate is not Fate.SURVIVED:
        raise NotConformantError(f"the reference {verdict.fate}: {verdict.noticed_by}")


def key_of(mutant: Mutant, digest: str) -> str:
    """Return the key of a mutant's verdict, given the digest of everything else that decides it."""
    hashed = f"{digest} {mutant.operator} {mutant.source}"
    return hashlib.sha256(hashed.encode(errors="surrogatepass")).hexdigest()


def digest(sent: Iterable[Input], every: Iterable[str]) -> str:
    """Return a digest of the inputs, the whole reference and the comparison's code."""
    hashed = hashlib.sha256()
    for one in sent:
        answer = comparing.in_order(one.case, one.answer)
        said = json.dumps(messages.answer_to_json(one.case.operation, answer))
        case = json.dumps(messages.input_to_json(one.case))
        hashed.update(f"{one.sender} {one.case.operation} {case} {said}\n".encode())
    judging = [inspect.getsource(module) for module in (comparing, differences, running)]
    for text in (*judging, *every, python_version()):
        hashed.update(text.encode())
    return hashed.hexdigest()
