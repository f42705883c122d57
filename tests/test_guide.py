"""The guide's starters and commands do what the guide says."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from conformance import corpus, protocol_schema, wire
from conformance.implementations import Asked, command_of
from conformance.process.command import Command
from conformance.process.conversation import Conversation
from conformance.protocol_schema import request_of, response_to

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "certify-your-runner.md").read_text(encoding="utf-8")
STARTERS = re.findall(r"\]\((starters/[^)]*)\) \| `([^`]*)` \|", GUIDE)
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    for line in block.splitlines()
]
BIN = Path(sys.executable).parent
ORACLE = Command((sys.executable, "-m", "oracle"), (("PYTHONPATH", ""),), 60.0)


def run(command: str) -> subprocess.CompletedProcess[str]:
    """Run a command line of the guide."""
    installed = command.replace("harbor-conformance", str(BIN / "harbor-conformance"), 1)
    return subprocess.run(
        ["bash", "-c", installed], cwd=ROOT, check=False, capture_output=True, text=True
    )


def need(command: str) -> None:
    """Skip, saying why, where a starter's language is not there."""
    for program in {command.split(maxsplit=1)[0], *(["jq"] if command.endswith(".sh") else [])}:
        if shutil.which(program) is None:
            pytest.skip(f"not run: {program} is not on the PATH")


@pytest.mark.parametrize(("file", "command"), STARTERS)
def test_a_starter_is_short_and_speaks_the_protocol(file: str, command: str) -> None:
    need(command)
    assert len((ROOT / "docs" / file).read_text(encoding="utf-8").splitlines()) <= 60
    completed = run(f"harbor-conformance smoke --command '{command}'")
    assert completed.returncode in {0, 1}, completed.stdout
    assert "broken harness" not in completed.stdout


@pytest.mark.parametrize(("file", "command"), STARTERS)
def test_a_starter_gets_a_verdict(file: str, command: str) -> None:
    need(command)
    options = "--operation metric --profile quick"
    completed = run(f"harbor-conformance certify --command '{command}' {options}")
    assert completed.returncode == 1, file
    assert "NOT CONFORMANT" in completed.stdout.splitlines()[-1]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_works(command: str) -> None:
    need("node")
    completed = run(command)
    assert completed.returncode == 1, completed.stdout
    assert completed.stderr == ""


def test_real_traffic_in_both_directions_follows_the_published_schema() -> None:
    published = run("harbor-conformance protocol --schema").stdout
    assert published == protocol_schema.to_text()
    definitions = json.loads(published)["$defs"]
    cases = [r.case for op in wire.INPUTS for r in corpus.sample(op, 40)]
    for asked in (Asked("candidates.reference:"), Asked("harbor", ORACLE)):
        conversation = Conversation(command_of(asked))
        try:
            for case in cases:
                body = wire.input_to_json(case)
                request = {"id": 1, "op": case.operation, "input": body}
                response = conversation.ask((case.operation, body))
                for name, message in ((request_of, request), (response_to, response)):
                    jsonschema.validate(message, definitions[name(case.operation)])
        finally:
            assert conversation.pipe.end() == ""
