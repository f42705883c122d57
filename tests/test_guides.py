"""The guides by task are followed to the letter: files written, commands run, output seen."""

import json
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from programs import BIN, COMMAND, ROOT, Ended, command, last_line, page, run_program, typed
from toolchains import need_tools

from conformance.examination.recorded import corpus
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.process.candidate import Conversation
from conformance.implementations.process.command import Command
from conformance.implementations.start import CandidateSpec, command_of
from conformance.operations import FORMS, messages
from conformance.protocol import lines
from conformance.survey.inputs import BY_JOB

pytestmark = pytest.mark.end_to_end

DOCS = ROOT / "docs"
GUIDES = {
    "certify-your-runner.md": "## 5. Read what is wrong\n",
    "expected-deviations.md": "## An example\n",
    "fuzz.md": "",
    "reward-file.md": "",
}
"""Pages, each with the heading of the section to follow, or empty for the whole page."""

BLOCK = re.compile(r"```(python|toml|json|sh|text)\n(.*?)```|It ends with status (\d)", re.DOTALL)
LEFT_OUT = "…"


def parts(guide: str) -> Iterator[tuple[str, str]]:
    """Yield what a guide has the reader do, see and expect, in its order."""
    text = (DOCS / guide).read_text(encoding="utf-8")
    if heading := GUIDES[guide]:
        text = text.partition(heading)[2].partition("\n## ")[0]
    for block in BLOCK.finditer(text):
        kind, text, status = block.groups()
        yield (kind, text) if kind else ("status", status)


def is_printed(line: str, printed: str) -> bool:
    """Return whether a line is there, with any text where the guide leaves something out."""
    pattern = ".*".join(map(re.escape, line.split(LEFT_OUT)))
    return re.search(f"^{pattern}$", printed, re.MULTILINE) is not None


INSTALLED_BY_NAME = re.compile(r"pip install[^\n]*[ '\"]harbor-conformance\b")


def test_nothing_is_installed_by_a_name_that_no_index_has() -> None:
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "action.yml"]
    for folder, kinds in ((DOCS, ("md", "yml", "sh")), (ROOT / "conformance", ("py",))):
        files += [file for kind in kinds for file in folder.rglob(f"*.{kind}")]
    named = [file.name for file in files if INSTALLED_BY_NAME.search(file.read_text("utf-8"))]
    assert named == []


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_is_followed_to_the_letter(guide: str, tmp_path: Path) -> None:
    ended: list[Ended] = []
    for kind, text in parts(guide):
        if kind in {"python", "toml"}:
            (tmp_path / text.splitlines()[0].removeprefix("# ")).write_text(text)
        elif kind == "json":
            (tmp_path / "reward.json").write_text(text)
        elif kind == "sh":
            (command,) = text.splitlines()
            ended.append(run_program(COMMAND, *shlex.split(command)[1:], cwd=tmp_path))
        elif kind == "text":
            missing = [line for line in text.splitlines() if not is_printed(line, ended[-1].stdout)]
            assert missing == [], ended[-1].stdout + ended[-1].stderr
        else:
            assert ended[-1].returncode == int(text), ended[-1].stdout + ended[-1].stderr
    assert ended


def test_the_guide_to_audits_prints_what_it_shows(tmp_path: Path) -> None:
    guide = (DOCS / "audit.md").read_text(encoding="utf-8")
    first, published = (shlex.split(line)[1:] for line in typed(guide))
    printed, _ = re.findall(r"```text\n(.*?)```", guide, re.DOTALL)
    verb, folder = first
    assert verb == "audit"
    (tmp_path / "made").mkdir()
    jobs = write_jobs({"leaderboard": BY_JOB["leaderboard"].scenario}, tmp_path / "made")
    (tmp_path / folder).parent.mkdir()
    jobs["leaderboard"].rename(tmp_path / folder)
    assert command(*first, cwd=tmp_path, status=0).stdout == printed
    table = command(*published, cwd=tmp_path, status=0).stdout
    assert "accuracy" in table
    assert printed.splitlines()[-1] in table


CERTIFICATES = page("certificates.md")
OF_CERTIFICATES = typed(CERTIFICATES)


def test_the_commands_of_the_guide_to_certificates_print_what_it_shows(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```text\n(VERIFIED.*)\n```", CERTIFICATES)
    made, verified, again = (shlex.split(line)[1:] for line in OF_CERTIFICATES)
    certified = command(*made, cwd=tmp_path, status=0)
    (line,) = re.findall(r"`(Certificate: [^`]*)`", CERTIFICATES)
    assert is_printed(line, certified.stderr.splitlines()[-1])
    assert is_printed(shown, last_line(command(*verified, cwd=tmp_path)))
    repeated = command(*again, cwd=tmp_path, status=0)
    assert re.search(r"^again +holds +the same results$", repeated.stdout, re.MULTILINE)


RUNNERS = page("certify-your-runner.md")
STARTERS = re.findall(r"\]\((starters/[^)]*)\) \| `([^`]*)` \|", RUNNERS)
OF_RUNNERS = typed(RUNNERS.partition("## 5.")[0])
CORRECTED = tomllib.loads((ROOT / "tests/corrected_starters.toml").read_text(encoding="utf-8"))
ORACLE = Command((sys.executable, "-m", "oracle"), (), 60.0, guarded=False)


def shown_by(command: str, status: int | None = None) -> Ended:
    return run_program("bash", "-c", f"{BIN}/{command}", cwd=ROOT, status=status)


def need(command: str) -> None:
    """End the test, saying why, where a starter's language is not there."""
    need_tools("jq" if command.endswith(".sh") else command.split(maxsplit=1)[0])


@pytest.mark.parametrize(("file", "command"), STARTERS)
def test_a_starter_is_short_its_first_mistake_is_named_and_corrected_it_is_conformant(
    file: str, command: str, tmp_path: Path
) -> None:
    need(command)
    starter = (ROOT / "docs" / file).read_text(encoding="utf-8")
    assert len(starter.splitlines()) <= 90
    options = "--operation metric --profile quick --seed 1"
    completed = shown_by(f"harbor-conformance certify --command '{command}' {options}", status=1)
    assert "NOT CONFORMANT" in last_line(completed)
    assert re.search(r"^1  (naive|array-reduce)-sum: ", completed.stdout, re.MULTILINE)
    correct = CORRECTED[Path(file).name]
    before, _, rest = starter.partition(correct["from"])
    after = rest[rest.index(correct["to"]) :]
    (tmp_path / Path(file).name).write_text(f"{before}{correct['text']}\n\n{after}")
    (scope,) = re.findall(r"CONFORMANT for `(.*)`", before)
    command = f"{command.split(maxsplit=1)[0]} {tmp_path / Path(file).name}"
    shown_by(f"harbor-conformance certify --command '{command}' {scope} --profile quick", status=0)


@pytest.mark.parametrize("command", OF_RUNNERS)
def test_a_command_of_the_guide_works(command: str) -> None:
    need("node")
    completed = shown_by(command, status=1)
    assert "harbor-conformance: " not in completed.stderr


def test_real_traffic_in_both_directions_follows_the_published_schema() -> None:
    published = shown_by("harbor-conformance show protocol").stdout
    assert published == lines.schema_of(FORMS.values())
    definitions = json.loads(published)["$defs"]
    validators = {name: Draft202012Validator(schema) for name, schema in definitions.items()}
    cases = [r.case for op in FORMS for r in corpus.sample(op, 40)]
    for asked in (CandidateSpec("candidates.reference:"), CandidateSpec("harbor", ORACLE)):
        conversation = Conversation(command_of(asked))
        try:
            for case in cases:
                body = messages.input_to_json(case)
                request = {"id": 1, "op": case.operation, "input": body}
                response = conversation.ask((case.operation, body))
                for name, message in (("request", request), ("response", response)):
                    validators[f"{case.operation}.{name}"].validate(message)
        finally:
            assert conversation.pipe.end() == ""
