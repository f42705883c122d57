"""How coverage of harbor is measured, joined, judged and reported, on a module made for it."""

from pathlib import Path

import pytest

pytest.importorskip("coverage", reason="pip install -c constraints.txt -e '.[coverage]'")


from conformance.operations.harbor_modules import ModulesOf, Outside, SourcePart
from tools.coverage.branches import joined
from tools.coverage.judging import BranchReason, Category, Judgement, judge
from tools.coverage.measuring import FunctionTrace, Trace

SOURCE = """\
def sign(number):
    if number < 0:
        return -1
    if number == 0:
        return 0
    return 1

def never(number):
    if number:
        return 1
"""
MODULE, AWAY = "harbor/sign.py", "harbor/away.py"
TO_MINUS, TO_NEXT, TO_ZERO, TO_ONE = (2, 3), (2, 4), (4, 5), (4, 6)
SIGN = {TO_MINUS, TO_NEXT, TO_ZERO, TO_ONE}
PLACED = ModulesOf(
    path=(SourcePart(what="a sign", modules=(MODULE,)),),
    outside=(Outside(reason="Elsewhere.", modules=(AWAY,)),),
)
NEVER = BranchReason(
    module=MODULE, category=Category.CALLER, reason="Nobody calls it.", functions=("never",)
)


def of_branch(function: str, *branch: str) -> BranchReason:
    update = {"category": Category.OPEN, "functions": (function,), "branches": (branch,)}
    return NEVER.model_copy(update=update)


def trace(operation: str, *taken: tuple[int, int], away: bool = False) -> Trace:
    """Return the branches that an operation takes in the module and, if ``away``, in another."""
    ways = {(2, 3), (2, -1)}
    sign = function(1, set(taken), SIGN)
    never = function(8, set(), {(9, 10), (9, -8)})
    elsewhere = function(1, ways if away else set(), ways)
    modules = {MODULE: {"sign": sign, "never": never}, AWAY: {"away": elsewhere}}
    return Trace(operation=operation, recorded=1, generated=2, modules=modules)


def function(first: int, taken: set[tuple[int, int]], every: set[tuple[int, int]]) -> FunctionTrace:
    return FunctionTrace(first, bool(taken), frozenset(taken), frozenset(every - taken))


def judgement(tmp_path: Path, *traces: Trace, entries: tuple[BranchReason, ...]) -> Judgement:
    (tmp_path / "harbor").mkdir(exist_ok=True)
    (tmp_path / MODULE).write_text(SOURCE)
    (tmp_path / AWAY).write_text("def away():\n    if away:\n        pass\n")
    return judge(traces, joined(traces, tmp_path), PLACED, entries, [MODULE, AWAY])


HELD, MISSED = trace("metric", *SIGN), trace("metric", *(SIGN - {TO_MINUS}))
GONE = " which harbor does not have"
JUDGED: dict[str, tuple[list[Trace], list[BranchReason], str]] = {
    # What operations take, the reasons, and how the only complaint ends.
    "a branch that is no longer taken": (
        [MISSED], [NEVER],
        "harbor/sign.py:2 sign: `if number < 0:` → `return -1` is never taken: no reason"),
    "a function that is never called": (
        [HELD], [], "harbor/sign.py:8 never is never called: no reason"),
    "a reason for what is reached": (
        [HELD], [NEVER, of_branch("sign", "if number < 0:", "return -1")],
        f"unreached.toml has {MODULE} sign: `if number < 0:` → `return -1`, which metric takes"),
    "a reason for a line that is not there": (
        [HELD], [NEVER, of_branch("sign", "if number < 1:", "return -1")], GONE),
    "a module outside of the way of which branches are taken": (
        [trace("job", *SIGN, away=True)], [NEVER],
        "path.toml has harbor/away.py outside of the way, and job takes branches of it"),
}  # fmt: skip


@pytest.mark.parametrize(("traces", "entries", "end"), JUDGED.values(), ids=JUDGED)
def test_what_is_not_taken_has_a_reason_and_reasons_are_for_nothing_else(
    traces: list[Trace], entries: list[BranchReason], end: str, tmp_path: Path
) -> None:
    found = judgement(tmp_path, *traces, entries=tuple(entries))
    assert found.holds is not bool(end)
    assert [complaint[-len(end) :] for complaint in found.complaints] == [end] * bool(end)
