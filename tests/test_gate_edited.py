"""A gate reports an edit of harbor's code as new: by clause the edit, and words of the answer."""

import base64
import hashlib
import json
import shutil
import sys
from pathlib import Path

import harbor
import pytest
from programs import COMMAND, run_program, shell_program

from conformance.implementations.environments.installed import key, record_of
from conformance.protocol.values import HARBOR_VERSION

pytestmark = pytest.mark.end_to_end
WHEEL, ABOUT = Path(harbor.__file__).parent, f"harbor-{HARBOR_VERSION}.dist-info"


EDITS = {
    "metric.extreme-is-a-value": ("metrics/max.py", "=max", "=lambda v: max(v, key=abs)",
                                  "some rewards[]{} is negative"),
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
        site = folder / "lib/python3/site-packages"
        shutil.copytree(WHEEL, site / "harbor")
        shutil.copytree(WHEEL.parent / ABOUT, site / ABOUT)
        script = f'PYTHONPATH="$PYTHONPATH:{site}" exec {sys.executable} "$@"'
        shell_program(folder / "bin" / "python", script)
        (folder / "complete").touch()
    text = (WHEEL / module).read_text()
    digests = (hashlib.sha256(x.encode()).digest() for x in (text, text.replace(old, new)))
    changes = {
        f"harbor/{module}": (old, new),
        f"{ABOUT}/METADATA": (f"Version: {HARBOR_VERSION}", "Version: 9.9.9"),
        f"{ABOUT}/RECORD": [base64.urlsafe_b64encode(x).decode().rstrip("=") for x in digests],
    }
    for file, (before, after) in changes.items():
        assert before in (site / file).read_text()
        (site / file).write_text((site / file).read_text().replace(before, after))
    ended = run_program(COMMAND, "gate", "9.9.9", "--clause", clause, "--cache", str(tmp_path))
    assert (ended.returncode, "is damaged" in ended.stderr) == (1, False)
    assert all(x in ended.stdout for x in ("new: nothing in this project explains it", told))
