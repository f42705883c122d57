"""The code that differs between two releases, how much of it runs, and the cases about it."""

import sys
import tomllib
from pathlib import Path

import pytest
from gated_pairs import PAIR, settings

from conformance.certification.verdict import ExitCode
from conformance.gate.coverage import UNREACHED, Counters, Reached, reach_of, why_unreached
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
AFTER = BEFORE.replace('{"OneError"}', '{"OneError", "OtherError"}').replace(
    'if text == "none":', 'if text in ("none", "null"):'
)


def package(folder: Path, module: str, source: str) -> Path:
    file = folder / "harbor" / module
    file.parent.mkdir(parents=True)
    file.write_text(source)
    return folder / "harbor"


def changed(tmp_path: Path, before: str, after: str, module: str = "models/job.py") -> Differing:
    earlier = package(tmp_path / "before", module, before)
    return differing(earlier, package(tmp_path / "after", module, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return 0.0", "return 0.0  # nothing"),
        ('"""Read a number."""', '"""Read the number that a text holds."""'),
        ("text: str) -> float", "text: object) -> int"),
        ("float(text)", "float(\n        text,\n    )"),
    ],
)
def test_comments_forms_docstrings_and_annotations_change_nothing(
    before: str, after: str, tmp_path: Path
) -> None:
    assert BEFORE.replace(before, after) != BEFORE
    told = changed(tmp_path, BEFORE, BEFORE.replace(before, after))
    assert (told.gone, told.come) == ((), ())


BRANCHES = (
    "if a:\n  b()\nelse:\n  c()", "if a:\n  b()\n  c()", "if a:\n  b()\nc()",
    "if a:\n  if b:\n    c()\n  d()", "if a:\n  if b:\n    c()\n    d()",
    "try:\n  b()\nfinally:\n  c()\n  d()", "try:\n  b()\n  c()\nfinally:\n  d()",
)  # fmt: skip


def test_a_statement_that_moves_to_another_branch_is_changed() -> None:
    read = [[one.content for one in statements_of("m", text.encode())] for text in BRANCHES]
    assert len(set(map(tuple, read))) == len(BRANCHES)


def test_a_changed_statement_has_its_function_and_line(tmp_path: Path) -> None:
    told = changed(tmp_path, BEFORE, AFTER)
    places = [(one.scope, one.runs) for one in told.come]
    assert places == [("", 0), ("RetryConfig", 0), ("read", 12)]
    assert {one.module for one in told.gone} == {"harbor/models/job.py"}


def test_what_a_function_runs_is_its_own_line_and_not_that_of_what_is_in_it() -> None:
    source = b"def f(x):\n    for one in (\n        x\n    ):\n        print(one)\n    return x\n"
    (definition, head, inner, last) = statements_of("harbor/job.py", source)
    assert definition.runs == 0
    assert head.runs in {2, 3}
    assert (inner.runs, last.runs) == (5, 6)


@pytest.mark.parametrize(
    ("module", "outside"),
    [
        ("harbor/job.py", False), ("harbor/verifier/verifier.py", False),
        ("harbor/something/new.py", False), ("harbor/environments/base.py", False),
        ("harbor/registry/client/json.py", False), ("harbor/skills.py", False),
        ("harbor/registry/client/package.py", True), ("harbor/trial/sync_trajectory.py", True),
        ("harbor/environments/docker/docker.py", True), ("harbor/cli/jobs.py", True),
        ("harbor/agents/installed/codex.py", True),
    ],
)  # fmt: skip
def test_changes_outside_the_path_of_rewards_have_a_reason_and_are_counted_and_not_told(
    module: str, tmp_path: Path, *, outside: bool
) -> None:
    assert bool(harbor_modules().why_outside(module)) == outside
    told = changed(tmp_path, BEFORE, AFTER, module=module.removeprefix("harbor/"))
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


def test_lines_of_both_releases_are_counted_and_those_that_did_not_run_have_their_reason() -> None:
    reach = reach_of(PAIR, KNOWN, frozenset({FIRST}))
    assert (reach.reached, reach.lines, reach.declarations, reach.outside) == (1, 3, 1, 2)
    old, new = reach.unreached
    assert old.reason.startswith("grades the trials of an earlier job anew")
    assert (str(new), new.reason) == ("harbor/new/module.py:4 (read, 9.9.9)", "")


@pytest.mark.parametrize(
    ("reached", "verdict", "said", "required"),
    [
        (frozenset({FIRST}), "not proven",
         ("not proven: no change in 12 cases, but 1 of 3 changed lines run",
         "harbor/new/module.py:4 (read, 9.9.9)"), ExitCode.DIVERGES),
        (frozenset({FIRST, SECOND}), "no change",
         ("no change in 12 cases, 2 of 3 changed lines run",), ExitCode.CONFORMANT),
    ],
)  # fmt: skip
def test_no_change_is_proven_where_every_line_ran_or_has_its_reason(
    reached: Reached, verdict: str, said: tuple[str, ...], required: ExitCode
) -> None:
    result = Gated(PAIR, cases={"metric": 12}, reach=reach_of(PAIR, KNOWN, reached))
    assert result.verdict == verdict
    text = rendering.text(gate_view.view([result], settings("metric")))
    assert [words for words in said if words not in text] == []
    assert exit_code([result]) is ExitCode.CONFORMANT
    assert exit_code([result], require_reach=True) is required
    document = rendering.json_text(gate_view.document([result], settings("metric")))
    assert ('"function": "read"' in document) == (verdict == "not proven")
