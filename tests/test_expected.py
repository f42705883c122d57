"""A candidate is compared with harbor and its expected deviations; nothing else is excused."""

import base64
import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from programs import Ended, command

from conformance.diagnosis.expected import rewriting
from conformance.diagnosis.expected.deviations import ExpectedFileError, PinnedCase
from conformance.diagnosis.expected.reading import load
from conformance.examination.findings import Finding
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Failure, Result

pytestmark = pytest.mark.end_to_end

STALE = "the expected deviations are stale: "
WHY = 'cause = "a test"\nsource = "a test"\n'
TEXT_WINS = """# A note of ours.
clauses = ["verifier.*"]

[[deviation]]
name = "text-wins"  # on purpose
cause = "reward.txt is read first"
source = "a test"
"""


def run(*arguments: str, status: int, cwd: Path | None = None) -> Ended:
    return command(*arguments, "--profile", "quick", "--seed", "7", cwd=cwd, status=status)


def pinned(answer: str = '{"error": "ValueError"}', value: bytes = b"0.5") -> str:
    number = value.decode()
    return f"""
[[case]]
clause = "verifier.text-name"
cause = "a test"
source = "a test"
input = '{{"reward.txt": "{base64.b64encode(value).decode()}", "reward.json": null}}'
harbor = '{{"result": {{"rewards": {{"reward": {{"float": "{number}"}}}}}}}}'
candidate = '{answer}'
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "expected.toml"
    file.write_text(TEXT_WINS)
    return file


ONLY_MAX = 'only = { metric = ["max"] }'
ANY_METRIC = '"metric.aggregate-by-name"'
EXPECTED: dict[str, tuple[str, str, str, int, str]] = {
    # The file, the candidate with options, the exit status, and what is printed.
    "a declared deviation is expected wherever it applies": (
        TEXT_WINS, "deviation/text-wins", "", 0,
        "PARTIAL but for 1 declared deviation (verifier"),
    "a second one is not excused in the clauses of the first": (
        TEXT_WINS, "deviation/text-wins+named-score", "", 1, "1  named-score: "),
    "one that is never seen is stale": (
        TEXT_WINS.replace("verifier.*", "verifier.text-name"), "reference", "", 1,
        f"{STALE}text-wins: declared, but never seen"),
    "a narrowed run calls nothing stale that it did not look for": (
        TEXT_WINS, "deviation/text-wins", "--clause verifier.text-name", 0, "PARTIAL"),
    **{f"a limit of 80 is declared with its value, and {limit} runs": (
        f'[[deviation]]\nname = "first-trials=80"\n{WHY}', f"deviation/first-trials={limit}",
        "--operation metric", code, "") for limit, code in ((80, 0), (81, 1))},
    "what is not meant for a candidate is not asked": (
        f"clauses = [{ANY_METRIC}]\n{ONLY_MAX}\n", "deviation/exact-mean", "", 0,
        "cases, 1 clause;"),
    "a member that an input lacks narrows nothing": (
        f'clauses = [{ANY_METRIC}, "verifier.text-name"]\n{ONLY_MAX}\n', "deviation/named-score",
        "", 1, ""),
    "a mean that diverges does so where nothing is left out": (
        'clauses = ["metric.mean-divides-the-sum"]\n', "deviation/exact-mean", "", 1, ""),
    "what leaves no case is no pass": (
        'clauses = ["metric.compensated-sum"]\nonly = { metric = ["median"] }\n', "reference", "",
        4, "NO VERDICT"),
}  # fmt: skip


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_expected_is_excused_and_nothing_else(name: str, file: Path) -> None:
    text, candidate, options, code, said = EXPECTED[name]
    file.write_text(text)
    completed = run("certify", candidate, "--expected", str(file), *options.split(), status=code)
    assert said in completed.stdout


def test_a_declared_deviation_not_followed_fails_and_is_shown_as_expected(file: Path) -> None:
    folder = file.parent / "report"
    words = ("--expected", str(file), "--report", str(folder))
    completed = run("certify", "reference", *words, status=1)
    assert "(by the expected deviations)" in completed.stdout
    finding = json.loads((folder / "report.json").read_text())["findings"][0]
    assert finding["expected"] != finding["harbor"] == finding["candidate"]
    told = (folder / "junit.xml").read_text()
    assert re.search(r"\nexpected: (.+)\nharbor: (?!\1\n)(.+)\ncandidate: \2\n", told), told


def test_what_is_pinned_of_a_finding_is_harbors_own_answer() -> None:
    case = Case("verifier", {"reward.txt": b"1", "reward.json": None})
    expected, candidate, harbor = Failure("A"), Failure("B"), Failure("C")
    finding = Finding("verifier.text-name", case, expected, candidate, harbor, kind=Kind.ERROR)
    answers = finding.oracle_answer, finding.candidate
    entry = rewriting.pinned(finding.clause, finding, answers)
    assert (entry.harbor, entry.candidate) == (harbor, candidate)


PREDICTION = """
import os
import sys
from conformance.protocol.values import Answer, Case, Failure, Result

FILE = {file!r}

def of(case):
    return {{"rewards": {{"reward": 0.0}}}}

def predicted(function, case: Case, expected: Answer) -> Answer:
    return Result(function(case.input)) if isinstance(expected, Failure) else expected

def zero(case: Case, expected: Answer) -> Answer:
    print("not part of the protocol")
    return predicted(of, case, expected)

def broken(case: Case, expected: Answer) -> Answer:
    raise KeyError(case)

def by_import(case: Case, expected: Answer) -> Answer:
    sys.path.insert(0, os.path.dirname(FILE))
    import errors_are_zero
    return predicted(errors_are_zero.verifier, case, expected)

def by_path(case: Case, expected: Answer) -> Answer:
    scope = {{}}
    exec(open(FILE).read(), scope)
    return predicted(scope["verifier"], case, expected)

def by_process(case: Case, expected: Answer) -> Answer:
    import subprocess
    subprocess.run([sys.executable, "-c", f"assert open({{FILE!r}}).read()"], check=True)
    return predicted(of, case, expected)

def by_spawning(case: Case, expected: Answer) -> Answer:
    words = [sys.executable, "-c", f"assert open({{FILE!r}}).read()"]
    assert os.waitpid(os.posix_spawn(sys.executable, words, {{}}), 0)[1] == 0
    return predicted(of, case, expected)
"""
CANDIDATE = """
from candidates.reference import verifier as real

def verifier(case):
    try:
        return real(case)
    except Exception:
        return {"rewards": {"reward": 0.0}}
"""


def predicted(folder: Path, function: str, status: int) -> Ended:
    file = folder / "errors_are_zero.py"
    file.write_text(CANDIDATE)
    (folder / "prediction.py").write_text(PREDICTION.format(file=str(file)))
    entry = f'[[prediction]]\npredict = "{function}"\noperations = ["verifier"]\n{WHY}'
    (folder / "expected.toml").write_text(entry)
    declared = ("--expected", "expected.toml")
    return run("certify", "errors_are_zero:", *declared, cwd=folder, status=status)


def test_a_function_of_the_author_predicts_what_is_expected(tmp_path: Path) -> None:
    completed = predicted(tmp_path, "prediction:zero", status=0)
    counted = re.search(r"([\d,]+) of [\d,]+ cases rest on a prediction", completed.stdout)
    assert counted is not None
    cases = f"CONFORMANT but for 1 declared deviation, {counted[1]} cases by prediction (verifier; "
    assert cases in completed.stdout


WRONG = ("broken", "absent", "by_import", "by_path", "by_process", "by_spawning")


@pytest.mark.parametrize("function", [*(f"prediction:{name}" for name in WRONG), "nowhere:zero"])
def test_a_prediction_that_fails_or_asks_the_candidate_excuses_nothing(
    function: str, tmp_path: Path
) -> None:
    completed = predicted(tmp_path, function, status=1)
    assert f"the prediction {function}: " in completed.stdout
    assert "Traceback" not in completed.stderr


def test_a_prediction_is_not_in_the_candidates_own_file(tmp_path: Path) -> None:
    completed = predicted(tmp_path, "errors_are_zero:verifier", status=2)
    assert "errors_are_zero:verifier is in the candidate's own file" in completed.stderr


def test_a_pinned_case_excuses_that_case_alone(file: Path) -> None:
    file.write_text('clauses = ["verifier.text-name"]\n' + pinned())
    (file.parent / "one_wrong.py").write_text(
        "from candidates.reference import verifier as real\n"
        "def verifier(case):\n"
        "    if case['reward.txt'] == b'0.5' and case['reward.json'] is None:\n"
        "        raise ValueError\n"
        "    return real(case)\n"
    )
    words = ("certify", "one_wrong:", "--expected", file.name)
    completed = run(*words, cwd=file.parent, status=0)
    assert "PARTIAL but for 1 pinned case (verifier" in completed.stdout
    file.write_text('clauses = ["verifier.text-name"]\n' + pinned(value=b"0.25"))
    completed = run(*words, cwd=file.parent, status=1)
    assert f"{STALE}verifier.text-name: pinned, but no longer" in completed.stdout


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('"verifier.text-name"', '"verifier.text-nam"', "there is no such clause"),
        ("reward.json", "reward.jsn", "its case is none of verifier"),
        ('harbor = \'{"result"', 'harbor = \'{"error": "X"}\' #', "harbor's answer is not as"),
        ("ValueError", "KeyError", "the candidate's answer is not as pinned"),
    ],
)
def test_an_untrue_pinned_case_fails(before: str, after: str, reason: str, file: Path) -> None:
    assert before in pinned()
    file.write_text(pinned().replace(before, after))
    (file.parent / "wrong.py").write_text("def verifier(case):\n    raise ValueError\n")
    clause = ("--clause", "verifier.text-name", "--expected", file.name)
    completed = run("certify", "wrong:", *clause, cwd=file.parent, status=1)
    assert STALE in completed.stdout
    assert reason in completed.stdout


def test_what_is_proposed_is_refused_until_somebody_says_why(file: Path) -> None:
    file.write_text('# A note of ours.\nclauses = ["metric.*"]\n')
    declared = ("deviation/naive-sum", "--expected", str(file))
    proposed = run("expected", *declared, "--propose", status=1)
    assert proposed.stdout.startswith("+ naive-sum: ")
    assert file.read_text().startswith("# A note of ours.\n")
    refused = run("certify", *declared, status=2)
    assert "naive-sum has no cause, or no source: write them in" in refused.stderr
    file.write_text(re.sub('(cause|source) = ""', r'\1 = "a test"', file.read_text()))
    run("certify", *declared, status=0)
    assert run("expected", *declared, "--propose", status=0).stdout == "0 changes\n"


def test_an_update_refreshes_pinned_cases_and_leaves_the_rest(file: Path) -> None:
    file.write_text(TEXT_WINS + pinned() + pinned(value=b"0.75"))
    words = ("deviation/text-wins", "--expected", str(file), "--update")
    completed = run("expected", *words, status=1)
    assert completed.stdout.count("- verifier.text-name: agrees now: ") == 2
    assert file.read_text() == TEXT_WINS


@given(st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip), st.text())
@example('it\'s "odd" \U0001f600', 'it\'s "odd" \U0001f600')
@example("a\r\x00\x7f\x85", "\ud800'\"\\")
def test_any_text_that_is_written_reads_back(words: str, name: str) -> None:
    case = Case("metric", {"metric": "sum", "rewards": [{name: 1}, None]})
    answers = Result({name: 0.1}), Failure("KeyError")
    entry = PinnedCase("metric.trial-order", words, words, case, *answers)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "expected.toml"
        file.write_text(rewriting.with_pinned("", [entry, entry]), encoding="utf-8")
        assert load(file).pinned == (entry, entry)


def test_what_is_no_pinned_case_stays_where_it_is() -> None:
    head = '# [[case]] is below\nclauses = ["a"]\n\n'
    only = '[only]  # these\nmetric = ["sum"]\n'
    assert rewriting.with_pinned(f"{head}[[case]]\na = 1\n\n{only}", []) == head + only


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("clauses = [", "expected.toml: "),
        ('clauses = "verifier.*"', "text where a list of strings is expected at /clauses"),
        ('[[divergence]]\nclause = "a"', "no member is called 'divergence'"),
        ('[[case]]\nclauses = "a"', "a case: no member is called 'clauses'"),
        ('[[case]]\nclause = "verifier.json-wins"', "a missing field at /case/0/"),
        (f'[[deviation]]\nname = "no-such-row"\n{WHY}', "no deviation 'no-such-row'"),
        (f'[[deviation]]\nname = "naive-sum=3"\n{WHY}', "naive-sum takes no value"),
        (f'[[deviation]]\nname = "naive-sum+text-wins"\n{WHY}', "name one deviation"),
        (f'[[deviation]]\nname = "naive-sum"\n{WHY}' * 2, "naive-sum is declared twice"),
        (
            f'[[deviation]]\nname = "naive-sum"\n{WHY}[[deviation]]\nname = "pairwise-sum"\n{WHY}',
            "both replace the step sum",
        ),
        ('[[deviation]]\nname = "naive-sum"\ncause = " "\nsource = "a"', "has no cause"),
        (f'[[prediction]]\npredict = "m"\noperations = ["metric"]\n{WHY}', "module:function"),
        (f'[[prediction]]\npredict = "m:f"\noperations = ["mean"]\n{WHY}', "no operation 'mean'"),
        (b"\xff", "expected.toml: 'utf-8' codec can't decode"),
        (None, "expected.toml: No such file"),
    ],
)
def test_an_invalid_file_is_refused_in_one_line(
    text: str | bytes | None, reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "expected.toml"
    if text is not None:
        file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(ExpectedFileError) as error:
        load(file)
    assert reason in str(error.value)
