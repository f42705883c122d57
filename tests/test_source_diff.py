"""The code that differs between two releases, how much of it runs, and the cases about it."""

import sys
import tomllib
from pathlib import Path

import pytest
from gated_pairs import PAIR, settings

from conformance.certification import ExitCode
from conformance.gate.coverage import UNREACHED, Counters, Line, reach_of, why_unreached
from conformance.gate.results import Gated, exit_code
from conformance.gate.statements import Differing, SourceStatement, differing, statements_of
from conformance.gate.vocabulary import cases_of
from conformance.implementations.process import ProcessCandidate
from conformance.implementations.process.command import Command
from conformance.operations.harbor_modules import harbor_modules
from conformance.protocol.values import Case, Result
from conformance.report import gate_view, rendering

BEFORE = '''
"""A module."""
KNOWN = {"OneError"}


class RetryConfig:
    exclude: set[str] = {"OneError"}


def read(text: str) -> float:
    """Read a number."""
    if text == "none":
        return 0.0
    return float(text)
'''


def package(folder: Path, module: str, source: str) -> Path:
    file = folder / "harbor" / module
    file.parent.mkdir(parents=True)
    file.write_text(source)
    return folder / "harbor"


def changed(folder: Path, before: str, after: str, module: str = "models/job.py") -> Differing:
    earlier = package(folder / "before", module, before)
    return differing(earlier, package(folder / "after", module, after))


@pytest.mark.parametrize(
    ("old", "new", "come"),
    [
        ("return 0.0", "return 0.0  # nothing", []),
        ('"""Read a number."""', '"""Read the number that a text holds."""', []),
        ("text: str) -> float", "text: object) -> int", []),
        ("float(text)", "float(\n        text,\n    )", []),
        ('{"OneError"}', '{"OneError", "OtherError"}', [("", 0), ("RetryConfig", 0)]),
        ('text == "none":', 'text in ("none", "null"):', [("read", 12)]),
        # What a loop runs is its own line, and not that of what is in it.
        ("return float(text)", "for one in text:\n        print(one)",
         [("read", 14), ("read", 15)]),
    ],
)  # fmt: skip
def test_a_statement_that_differs_has_its_function_and_line_and_a_text_alone_is_none(
    old: str, new: str, come: list[tuple[str, int]], tmp_path: Path
) -> None:
    assert old in BEFORE
    told = changed(tmp_path, BEFORE, BEFORE.replace(old, new))
    assert [(one.scope, one.runs) for one in told.come] == come
    assert {one.module for one in told.gone} == ({"harbor/models/job.py"} if come else set())


BRANCHES = (
    "if a:\n  b()\nelse:\n  c()", "if a:\n  b()\n  c()", "if a:\n  b()\nc()",
    "if a:\n  if b:\n    c()\n  d()", "if a:\n  if b:\n    c()\n    d()",
    "try:\n  b()\nfinally:\n  c()\n  d()", "try:\n  b()\n  c()\nfinally:\n  d()",
)  # fmt: skip


def test_a_statement_that_moves_to_another_branch_is_changed() -> None:
    read = [[one.content for one in statements_of("m", text.encode())] for text in BRANCHES]
    assert len(set(map(tuple, read))) == len(BRANCHES)


INSIDE = (
    "job", "verifier/verifier", "something/new", "environments/base", "registry/client/json",
    "skills",
)  # fmt: skip
OUTSIDE = (
    "registry/client/package", "trial/sync_trajectory", "environments/docker/docker", "cli/jobs",
    "agents/installed/codex",
)  # fmt: skip


@pytest.mark.parametrize("module", [*INSIDE, *OUTSIDE])
def test_changes_outside_the_path_of_rewards_have_a_reason_and_are_counted_and_not_told(
    module: str, tmp_path: Path
) -> None:
    outside = module in OUTSIDE
    assert bool(harbor_modules().why_outside(f"harbor/{module}.py")) == outside
    told = changed(tmp_path, BEFORE, BEFORE.replace("0.0", "0.5"), module=f"{module}.py")
    assert (told.gone == told.come == (), told.outside) == (outside, int(outside))


MEMBER = BEFORE.replace("RetryConfig:\n", "RetryConfig:\n    patience: float | None = None\n")


def test_each_word_of_one_release_alone_is_tried_in_its_place(tmp_path: Path) -> None:
    after = MEMBER.replace("OneE", "OtherE").replace('"none"', 'f(0.75, "null")')
    asked = cases_of(changed(tmp_path, BEFORE, after))
    raised = str([case.input for case in asked["run.not-retried"]])
    assert "OtherError" in raised
    assert "OneError" in raised
    jobs = [case.input["job"] for case in asked["run.configuration"]]
    assert all({"retry": {"patience": value}} in jobs for value in (0.5, None))
    texts = {case.input["reward.txt"] for case in asked["verifier.text-words"]}
    assert texts == {b"none", b"null", b"0.75"}


def test_a_word_with_a_dot_is_the_name_of_a_file_and_one_in_capitals_that_of_a_variable(
    tmp_path: Path,
) -> None:
    files = ("harbor.toml", "trial.jsonlines", ".harborignore", "task.tar.gz")
    texts = (*files, "harbor.environments.podman", "reward", "a sentence.", "(KEY|TOKEN(?!S))")
    asked = cases_of(changed(tmp_path, BEFORE, f"{BEFORE}WORDS = {texts}\n"))
    left = str([case.input for case in asked["run.stale-reward"]])
    assert [text for text in texts if f"'{text}'" in left] == [*files]
    named = {word for case in asked["run.secrets"] for word in str(case.input["job"]).split("'")}
    assert {"MY_TOKEN", "MY_TOKENS", "MY_KEY"} <= named


def test_no_function_is_unreached_for_a_reason_that_is_not_listed_or_does_not_hold() -> None:
    entries = tomllib.loads(UNREACHED.read_text(encoding="utf-8"))["unreached"]
    assert [one["module"] for one in entries if harbor_modules().why_outside(one["module"])] == []

    from harbor.upload.uploader import Uploader  # noqa: PLC0415 - imports harbor: a second

    verify = SourceStatement("harbor/verifier/verifier.py", "Verifier.verify", "")
    assert not why_unreached(verify)
    name = Uploader.upload_single_trial.__qualname__
    upload = SourceStatement("harbor/upload/uploader.py", name, "")
    assert [bool(why_unreached(upload, one)) for one in (("leaderboard",), ())] == [True, False]


def test_a_release_counts_which_lines_its_answers_run(tmp_path: Path) -> None:
    import harbor.verifier.verifier as module  # noqa: PLC0415 - imports harbor: a second

    name, source = "harbor/verifier/verifier.py", Path(module.__file__).read_bytes()
    functions = [one for one in statements_of(name, source) if one.runs]
    counters = Counters([(name, one.runs) for one in functions], tmp_path)
    harbor = Command((sys.executable, "-m", "oracle", *counters.words), (), 60, guarded=False)
    process = ProcessCandidate("0.13.1", harbor)
    try:
        inputs = ({"reward.txt": text, "reward.json": None} for text in (b"1", b"x"))
        ran = [(process.answer(Case("verifier", {**one})), counters.take()) for one in inputs]
    finally:
        process.abandon()
    answers, reached = zip(*ran, strict=True)
    assert isinstance(answers[0], Result)
    raising = {(name, one.runs) for one in functions if "VerifierOutputParseError" in one.content}
    assert not raising & reached[0]
    assert raising & reached[1]


NEW, OLD = "harbor/new/module.py", "harbor/trial/regrade.py"
KNOWN = Differing(
    gone=(SourceStatement(OLD, "RegradeTrial.run", "", 7),),
    come=(
        SourceStatement(NEW, "read", "", 3),
        SourceStatement(NEW, "read", "", 4),
        SourceStatement(NEW, "Config", "x: int"),
    ),
    outside=2,
)
FIRST, SECOND = ("9.9.9", (NEW, 3)), ("9.9.9", (NEW, 4))


@pytest.mark.parametrize(
    ("reached", "verdict", "said", "missed", "required"),
    [
        ({FIRST}, "not proven", "not proven: no change in 12 cases, but 1 of 3 changed lines run",
         ["harbor/new/module.py:4 (read, 9.9.9)"], ExitCode.DIVERGES),
        ({FIRST, SECOND}, "no change", "no change in 12 cases, 2 of 3 changed lines run", [],
         ExitCode.CONFORMANT),
    ],
)  # fmt: skip
def test_no_change_is_proven_where_every_line_ran_or_has_its_reason(
    reached: set[tuple[str, Line]], verdict: str, said: str, missed: list[str], required: ExitCode
) -> None:
    reach = reach_of(PAIR, KNOWN, frozenset(reached))
    assert (reach.lines, reach.declarations, reach.outside) == (3, 1, 2)
    old, *new = reach.unreached
    assert old.reason.startswith("grades the trials of an earlier job anew")
    assert [(str(one), one.reason) for one in new] == [(place, "") for place in missed]
    result = Gated(PAIR, cases={"metric": 12}, reach=reach)
    assert result.verdict == verdict
    text = rendering.text(gate_view.view([result], settings("metric")))
    assert [words for words in (said, *missed) if words not in text] == []
    screen = rendering.text(gate_view.view([result], settings("metric"), brief=True))
    assert ("not proven: 1 changed function did not run: " in screen) == bool(missed)
    assert "changed lines run (1 more cannot be, each with its reason)" in screen
    assert exit_code([result]) is ExitCode.CONFORMANT
    assert exit_code([result], require_reach=True) is required
    document = rendering.json_text(gate_view.document([result], settings("metric")))
    assert ('"function": "read"' in document) == bool(missed)
