"""The statements that one release has and another has not."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from conformance.gate.source_diff.statements import SourceStatement, statements_of
from conformance.operations.harbor_modules import harbor_modules


@dataclass(frozen=True, slots=True)
class Differing:
    """The difference of two releases in the path of rewards.

    ``gone`` are the statements that only the earlier one has, ``come`` those that only the
    later one has; ``outside`` counts the modules that differ and that no reward depends on.
    """

    gone: tuple[SourceStatement, ...]
    come: tuple[SourceStatement, ...]
    outside: int


def differing(before: Path, after: Path) -> Differing:
    """Return the difference of two packages of harbor, each the folder of one."""
    gone, come, outside = list[SourceStatement](), list[SourceStatement](), 0
    packages = before, after
    files = {file.relative_to(one).as_posix() for one in packages for file in one.rglob("*.py")}
    for file in sorted(files):
        module = f"{before.name}/{file}"
        first, second = (
            (one / file).read_bytes() if (one / file).exists() else b"" for one in packages
        )
        if first == second:
            continue
        if harbor_modules().why_outside(module):
            outside += 1
            continue
        one, other = statements_of(module, first), statements_of(module, second)
        gone += _only(one, other)
        come += _only(other, one)
    return Differing(tuple(gone), tuple(come), outside)


def _only(one: list[SourceStatement], other: list[SourceStatement]) -> Iterator[SourceStatement]:
    """Yield the statements of one module that stand in no place of the other."""
    mine, theirs = ([(each.scope, each.content) for each in side] for side in (one, other))
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
    kept = {place for block in blocks for place in range(block.a, block.a + block.size)}
    yield from (each for place, each in enumerate(one) if place not in kept)
