"""The statements that one release has and another has not."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from conformance.gate.source_diff.statements import SourceStatement, statements_of
from conformance.operations.harbor_modules import harbor_modules


@dataclass(frozen=True, slots=True)
class Changed:
    """A statement that only one of two releases has, in a module of it."""

    module: str
    statement: SourceStatement


@dataclass(frozen=True, slots=True)
class Differing:
    """What two releases have otherwise in the path of rewards.

    ``gone`` are the statements that only the earlier one has, ``come`` those that only the
    later one has; ``outside`` counts the modules that differ and that no reward depends on.
    """

    gone: tuple[Changed, ...]
    come: tuple[Changed, ...]
    outside: int


def differing(before: Path, after: Path) -> Differing:
    """Return what two packages of harbor, each the folder of one, have otherwise."""
    gone, come, outside = list[Changed](), list[Changed](), 0
    for module in sorted({*_modules(before), *_modules(after)}):
        if _content(before / module) == _content(after / module):
            continue
        name = f"{before.name}/{module}"
        if harbor_modules().why_outside(name):
            outside += 1
            continue
        one, other = _statements(before / module), _statements(after / module)
        gone += [Changed(name, statement) for statement in _only(one, other)]
        come += [Changed(name, statement) for statement in _only(other, one)]
    return Differing(tuple(gone), tuple(come), outside)


def _modules(package: Path) -> Iterator[str]:
    for file in package.rglob("*.py"):
        yield file.relative_to(package).as_posix()


def _content(file: Path) -> bytes:
    return file.read_bytes() if file.exists() else b""


def _statements(file: Path) -> list[SourceStatement]:
    return statements_of(file.read_text(encoding="utf-8")) if file.exists() else []


def _only(one: list[SourceStatement], other: list[SourceStatement]) -> Iterator[SourceStatement]:
    """Yield the statements of one module that stand in no place of the other."""
    mine, theirs = ([(each.scope, each.content) for each in side] for side in (one, other))
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    kept = {
        place
        for block in matcher.get_matching_blocks()
        for place in range(block.a, block.a + block.size)
    }
    yield from (each for place, each in enumerate(one) if place not in kept)
