"""How what is reached is measured, joined, judged and told: on a module made for the purpose."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("coverage", reason="pip install -c constraints.txt -e '.[reach]'")

from conformance.certification.verdict import ExitCode
from conformance.changes.paths import DataError, ModulesOf, Outside, Part
from conformance.cli import reach as cli_reach
from conformance.cli.app import app
from conformance.cli.errors import UsageError
from conformance.reach import running
from conformance.reach.branches import Branch, joined
from conformance.reach.data import Category, Entry, unreached
from conformance.reach.judging import Judgement, judge
from conformance.reach.measuring import NotFreshError, measure
from conformance.reach.reach import Measurement
from conformance.reach.running import NoCoverageError, ReachError, measured, measured_alone
from conformance.reach.source import handlers, modules
from conformance.reach.trace import FunctionTrace, Trace
from conformance.report import reach_json, reach_markdown, reach_text

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
    path=(Part(what="a sign", modules=(MODULE,)),),
    outside=(Outside(reason="Elsewhere.", modules=("harbor/away.py",)),),
)
NEVER = Entry(
    module=MODULE, category=Category.CALLER, reason="Nobody calls it.", functions=("never",)
)
MINUS = Entry(
    module=MODULE,
    category=Category.OPEN,
    reason="Not asked.",
    function="sign",
    branches=(("if number < 0:", "return -1"),),
)


def trace(operation: str, *taken: tuple[int, int], away: bool = False) -> Trace:
    """Return what an operation takes of the module, and whether it takes what lies elsewhere."""
    ways = {(2, 3), (2, -1)}
    return Trace(
        operation=operation,
        recorded=1,
        generated=2,
        modules={
            MODULE: {
                "sign": function(1, set(taken), SIGN),
                "never": function(8, set(), {(9, 10), (9, -8)}),
            },
            AWAY: {"away": function(1, ways if away else set(), ways)},
        },
    )


def function(first: int, taken: set[tuple[int, int]], every: set[tuple[int, int]]) -> FunctionTrace:
    return FunctionTrace(first_line=first, entered=bool(taken), reached=taken, missed=every - taken)


def judgement(tmp_path: Path, *traces: Trace, entries: tuple[Entry, ...]) -> Judgement:
    (tmp_path / "harbor").mkdir(exist_ok=True)
    (tmp_path / MODULE).write_text(SOURCE)
    (tmp_path / AWAY).write_text("def away():\n    if away:\n        pass\n")
    return judge(joined(traces, tmp_path), PLACED, entries, modules(tmp_path))


def test_branches_that_several_operations_reach_together_need_no_reason(tmp_path: Path) -> None:
    first, second = trace("metric", TO_MINUS, TO_NEXT), trace("job", TO_ZERO, TO_ONE)
    assert judgement(tmp_path, first, second, entries=(NEVER,)).complaints == []


def test_a_branch_that_falls_out_of_reach_is_named_by_file_and_line(tmp_path: Path) -> None:
    held = trace("metric", *SIGN)
    assert judgement(tmp_path, held, entries=(NEVER,)).holds
    lost = judgement(tmp_path, trace("metric", *(SIGN - {TO_MINUS})), entries=(NEVER,))
    assert not lost.holds
    (complaint,) = lost.complaints
    assert complaint.startswith("harbor/sign.py:2 sign: `if number < 0:` → `return -1`, by no ")


def test_a_function_that_is_never_called_is_named_by_file_and_line(tmp_path: Path) -> None:
    (complaint,) = judgement(tmp_path, trace("metric", *SIGN), entries=()).complaints
    assert complaint.startswith("harbor/sign.py:8 never is never called")


def test_a_reason_for_what_is_reached_is_stale(tmp_path: Path) -> None:
    (complaint,) = judgement(tmp_path, trace("metric", *SIGN), entries=(NEVER, MINUS)).complaints
    assert complaint == (
        "unreached.toml has harbor/sign.py sign: `if number < 0:` → `return -1`, which is reached "
        "by metric"
    )


@pytest.mark.parametrize(
    "entry",
    [
        NEVER.model_copy(update={"functions": ("gone",)}),
        NEVER.model_copy(update={"module": "harbor/gone.py"}),
        MINUS.model_copy(update={"branches": (("if number < 1:", "return -1"),)}),
        MINUS.model_copy(update={"branches": (("if number < 0:", "exit"),)}),
    ],
)
def test_a_reason_for_what_harbor_has_not_is_stale(tmp_path: Path, entry: Entry) -> None:
    (complaint,) = judgement(tmp_path, trace("metric", *SIGN), entries=(NEVER, entry)).complaints
    assert complaint.endswith("which harbor has not")


def test_a_reason_for_a_function_that_is_called_is_stale(tmp_path: Path) -> None:
    entry = NEVER.model_copy(update={"functions": ("sign", "never")})
    (complaint,) = judgement(tmp_path, trace("metric", *SIGN), entries=(entry,)).complaints
    assert complaint.endswith("harbor/sign.py sign, which is reached by metric")


def test_a_branch_of_a_function_that_is_never_called_needs_no_reason_of_its_own(
    tmp_path: Path,
) -> None:
    entry = MINUS.model_copy(update={"function": "never", "branches": (("if number:", "exit"),)})
    (complaint,) = judgement(tmp_path, trace("metric", *SIGN), entries=(NEVER, entry)).complaints
    assert complaint.endswith("never: `if number:` → `exit`, whose function is never called")


def test_a_reason_that_is_given_twice_is_told(tmp_path: Path) -> None:
    complaints = judgement(tmp_path, trace("metric", *SIGN), entries=(NEVER, NEVER)).complaints
    assert complaints == ["unreached.toml has twice harbor/sign.py never"]


def test_a_module_outside_of_the_way_of_which_branches_are_taken_is_told(tmp_path: Path) -> None:
    entries = (NEVER,)
    complaints = judgement(tmp_path, trace("job", *SIGN, away=True), entries=entries).complaints
    assert complaints == [
        "path.toml has harbor/away.py outside of the way, and job takes branches of it"
    ]


def test_a_module_on_the_way_that_is_never_imported_is_told() -> None:
    (complaint,) = judge({}, PLACED, (), [MODULE, AWAY]).complaints
    assert complaint == "path.toml has harbor/sign.py on the way, and no operation has it imported"


def test_a_module_in_no_list_and_a_pattern_of_no_module_are_told() -> None:
    placed = PLACED.model_copy(update={"path": ()})
    assert judge({}, placed, (), [MODULE]).complaints == [
        "path.toml does not place harbor/sign.py",
        "path.toml has harbor/away.py, which fits no module",
    ]


def test_branches_that_read_the_same_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("def f(a):\n    if a:\n        g()\n    if a:\n        g()\n")
    jumps = {(2, 3), (2, 4), (4, 5), (4, -1)}
    one = Trace(
        operation="job",
        recorded=0,
        generated=0,
        modules={"x.py": {"f": function(1, {(2, 3)}, jumps), "f@9": function(9, set(), set())}},
    )
    first, second = joined([one], tmp_path)["x.py"]
    assert second.whole.function == "f (setter)"
    assert list(first.unreached) == [
        Branch("x.py", "f", "if a:", "if a:"),
        Branch("x.py", "f", "if a:", "exit"),
        Branch("x.py", "f", "if a: #2", "g()"),
    ]


def test_the_clauses_of_a_try_are_ways_to_go() -> None:
    source = "try:\n    f()\nexcept KeyError:\n    g()\nexcept ValueError:\n    h()\n"
    assert handlers(source) == {3: 4, 5: 6}


def test_what_is_measured_is_harbor_new_to_its_process() -> None:
    import harbor  # noqa: F401, PLC0415 - as anything before may have done

    with pytest.raises(NotFreshError):
        measure("metric")


def test_an_operation_that_cannot_be_measured_ends_in_what_its_process_said_last() -> None:
    with pytest.raises(ReachError, match="nothing: KeyError"):
        measured_alone("nothing")


def test_without_coverage_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(NoCoverageError, match=r"pip install 'harbor-conformance\[reach\]'"):
        measured(["metric"], 1)


@pytest.mark.parametrize(
    "text",
    [
        "x",
        'unreached = [{module = "m", category = "open", reason = "r"}]',
        'unreached = [{module = "m", category = "open", reason = "r", function = "f"}]',
        'unreached = [{module = "m", category = "often", reason = "r", functions = ["f"]}]',
        'unreached = [{module = "m", category = "open", reason = "r", functions = ["f"], x = 1}]',
    ],
)
def test_a_list_that_cannot_be_read_is_told_by_its_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "unreached.toml"
    file.write_text(text)
    with pytest.raises(DataError, match=r"unreached\.toml: "):
        unreached(file)


def test_every_reason_is_one_sentence() -> None:
    reasons = {entry.reason for entry in unreached()}
    assert [reason for reason in reasons if not reason.endswith(".") or "\n" in reason] == []


@pytest.fixture
def measurements(tmp_path: Path) -> tuple[Measurement, Measurement]:
    """Return one that holds and one in which a branch has fallen out of reach."""
    one, other = trace("metric", *SIGN), trace("metric", *(SIGN - {TO_MINUS}))
    return (
        Measurement((one,), judgement(tmp_path, one, entries=(NEVER,))),
        Measurement((other,), judgement(tmp_path, other, entries=(NEVER,))),
    )


def test_what_is_reached_is_told_by_module_and_reason(
    measurements: tuple[Measurement, Measurement],
) -> None:
    held, lost = measurements
    assert "harbor/sign.py    4 of   6  by metric; unreached: 2 caller" in reach_text.to_text(held)
    assert "- Nobody calls it. *(caller)*\n  - line 8, `never`\n" in reach_markdown.to_text(held)
    assert "**no reason is given**" in reach_markdown.to_text(lost)
    assert "no reason is given" in reach_text.to_text(lost)
    document = json.loads(reach_json.to_text(lost))
    assert (document["holds"], len(document["complaints"])) == (False, 1)
    assert {"at": 2, "function": "sign", "line": "if number < 0:", "to": "return -1"} in (
        document["modules"][0]["unreached"]
    )


def test_the_command_ends_with_0_only_where_every_reason_holds(
    monkeypatch: pytest.MonkeyPatch,
    measurements: tuple[Measurement, Measurement],
    tmp_path: Path,
) -> None:
    for measurement, code in zip(measurements, ExitCode, strict=False):
        monkeypatch.setattr(cli_reach, "measure_all", lambda *_, m=measurement: m)
        page = tmp_path / "reach.md"
        ended = CliRunner().invoke(app, ["reach", "--write", str(page)])
        assert ended.exit_code == code
        assert page.read_text(encoding="utf-8") == reach_markdown.to_text(measurement)


def test_without_coverage_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.importlib.util, "find_spec", lambda _: None)
    ended = CliRunner().invoke(app, ["reach"])
    assert isinstance(ended.exception, UsageError)
