"""A gate reports an edit of harbor's code as new: by clause the edit, and words of the answer."""

import base64
import hashlib
import json
import shutil
import sys
from pathlib import Path

import harbor
import pytest
from programs import COMMAND, run_program

from conformance.implementations.environments.installed import key, record_of
from conformance.protocol.values import HARBOR_VERSION

pytestmark = pytest.mark.end_to_end
WHEEL, ABOUT = Path(harbor.__file__).parent, f"harbor-{HARBOR_VERSION}.dist-info"


EDITS = {
    "metric.extreme-is-a-value": ("metrics/max.py", "=max", "=lambda v: max(v, key=abs)",
                                  "one edit decides (the sign of "),
    "job.cost": ("models/job/result.py", "0.0) + cost", "0.0) + 2 * cost", "cost_usd"),
    "run.min-reward": ("trial/multi_step.py", 'get(key, float("-inf")) if', "get(key, 0.0) if",
                       "trials/*/verifier_result/rewards/*: added (run.min-reward)"),
}  # fmt: skip


@pytest.mark.parametrize("clause", EDITS)
def test_an_edit_is_new(clause: str, tmp_path: Path) -> None:
    module, old, new, told = EDITS[clause]
    for release in (HARBOR_VERSION, "9.9.9"):
        pins = {"harbor": release}
        record_of(release, tmp_path).write_text(json.dumps([pins, []]))
        folder = tmp_path / f"{release}-{key(pins)}"
        packages, python = folder / "lib/python3/site-packages", folder / "bin/python"
        shutil.copytree(WHEEL, packages / "harbor")
        shutil.copytree(WHEEL.parent / ABOUT, packages / ABOUT)
        python.parent.mkdir()
        path = f'PYTHONPATH="$PYTHONPATH:{packages}"'
        python.write_text(f'#!/bin/sh\n{path} exec {sys.executable} "$@"\n')
        python.chmod(0o755)
        (folder / "complete").touch()
    replace(edited := packages / "harbor" / module, old, new)
    replace(packages / ABOUT / "METADATA", f"Version: {HARBOR_VERSION}", "Version: 9.9.9")
    digests = (hashlib.sha256(one.read_bytes()).digest() for one in (WHEEL / module, edited))
    texts = (base64.urlsafe_b64encode(one).decode().rstrip("=") for one in digests)
    replace(packages / ABOUT / "RECORD", *texts)
    ended = run_program(COMMAND, "gate", "9.9.9", "--clause", clause, "--cache", str(tmp_path))
    assert (ended.returncode, "is damaged" in ended.stderr) == (1, False)
    assert "new: nothing in this project explains it" in ended.stdout
    assert told in ended.stdout


def replace(file: Path, old: str, new: str) -> None:
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
