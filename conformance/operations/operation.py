"""What an operation is, a kind of case about rewards, and the shapes that several of them have."""

from collections.abc import Callable
from dataclasses import dataclass

from conformance.protocol.containers import list_of, map_of, members, nullable
from conformance.protocol.differences import JsonText
from conformance.protocol.lines import Form
from conformance.protocol.shapes import BYTES, COUNT, NUMBER, TEXT, Shape, choice
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


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation: its place in the flow of data, the form of its messages, and its subjects.

    ``subjects`` are the modules of the operation's folder that declare clauses, in
    the catalogue's order. ``json_text`` is the member of the
    result that is text holding JSON. ``is_score`` tells which places of a result are scores, and
    ``data_names`` how many levels of a result, from the root on, have names that come from the
    data. ``follows_hash_seed`` tells for which cases harbor's order of names differs from one
    of its processes to the next. What is not ``for_candidates`` is harbor's own. ``needs`` is a
    module of harbor without which a release does not have the operation. ``edited`` are the fields
    of an input that edits change to make similar ones: none of a trial's result, whose
    configuration no clause is about, and none of a job, for which harbor takes so long that
    similar inputs are no cheaper than others. ``effort`` is the part of a profile's examples
    that a clause's only check runs where it names no other.
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
    effort: float = 1.0

    @property
    def form(self) -> Form:
        """The form of the operation's messages."""
        return Form(self.name, self.input, self.result)


FILE = nullable(BYTES)
"""A file's bytes; null: no such file."""

REWARDS = nullable(map_of(NUMBER))
"""Rewards by name, or null."""

VERIFIER_RESULT = nullable(members({"rewards": REWARDS}))
"""A verifier's result, or null."""

METRIC = choice("mean", "max", "min", "sum")
"""The name of a metric."""

USAGE = nullable(
    members(
        {
            "n_input_tokens": nullable(COUNT),
            "n_cache_tokens": nullable(COUNT),
            "n_output_tokens": nullable(COUNT),
            "cost_usd": nullable(NUMBER),
        }
    )
)
"""An agent's usage."""

_NAMES = {"task_name": TEXT, "agent": TEXT}
_OTHERS = {
    "model": nullable(TEXT), "source": nullable(TEXT), "verifier_result": VERIFIER_RESULT,
    "trial_name": TEXT, "exception": nullable(TEXT), "usage": USAGE,
}  # fmt: skip

TRIALS = list_of(members(_NAMES, _OTHERS))
"""Trials; only their task and agent are required."""

WHOLE_TRIALS = list_of(members({**_NAMES, **_OTHERS}))
"""Trials with all fields."""
