"""A job's folder comes from a stranger: nothing in it is followed, what was not read is said."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from audited import OF_TRIAL, TRIAL, Tamper, audit_of, edit, told, write

from conformance.audit import folders, jobs, reward_file
from conformance.audit.findings import Audit, FindingKind, verdict_of
from conformance.audit.folders import AuditError, Skipped
from conformance.audit.jobs import jobs_in, jobs_of
from conformance.report import audit_view, rendering


def every_form(done: Audit) -> list[str]:
    """Return an audit in each format."""
    view, tests = audit_view.view([done]), audit_view.view([done], as_tests=True)
    forms = [rendering.text(view), rendering.markdown(view), rendering.html(view)]
    return [*forms, rendering.junit(tests), audit_view.as_json([done])]


@pytest.mark.parametrize("value", [[], {"a": 1}, True, 1.5, "x", 10**30, "\ud800"])
@pytest.mark.parametrize("member", ["source", "agent_result", "agent_info", "verifier_result"])
def test_members_of_the_wrong_kind_are_no_fault_of_harbors(
    member: str, value: object, job: Path
) -> None:
    used = {"n_input_tokens": value, "cost_usd": value}
    edit(OF_TRIAL, member, value=used if member == "agent_result" else value)(job)
    assert all(text.encode() for text in every_form(audit_of(job)))


def linked(name: str) -> Tamper:
    """Return what puts a link in the place of a file or folder of a job."""

    def link(job: Path) -> None:
        shutil.move(job / name, job.parent / "elsewhere")
        (job / name).symlink_to(job.parent / "elsewhere")

    return link


def pipe(job: Path) -> None:
    (job / TRIAL / "verifier" / "reward.txt").unlink()
    os.mkfifo(job / TRIAL / "verifier" / "reward.txt")


def huge(job: Path) -> None:
    os.truncate(job / TRIAL / "verifier" / "reward.txt", reward_file.LARGEST + 1)


REWARD = f"{TRIAL}/verifier/reward.txt"
HOSTILE: list[tuple[Tamper, str, str]] = [
    (linked(REWARD), REWARD, "links are not followed"),
    (linked(f"{TRIAL}/verifier"), f"{TRIAL}/verifier", "links are not followed"),
    (linked(TRIAL), TRIAL, "links are not followed"),
    (pipe, REWARD, "not a regular file"),
    (huge, REWARD, "bytes, more than"),
    (write("verifier/reward.txt", "[REDACTED]"), REWARD, folders.WHY_HIDDEN),
    (write("result.json", '{"id": [REDACTED]}'), OF_TRIAL, f"no JSON: {folders.WHY_HIDDEN}"),
    (write("result.json", "[" * 200_000), OF_TRIAL, "nested too deep"),
    (lambda job: (job / TRIAL / "result.json").write_bytes(b"\xff\xfe{"), OF_TRIAL, "no JSON"),
    (write("result.json", '{"id": ' + "9" * 10_000 + "}"), OF_TRIAL, "no JSON"),
    (lambda job: (job / "result.json").write_text("[]"), "result.json", "JSON, but not an object"),
]


@pytest.mark.parametrize(("make", "file", "why"), HOSTILE)
def test_what_a_stranger_lays_in_a_folder_is_not_read_and_said_to_be_there(
    make: Tamper, file: str, why: str, job: Path
) -> None:
    make(job)
    assert why in told(audit_of(job), FindingKind.UNREAD).get(file, "")


def test_a_folder_without_end_is_not_listed_to_it(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_NAMES", 3)
    done = audit_of(job)
    assert told(done, FindingKind.UNREAD) == {".": "more than 3 entries"}
    assert verdict_of([done]).startswith("NOTHING AUDITED")


def test_a_file_that_vanishes_meanwhile_costs_its_trial_alone(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = folders.Folder.read

    def vanishing(folder: folders.Folder, name: str) -> bytes | None:
        gone = folder.path.name == TRIAL and name == "result.json"
        return None if gone else read(folder, name)

    monkeypatch.setattr(folders.Folder, "read", vanishing)
    done = audit_of(job)
    assert (done.trials, done.derived) == (3, 2)
    assert told(done, FindingKind.UNREAD)["task-1__0000001/result.json"] == "it vanished meanwhile"


def test_a_name_full_of_controls_is_spelled_out_in_every_form_and_the_folder_stays(
    job: Path,
) -> None:
    (job / TRIAL).rename(job / "a\x1b[31m\u202e\n<script>")
    before = {path: path.stat().st_mtime_ns for path in job.rglob("*")}
    forms = every_form(audit_of(job))
    assert {path: path.stat().st_mtime_ns for path in job.rglob("*")} == before
    assert not any("\x1b" in text or "\u202e" in text for text in forms)
    assert "<script>" not in forms[2]


def test_a_folder_stands_for_the_jobs_below_it(job: Path, tmp_path: Path) -> None:
    assert list(jobs_in(job)) == [job]
    inner, begun = tmp_path / "repository" / ".evals" / "jobs", "begun"
    shutil.copytree(job, inner / "one")
    (inner / begun).mkdir()
    (inner / begun / "config.json").write_text("{}")
    (inner / begun / "job.log").write_text("")
    assert jobs_of([tmp_path, job]) == [job, inner / begun, inner / "one"]
    shutil.rmtree(tmp_path / "repository")
    # A trial next to jobs hides none of them.
    stray = (job / TRIAL).rename(tmp_path / "stray")
    assert jobs_of([tmp_path]) == [job, Skipped(stray, "a trial that is in no job")]


def loop_of_links(path: Path) -> None:
    path.symlink_to("other")
    (path.parent / "other").symlink_to(path.name)


@pytest.mark.parametrize("make", [os.mkfifo, loop_of_links], ids=["fifo", "loop"])
def test_a_path_of_no_folder_is_refused_in_one_line(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / "given")
    with pytest.raises(AuditError, match=rf"^{tmp_path}/given.*[^\n]$"):
        jobs_of([tmp_path / "given"])


@pytest.mark.parametrize("folder", ["/proc", "/proc/self", "/sys/kernel"])
def test_a_folder_of_the_system_is_refused_in_one_line(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_FOLDERS", 3_000)
    with pytest.raises(AuditError, match=rf"^{folder}(:| is not a job)[^\n]*$"):
        jobs_of([Path(folder)])


def test_a_folder_that_cannot_be_listed_is_reported(
    job: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "closed").mkdir()
    scandir = os.scandir

    def refusing(descriptor: int) -> object:
        if Path(f"/dev/fd/{descriptor}").resolve().name == "closed":
            raise PermissionError(13, "Permission denied")
        return scandir(descriptor)

    monkeypatch.setattr(os, "scandir", refusing)
    assert jobs_of([tmp_path]) == [Skipped(tmp_path / "closed", "permission denied"), job]
    with pytest.raises(AuditError, match="closed: permission denied"):
        jobs_of([tmp_path / "closed"])
