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
from programs import BIN, COMMAND, ROOT, Ended, last_line, page, run_program
from toolchains import need_tools

from conformance.examination import corpus
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.process.candidate import Conversation
from conformance.implementations.process.command import Command
from conformance.implementations.start import CandidateSpec, command_of
from conformance.operations import FORMS, messages
from conformance.protocol import lines
from conformance.survey.inputs import BY_JOB

pytestmark = pytest.mark.end_to_end

GUIDES = {
    "../README.md": "## An example\n",
    "audit.md": "# Audit a job\n",
    "certificates.md": "",
    "certify-your-runner.md": "## 5. Read what is wrong\n",
    "expected-deviations.md": "## An example\n",
    "fuzz.md": "",
    "reward-file.md": "",
}
"""Pages, each with the heading of the section to follow, or empty for the whole page."""

PART = re.compile(
    r"```(?P<kind>python|toml|json|sh|text)\n(?P<text>.*?)```"
    r"|It ends with status (?P<status>\d)"
    r"|Standard error ends in `(?P<log>[^`]*)`"
    r"|(?P<again>the same command) prints",
    re.DOTALL,
)
LEFT_OUT = "…"


def parts(guide: str) -> Iterator[tuple[str, str]]:
    """Yield what a guide has the reader do, see and expect, in its order."""
    text = page(guide)
    if heading := GUIDES[guide]:
        text = text.partition(heading)[2].partition("\n## ")[0]
    for part in PART.finditer(text):
        found = {name: value for name, value in part.groupdict().items() if value}
        yield (found["kind"], found["text"]) if "kind" in found else found.popitem()


def is_printed(line: str, printed: str) -> bool:
    """Return whether a line is there, with any text where the guide leaves something out."""
    pattern = ".*".join(map(re.escape, line.split(LEFT_OUT)))
    return re.search(f"^{pattern}$", printed, re.MULTILINE) is not None


INSTALLED_BY_NAME = re.compile(r"pip install[^\n]*[ '\"]harbor-conformance\b")


def test_nothing_is_installed_by_a_name_that_no_index_has() -> None:
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "action.yml"]
    for folder, kinds in ((ROOT / "docs", ("md", "yml", "sh")), (ROOT / "conformance", ("py",))):
        files += [file for kind in kinds for file in folder.rglob(f"*.{kind}")]
    named = [file.name for file in files if INSTALLED_BY_NAME.search(file.read_text("utf-8"))]
    assert named == []


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_is_followed_to_the_letter(guide: str, tmp_path: Path) -> None:
    if guide == "audit.md":
        jobs = write_jobs({"jobs": BY_JOB["leaderboard"].scenario}, tmp_path)
        jobs["jobs"].rename(tmp_path / "jobs" / "2026-11-20__10-00-00")
    file, line, ended = tmp_path, "", None
    for kind, text in parts(guide):
        if kind in {"python", "toml"} and text.startswith("# "):
            file = tmp_path / text.splitlines()[0].removeprefix("# ")
            file.write_text(text)
        elif kind == "python":  # a line in place of the one that begins alike
            before, first, rest = file.read_text().partition(text.partition("=")[0])
            file.write_text(f"{before}{text}{rest.partition('\n')[2]}")
            assert first
        elif kind == "json":
            (tmp_path / "reward.json").write_text(text)
        elif kind in {"sh", "again"}:
            (line,) = text.splitlines() if kind == "sh" else (line,)
            ended = run_program(COMMAND, *shlex.split(line)[1:], cwd=tmp_path)
        else:
            assert ended is not None
            assert shows(ended, kind, text) == [], ended.stdout + ended.stderr


def shows(ended: Ended, kind: str, text: str) -> list[str]:
    """Return what a guide says of a command that is not so."""
    if kind == "status":
        return [] if ended.returncode == int(text) else [f"status {ended.returncode}"]
    printed = ended.stdout if kind == "text" else ended.stderr.splitlines()[-1]
    return [line for line in text.splitlines() if not is_printed(line, printed)]


STARTERS = re.findall(r"\]\((starters/[^)]*)\) \| `([^`]*)` \|", page("certify-your-runner.md"))
CORRECTED = tomllib.loads((ROOT / "tests/corrected_starters.toml").read_text(encoding="utf-8"))
ORACLE = Command((sys.executable, "-m", "oracle"), (), 60.0, guarded=False)


def shown_by(command: str, status: int | None = None) -> Ended:
    return run_program("bash", "-c", f"{BIN}/{command}", cwd=ROOT, status=status)


@pytest.mark.parametrize(("file", "command"), STARTERS)
def test_a_starter_is_short_its_first_mistake_is_named_and_corrected_it_is_conformant(
    file: str, command: str, tmp_path: Path
) -> None:
    need_tools("jq" if command.endswith(".sh") else command.split(maxsplit=1)[0])
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
