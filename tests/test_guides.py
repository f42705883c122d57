"""The guides by task are followed to the letter: files written, commands run, output seen."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import COMMAND, ROOT, Ended, command, run_program, typed

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


CERTIFICATES = (DOCS / "certificates.md").read_text(encoding="utf-8")
OF_CERTIFICATES = typed(CERTIFICATES)


def test_the_commands_of_the_guide_to_certificates_print_what_it_shows(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```text\n(VERIFIED.*)\n```", CERTIFICATES)
    made, verified, again = (shlex.split(line)[1:] for line in OF_CERTIFICATES)
    certified = command(*made, cwd=tmp_path)
    (line,) = re.findall(r"`(Certificate: [^`]*)`", CERTIFICATES)
    assert certified.returncode == 0
    assert is_printed(line, certified.stderr.splitlines()[-1])
    printed = command(*verified, cwd=tmp_path).stdout.splitlines()[-1]
    assert is_printed(shown, printed), printed
    repeated = command(*again, cwd=tmp_path, status=0)
    assert "again         holds        the same results" in repeated.stdout
