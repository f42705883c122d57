"""The file that serves a runner answers as the runner's functions do, under any interpreter."""

import ast
import json
import runpy
import shutil
import subprocess
import sys
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from programs import command

from conformance.examination import corpus
from conformance.implementations.process.candidate import ProcessCandidate
from conformance.implementations.process.command import SHIM, Command, python_object
from conformance.operations import FORMS, OPERATIONS, messages
from conformance.protocol.shapes import NUMBER, ShapeError
from conformance.protocol.values import Case, Misshapen, Result
from tools.structure import imported

TIMEOUT = 60.0


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


CASES = [recorded for operation in OPERATIONS for recorded in corpus.load(operation)]


def older() -> str:
    """Return an interpreter of an older version that this machine has, or this one."""
    pyenv = Path.home() / ".pyenv" / "versions"
    known = [sorted(pyenv.glob(f"3.{minor}.*/bin/python")) for minor in range(8, 12)]
    on_the_path = [shutil.which(f"python3.{minor}") for minor in range(8, 12)]
    paths = [*map(str, chain(*known)), *filter(None, on_the_path)]
    return next(filter(_runs, paths), sys.executable)


def _runs(python: str) -> bool:
    return subprocess.run([python, "-c", ""], check=False, capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def shim() -> SimpleNamespace:
    """The file, as it is in this process."""
    return SimpleNamespace(**runpy.run_path(str(SHIM)))


def test_it_is_for_every_python_from_3_8_on_and_has_the_operations_in_their_order(
    shim: SimpleNamespace,
) -> None:
    ast.parse(SHIM.read_text(encoding="utf-8"), feature_version=(3, 8))
    assert {name.partition(".")[0] for name in imported(SHIM)} <= {*sys.stdlib_module_names}
    assert tuple(shim.INPUTS) == tuple(shim.RESULTS) == OPERATIONS


def test_it_reads_each_recorded_input_and_writes_each_result_as_the_suite_does(
    shim: SimpleNamespace,
) -> None:
    for recorded in CASES:
        operation = recorded.case.operation
        form = messages.input_to_json(recorded.case)
        read = Case(operation, shim.decoded(shim.INPUTS[operation], form))
        # As it is written again: a nan is not equal to itself, and 1 is to 1.0.
        assert messages.input_to_json(read) == form, recorded.id
        assert list(read.input) == list(recorded.case.input)
        if isinstance(recorded.answer, Result):
            form = FORMS[operation].result.encode(recorded.answer.value)
            result = shim.encoded(shim.RESULTS[operation], recorded.answer.value)
            assert json.dumps(result) == json.dumps(form), recorded.id


def odd(_: object) -> str:
    """Return a text that no protocol reads, in place of a value's own."""
    return "np.float64"


Float, Int = (type("Odd", (of,), {"__repr__": odd, "__str__": odd}) for of in (float, int))
"""Numbers that are written in their own way, as numpy's are."""
Place = IntEnum("Place", ["FIRST", "SECOND"])


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (Float(0.1), {"float": "0.1"}),
        (Float("nan"), {"float": "nan"}),
        (Float("-0.0"), {"float": "-0.0"}),
        (Int(7), {"int": "7"}),
        (Int(10**5000 + 7), {"int": f"1{'0' * 4999}7"}),
        (Place.SECOND, {"int": "2"}),
    ],
)
def test_a_value_of_a_subclass_is_the_number_that_it_holds(
    value: float, form: dict[str, str], shim: SimpleNamespace
) -> None:
    assert NUMBER.encode(value) == form
    assert shim.form(value) == form


@pytest.mark.parametrize("value", [True, None, "1", b"1", Decimal(1), Fraction(1, 2), 1j, [1.0]])
def test_nothing_else_is_a_number(value: Any, shim: SimpleNamespace) -> None:  # noqa: ANN401
    with pytest.raises(ShapeError):
        NUMBER.encode(value)
    with pytest.raises(shim.MisfitError):
        shim.form(value)


def told(command: Command, cases: list[Case]) -> list[str]:
    """Return a process's answers as text in which 1 differs from 1.0; its conduct is sound."""
    candidate = ProcessCandidate("shim", command)
    answers = list(candidate.answers(cases))
    candidate.close()
    assert candidate.faults == []
    return [
        answer.reason
        if isinstance(answer, Misshapen)
        else json.dumps(messages.answer_to_json(case.operation, answer))
        for case, answer in zip(cases, answers, strict=True)
    ]


ECHOES = """
import decimal

def plain(value):
    # Python limits the digits of what it writes; hexadecimal has no limit.
    if type(value) is int:
        return hex(value)
    if isinstance(value, dict):
        return [(name, plain(member)) for name, member in value.items()]
    return [plain(member) for member in value] if isinstance(value, list) else repr(value)

class Echo(Exception):
    pass

def echo(case):
    print("to the log", flush=True)
    raise Echo(ascii(plain(case)))

"""


def told_here_and_there(module: str, cases: list[Case]) -> list[str]:
    """Return what a module says to each case, the same under an older Python."""
    ways = [python_object(module, (), TIMEOUT, python=python) for python in ("", older())]
    here, there = (told(way, cases) for way in ways)
    assert here == there
    return here


@pytest.mark.end_to_end
def test_an_older_python_gets_the_inputs_that_this_one_gets(folder: Path) -> None:
    names = "".join(f"{operation} = echo\n" for operation in OPERATIONS)
    (folder / "mine.py").write_text(ECHOES + names)
    assert "Echo" in told_here_and_there("mine:", [recorded.case for recorded in CASES])[0]


ODD = """
import sys
nan, inf = float("nan"), float("inf")
VALUES = [
    {"a": 1, "b": 1.0, "c": -0.0, "d": nan, "e": -inf, "f": 5e-324, "\\ud800": 2 ** 53 + 1},
    {"a": 10 ** 5000 + 7, "b": -(10 ** 4400)},
    {}, None, [], 0.5, {"a": True}, {"a": None}, {"a": "1"}, {1: 2.0}, {"a": {1}}, {"a": b"x"},
    {"a": [1.0, nan]}, type("Other", (dict,), {})(a=1),
    {"a": type("Float", (float,), {"__repr__": lambda self: "odd"})(0.5)}, {"a": {"int": "1"}},
    {("a", "b"): 1}, {None: {}}, type("Unprintable", (), {"__repr__": None})(),
]

def metric(case):
    sys.stdout.write("half a line")
    value = VALUES[int(case["rewards"][0]["place"])]
    if case["metric"] == "max":
        raise type("Odd\\u00e9Error", (ValueError,), {})(type(value).__name__)
    return value

def pass_at_k(case):
    return [{"e": {"2": 1.0}}, {"e": {"02": 1.0}}, {"e": {2: 1.0}}][len(case["trials"])]

def trial_result(case):
    return {"verifier_result": {"rewards": {"a": 1}}, "exception": None, "more": nan}
"""


@pytest.mark.end_to_end
def test_any_value_that_a_module_returns_goes_out_alike(folder: Path) -> None:
    (folder / "odd.py").write_text(ODD)
    trial = {"task_name": "t", "agent": "a"}
    cases = [
        *(
            Case("metric", {"metric": metric, "rewards": [{"place": place}]})
            for place in range(19)
            for metric in ("sum", "max")
        ),
        *(Case("pass_at_k", {"trials": [{**trial} for _ in range(n)]}) for n in range(3)),
        Case("trial_result", {"result": b"\0\xff"}),
    ]
    here = told_here_and_there("odd:", cases)
    has_form = [place for place in range(19) if "is expected" not in here[2 * place]]
    assert has_form == [0, 1, 2, 13, 14]
    assert any("Odd\\u00e9Error" in answer for answer in here)


NAIVE = """
import sys
print("loaded by", sys.version_info[:2], "reading", repr(sys.stdin.read()))
try:
    import conformance
except ImportError:
    OURS = None
else:
    OURS = conformance.__file__

def metric(case):
    if OURS:
        raise SystemExit("the suite is on the path: " + OURS)
    values = [next(iter((r or {}).values()), 0) for r in case["rewards"]]
    return {case["metric"]: {"mean": lambda v: sum(v) / len(v), "max": max,
                                 "min": min, "sum": sum}[case["metric"]](values)}
"""


@pytest.mark.end_to_end
def test_a_runner_is_certified_under_its_own_interpreter(folder: Path) -> None:
    (folder / "mine.py").write_text(NAIVE)
    python = older()
    if python == sys.executable:
        pytest.skip("no interpreter but this one, on whose path the suite is")
    named = ("mine:", "--python", python, "--env", "PYTHONPATH=")
    clauses = ("--clause", "metric.compensated-sum", "--profile", "quick", "--jobs", "1")
    completed = command("certify", *named, *clauses, status=1)
    assert "mine: diverges from harbor" in completed.stdout
    assert f"--candidate mine: --python {python}" in completed.stdout


@pytest.mark.end_to_end
def test_a_copy_of_it_serves_as_a_command(folder: Path) -> None:
    runner = (
        "class Runner:\n    def reason_code(self, case):\n        return {'reason_code': None}\n"
    )
    (folder / "mine.py").write_text(f"{runner}\nrunner = Runner()\n")
    printed = command("show", "shim")
    assert printed.stdout == SHIM.read_text(encoding="utf-8")
    (folder / "shim.py").write_text(printed.stdout)
    python = older()
    completed = command("smoke", "--command", f"{python} shim.py mine:runner", status=1)
    assert "answers reason_code" in completed.stdout
    assert "broken harness" not in completed.stdout
    without = subprocess.run([python, "shim.py"], check=False, capture_output=True)
    assert (without.returncode, without.stdout) == (2, b"")
    assert without.stderr.startswith(b"usage: shim.py module:attribute")


HARBOR = """
def metric(case):
    import harbor.metrics.mean
    values = [next(iter((r or {}).values()), 0) for r in case["rewards"]]
    return {case["metric"]: {"max": max, "min": min}[case["metric"]](values, default=0)}
"""
CLAUSE = ("--clause", "metric.extreme-is-a-value", "--profile", "quick", "--jobs", "1")


@pytest.mark.end_to_end
def test_a_runner_may_import_harbor_where_that_is_said(folder: Path) -> None:
    (folder / "mine.py").write_text(HARBOR)
    words = ("certify", "mine:", *CLAUSE)
    # A user's own PYTHONPATH does not remove the guard.
    refused = command(*words, "--env", f"PYTHONPATH={folder}", status=1)
    assert "error ImportError" in refused.stdout
    report = folder / "report"
    allowed = command(*words, "--allow-harbor", "--report", str(report), status=0)
    said = "--allow-harbor removes the guard: the candidate may import harbor"
    assert said in allowed.stdout.splitlines()[-1]
    assert said in (report / "report.json").read_text(encoding="utf-8")
