"""How coverage of harbor is measured, joined, judged and reported, on a module made for it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("coverage", reason="pip install -c constraints.txt -e '.[coverage]'")

import typer

from conformance.certification.verdict import ExitCode
from conformance.operations.harbor_modules import DataError, ModulesOf, Outside, SourcePart
from tools.coverage import __main__ as command
from tools.coverage.branches import Branch, joined
from tools.coverage.judging import BranchReason, Category, Judgement, judge, reasons
from tools.coverage.measuring import FunctionTrace, NotFreshError, Trace, handlers, measure
from tools.coverage.report import as_markdown, as_page

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
    "branches that several operations reach together need no reason": (
        [trace("metric", TO_MINUS, TO_NEXT), trace("job", TO_ZERO, TO_ONE)], [NEVER], ""),
    "a branch that is no longer taken": (
        [MISSED], [NEVER],
        "harbor/sign.py:2 sign: `if number < 0:` → `return -1` is never taken: no reason"),
    "a function that is never called": (
        [HELD], [], "harbor/sign.py:8 never is never called: no reason"),
    "a reason for what is reached": (
        [HELD], [NEVER, of_branch("sign", "if number < 0:", "return -1")],
        f"unreached.toml has {MODULE} sign: `if number < 0:` → `return -1`, which metric takes"),
    "a reason for a function that is not there": (
        [HELD], [NEVER, NEVER.model_copy(update={"functions": ("gone",)})], GONE),
    "a reason for a module that is not there": (
        [HELD], [NEVER, NEVER.model_copy(update={"module": "harbor/gone.py"})], GONE),
    "a reason for a line that is not there": (
        [HELD], [NEVER, of_branch("sign", "if number < 1:", "return -1")], GONE),
    "a reason for a way that is not there": (
        [HELD], [NEVER, of_branch("sign", "if number < 0:", "exit")], GONE),
    "a reason for a function that is called": (
        [HELD], [NEVER.model_copy(update={"functions": ("sign", "never")})],
        "harbor/sign.py sign, which metric takes"),
    "a branch of a function that is never called needs no reason of its own": (
        [HELD], [NEVER, of_branch("never", "if number:", "exit")],
        "never: `if number:` → `exit`, whose function is never called"),
    "a reason that is given twice": (
        [HELD], [NEVER, NEVER], "unreached.toml has harbor/sign.py never 2 times"),
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


def test_each_module_of_harbor_has_a_place_and_each_place_a_module() -> None:
    assert judge((), {}, PLACED, (), [MODULE, AWAY]).complaints == (
        "path.toml has harbor/sign.py on the way, and no operation imports it",
    )
    placed = PLACED.model_copy(update={"path": ()})
    assert judge((), {}, placed, (), [MODULE]).complaints == (
        "path.toml does not place harbor/sign.py",
        "path.toml has harbor/away.py, which fits no module",
    )


def test_branches_that_read_the_same_are_distinguished_and_the_clauses_of_a_try_are_some(
    tmp_path: Path,
) -> None:
    source = "try:\n    f()\nexcept KeyError:\n    g()\nexcept ValueError:\n    h()\n"
    assert handlers(source) == {3: 4, 5: 6}
    (tmp_path / "x.py").write_text("def f(a):\n    if a:\n        g()\n    if a:\n        g()\n")
    jumps = {(2, 3), (2, 4), (4, 5), (4, -1)}
    functions = {"f": function(1, {(2, 3)}, jumps), "f@9": function(9, set(), set())}
    one = Trace(operation="job", recorded=0, generated=0, modules={"x.py": functions})
    first, second = joined([one], tmp_path)["x.py"]
    assert second.whole.function == "f (setter)"
    assert list(first.unreached) == [
        Branch("x.py", "f", "if a:", "if a:"),
        Branch("x.py", "f", "if a:", "exit"),
        Branch("x.py", "f", "if a: #2", "g()"),
    ]


def test_what_is_measured_is_harbor_new_to_its_process() -> None:
    import harbor  # noqa: F401, PLC0415 - as anything before may have done

    with pytest.raises(NotFreshError):
        measure("metric")


@pytest.mark.parametrize(
    "members",
    [
        "x",
        'category = "open", reason = "r"',
        'category = "open", reason = "", functions = ["f"]',
        'category = "open", reason = "r", functions = []',
        'category = "open", reason = "r", functions = ["f", "g"], branches = [["a", "b"]]',
        'category = "often", reason = "r", functions = ["f"]',
        'category = "open", reason = "r", functions = ["f"], x = 1',
    ],
)
def test_a_list_that_cannot_be_read_is_reported_by_its_name(tmp_path: Path, members: str) -> None:
    file = tmp_path / "unreached.toml"
    file.write_text(f'unreached = [{{module = "m", {members}}}]')
    with pytest.raises(DataError, match=r"unreached\.toml: "):
        reasons(file)


def test_the_command_ends_with_0_only_where_every_reason_holds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app, page = typer.Typer(), tmp_path / "coverage.md"
    app.command()(command.main)
    monkeypatch.setattr(command, "measured", lambda *_: [])
    # The second misses a branch that its reasons leave out.
    for traced, code in zip((HELD, MISSED), ExitCode, strict=False):
        one = judgement(tmp_path, traced, entries=(NEVER,))
        monkeypatch.setattr(command, "judged", lambda _, one=one: one)
        ended = CliRunner().invoke(app, ["--write", str(page)])
        assert (ended.exit_code, ended.stdout) == (code, as_markdown(one))
        assert page.read_text(encoding="utf-8") == as_page(one)
