"""Compares coverage with unreached.toml: every branch is taken, or has a reason."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Self

from pydantic import model_validator

from conformance.gate.coverage import Reason, read_reasons
from conformance.operations.harbor_modules import ModulesOf, harbor_modules
from tools.coverage.branches import Branch, Coverage, FunctionCoverage, joined
from tools.coverage.measuring import Trace, root

LIST = Path(__file__).parent / "unreached.toml"


class Category(StrEnum):
    """Why a branch is not taken; an ``open`` one may have an input."""

    OPEN = "open"
    NETWORK = "network"
    CONTAINER = "container"
    AGENT = "agent"
    WINDOWS = "windows"
    CALLER = "caller"
    INSTALLATION = "installation"
    DEFENSIVE = "defensive"


class BranchReason(Reason):
    """Why whole functions are never called, or these branches of one never taken.

    A branch is the text of its line and of its target.
    """

    category: Category
    branches: tuple[tuple[str, str], ...] = ()

    @model_validator(mode="after")
    def _of_one_function(self) -> Self:
        if self.statements or (self.branches and len(self.functions) > 1):
            raise ValueError("give functions, or branches of one function")
        return self

    @property
    def about(self) -> list[Branch]:
        """The functions or branches that it covers."""
        (first, *_) = self.functions
        of_one = [Branch(self.module, first, line, to) for line, to in self.branches]
        return of_one or [Branch(self.module, function) for function in self.functions]


def reasons(file: Path = LIST) -> tuple[BranchReason, ...]:
    """Return the reasons of a list; raises DataError."""
    return read_reasons(file, BranchReason)


@dataclass(frozen=True, slots=True)
class ModuleCoverage:
    """One module in the path of rewards, and the reasons for branches that are not taken."""

    name: str
    functions: tuple[FunctionCoverage, ...]
    reasons: dict[Branch, BranchReason]

    @property
    def branches(self) -> dict[Branch, frozenset[str]]:
        """Every branch of the module, with the operations that take it."""
        return {branch: by for f in self.functions for branch, by in f.branches.items()}

    @property
    def unreached(self) -> list[Branch]:
        """Branches that no operation takes, and functions that none calls."""
        return [branch for function in self.functions for branch in function.unreached]

    def by_category(self) -> Counter[Category]:
        """Return how many branches are not taken for each kind of reason.

        Those of a function that is never called have its reason.
        """
        missed = (
            branch if function.entered_by else function.whole
            for function in self.functions
            for branch, by in function.branches.items()
            if not by
        )
        return Counter(self.reasons[one].category for one in missed if one in self.reasons)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The inputs and their coverage, with each complaint in a line."""

    traces: tuple[Trace, ...]
    modules: tuple[ModuleCoverage, ...]
    complaints: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether every branch is taken or has a reason, and every reason an untaken branch."""
        return not self.complaints

    @property
    def branches(self) -> int:
        """How many branches the modules in the path of rewards have."""
        return sum(len(module.branches) for module in self.modules)

    @property
    def taken(self) -> int:
        """How many of them any operation takes."""
        return sum(bool(by) for module in self.modules for by in module.branches.values())


def judged(traces: Sequence[Trace]) -> Judgement:
    """Compare the coverage of the installed harbor by these operations with the lists."""
    harbor = root()
    wheel = sorted(file.relative_to(harbor).as_posix() for file in harbor.glob("harbor/**/*.py"))
    return judge(traces, joined(traces, harbor), harbor_modules(), reasons(), wheel)


def judge(
    traces: Sequence[Trace],
    coverage: Coverage,
    placed: ModulesOf,
    entries: Sequence[BranchReason],
    wheel: Collection[str],
) -> Judgement:
    """Compare coverage with the lists; ``wheel`` names the modules of harbor."""
    on_the_way = {name: fs for name, fs in coverage.items() if placed.on_the_way(name)}
    by_branch = {branch: entry for entry in entries for branch in entry.about}
    modules = tuple(
        ModuleCoverage(name, tuple(fs), {b: e for b, e in by_branch.items() if b.module == name})
        for name, fs in on_the_way.items()
    )
    unreached = (branch for module in modules for branch in module.unreached)
    complaints = (
        *(f"{one.complaint}: no reason" for one in unreached if one not in by_branch),
        *_stale(on_the_way, [branch for entry in entries for branch in entry.about]),
        *_misplaced(coverage, placed, wheel),
    )
    return Judgement(tuple(traces), modules, complaints)


def _stale(coverage: Coverage, listed: Sequence[Branch]) -> Iterator[str]:
    """Yield the errors of unreached.toml."""
    functions = {f.whole: f for of_module in coverage.values() for f in of_module}
    for branch, times in Counter(listed).items():
        if times > 1:
            yield f"unreached.toml has {branch} {times} times"
        if why := _why_stale(branch, functions.get(Branch(branch.module, branch.function))):
            yield f"unreached.toml has {branch}, {why}"


def _why_stale(branch: Branch, function: FunctionCoverage | None) -> str:
    if function is None or not (branch.is_function or branch in function.branches):
        return "which harbor does not have"
    by = function.entered_by if branch.is_function else function.branches[branch]
    if by:
        return f"which {', '.join(sorted(by))} takes"
    return "" if branch.is_function or function.entered_by else "whose function is never called"


def _misplaced(coverage: Coverage, placed: ModulesOf, wheel: Collection[str]) -> Iterator[str]:
    """Yield the errors of path.toml."""
    patterns = [p for one in (*placed.path, *placed.outside) for p in one.modules]
    for name in wheel:
        taking = _taking(coverage.get(name, ()))
        if not any(fnmatchcase(name, pattern) for pattern in patterns):
            yield f"path.toml does not place {name}"
        elif not placed.on_the_way(name) and taking:
            yield f"path.toml has {name} outside of the way, and {taking} takes branches of it"
        elif placed.on_the_way(name) and name not in coverage:
            yield f"path.toml has {name} on the way, and no operation imports it"
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in wheel):
            yield f"path.toml has {pattern}, which fits no module"


def _taking(functions: Iterable[FunctionCoverage]) -> str:
    """Return the operations that take any branch of these functions."""
    return ", ".join(sorted({op for f in functions for by in f.branches.values() for op in by}))
