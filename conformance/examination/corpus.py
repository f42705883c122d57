"""The recorded cases: inputs, and harbor's answers when they were recorded.

Each clause has a file, ``corpus/<operation>/<clause's name>.json``, in the form of
``corpus/schema.json``. The answers are those of harbor 0.13.1; differing answers of other releases
are kept by the first release that gives them.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import cast

from packaging.version import Version

from conformance.examination.atomic_write import atomic_write
from conformance.operations import messages
from conformance.operations.comparing import differs, in_order
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION, Answer, Case, Failure, Implementation


@dataclass(frozen=True, slots=True)
class RecordedCase:
    """One case with a stable id, the reason to keep it, and harbor's answer.

    ``since`` has the answers of other releases, each by the first release that gives it; a release
    before all of them has ``answer``.
    """

    id: str
    clause: str
    note: str
    case: Case
    answer: Answer
    since: Mapping[str, Answer] = field(default_factory=dict)

    def answer_of(self, release: str) -> Answer:
        """Return the answer of a release."""
        answers = {**self.since, HARBOR_VERSION: self.answer}
        earlier = [one for one in answers if Version(one) <= Version(release)]
        return answers[max(earlier, key=Version)] if earlier else self.answer

    def in_release(self, release: str) -> "RecordedCase":
        """Return the case with the answer of a release in place of 0.13.1's."""
        return replace(self, answer=self.answer_of(release)) if self.since else self


class CorpusError(Exception):
    """A file of the corpus cannot be read."""


OF_RELEASES = ("verifier", "multi_step", "metric", "pass_at_k", "job", "trial_result")
"""The operations whose answers are recorded for every release of harbor."""

OF_SOME_RELEASES = {"leaderboard": ("0.13.1", "0.18.0")}
"""Operations that only some releases have: the first and the last of them."""


@cache
def root() -> Path:
    """Return the folder that holds the corpus."""
    return Path(str(resources.files("corpus")))


def files(operation: str = "*") -> list[Path]:
    """Return the files of recorded cases, of one operation or of all, sorted."""
    return sorted(root().glob(f"{operation}/*.json"))


def load(operation: str = "*", but: Collection[str] = ()) -> Iterator[RecordedCase]:
    """Yield the recorded cases of one or all operations, without the clauses in ``but``.

    Raises CorpusError for a file that cannot be read.
    """
    left_out = {file_of(clause) for clause in but}
    for file in files(operation):
        if file in left_out:
            continue
        try:
            yield from read(file)
        except (ValueError, KeyError, TypeError) as error:
            message = f"{file.name} is not a file of recorded cases: {error!r}"
            raise CorpusError(message) from error


def read(file: Path) -> Iterator[RecordedCase]:
    """Yield the recorded cases of one file."""
    content = json.loads(file.read_text(encoding="utf-8"))
    operation = content["operation"]
    for entry in content["cases"]:
        yield RecordedCase(
            id=entry["id"],
            clause=content["clause"],
            note=entry["note"],
            case=messages.case_from_json(operation, entry["input"]),
            answer=messages.answer_from_json(operation, entry["answer"]),
            since={
                release: messages.answer_from_json(operation, answer)
                for release, answer in entry.get("since", {}).items()
            },
        )


def of_clause(clause: str) -> Iterator[RecordedCase]:
    """Yield the recorded cases of a clause; none if it has no file."""
    if (file := file_of(clause)).exists():
        yield from read(file)


def recorded_case(id_: str) -> Case:
    """Return the case of an id; raises CorpusError if there is none."""
    found = (one.case for one in of_clause(id_.rpartition(".")[0]) if one.id == id_)
    if (case := next(found, None)) is None:
        raise CorpusError(f"no recorded case {id_!r}")
    return case


def sample(operation: str, most: int = 5) -> list[RecordedCase]:
    """Return a few recorded cases of an operation, spread over its clauses."""
    return spread(list(load(operation)), most)


def spread(cases: Sequence[RecordedCase], most: int = 5) -> list[RecordedCase]:
    """Return a few of these cases, evenly spread."""
    return list(cases[:: max(1, len(cases) // most)][:most])


def to_text(clause: str, cases: Iterable[RecordedCase]) -> str:
    """Return the content of the file that holds the cases of one clause."""
    content = {
        "operation": clause.partition(".")[0],
        "clause": clause,
        "cases": [_entry(recorded) for recorded in cases],
    }
    return json.dumps(content, indent=1) + "\n"


def file_of(clause: str) -> Path:
    """Return the file that holds the cases of a clause."""
    operation, _, name = clause.partition(".")
    return root() / operation / f"{name}.json"


def record(
    harbor: Implementation, clause: str, new: Iterable[tuple[str, str, Case]]
) -> list[RecordedCase]:
    """Run the cases (name, note, case) on harbor and add them to their clause's file.

    An entry with the same id is replaced. Returns what was recorded.
    """
    file = file_of(clause)
    entries = {recorded.id: recorded for recorded in of_clause(clause)}
    recorded = []
    for name, note, given in new:
        # As it is read back: fields in the order of the protocol.
        case = messages.case_from_json(given.operation, messages.input_to_json(given))
        answer = in_order(case, harbor.answer(case))
        recorded.append(RecordedCase(f"{clause}.{name}", clause, note, case, answer))
    entries |= {entry.id: entry for entry in recorded}
    file.parent.mkdir(parents=True, exist_ok=True)
    atomic_write(file, to_text(clause, entries.values()))
    return recorded


def _entry(recorded: RecordedCase) -> dict[str, Json]:
    operation = recorded.case.operation
    since = {release: _kept(operation, one) for release, one in recorded.since.items()}
    return {
        "id": recorded.id,
        "note": recorded.note,
        "asked": show.case(recorded.case),
        "says": show.answer(without_message(recorded.answer)),
        "input": messages.input_to_json(recorded.case),
        "answer": _kept(operation, recorded.answer),
        **({"since": since} if since else {}),
    }


def _kept(operation: str, answer: Answer) -> Json:
    return cast("Json", messages.answer_to_json(operation, without_message(answer)))


def without_message(answer: Answer) -> Answer:
    """Return an answer without its message, which may have a path of this machine."""
    return Failure(answer.error) if isinstance(answer, Failure) else answer


class CorpusMismatchError(Exception):
    """An oracle does not give the recorded answer to a case."""

    def __init__(self, recorded: RecordedCase, answer: Answer) -> None:
        """Take the case, and the oracle's answer to it."""
        super().__init__(recorded, answer)
        self.recorded, self.answer = recorded, answer

    def __str__(self) -> str:
        """Return the case, the recorded answer and the new one, in a line."""
        recorded = self.recorded
        return (
            f"{recorded.id} ({show.case(recorded.case)}) is recorded as "
            f"{show.answer(recorded.answer)}, and is {show.answer(self.answer)} here"
        )


class CheckedOracle:
    """An oracle that gave the recorded answers to some cases, and keeps them."""

    def __init__(self, oracle: Implementation, recorded: Iterable[RecordedCase]) -> None:
        """Run all cases; raise CorpusMismatchError at the first different answer."""
        self._answers: dict[int, tuple[Case, Answer]] = {}
        for one in recorded:
            answer = oracle.answer(one.case)
            if differs(one.case, one.answer, answer):
                raise CorpusMismatchError(one, answer)
            self._answers[id(one.case)] = one.case, answer

    def answer(self, case: Case) -> Answer:
        """Return the oracle's answer to one of these cases."""
        return self._answers[id(case)][1]


def mismatches(
    oracle: Implementation, operation: str, but: Collection[str] = (), release: str = HARBOR_VERSION
) -> Iterator[CorpusMismatchError]:
    """Yield the recorded cases of an operation that a release answers differently.

    Cases of the clauses in ``but`` are left out.
    """
    for recorded in (one.in_release(release) for one in load(operation, but)):
        answer = oracle.answer(recorded.case)
        if differs(recorded.case, recorded.answer, answer):
            yield CorpusMismatchError(recorded, answer)
