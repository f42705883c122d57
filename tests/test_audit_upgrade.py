"""What another release, or a reader, makes of recorded jobs."""

import shutil
import subprocess
from pathlib import Path

import pytest
from audited import edit_headline, harbor, job, written
from disturbed import COMMAND

from conformance.audit.audit import audit
from conformance.audit.copying import copied
from conformance.audit.findings import Audit, Finding, Headline, Kind
from conformance.audit.upgrade import upgrade
from conformance.implementations.start import Harbor
from conformance.report import upgrade_text

__all__ = ["harbor", "job", "written"]


def audited(derived: str, *findings: Finding) -> Audit:
    headline = Headline("nop__adhoc", "mean", "0.5", derived, 2)
    return Audit(Path("/jobs/one"), "0.13.1", "0.13.1", 2, 2, 0, (headline,), findings)


def differing(derived: str) -> Finding:
    return Finding(Kind.DIFFERS, "a/result.json", "exception_info", "another error", "A", derived)


def test_a_score_that_another_release_derives_otherwise_is_told_first() -> None:
    result = upgrade([(audited("0.5"), audited("0.25", differing("B")))], "0.13.1", "0.25.0")
    assert [(one.before, one.after, one.is_score) for one in result.changes] == [
        ("0.5", "0.25", True),
        ("A", "B", False),
    ]
    assert result.verdict == (
        "2 changes, 1 of them scores, in 1 job, 2 trials from 0.13.1 to 0.25.0; "
        "2 of them from their reward files"
    )
    assert "nop__adhoc: mean: `0.5` becomes `0.25`" in upgrade_text.to_text(result)


def test_what_both_releases_find_is_no_change() -> None:
    both = (audited("0.5", differing("B")), audited("0.5", differing("B")))
    result = upgrade([both], "0.13.1", "0.25.0")
    assert result.changes == ()
    assert result.verdict.startswith("none of your 1 job, 2 trials changes from 0.13.1 to 0.25.0")


def test_what_only_the_first_release_finds_is_as_recorded_in_the_other() -> None:
    result = upgrade([(audited("0.5", differing("B")), audited("0.5"))], "0.13.1", "0.25.0")
    assert [(one.before, one.after) for one in result.changes] == [("B", "A")]


def test_readers_see_a_copy_without_links(job: Path, tmp_path: Path, harbor: Harbor) -> None:
    trial = job / "task-1__0000001"
    (trial / "verifier" / "reward.json").symlink_to("/etc/hostname")
    (trial / "agent" / "secret").symlink_to("/etc")
    (job / "elsewhere").symlink_to(tmp_path)
    copy = copied(job, tmp_path / "copy")
    assert not any(path.is_symlink() for path in copy.rglob("*"))
    assert sorted(path.name for path in copy.iterdir() if path.is_dir()) == [
        "task-1__0000001",
        "task-2__0000002",
        "task-3__0000003",
    ]
    assert audit(copy, harbor).agrees


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("gate", "0.14.0", "--jobs", "0"), "--jobs 0: give one number from 1 on, or folders"),
        (("gate", "0.14.0..0.15.0", "--jobs", "."), "--jobs FOLDER goes with one release"),
        (("gate", "0.14.0", "--jobs", "/dev/null"), "/dev/null: a link, or no folder"),
    ],
)
def test_a_bad_option_is_one_line(words: tuple[str, ...], complaint: str) -> None:
    ended = run(*words)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"harbor-conformance: {complaint}")


@pytest.mark.end_to_end
def test_what_cannot_be_asked_is_refused_before_anything_is_audited(job: Path) -> None:
    for words, complaint in (
        (("--reader", "nobody"), "no reader 'nobody'"),
        (("--reader", "hud", "--format", "json"), "--reader goes with --format text or markdown"),
        (("--release", "soon"), "--release soon: 'soon' is neither a version"),
    ):
        ended = run("audit", str(job), *words)
        assert ended.returncode == 2
        assert complaint in ended.stderr


@pytest.mark.end_to_end
def test_a_score_of_another_hand_is_named_by_how_it_comes_about(job: Path) -> None:
    shutil.copytree(job, job.parent / "other")
    edit_headline(job.parent / "other")
    ended = run("audit", str(job.parent))
    assert ended.returncode == 1
    assert "mean 0.9 over 3 trials: DERIVED 0.19999999999999998" in ended.stdout
