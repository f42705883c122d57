"""``harbor-conformance audit`` as a user runs it, and its guide."""

import re
import subprocess
from pathlib import Path

import pytest
from audited import edit_headline, harbor, job, written
from disturbed import COMMAND

from conformance.implementations.installed_harbor import write_jobs
from conformance.survey.questions import BY_ID

__all__ = ["harbor", "job", "written"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, "audit", *words], capture_output=True, text=True, check=False)


@pytest.mark.end_to_end
@pytest.mark.parametrize("format_", ["text", "json", "markdown", "junit", "html"])
def test_the_command_tells_in_any_format_and_by_its_exit_status(format_: str, job: Path) -> None:
    ended = run(str(job), "--format", format_)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout
    edit_headline(job)
    assert run(str(job), "--format", format_).returncode == 1


@pytest.mark.end_to_end
def test_what_is_no_job_is_refused_in_one_line(tmp_path: Path) -> None:
    for words in ((str(tmp_path),), (str(tmp_path / "absent"),)):
        ended = run(*words)
        assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
        assert ended.stderr.startswith("harbor-conformance: ")


@pytest.mark.end_to_end
def test_the_guide_is_followed_to_the_letter(tmp_path: Path) -> None:
    guide = (Path(__file__).parent.parent / "docs" / "audit.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"```sh\n(.*?)\n```", guide, re.DOTALL)
    printed, _ = re.findall(r"```text\n(.*?)```", guide, re.DOTALL)
    program, verb, folder = command.split()
    assert (program, verb) == ("harbor-conformance", "audit")
    (tmp_path / "made").mkdir()
    jobs = write_jobs({"leaderboard": BY_ID["leaderboard"].scenario}, tmp_path / "made")
    (tmp_path / folder).parent.mkdir()
    jobs["leaderboard"].rename(tmp_path / folder)
    ended = subprocess.run(
        [COMMAND, verb, folder], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, printed)
