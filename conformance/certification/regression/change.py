"""One thing in which two runs differ, or are alike."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Standing(StrEnum):
    """Whether the later run alone has something, or the earlier one, or both."""

    NEW = "new"
    GONE = "gone"
    SAME = "same"
    OTHER = "other"


class Effect(StrEnum):
    """What a change means to whoever relies on the earlier run."""

    WORSE = "worse"
    ACCEPTED = "accepted"
    BETTER = "better"
    TOLD = "told"

    @property
    def is_bad(self) -> bool:
        """Whether the later run is worse by it, accepted or not."""
        return self in {Effect.WORSE, Effect.ACCEPTED}


@dataclass(frozen=True, slots=True)
class RunChange:
    """One thing: its name, by which it can be accepted, and what there is to say of it.

    ``asked`` and ``repeat`` are the question that shows it and the command that asks it again.
    """

    name: str
    standing: Standing
    effect: Effect
    what: str
    asked: str = ""
    repeat: str = ""


def held(
    before: Collection[str], after: Collection[str], name: str, what: str
) -> Iterator[RunChange]:
    """Yield what is new, gone and the same of things that had better not be there.

    ``name`` is what their names begin with, ``what`` how they are called.
    """
    for one in dict.fromkeys([*after, *before]):
        standing, effect = standing_of(one in before, one in after)
        yield RunChange(f"{name}:{one}", standing, effect, f"{what}: {one}")


def standing_of(before: bool, after: bool) -> tuple[Standing, Effect]:  # noqa: FBT001 - two facts
    """Return how something stands that had better not be there."""
    if before and after:
        return Standing.SAME, Effect.TOLD
    return (Standing.NEW, Effect.WORSE) if after else (Standing.GONE, Effect.BETTER)


def of_effect(changes: Iterable[RunChange], effect: Effect) -> list[RunChange]:
    """Return the changes that mean this."""
    return [change for change in changes if change.effect is effect]
