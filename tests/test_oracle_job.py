"""The quick way to harbor's Job says what a real job says."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import long_way
import pytest
from real_jobs import Place

from conformance.operations.job.inputs import JobGroup, Trial, case_with, reward, trial
from conformance.protocol.values import Answer, Case, Failure
from oracle import scratch
from oracle.implementation import open_oracle
from oracle.job import JobAdapter
from oracle.job_surroundings import KeptFile

PLAIN = case_with([reward(1)])
MISSING = case_with([reward(1, group=JobGroup(source="s"))])


@pytest.fixture
def adapter() -> Iterator[JobAdapter]:
    with closing(JobAdapter()) as made:
        yield made


def ask_really(asked: Case, *, quiet: bool = True) -> Answer | None:
    with scratch.folder() as folder:
        return long_way.job(asked, Place(Path(folder).resolve(), quiet))


FAILS = trial({"r": 1}, name="s__1", group=JobGroup(source="s"))
DRAWN = trial({"[/x]": 1, "b": 1}, name="None__1")


@pytest.mark.parametrize(
    ("trials", "error"),
    [([FAILS, DRAWN], "ExceptionGroup"), ([DRAWN, FAILS], "MarkupError")],
    ids=["fails-first", "drawn-first"],
)
# A slow job's own thread draws the name as well before the job ends.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_trial_that_fails_ends_the_others_before_they_are_drawn(
    trials: list[Trial], error: str
) -> None:
    asked = case_with(trials)
    with open_oracle() as oracle:
        assert oracle.answer(asked) == ask_really(asked) == Failure(error)


def test_a_reward_name_that_utf_8_cannot_hold_ends_a_job_as_it_does_on_a_terminal() -> None:
    asked = case_with([trial({"\ud800": 1, "\ue000": 1})])
    with open_oracle() as oracle:
        assert oracle.answer(asked) == Failure("UnicodeEncodeError")
    for quiet in (True, False):
        assert ask_really(asked, quiet=quiet) == Failure("UnicodeEncodeError")


def ask(adapter: JobAdapter, asked: Case) -> str:
    try:
        return str(adapter(asked.input))
    except Exception as error:  # noqa: BLE001 - any error of harbor is its answer
        return type(error).__name__


def test_harbor_prints_and_logs_nothing_and_leaves_no_file_behind(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    adapter = JobAdapter(str(tmp_path))
    for asked in (PLAIN, MISSING, case_with([reward(float("nan")), reward(2**1024 - 1)])):
        ask(adapter, asked)
        assert not any(path.is_file() for path in tmp_path.rglob("*"))
    adapter.close()
    assert not any(tmp_path.iterdir())
    assert capfd.readouterr() == ("", "")
    assert not recwarn


def beside(path: KeptFile, text: str) -> None:
    """Write a text as a later release may: whole, to another file that takes this one's place."""
    other = path.with_suffix(".part")
    other.write_text(text)
    other.replace(path)


@pytest.mark.parametrize("asked", [PLAIN, MISSING, case_with([reward(float("nan"))])])
def test_a_result_that_a_later_release_puts_in_place_whole_is_read_all_the_same(
    asked: Case, adapter: JobAdapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = ask(adapter, asked)
    monkeypatch.setattr(KeptFile, "write_text", beside)
    assert ask(adapter, asked) == kept
