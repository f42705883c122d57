"""Each branch of harbor's that rewards can take is taken by an input, or has a reason why not.

How that is measured, joined, judged and reported is shown on a module made for it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from once import made_once

from conformance.examination import corpus
from conformance.operations import EVERY_OPERATION
from conformance.operations.harbor_modules import ModulesOf, Outside, SourcePart

pytest.importorskip("coverage", reason="pip install -c constraints.txt -e '.[coverage]'")

from pydantic import TypeAdapter

from tools.coverage.branches import joined
from tools.coverage.judging import BranchReason, Category, Judgement, judge, judged
from tools.coverage.measuring import MEASURED, FunctionTrace, Trace, measured
from tools.coverage.report import as_page

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"
TRACE = TypeAdapter(Trace)

type Measured = Callable[[str], Trace]


@pytest.fixture(scope="module")
def measured_once(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    """Return a function that measures an operation once for all of pytest's processes."""

    def measure(operation: str) -> Trace:
        def write(folder: Path) -> None:
            (folder / "trace.json").write_bytes(TRACE.dump_json(*measured([operation], 1)))

        folder = made_once(tmp_path_factory, f"coverage-{operation}", write)
        return TRACE.validate_json((folder / "trace.json").read_bytes())

    return measure


# run takes longest, so that it begins first.
@pytest.mark.end_to_end
@pytest.mark.parametrize("operation", MEASURED[::-1])
def test_all_recorded_and_some_generated_inputs_are_sent(
    operation: str, measured_once: Measured
) -> None:
    trace = measured_once(operation)
    assert trace.recorded == len(list(corpus.load(operation)))
    assert trace.generated > 0


@pytest.mark.end_to_end
def test_every_branch_is_taken_or_has_a_reason_that_holds(measured_once: Measured) -> None:
    judgement = judged([measured_once(operation) for operation in MEASURED])
    assert judgement.complaints == ()
    assert PAGE.read_text(encoding="utf-8") == as_page(judgement), "tox -e coverage writes the page"


def test_operations_that_rest_on_no_wheel_are_not_measured() -> None:
    assert set(EVERY_OPERATION) - set(MEASURED) == {"outcome", "reason_code"}


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
