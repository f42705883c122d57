"""A job's folder comes from a stranger: nothing in it is followed, what was not read is said."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from audited import changed, first, harbor, job, told, written

from conformance.audit import folders
from conformance.audit.audit import audit
from conformance.audit.discovery import jobs_in
from conformance.audit.findings import Kind, verdict_of
from conformance.audit.folders import UnreadError
from conformance.implementations.start import Harbor
from conformance.report import audit_json, audit_junit, audit_page, audit_text

__all__ = ["harbor", "job", "written"]


@pytest.mark.parametrize("value", [[], {"a": 1}, True, 1.5, "x", 10**30, "\ud800"])
@pytest.mark.parametrize("member", ["source", "agent_result", "agent_info", "verifier_result"])
def test_members_of_the_wrong_kind_are_no_fault_of_harbors(
    member: str, value: object, job: Path, harbor: Harbor
) -> None:
    used = {"n_input_tokens": value, "cost_usd": value}
    edit = {member: used if member == "agent_result" else value}
    changed(first(job) / "result.json", lambda result: result.update(edit))
    for write in (audit_text.to_text, audit_json.to_text, audit_junit.to_text, audit_page.to_text):
        assert write([audit(job, harbor)]).encode()


def link_reward(job: Path) -> None:
    file = first(job) / "verifier" / "reward.txt"
    file.unlink()
    file.symlink_to("/etc/hostname")


def link_verifier(job: Path) -> None:
    shutil.move(first(job) / "verifier", job.parent / "elsewhere")
    (first(job) / "verifier").symlink_to(job.parent / "elsewhere")


def link_trial(job: Path) -> None:
    shutil.move(first(job), job.parent / "elsewhere")
    first(job).symlink_to(job.parent / "elsewhere")


def pipe(job: Path) -> None:
    (first(job) / "verifier" / "reward.txt").unlink()
    os.mkfifo(first(job) / "verifier" / "reward.txt")


def huge(job: Path) -> None:
    os.truncate(first(job) / "verifier" / "reward.txt", folders.LARGEST + 1)


def deep(job: Path) -> None:
    (first(job) / "result.json").write_text("[" * 200_000)


def rubbish(job: Path) -> None:
    (first(job) / "result.json").write_bytes(b"\xff\xfe{")


def no_object(job: Path) -> None:
    (job / "result.json").write_text("[]")


HOSTILE: list[tuple[Callable[[Path], None], str, str]] = [
    (link_reward, "task-1__0000001/verifier/reward.txt", "links are not followed"),
    (link_verifier, "task-1__0000001/verifier", "links are not followed"),
    (link_trial, "task-1__0000001", "links are not followed"),
    (pipe, "task-1__0000001/verifier/reward.txt", "no regular file"),
    (huge, "task-1__0000001/verifier/reward.txt", "bytes, more than"),
    (deep, "task-1__0000001/result.json", "nested too deep"),
    (rubbish, "task-1__0000001/result.json", "no JSON"),
    (no_object, "result.json", "JSON, and no object"),
]


@pytest.mark.parametrize(("make", "file", "why"), HOSTILE)
def test_what_a_stranger_lays_in_a_folder_is_not_read_and_said_to_be_there(
    make: Callable[[Path], None], file: str, why: str, job: Path, harbor: Harbor
) -> None:
    make(job)
    assert why in told(audit(job, harbor), Kind.UNREAD).get(file, "")


def test_a_folder_without_end_is_not_listed_to_it(
    job: Path, harbor: Harbor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_NAMES", 3)
    done = audit(job, harbor)
    assert told(done, Kind.UNREAD) == {".": "more than 3 entries"}
    assert verdict_of([done]).startswith("NOTHING AUDITED")


def test_a_file_that_vanishes_meanwhile_costs_its_trial_alone(
    job: Path, harbor: Harbor, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = folders.Folder.read

    def vanishing(folder: folders.Folder, name: str) -> bytes | None:
        gone = folder.path.name == first(job).name and name == "result.json"
        return None if gone else read(folder, name)

    monkeypatch.setattr(folders.Folder, "read", vanishing)
    done = audit(job, harbor)
    assert (done.trials, done.derived) == (3, 2)
    assert told(done, Kind.UNREAD)["task-1__0000001/result.json"] == "it vanished meanwhile"


def test_integers_without_end_are_no_json(job: Path, harbor: Harbor) -> None:
    (first(job) / "result.json").write_text('{"id": ' + "9" * 10_000 + "}")
    assert told(audit(job, harbor), Kind.UNREAD)["task-1__0000001/result.json"] == "no JSON"


def test_what_was_taken_for_a_secret_is_said_to_be_that(job: Path, harbor: Harbor) -> None:
    for path in first(job).rglob("*"):
        if path.is_file():
            path.write_text(path.read_text().replace("0.1", "[REDACTED]"))
    done = audit(job, harbor)
    why = told(done, Kind.UNREAD)["task-1__0000001/result.json"]
    assert why == f"no JSON: {folders.WHY_HIDDEN}"
    assert "1 of its trials could not be read" in told(done, Kind.UNDERIVED)["result.json stats"]
    assert [(one.recorded, one.derived) for one in done.headlines] == [
        ("0.19999999999999998", "not derived")
    ]


def test_a_reward_file_in_which_a_secret_was_hidden_is_not_taken_for_a_refused_one(
    job: Path, harbor: Harbor
) -> None:
    (first(job) / "verifier" / "reward.txt").write_text("[REDACTED]")
    done = audit(job, harbor)
    assert done.agrees
    assert told(done, Kind.UNREAD)["task-1__0000001/verifier/reward.txt"] == folders.WHY_HIDDEN


def test_where_harbor_would_have_read_what_was_not_read_nothing_is_derived(
    job: Path, harbor: Harbor
) -> None:
    (first(job) / "verifier" / "reward.json").symlink_to("/etc/hostname")
    done = audit(job, harbor)
    assert (done.agrees, done.derived, done.taken) == (True, 2, 1)


def test_a_name_full_of_controls_is_spelled_out_wherever_it_is_told(
    job: Path, harbor: Harbor
) -> None:
    name = "a\x1b[31m\u202e\n<script>"
    first(job).rename(job / name)
    done = [audit(job, harbor)]
    for text in (
        audit_text.to_text(done),
        audit_text.to_markdown(done),
        audit_json.to_text(done),
        audit_junit.to_text(done),
        audit_page.to_text(done),
    ):
        assert "\x1b" not in text
        assert "\u202e" not in text
    assert "<script>" not in audit_page.to_text(done)


def test_nothing_in_the_folder_changes(job: Path, harbor: Harbor) -> None:
    before = {path: path.stat().st_mtime_ns for path in job.rglob("*")}
    audit(job, harbor)
    assert {path: path.stat().st_mtime_ns for path in job.rglob("*")} == before


def test_a_folder_of_jobs_stands_for_its_jobs(job: Path, tmp_path: Path) -> None:
    shutil.copytree(job, tmp_path / "other")
    (tmp_path / "notes").mkdir()
    assert sorted(jobs_in(tmp_path)) == [tmp_path / "job", tmp_path / "other"]
    assert list(jobs_in(job)) == [job]
    with pytest.raises(UnreadError):
        list(jobs_in(tmp_path / "absent"))
