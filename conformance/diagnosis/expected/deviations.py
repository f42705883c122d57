"""How a candidate differs from harbor on purpose, and which cases it is meant to be run with.

``docs/expected-deviations.md`` describes the file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path

from candidates.deviations.catalogue import chosen
from candidates.deviations.deviation import Deviation
from candidates.deviations.releases import between, deviations_of
from conformance.operations import OPERATIONS
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.values import Answer, Case

FILE = "expected.toml"


class ExpectedFileError(Exception):
    """A file of expected deviations cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class ExpectedDeviation:
    """A deviation of the catalogue, ``NAME`` or ``NAME=VALUE``, that a candidate has on purpose.

    ``source`` is the place in a text, or the link, that the candidate follows instead.
    """

    name: str
    cause: str
    source: str

    @property
    def row(self) -> Deviation:
        """The deviation itself."""
        (row,) = chosen(self.name)
        return row

    @property
    def operations(self) -> tuple[str, ...]:
        """The operation that it is about."""
        return (self.row.operation,)

    @property
    def title(self) -> str:
        """What it is called in reports."""
        return self.name


@dataclass(frozen=True, slots=True)
class Prediction:
    """A function, ``module:function``, from a case and the answer so far to the one expected."""

    function: str
    operations: tuple[str, ...]
    cause: str
    source: str

    @property
    def title(self) -> str:
        """What it is called in reports."""
        return f"predict {self.function}"


@dataclass(frozen=True, slots=True)
class PinnedCase:
    """One case, harbor's answer to it and the candidate's; no other case is excused by it."""

    clause: str
    cause: str
    source: str
    case: Case
    harbor: Answer
    candidate: Answer


type Expected = ExpectedDeviation | Prediction
"""What changes the expected answer of each case it applies to."""


@dataclass(frozen=True)
class ExpectedDeviations:
    """What is declared, and the part of the suite that is meant for the candidate.

    ``clauses`` are patterns of ids; none: every clause. ``only`` holds, by member of the
    input, the values that the candidate gets, and ``without`` the members that
    are null in its inputs; an input that lacks the member is run. ``gone`` says of
    entries that stand for nothing any more what is missing.
    """

    deviations: tuple[ExpectedDeviation, ...] = ()
    predictions: tuple[Prediction, ...] = ()
    pinned: tuple[PinnedCase, ...] = ()
    clauses: tuple[str, ...] = ()
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def expects(self) -> bool:
        """Whether anything is expected but what harbor answers."""
        return bool(self.deviations or self.predictions or self.pinned)

    @property
    def expected(self) -> tuple[Expected, ...]:
        """What is declared for more than one case, in the order in which it applies."""
        return (*self.deviations, *self.predictions)

    def rows(self, operation: str) -> tuple[Deviation, ...]:
        """Return the deviations that are declared of an operation."""
        return tuple(one.row for one in self.deviations if operation in one.operations)

    def meant(self, clause: str) -> bool:
        """Return whether any case of a clause is run."""
        return not self.clauses or any(fnmatchcase(clause, pattern) for pattern in self.clauses)

    def has(self, operation: str) -> bool:
        """Return whether any case of an operation is run."""
        return any(self.meant(id_) for id_, c in CATALOGUE.items() if c.operation == operation)

    def asks(self, case: Case) -> bool:
        """Return whether a case is run."""
        members = case.input
        allowed = all(
            members[name] in values for name, values in self.only.items() if name in members
        )
        return allowed and all(members.get(name) is None for name in self.without)

    def in_release(self, release: str) -> "ExpectedDeviations":
        """Return what is left to expect where a release of harbor has some deviations itself."""
        own = {row.name for row in deviations_of(release)}
        return replace(self, deviations=tuple(d for d in self.deviations if d.name not in own))

    def of_clause(self, clause: str) -> list[PinnedCase]:
        """Return the pinned cases of a clause."""
        return [one for one in self.pinned if one.clause == clause]


def modelled_between(before: str, after: str) -> ExpectedDeviations:
    """Return what is expected of a later release of harbor by an earlier one."""
    rows = (row for operation in OPERATIONS for row in between(before, after, operation))
    why = f"harbor {after}"
    return ExpectedDeviations(tuple(ExpectedDeviation(row.name, "modelled", why) for row in rows))


def find(candidate: str) -> Path | None:
    """Return the file of a candidate of this repository, where it has one."""
    place = candidate.partition("==")[0].replace("-", "_").replace("reader/", "readers/", 1)
    if not all(map(str.isidentifier, place.split("/"))):
        return None
    file = Path(str(resources.files("candidates"))) / place / FILE
    try:
        return file if file.is_file() else None
    except OSError:  # too long for a file's name
        return None
