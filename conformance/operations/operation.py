"""What an operation is: one kind of case about rewards, and all that is stated of it once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from conformance.protocol.differences import JsonText
from conformance.protocol.lines import Form
from conformance.protocol.shapes import Shape
from conformance.protocol.values import Case

HARBOR = "harbor"
"""The wheel decides what the answer must be."""

AGENT_CHALLENGE = "agent-challenge"
"""A program after harbor's end decides; no wheel has the stage."""

type Path = tuple[str, ...]
"""A place in a result, with the keys that come from the data replaced by ``*``."""


def everywhere(_: Path) -> bool:
    """Return that every number of a result is a score."""
    return True


def nowhere(_: Path) -> bool:
    """Return that no part of a result is a score."""
    return False


_SCORES = {
    "verifier_result", "rewards", "evals", "n_total_trials", "n_completed_trials",
    "n_cancelled_trials", "n_pending_trials",
}  # fmt: skip


def by_name(place: Path) -> bool:
    """Return whether a place of a harbor result lies in rewards, evals or counts of trials."""
    return not _SCORES.isdisjoint(place)


NAMED_BY_DATA = {
    "configs": 0, "evals": 1, "exception_stats": 1, "metrics": 1, "pass_at_k": 1, "reward_stats": 2,
    "rewards": 1, "trials": 1,
}  # fmt: skip
"""Fields of results, with the number of levels below each whose keys come from the data."""


def never(_: Case) -> bool:
    """Return that names come in one order."""
    return False


class Typed(Enum):
    """How a field of an input is typed on the command line of ``ask``."""

    JSON = auto()
    TEXT = auto()
    CONTENT = auto()
    """A file, as text that it holds or as ``@FILE``."""

    JSON_CONTENT = auto()
    """The same, or as a path, which no JSON looks like."""

    WORD = auto()
    """A text, as the word after the operation's name."""

    FILE_WORD = auto()
    """A file, as its path after the operation's name."""

    @property
    def is_word(self) -> bool:
        """Whether no option is typed for it."""
        return self in {Typed.WORD, Typed.FILE_WORD}


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation: its place in the flow of data, the form of its messages, and its subjects.

    ``subjects`` are the modules of the operation's folder that hold ``CLAUSES``, in
    the catalogue's order. ``json_text`` is the member of the
    result that is text holding JSON. ``is_score`` tells which places of a result are scores, and
    ``data_names`` how many levels of a result, from the root on, have names that come from the
    data. ``follows_hash_seed`` tells for which cases harbor's order of names differs from one
    of its processes to the next. What is not ``for_candidates`` is harbor's own. ``needs`` is a
    module of harbor without which a release does not have the operation. ``edited`` are the fields
    of an input that edits change to make similar ones: none of a trial's result, whose
    configuration no clause is about, and none of a job, for which harbor takes so long that
    similar inputs are no cheaper than others. ``typed`` are fields that can be typed one by one;
    without any, a file has the whole input. ``effort`` is the part of a profile's examples that
    a clause's only check runs where it names no other.
    """

    name: str
    stage: int
    heading: str
    input: Shape
    result: Shape
    subjects: tuple[str, ...]
    authority: str = HARBOR
    json_text: JsonText | None = None
    is_score: Callable[[Path], bool] = nowhere
    data_names: int = 0
    follows_hash_seed: Callable[[Case], bool] = never
    for_candidates: bool = True
    needs: str = ""
    edited: tuple[str, ...] = ()
    typed: Mapping[str, Typed] = field(default_factory=dict)
    effort: float = 1.0

    @property
    def form(self) -> Form:
        """The form of the operation's messages."""
        return Form(self.name, self.input, self.result)
