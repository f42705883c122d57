"""spec/000 as a table a section: what it says, jobs that harbor ran, and what is read of them."""

import gc
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from played_jobs import documents, result_of, run, texts, trial_of, trials_of
from released_jobs import leaves, task

from candidates.spec_000.chain import read_job
from candidates.spec_000.outcomes import Summary, summary_of
from candidates.spec_000.reason_codes import code_of
from conformance.protocol.scenario import Script, Task
from conformance.protocol.values import Value

# harbor leaves the log of a trial open that ends its job.
LEAVES_A_LOG_OPEN = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
SCRIPTED: dict[str, Value] = {"agents": [{"import_path": "oracle.scripted:ScriptedAgent"}]}

PARSE, EMPTY = "harbor_reward_parse_error", "harbor_reward_empty"


def summary(status: str, score: float, resolved: int, total: int) -> Summary:
    counts: Summary = {"status": status, "score": score, "resolved": resolved, "total": total}
    return {**counts, "reason_code": None}


completed, failed = partial(summary, "completed"), partial(summary, "failed")
MALFORMED = {**failed(0.0, 0, 0), "reason_code": "harbor_result_malformed"}


def row(says: str, tasks: list[Task], **expected: Any) -> Any:  # noqa: ANN401 - pytest's own
    """Return what the text says, the tasks of a job, and what is seen of it.

    ``chain`` is the summary that the text's chain makes of the reward files, ``harbor`` the one
    that the text makes of harbor's result.json, ``both`` stands for both; ``read`` are the chain's
    rewards of each trial, ``results`` harbor's. ``job`` is the job's configuration, ``raises`` what
    ends harbor's job, ``spoils`` is done to its folder.
    """
    if "both" in expected:
        expected["chain"] = expected["harbor"] = expected.pop("both")
    given = {name: expected.pop(name) for name in ("job", "raises", "spoils") if name in expected}
    marks = LEAVES_A_LOG_OPEN if "raises" in given else ()
    return pytest.param(tasks, given, expected, id=says, marks=marks)


def seen(job: Path) -> dict[str, object]:
    (readings, chain), evals = read_job(job), result_of(job)["stats"]["evals"]
    exceptions = [result_of(trial).get("exception_info") or {} for trial in trials_of(job)]
    messages = [exception.get("exception_message", "") for exception in exceptions]
    return {
        "chain": chain,
        "harbor": summary_of((job / "result.json").read_bytes()),
        "read": [reading.rewards for reading in readings],
        "results": [result_of(trial).get("verifier_result") for trial in trials_of(job)],
        "problems": [reading.problem for reading in readings],
        "exceptions": [exception.get("exception_type") for exception in exceptions],
        "messages": [" ".join(message.split()[:4]) for message in messages],
        "codes": ([reading.reason_code for reading in readings], list(map(code_of, messages))),
        "groups": ([reading.group for reading in readings], set(evals)),
        "metrics": [metric for group in evals.values() for metric in group["metrics"]],
    }


def steps(*contents: bytes | None, config: str = "") -> list[Task]:
    """Return a task with a step for each reward.json."""
    names = [f"s{i}" for i in range(len(contents))]
    made: Script = {"steps": [leaves(None, content) for content in contents]}
    config += "".join(f'[[steps]]\nname = "{name}"\n' for name in names)
    files = {f"steps/{name}/instruction.md": "" for name in names}
    return [task("t", made, config=config, files=files)]


def raising(stage: str) -> list[Task]:
    """Return a task whose test leaves a 1 and that fails at a stage, and one that does not fail."""
    script = cast("dict[str, dict[str, Any]]", leaves(b"1"))
    script[stage] = {**script.get(stage, {}), "raises": "RuntimeError"}
    return [task("bad", script, mounted=stage != "download"), task("good", leaves(b"1"))]


FINAL = 'multi_step_reward_strategy = "final"\n'
LATE = task("late", leaves(b"1"), config="[agent]\ntimeout_sec = 0.0\n")
INTERRUPTED: Script = {"test": {"interrupts": True}}

JOBS = [
    # Section 1: reward files, of which recorded cases show the rest.
    row("harbor's messages have the codes of the text", texts(b"", b"pass"),
        codes=([EMPTY, PARSE], [EMPTY, PARSE]), both=failed(0.0, 0, 2)),
    row("without a file there is no code by the rules, though the table has one",
        [task("t", {"test": {}})], messages=["No reward file found"], codes=([None], [None])),
    row("the code follows words in the folder's name, which the chain leaves out",
        [task("missing-semicolon", leaves(b""))], messages=["Reward file is empty"],
        codes=([EMPTY], ["harbor_reward_missing"])),
    # Section 2: null rewards.
    row("null is no zero and no error either", documents(b"null", b'{"reward": 0}'),
        read=[None, {"reward": 0}], results=[{"rewards": None}, {"rewards": {"reward": 0}}],
        both=completed(0.0, 0, 2)),
    # Section 3: metrics and groups.
    row("each group has a metric, whose values are samples of their own",
        [task("a", leaves(b"1"), dataset="one"),
         task("b", leaves(None, b'{"x": 0, "y": 0}'), dataset="two"),
         task("c", leaves(b"1"), dataset="one")],
        groups=(["nop__one", "nop__two", "nop__one"], {"nop__one", "nop__two"}),
        both=completed(1 / 3, 1, 3)),
    *(row(f"the model {name} is in the group's name without its provider", texts(b"1"),
          job={"agents": [{"name": "nop", "model_name": name}]}, groups=([group], {group}))
      for name, group in [("p/m/1", "nop__m/1__adhoc"), ("m", "nop__m__adhoc")]),
    row("another metric of the job is not in the reward files", texts(b"1", b"0"),
        job={"metrics": [{"type": "max"}]},
        metrics=[{"max": 1.0}], harbor=completed(1.0, 2, 2), chain=completed(0.5, 1, 2)),
    row("a trial without its config is in the job's first group",
        spoils=lambda job: (trial_of(job, "b") / "config.json").unlink(),
        tasks=[task("a", leaves(b"0")), task("b", leaves(b"1"), dataset="one")],
        groups=(["nop__adhoc", None], {"nop__adhoc", "nop__one"}), both=completed(0.5, 1, 2)),
    row("a source that is no dataset has a mean to the text and ends harbor", raises=IndexError,
        tasks=[task("t", leaves(b"1"), source="own")],
        metrics=[], harbor=completed(0.0, 0, 1), chain=completed(1.0, 1, 1)),
    # Section 4: steps.
    row("the mean of steps is of those that were verified",
        steps(b'{"a": 1}', b'{"a": 1, "b": 1}', b""), read=[{"a": 1.0, "b": 0.5}],
        results=[{"rewards": {"a": 1.0, "b": 0.5}}], both=completed(0.75, 1, 1)),
    row("the strategy final is in the task, which the chain does not see",
        steps(b'{"reward": 1}', b'{"reward": 0}', config=FINAL),
        harbor=completed(0.0, 0, 1), chain=completed(0.5, 0, 1)),
    row("failed steps are no error of the trial to harbor", steps(b"x"),
        problems=["no step has a verifier result"],
        harbor=completed(0.0, 0, 1), chain=failed(0.0, 0, 1)),
    # Section 5: status follows errors, and resolved is rounded to even.
    *(row(f"the summary of {contents}", texts(*contents), both=both) for contents, both in [
        ([b"1", b"x"], failed(0.5, 1, 2)), ([b"0.5"] * 5, completed(0.5, 2, 5))]),
    *(row(f"an error in {stage}, before the rewards, fails the job for both", raising(stage),
          job=SCRIPTED, exceptions=[error, None], problems=["No reward file found", ""],
          both=failed(0.5, 1, 2))
      for stage, error in [
        ("start", "RuntimeError"), ("setup", "RuntimeError"), ("agent", "RuntimeError"),
        ("upload", "AddTestsDirError"), ("download", "DownloadVerifierDirError")]),
    *(row(f"an error in {stage}, behind a reward file, is harbor's alone", raising(stage),
          job=SCRIPTED, harbor=failed(*values), chain=completed(1.0, 2, 2))
      for stage, values in [("test", (0.5, 1, 2)), ("stop", (1.0, 2, 2))]),
    row("an agent out of time is rewarded and still an error to harbor", [LATE], job=SCRIPTED,
        exceptions=["AgentTimeoutError"], harbor=failed(1.0, 1, 1), chain=completed(1.0, 1, 1)),
    # Half of the trials that ended are half of all three to the text: a tie, rounded up.
    row("an interrupted job has trials of which no folder tells", job={"n_concurrent_trials": 1},
        tasks=[task("a", leaves(b"1")), task("b", INTERRUPTED), task("c", leaves(b"1"))],
        read=[{"reward": 1}, None], harbor=failed(0.5, 2, 3), chain=failed(0.5, 1, 2)),
    # Section 6: bits, and what is not finite.
    row("the text adds from left to right and harbor corrects", texts(b"0.1", b"0.2", b"0.3"),
        metrics=[{"mean": 0.19999999999999998}], harbor=completed(0.19999999999999998, 1, 3),
        chain=completed((0.1 + 0.2 + 0.3) / 3, 1, 3)),
    *(row(f"{content!r} spoils the summary", texts(b"1", content),
          metrics=[{"mean": None}], both=MALFORMED)
      for content in (b"nan", b"1e400")),
    row("a mean beyond binary64 ends harbor and leaves it a result that reads well",
        documents(b'{"reward": 1}', b'{"reward": 1%s}' % (b"0" * 400)), raises=OverflowError,
        job={"n_concurrent_trials": 1}, harbor=completed(1.0, 2, 2), chain=MALFORMED),
]  # fmt: skip


@pytest.mark.parametrize(("tasks", "given", "expected"), JOBS)
def test_a_job_that_harbor_ran_has_what_the_text_says(
    tmp_path: Path, tasks: list[Task], given: dict[str, Any], expected: dict[str, object]
) -> None:
    # No row's name is in the job's path, which is in harbor's messages.
    with pytest.raises(given["raises"]) if "raises" in given else nullcontext():
        run(tmp_path, *tasks, **given.get("job", {}))
    if "raises" in given:
        gc.collect()
    given.get("spoils", Path.exists)(tmp_path / "job")
    found = seen(tmp_path / "job")
    assert {what: found[what] for what in expected} == expected


def test_the_chain_does_not_need_a_result_which_the_text_has_two_codes_for(tmp_path: Path) -> None:
    job = run(tmp_path, *texts(b"1", b"0"))
    (job / "result.json").unlink()
    assert read_job(job)[1] == completed(0.5, 1, 2)
    for content, code in ((b"{", "malformed"), (None, "missing")):
        assert summary_of(content)["reason_code"] == f"harbor_result_{code}"
