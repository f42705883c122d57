"""Holds what is reached against what is known to be unreached."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from conformance.changes.paths import ModulesOf
from conformance.reach.branches import Branch, FunctionReach, Reach
from conformance.reach.data import Category, Entry


@dataclass(frozen=True, slots=True)
class ModuleReach:
    """One module on the way of rewards, and why what is unreached in it is so."""

    name: str
    functions: tuple[FunctionReach, ...]
    reasons: dict[Branch, Entry]

    @property
    def branches(self) -> dict[Branch, frozenset[str]]:
        """Every branch of the module, with the operations that take it."""
        return {branch: by for f in self.functions for branch, by in f.branches.items()}

    @property
    def reached(self) -> int:
        """How many of the branches any operation takes."""
        return sum(map(bool, self.branches.values()))

    @property
    def entered(self) -> int:
        """How many of the functions any operation calls."""
        return sum(bool(function.entered_by) for function in self.functions)

    def reached_by(self, operation: str) -> int:
        """Return how many of the branches one operation takes."""
        return sum(operation in by for by in self.branches.values())

    @property
    def unreached(self) -> list[Branch]:
        """What no operation reaches: branches, and functions that none enters."""
        return [branch for function in self.functions for branch in function.unreached]

    def by_category(self) -> Counter[Category]:
        """Return how many branches are unreached for each kind of reason."""
        return Counter(
            entry.category
            for function in self.functions
            for branch, by in function.branches.items()
            if not by and (entry := self.reason_of(function, branch)) is not None
        )

    def reason_of(self, function: FunctionReach, branch: Branch) -> Entry | None:
        """Return why a branch is unreached: its own reason, or that of its function."""
        return self.reasons.get(branch if function.entered_by else function.whole)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is reached, and what keeps it from being so for a good reason throughout.

    ``unlisted`` is unreached without a reason. ``stale`` says, in words, which entries name what
    is reached now or is no longer there, and ``misplaced`` which modules are in no list, or
    outside of the way and nevertheless executed.
    """

    modules: tuple[ModuleReach, ...]
    unlisted: tuple[Branch, ...]
    stale: tuple[str, ...]
    misplaced: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether every unreached branch has a reason, and every reason an unreached branch."""
        return not (self.unlisted or self.stale or self.misplaced)

    @property
    def complaints(self) -> list[str]:
        """What is wrong, each in one line."""
        unlisted = (f"{one}, by no question, and no reason is given" for one in self.unlisted)
        return [*unlisted, *self.stale, *self.misplaced]


def judge(
    reach: Reach, placed: ModulesOf, entries: Sequence[Entry], every: Collection[str]
) -> Judgement:
    """Return how what is reached fits what is known; ``every`` names the modules of the wheel."""
    on_the_way = {name: fs for name, fs in reach.items() if placed.on_the_way(name)}
    reasons = {branch: entry for entry in entries for branch in named(entry)}
    modules = tuple(
        ModuleReach(name, tuple(functions), _of_module(reasons, name))
        for name, functions in on_the_way.items()
    )
    unreached = [branch for module in modules for branch in module.unreached]
    return Judgement(
        modules=modules,
        unlisted=tuple(branch for branch in unreached if branch not in reasons),
        stale=tuple(_stale(on_the_way, entries)),
        misplaced=tuple(_misplaced(reach, placed, every)),
    )


def named(entry: Entry) -> Iterator[Branch]:
    """Yield what an entry is about."""
    for function in entry.functions:
        yield Branch(entry.module, function)
    for line, to in entry.branches:
        yield Branch(entry.module, entry.function, line, to)


def _of_module(reasons: dict[Branch, Entry], module: str) -> dict[Branch, Entry]:
    return {branch: entry for branch, entry in reasons.items() if branch.module == module}


def _stale(reach: Reach, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield what the entries say that is not so."""
    functions = {f.whole: f for of_module in reach.values() for f in of_module}
    seen: set[Branch] = set()
    for branch in (branch for entry in entries for branch in named(entry)):
        if branch in seen:
            yield f"unreached.toml has twice {_in_words(branch)}"
        seen.add(branch)
        if why := _why_stale(branch, functions.get(Branch(branch.module, branch.function))):
            yield f"unreached.toml has {_in_words(branch)}, {why}"


def _why_stale(branch: Branch, function: FunctionReach | None) -> str:
    if function is None:
        return "which harbor has not"
    if branch.is_function:
        return f"which is reached by {_listed(function.entered_by)}" if function.entered_by else ""
    if branch not in function.branches:
        return "which harbor has not"
    if not function.entered_by:
        return "whose function is never called"
    by = function.branches[branch]
    return f"which is reached by {_listed(by)}" if by else ""


def _listed(operations: Iterable[str]) -> str:
    return ", ".join(sorted(operations))


def _in_words(branch: Branch) -> str:
    where = f"{branch.module} {branch.function}"
    return where if branch.is_function else f"{where}: {branch.way}"


def _misplaced(reach: Reach, placed: ModulesOf, every: Collection[str]) -> Iterator[str]:
    """Yield what the lists of modules say that is not so."""
    for name in every:
        taken = _taken(reach.get(name, ()))
        if not placed.is_placed(name):
            yield f"path.toml does not place {name}"
        elif not placed.on_the_way(name) and taken:
            yield f"path.toml has {name} outside of the way, and {taken} takes branches of it"
        elif placed.on_the_way(name) and name not in reach:
            yield f"path.toml has {name} on the way, and no operation has it imported"
    for pattern in placed.unmatched(every):
        yield f"path.toml has {pattern}, which fits no module"


def _taken(functions: Iterable[FunctionReach]) -> str:
    """Return the operations that take any branch of these functions."""
    return _listed({op for function in functions for by in function.branches.values() for op in by})
