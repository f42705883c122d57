"""Sections 1 to 3 of spec/000, point by point, on jobs that harbor ran, beside what it says."""

import gc
import math
from pathlib import Path

import pytest
from spec_000_jobs import (
    LEAVES_A_LOG_OPEN,
    chain,
    evals_of,
    harbors,
    leaves,
    only_metric,
    reading_of,
    result_of,
    run,
    run_documents,
    task,
    trial_of,
)

from candidates.spec_000.chain import read_job
from candidates.spec_000.reason_codes import code_of
from conformance.protocol.values import Value

# Section 1: reward files and reason codes.

TABLE = [
    (b"1", "{'reward': 1.0}", None),
    (b"0", "{'reward': 0.0}", None),
    (b"1.0", "{'reward': 1.0}", None),
    (b"1\n", "{'reward': 1.0}", None),
    (b" 1 \n", "{'reward': 1.0}", None),
    (b"0.5", "{'reward': 0.5}", None),
    (b"1e0", "{'reward': 1.0}", None),
    (b"-1", "{'reward': -1.0}", None),
    (b"nan", "{'reward': nan}", None),
    (b"inf", "{'reward': inf}", None),
    (b"", "None", "harbor_reward_empty"),
    (b" ", "None", "harbor_reward_parse_error"),
    (b"pass", "None", "harbor_reward_parse_error"),
    (b"True", "None", "harbor_reward_parse_error"),
    (b"1,0", "None", "harbor_reward_parse_error"),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A job with a task for each row of the text's table; no word of a rule is in its path."""
    folder = tmp_path_factory.mktemp("rows")
    return run(folder, *(task(f"row-{i}", leaves(row[0])) for i, row in enumerate(TABLE)))


@pytest.mark.parametrize("row", range(len(TABLE)))
def test_the_texts_table_of_reward_txt_is_what_harbor_reads(table: Path, row: int) -> None:
    _, rewards, code = TABLE[row]
    reading, trial = reading_of(table, f"row-{row}"), trial_of(table, f"row-{row}")
    assert repr(reading.rewards) == rewards
    assert reading.reason_code == code
    if code is None:
        (reward,) = (reading.rewards or {}).values()
        # What is not finite is null in the file, though harbor counts with it.
        written = reward if math.isfinite(reward) else None
        assert trial["exception_info"] is None
        assert trial["verifier_result"] == {"rewards": {"reward": written}}
    else:
        assert trial["verifier_result"] is None
        assert code_of(trial["exception_info"]["exception_message"]) == code


def test_a_trial_without_a_file_has_no_code_by_the_rules_though_the_table_has_one(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    job = run(tmp_path_factory.mktemp("none"), task("t", {"test": {}}))
    message = trial_of(job, "t")["exception_info"]["exception_message"]
    assert message.startswith("No reward file found")
    assert code_of(message) is reading_of(job, "t").reason_code is None


def test_the_code_follows_words_in_the_folders_name_which_the_chain_leaves_out(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    job = run(tmp_path_factory.mktemp("name"), task("missing-semicolon", leaves(b"")))
    message = trial_of(job, "missing-semicolon")["exception_info"]["exception_message"]
    assert code_of(message) == "harbor_reward_missing"
    assert reading_of(job, "missing-semicolon").reason_code == "harbor_reward_empty"


@pytest.mark.parametrize(
    ("txt", "json_", "rewards"),
    [
        (b"1", b'{"reward": 0}', {"reward": 0}),
        (b"1", b"", None),
        (b"1", b"{", None),
        (None, b'{"correctness": 1, "speed": 0.5}', {"correctness": 1, "speed": 0.5}),
        (None, b'{"reward": true}', {"reward": 1}),
    ],
)
def test_reward_json_wins_and_is_read_as_it_stands(
    tmp_path: Path, txt: bytes | None, json_: bytes, rewards: dict[str, float] | None
) -> None:
    job = run(tmp_path, task("t", leaves(txt, json_)))
    assert reading_of(job, "t").rewards == rewards
    assert (trial_of(job, "t")["verifier_result"] or {}).get("rewards") == rewards
    assert chain(job) == harbors(job)


def test_a_number_in_text_counts_for_harbor_and_is_refused_by_the_chain(tmp_path: Path) -> None:
    job = run_documents(tmp_path, b'{"reward": "1"}')
    assert (harbors(job)["status"], harbors(job)["score"]) == ("completed", 1.0)
    assert (chain(job)["status"], chain(job)["score"]) == ("failed", 0.0)


# Section 2: null rewards.


def test_null_rewards_are_no_zero_and_no_error_either(tmp_path: Path) -> None:
    job = run_documents(tmp_path, b"null", b'{"reward": 0}')
    assert [reading.rewards for reading in read_job(job)[0]] == [None, {"reward": 0}]
    assert trial_of(job, "t0")["verifier_result"] == {"rewards": None}
    assert result_of(job)["stats"]["n_errored_trials"] == 0
    assert chain(job) == harbors(job)


# Section 3: metrics and groups.


@pytest.mark.parametrize(
    ("contents", "metric"),
    [
        ([b'{"reward": 1}', b'{"reward": 0}', b'{"reward": 1}'], {"mean": 2 / 3}),
        ([b'{"reward": 1}'], {"mean": 1.0}),
        ([b'{"speed": 1}', b"{}"], {"mean": 0.5}),
        (
            [b'{"correctness": 1, "speed": 0.5}', b'{"correctness": 0, "speed": 1.0}'],
            {"correctness": 0.5, "speed": 0.75},
        ),
        ([b'{"a": 1}', b'{"b": 1}'], {"a": 0.5, "b": 0.5}),
        ([b'{"reward": 1}', b"null", b"null"], {"mean": 1 / 3}),
        ([b'{"a": 1, "b": 1}', b"x", b'{"a": 1}', b""], {"a": 0.5, "b": 0.25}),
    ],
)
def test_the_one_metric_is_a_mean_under_its_own_name_or_those_of_the_rewards(
    tmp_path: Path, contents: list[bytes], metric: dict[str, float]
) -> None:
    job = run_documents(tmp_path, *contents)
    assert only_metric(job) == metric
    assert chain(job) == harbors(job)
    assert chain(job)["score"] == sum(metric.values()) / len(metric)


def test_each_group_has_a_metric_whose_values_are_samples_of_their_own(tmp_path: Path) -> None:
    job = run(
        tmp_path,
        task("a", leaves(b"1"), dataset="one"),
        task("b", leaves(None, b'{"x": 0, "y": 0}'), dataset="two"),
        task("c", leaves(b"1"), dataset="one"),
    )
    assert set(evals_of(job)) == {reading.group for reading in read_job(job)[0]}
    assert set(evals_of(job)) == {"nop__one", "nop__two"}
    assert chain(job) == harbors(job)
    assert chain(job)["score"] == 1 / 3


def test_a_model_is_in_the_groups_name_without_its_provider(tmp_path: Path) -> None:
    agents: Value = [{"name": "nop", "model_name": name} for name in ("p/m/1", "m")]
    job = run(tmp_path, task("t", leaves(b"1")), agents=agents)
    assert set(evals_of(job)) == {reading.group for reading in read_job(job)[0]}
    assert set(evals_of(job)) == {"nop__m/1__adhoc", "nop__m__adhoc"}


def test_a_trial_without_its_config_is_in_the_jobs_first_group(tmp_path: Path) -> None:
    job = run(tmp_path, task("a", leaves(b"0")), task("b", leaves(b"1"), dataset="one"))
    (trial,) = job.glob("b__*")
    (trial / "config.json").unlink()
    assert [reading.group for reading in read_job(job)[0]] == ["nop__adhoc", None]
    assert chain(job) == harbors(job)


@LEAVES_A_LOG_OPEN
def test_a_source_that_is_no_dataset_has_a_mean_to_the_text_and_ends_harbor(
    tmp_path: Path,
) -> None:
    with pytest.raises(IndexError):
        run(tmp_path, task("t", leaves(b"1"), source="own"))
    gc.collect()
    assert chain(tmp_path / "job")["score"] == 1.0
    assert evals_of(tmp_path / "job")["nop__own"]["metrics"] == []
    assert harbors(tmp_path / "job")["score"] == 0.0


def test_another_metric_of_the_job_is_not_in_the_reward_files(tmp_path: Path) -> None:
    tasks = task("a", leaves(b"1")), task("b", leaves(b"0"))
    job = run(tmp_path, *tasks, metrics=[{"type": "max"}])
    assert only_metric(job) == {"max": 1.0}
    assert (harbors(job)["score"], chain(job)["score"]) == (1.0, 0.5)
