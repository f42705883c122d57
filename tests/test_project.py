"""The table ``[tool.harbor-conformance]``: what it stands for, what wins, and its mistakes."""

import re
from pathlib import Path

import pytest
from programs import BIN, ROOT, Ended, last_line, run_program

from conformance.cli.app import loaded
from conformance.cli.errors import UsageError
from conformance.cli.project import COMMANDS, KEYS, project

PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
MINE = """
from candidates.reference import pipelines

metric, pass_at_k = pipelines()["metric"], pipelines()["pass_at_k"]
"""


def written(folder: Path, text: str) -> Path:
    (folder / "pyproject.toml").write_text(f"[tool.harbor-conformance]\n{text}\n")
    return folder


WHOLE = """
candidate = "mine:"
env = ["A=1", "B"]
allow-harbor = true
exact = false
operations = ["metric"]
timeout = 5
"""


@pytest.mark.parametrize("name", ["certify", "fuzz"])
def test_the_command_line_wins(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path, WHOLE))

    def given(*words: str) -> dict[str, object]:
        names = ("candidate", "env", "operation", "timeout")
        params = loaded(name).make_context(name, list(words)).params
        return {one: params[one] or None for one in names}

    own = {"candidate": ["mine:"] if name == "fuzz" else "mine:", "env": ["A=1", "B"]}
    assert given() == {**own, "operation": ["metric"], "timeout": 5.0}
    narrowed = given("--timeout", "6", "--env", "C", "--clause", "x")
    assert narrowed == {**own, "env": ["C"], "operation": None, "timeout": 6.0}
    assert given("--command", "x") == dict.fromkeys(own) | {"operation": None, "timeout": 5.0}


def test_the_nearest_file_that_has_the_table_counts(tmp_path: Path) -> None:
    inner = tmp_path / "one" / "two"
    inner.mkdir(parents=True)
    written(tmp_path, 'command = "sh run.sh"')
    (tmp_path / "one" / "pyproject.toml").write_text("[tool.ruff]\n")
    found = project(inner)
    assert found is not None
    assert found.file == tmp_path / "pyproject.toml"
    assert project(Path("/")) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("candidat = 'x'", ": no key 'candidat' (did you mean candidate?); there are candidate, "),
        ("candidate = 1", ".candidate: a string is expected"),
        ('candidate = "a\\u0000"', ".candidate: NUL is not allowed"),
        ("env = 'A=1'", ".env: an array is expected"),
        ("timeout = true", ".timeout: a number is expected"),
        ("exact = 'yes'", ".exact: true or false is expected"),
        ("profile = 'slow'", "'--profile': Value error, 'slow' is not one of 'quick'"),
        ("candidate = 'mine:'\ncommand = 'x'", ": give either candidate or command"),
        ("candidate = \\", "not TOML: "),
    ],
)
def test_a_mistake_names_the_file_and_the_key(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(written(tmp_path, text))
    with pytest.raises(UsageError) as told:
        loaded("certify").make_context("certify", [])
    assert str(told.value).startswith(f"{tmp_path / 'pyproject.toml'}: ")
    assert said in str(told.value)


def test_every_key_is_on_the_page_with_its_option_which_is_one_of_certify() -> None:
    own = {"candidate": "the candidate", "operations": "--operation"}
    rows = {key: own.get(key, f"--{key}") for key in KEYS}
    found = re.findall(r"^\| `([a-z-]+)` \| [^|]+ \| `?([^|`]+)`? \|$", PAGE, re.MULTILINE)
    assert dict(found) == rows
    options = {opt for option in loaded("certify").params for opt in option.opts}
    assert {*rows.values()} - {"the candidate"} <= options
    assert all(loaded(name) for name in COMMANDS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project as on the page, whose expected deviations leave it two clauses."""
    (table,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(table)
    (tmp_path / "expected.toml").write_text('clauses = ["metric.sum-*", "pass_at_k.no-*"]\n')
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "tests").mkdir()
    return tmp_path


def run(folder: Path, program: str, *words: str, status: int) -> Ended:
    return run_program(str(BIN / program), *words, cwd=folder, status=status)


@pytest.mark.end_to_end
@pytest.mark.parametrize("place", [".", "tests"])
def test_certify_alone_is_enough_in_a_project(place: str, folder: Path) -> None:
    ended = run(folder / place, "harbor-conformance", "certify", "--report", "report", status=0)
    verdict = last_line(ended)
    assert verdict.startswith("PARTIAL (metric")
    assert "mine: agrees exactly" in verdict
    assert "profile quick" in verdict
    assert (folder / place / "report" / "report.json").exists()


@pytest.mark.end_to_end
def test_the_suite_under_pytest_takes_the_table_where_it_is_called_next_to_it(folder: Path) -> None:
    words = ("-p", "conformance.pytest_plugin", "--pyargs", "conformance.suite", "-q")
    ended = run(folder, "pytest", *words, status=0)
    assert "mine: agrees exactly" in ended.stdout
    ended = run(folder / "tests", "pytest", *words, status=2)
    assert ended.stderr.strip().endswith("whose table names the candidate")
