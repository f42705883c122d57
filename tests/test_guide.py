"""The guide's starters and commands do what the guide says."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from programs import BIN, ROOT, Ended, last_line, run_program, typed
from toolchains import need_tools

from conformance.examination.recorded import corpus
from conformance.implementations.process.candidate import Conversation
from conformance.implementations.process.command import Command
from conformance.implementations.start import CandidateSpec, command_of
from conformance.operations import FORMS, messages
from conformance.protocol import lines
from conformance.protocol.lines import request_of, response_to

pytestmark = pytest.mark.end_to_end

GUIDE = (ROOT / "docs" / "certify-your-runner.md").read_text(encoding="utf-8")
STARTERS = re.findall(r"\]\((starters/[^)]*)\) \| `([^`]*)` \|", GUIDE)
COMMANDS = typed(GUIDE.partition("## 5.")[0])
CORRECTED = tomllib.loads((ROOT / "tests/corrected_starters.toml").read_text(encoding="utf-8"))
ORACLE = Command((sys.executable, "-m", "oracle"), (), 60.0, guarded=False)


def run(command: str, status: int | None = None) -> Ended:
    return run_program("bash", "-c", f"{BIN}/{command}", cwd=ROOT, status=status)


def need(command: str) -> None:
    """End the test, saying why, where a starter's language is not there."""
    need_tools("jq" if command.endswith(".sh") else command.split(maxsplit=1)[0])


@pytest.mark.parametrize(("file", "command"), STARTERS)
def test_a_starter_is_short_and_speaks_the_protocol(file: str, command: str) -> None:
    need(command)
    assert len((ROOT / "docs" / file).read_text(encoding="utf-8").splitlines()) <= 90
    completed = run(f"harbor-conformance smoke --command '{command}'")
    assert completed.returncode in {0, 1}, completed.stdout
    assert "broken harness" not in completed.stdout


@pytest.mark.parametrize("command", [command for _, command in STARTERS])
def test_a_starter_gets_a_verdict_and_its_first_mistake_is_named(command: str) -> None:
    need(command)
    options = "--operation metric --profile quick --seed 1"
    completed = run(f"harbor-conformance certify --command '{command}' {options}", status=1)
    assert "NOT CONFORMANT" in last_line(completed)
    assert re.search(r"^1  (naive|array-reduce)-sum: ", completed.stdout, re.MULTILINE)


@pytest.mark.parametrize(("file", "command"), STARTERS)
def test_a_corrected_starter_is_conformant_in_the_scope_of_its_header(
    file: str, command: str, tmp_path: Path
) -> None:
    need(command)
    starter = (ROOT / "docs" / file).read_text(encoding="utf-8")
    correct = CORRECTED[Path(file).name]
    before, _, rest = starter.partition(correct["from"])
    after = rest[rest.index(correct["to"]) :]
    (tmp_path / Path(file).name).write_text(f"{before}{correct['text']}\n\n{after}")
    (scope,) = re.findall(r"CONFORMANT for `(.*)`", before)
    command = f"{command.split(maxsplit=1)[0]} {tmp_path / Path(file).name}"
    run(f"harbor-conformance certify --command '{command}' {scope} --profile quick", status=0)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_works(command: str) -> None:
    need("node")
    completed = run(command, status=1)
    assert "harbor-conformance: " not in completed.stderr


def test_real_traffic_in_both_directions_follows_the_published_schema() -> None:
    published = run("harbor-conformance show protocol").stdout
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
                for name, message in ((request_of, request), (response_to, response)):
                    validators[name(case.operation)].validate(message)
        finally:
            assert conversation.pipe.end() == ""
