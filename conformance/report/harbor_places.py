"""The same jobs in eleven places of harbor's wheel, and statements about what these say."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from conformance.implementations.environments import cache_folder
from conformance.implementations.environments.releases import Environment, build, served
from conformance.implementations.process.command import Command
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.process.tool import run_tool
from conformance.operations import messages
from conformance.operations.clause import Source
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import HARBOR_VERSION, Case, Value

NEWEST = "0.25.0"
"""The newest release whose places are shown."""

type Saying = Mapping[str, Any]
"""What each place says of one job; text where it says nothing."""

type SaidByJob = Mapping[str, Saying]


@dataclass(frozen=True, slots=True)
class HarborPlace:
    """A place, the lines that decide what it shows, and what these do."""

    name: str
    source: Source
    does: str


@dataclass(frozen=True, slots=True)
class PlaceJob:
    """A job of one task: its id, its title, and what happens in each of its attempts."""

    id: str
    title: str
    tries: tuple[Value, ...]

    @property
    def scenario(self) -> Scenario:
        """The job as harbor is to run it."""
        tasks = [{"name": "task", "attempts": [[one] for one in self.tries]}]
        agents = [{"import_path": "oracle.scripted:ScriptedAgent"}]
        job = {"n_attempts": len(self.tries), "n_concurrent_trials": 1, "agents": agents}
        return cast("Scenario", {"tasks": tasks, "job": job})


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence about one job, whether it holds, and a similar job for which it does not."""

    sentence: str
    job: str
    holds: Callable[[Saying], bool]
    bound: str

    def holds_of(self, said: SaidByJob) -> bool:
        """Return whether it holds of its job and not of the other."""
        return self._holds(said[self.job]) and not self._holds(said[self.bound])

    def _holds(self, said: Saying) -> bool:
        try:
            return self.holds(said)
        except (KeyError, TypeError):
            return False


def _leaving(*contents: str) -> tuple[Value, ...]:
    return tuple({"test": {"leaves": {"reward.json": one.encode()}}} for one in contents)


def _timed_out(content: str) -> Value:
    leaves: Value = {"leaves": {"reward.json": content.encode()}}
    return {"agent": {"raises": "AgentTimeoutError"}, "test": leaves}


_DEBUGGER = "harbor/cli/debug_checker/debug_checker.py"
_DYNAMIC = "harbor/leaderboard/dynamic_validation.py"
_TRACES = "harbor/utils/traces_utils.py"
_STATIC = "harbor/leaderboard/static_validation.py"

SWEEPS = (
    Source("harbor/cli/sweeps.py", 176, 176, 'reward = vr.get("reward")'),
    Source("harbor/cli/sweeps.py", 211, 211, 'reward = vr.get("reward")'),
    Source("harbor/cli/sweeps.py", 84, 84, "dropping tasks with ≥1 success each sweep"),
    Source(_TRACES, 1437, 1437, 'reward = vr.get("reward")'),
)
"""Where sweeps read a field that is never there, what they promise, and who else reads it last."""

PLACES = (
    HarborPlace(
        "result.json",
        Source("harbor/metrics/mean.py", 9, 9, "sum(values) / len(values)"),
        "the mean over all trials; a trial without rewards counts 0",
    ),
    HarborPlace(
        "harbor run",
        Source("harbor/cli/jobs.py", 255, 258, "if isinstance(value, float):"),
        "the same, in three digits",
    ),
    HarborPlace(
        "harbor view",
        Source("harbor/viewer/server.py", 1323, 1329, "reward = ("),
        "the key `reward`, or 0, added with `+=`; an unreadable result.json is left out",
    ),
    HarborPlace(
        "harbor upload",
        Source("harbor/upload/uploader.py", 660, 670, "def _extract_primary"),
        "the key `reward`, or the first value",
    ),
    HarborPlace(
        "leaderboard, static",
        Source(_STATIC, 1010, 1021, "def _calculate_unofficial_accuracy("),
        "trials with a reward of exactly 1 and no exception, of all completed ones",
    ),
    HarborPlace(
        "leaderboard, dynamic",
        Source(_DYNAMIC, 450, 450, "accuracy = verified_passes"),
        "the same, for passes that analysis verified; here it verified all",
    ),
    HarborPlace(
        "harbor sweeps",
        SWEEPS[1],
        "the tasks of two sweeps; the second is to leave out those that succeeded",
    ),
    HarborPlace(
        "harbor traces export",
        Source(_TRACES, 1420, 1434, "def _trial_is_success("),
        "the exception, or else the key `reward`; above 0 is a success",
    ),
    HarborPlace(
        "harbor analyze --passing",
        Source("harbor/analyze/analyzer.py", 53, 58, "has_reward"),
        "trials without an exception whose key `reward` is 1",
    ),
    HarborPlace(
        "task debugger",
        Source(_DEBUGGER, 74, 78, "is_failure = result.exception_info"),
        "trials with an exception, or whose key `reward` is below 1",
    ),
    HarborPlace(
        "Terminal-Bench mapper",
        Source("harbor/mappers/terminal_bench.py", 36, 44, "REWARD_"),
        "the reward.txt that a mapped test script writes: 1 for exit status 0, else 0",
    ),
)

JOBS = (
    PlaceJob("passes", "two passes", _leaving('{"reward": 1}', '{"reward": 1}')),
    PlaceJob("zeros", "two failures", _leaving('{"reward": 0}', '{"reward": 0}')),
    PlaceJob("timeout", "a pass, and a timeout after a reward of 1",
             (*_leaving('{"reward": 1}'), _timed_out('{"reward": 1}'))),
    PlaceJob("failed", "a pass, and an environment that did not start",
             (*_leaving('{"reward": 1}'), {"start": {"raises": "EnvironmentStartTimeoutError"}})),
    PlaceJob("score", "a key `score` of 1 and of 0", _leaving('{"score": 1}', '{"score": 0}')),
    PlaceJob("keys", "two keys, neither of them `reward`",
             _leaving('{"correct": 1, "speed": 0.5}', '{"correct": 0, "speed": 1}')),
    PlaceJob("near", "0.9999999999999999 and 2",
             _leaving('{"reward": 0.9999999999999999}', '{"reward": 2}')),
    PlaceJob("tenths", "0.1, 0.2 and 0.3",
             _leaving('{"reward": 0.1}', '{"reward": 0.2}', '{"reward": 0.3}')),
    PlaceJob("empty", "a pass, and `{}`", _leaving('{"reward": 1}', "{}")),
    PlaceJob("nan", "NaN, and a pass", _leaving('{"reward": NaN}', '{"reward": 1}')),
)  # fmt: skip

_ACCURACY = ("leaderboard, static", "leaderboard, dynamic")


def _accuracies(said: Saying) -> set[str]:
    return {said[place]["accuracy"] for place in _ACCURACY}


STATEMENTS = (
    Statement(
        "A trial that timed out after a reward of 1 counts as 1 in result.json and in the viewer, "
        "and as a failure in both accuracies.",
        "timeout",
        lambda said: (
            said["result.json"]["mean"] == "1.0"
            and said["harbor view"]["average"] == ["1.0"]
            and _accuracies(said) == {"0.5"}
        ),
        "passes",
    ),
    Statement(
        "The timed-out trial is a failure for traces, analysis and the debugger as well.",
        "timeout",
        lambda said: (
            said["harbor traces export"]["success"] == [True, False]
            and said["harbor analyze --passing"]["passing"] == 1
            and said["task debugger"]["failures"] == 1
        ),
        "passes",
    ),
    Statement(
        "A reward under the key `score` counts in result.json and in both accuracies; the viewer's "
        "average is 0, and traces and analysis find no success.",
        "score",
        lambda said: (
            said["result.json"]["mean"] == "0.5"
            and _accuracies(said) == {"0.5"}
            and said["harbor view"]["average"] == ["0.0"]
            and said["harbor traces export"]["success"] == [False, False]
            and said["harbor analyze --passing"]["passing"] == 0
        ),
        "failed",
    ),
    Statement(
        "The viewer shows a reward under the key `score` in its list of trials, and counts it 0 in "
        "its average.",
        "score",
        lambda said: said["harbor view"] == {"average": ["0.0"], "trials": ["1.0", "0.0"]},
        "zeros",
    ),
    Statement(
        "Rewards under two keys, neither of them `reward`, have no single mean in result.json; the "
        "viewer averages 0, and the upload sends the first value of each trial.",
        "keys",
        lambda said: (
            "mean" not in said["result.json"]
            and said["harbor view"]["average"] == ["0.0"]
            and said["harbor upload"]["trials"] == ["1", "0"]
        ),
        "score",
    ),
    Statement(
        "Rewards under two keys, neither of them `reward`, are uploaded without a primary reward.",
        "keys",
        lambda said: said["harbor upload"]["trials"] == ["None", "None"],
        "score",
    ),
    Statement(
        "Rewards of 0.9999999999999999 and 2 count in the mean and are no passes.",
        "near",
        lambda said: said["result.json"]["mean"] == "1.5" and _accuracies(said) == {"0.0"},
        "passes",
    ),
    Statement(
        "The mean and the viewer's average of 0.1, 0.2 and 0.3 differ in the last digits: the mean "
        "is compensated, the average is added with `+=`.",
        "tenths",
        lambda said: [said["result.json"]["mean"]] != said["harbor view"]["average"],
        "near",
    ),
    Statement(
        "A trial of `{}` halves the mean, fails trial_results_complete, and is left out of the "
        "accuracy that harbor would compute.",
        "empty",
        lambda said: (
            said["result.json"]["mean"] == "0.5"
            and "trial_results_complete" in said["leaderboard, static"]["failed"]
            and _accuracies(said) == {"1.0"}
        ),
        "failed",
    ),
    Statement(
        "harbor writes a reward of NaN as null, which its own upload cannot read back: nothing of "
        "the job is uploaded.",
        "nan",
        lambda said: said["harbor upload"] == {"raises": "ValidationError"},
        "passes",
    ),
    Statement(
        "The viewer leaves the trial with NaN out of its average.",
        "nan",
        lambda said: said["harbor view"] == {"average": ["1.0"], "trials": ["1.0"]},
        "passes",
    ),
    Statement(
        "The table of `harbor run` counts trials without those whose environment did not start.",
        "failed",
        lambda said: (said["harbor run"]["Trials"], said["harbor run"]["Exceptions"]) == ("1", "1"),
        "passes",
    ),
    Statement(
        "The second sweep has the task again although a trial of it succeeded.",
        "timeout",
        lambda said: (
            said["harbor sweeps"]["tasks"] == [1, 1] and said["harbor traces export"]["success"][0]
        ),
        "zeros",
    ),
)


def said_by(releases: Sequence[str]) -> dict[str, dict[str, Saying]]:
    """Return, by release and job, what each place says of a job that the release runs.

    Raises KeyError where a release cannot be installed, and RuntimeError where it cannot be run.
    """
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    built = build(releases, cache)
    present = [one for one in built.values() if isinstance(one, Environment)]
    with reaped_tempdir("harbor-conformance-places-") as folder, served(present) as commands:
        return {one: said_by_one(commands[one], Path(folder) / one) for one in releases}


def said_by_one(release: Command, folder: Path) -> dict[str, Saying]:
    """Return what the places of a release say of the jobs, which it runs itself."""
    asked: list[str] = []
    for job in JOBS:
        scenario = folder / f"{job.id}.json"
        (folder / job.id).mkdir(parents=True)
        case = Case("run", cast("dict[str, Value]", job.scenario))
        scenario.write_text(json.dumps(messages.input_to_json(case)))
        asked += ["--write-job", str(scenario), str(folder / job.id)]
    paths = _printed(release, asked).splitlines()
    answers = json.loads(_printed(release, ["--places", *paths]))
    return dict(zip((job.id for job in JOBS), answers, strict=True))


def _printed(release: Command, arguments: Sequence[str]) -> str:
    ended = run_tool([*release.argv, *arguments], env=dict(release.env))
    if ended.returncode:
        raise RuntimeError(ended.stderr)
    return ended.stdout


RELEASES = (HARBOR_VERSION, NEWEST)
