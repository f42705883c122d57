"""``harbor-conformance audit`` as a user runs it, and its guide."""

import re
import shutil
from pathlib import Path

import pytest
from audited import edit_headline
from programs import command

from conformance.implementations.installed_harbor import write_jobs
from conformance.survey.inputs import BY_JOB

pytestmark = pytest.mark.end_to_end


@pytest.mark.parametrize("format_", ["text", "json", "markdown", "junit", "html"])
def test_the_command_tells_in_any_format_and_by_its_exit_status(format_: str, job: Path) -> None:
    shutil.copytree(job, job.parent / "other")
    ended = command("audit", str(job.parent), "--format", format_, status=0)
    assert ended.stdout
    edit_headline(job.parent / "other")
    ended = command("audit", str(job.parent), "--format", format_, status=1)
    assert "0.9" in ended.stdout
    assert "0.19999999999999998" in ended.stdout


def test_the_guide_is_followed_to_the_letter(tmp_path: Path) -> None:
    guide = (Path(__file__).parent.parent / "docs" / "audit.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"```sh\n(.*?)\n```", guide, re.DOTALL)
    printed, _ = re.findall(r"```text\n(.*?)```", guide, re.DOTALL)
    program, verb, folder = line.split()
    assert (program, verb) == ("harbor-conformance", "audit")
    (tmp_path / "made").mkdir()
    jobs = write_jobs({"leaderboard": BY_JOB["leaderboard"].scenario}, tmp_path / "made")
    (tmp_path / folder).parent.mkdir()
    jobs["leaderboard"].rename(tmp_path / folder)
    ended = command(verb, folder, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (0, printed)
