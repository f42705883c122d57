"""The headline of auto-harness against harbor's own mean of the same folder."""

import gc
import json
import math
from pathlib import Path

import pytest
from played_jobs import Files, Played, document, play, text

from candidates.spec_003 import metric
from candidates.spec_003.jobs import read_jobs
from conformance.diagnosis.expected.deviations import find
from conformance.diagnosis.expected.reading import load
from conformance.protocol.values import Value


def declared() -> set[str]:
    """Return the names of the declared deviations of auto-harness."""
    file = find("spec-003")
    assert file is not None
    return {one.name for one in load(file).deviations}


DECLARED = declared()


def rewards_of(played: Played) -> list[Value]:
    """Return the rewards of each trial as harbor had them, by the trial's folder."""
    read = [json.loads((trial / "result.json").read_bytes()) for trial in played.trials]
    rewards = [trial["verifier_result"] and trial["verifier_result"]["rewards"] for trial in read]
    return [None if found is None else dict(map(_as_it_was, found.items())) for found in rewards]


def _as_it_was(member: tuple[str, float | None]) -> tuple[str, float]:
    # harbor writes null for what is not finite, which here is infinity.
    name, value = member
    return name, math.inf if value is None else value


AGREEING: dict[str, list[Files]] = {
    "thirds": [text(b"0.1"), text(b"0.2"), text(b"0.3")],
    "beyond 0 to 1": [text(b"-1"), text(b"250"), text(b"1e300")],
    "without a verifier result": [text(b"1"), text(b"x"), {}],
    "an empty object": [document(b'{"reward": 1}'), document(b"{}")],
    "nothing at all": [{}, {}],
}

PARTING: dict[str, tuple[str, list[Files], dict[str, float | None], float]] = {
    "another name": (
        "one-name-or-zero",
        [document(b'{"score": 1}'), document(b'{"score": 0.5}')],
        {"mean": 0.75},
        0.0,
    ),
    "several names": (
        "one-name-or-zero",
        [document(b'{"reward": 1, "speed": 3}'), document(b'{"reward": 0, "speed": 1}')],
        {"reward": 0.5, "speed": 2.0},
        0.5,
    ),
    "names of several trials": (
        "one-name-or-zero",
        [document(b'{"reward": 1}'), document(b'{"score": 1}')],
        {"reward": 0.5, "score": 0.5},
        0.5,
    ),
    "an integer that is no binary64": (
        "floats-or",
        [document(b'{"reward": 9007199254740993}'), document(b'{"reward": -1}')],
        {"mean": 4503599627370496.0},
        4503599627370495.5,
    ),
    "infinity": (
        "not-finite-counts-as",
        [text(b"inf"), text(b"1")],
        {"mean": None},
        0.5,
    ),
}


def as_tasks(left: list[Files]) -> list[tuple[str, list[Files]]]:
    return [(f"task-{place}", [files]) for place, files in enumerate(left)]


@pytest.mark.parametrize("left", AGREEING.values(), ids=AGREEING)
def test_the_headline_is_harbors_mean_of_the_same_folder(left: list[Files], tmp_path: Path) -> None:
    played = play(tmp_path, *as_tasks(left))
    assert {"mean": read_jobs(played.jobs).val_score} == played.mean


@pytest.mark.parametrize(("deviation", "left", "mean", "score"), PARTING.values(), ids=PARTING)
def test_where_the_headline_differs_from_harbors_mean_a_deviation_is_expected(
    deviation: str,
    left: list[Files],
    mean: dict[str, float | None],
    score: float,
    tmp_path: Path,
) -> None:
    played = play(tmp_path, *as_tasks(left))
    assert played.mean == mean
    assert read_jobs(played.jobs).val_score == score
    assert {"mean": score} != mean
    assert deviation in DECLARED


@pytest.mark.parametrize(
    "left",
    [*AGREEING.values(), *(part[1] for part in PARTING.values())],
    ids=[*AGREEING, *PARTING],
)
def test_what_is_certified_is_what_is_read_from_folders(left: list[Files], tmp_path: Path) -> None:
    played = play(tmp_path, *as_tasks(left))
    asked = metric({"metric": "mean", "rewards": rewards_of(played)})
    assert asked == {"mean": read_jobs(played.jobs).val_score}


# harbor leaves the log of a trial open that ends its job.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_integer_beyond_binary64_ends_harbors_job_and_leaves_a_headline(tmp_path: Path) -> None:
    huge = document(b'{"reward": 1%s}' % (b"0" * 309))
    with pytest.raises(OverflowError):
        play(tmp_path, ("huge", [huge]))
    gc.collect()
    headline = read_jobs(tmp_path / "played")
    (task,) = headline.tasks
    assert (task.task_name, task.reward) == ("huge", None)
    assert task.problem == "its reward is no number: int too large to convert to float"
    assert headline.val_score == 0.0
    assert "floats-or" in DECLARED
