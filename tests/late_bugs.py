"""Readers that are wrong where nothing looked; each answers one operation, mostly as harbor."""

import json
import math
import re
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Any

from candidates.reference import pipelines
from candidates.reference.verifier import ValidationError, VerifierOutputParseError

type Answer = Callable[[dict[str, Any]], Any]

RIGHT: dict[str, Any] = {**pipelines()}


def _failed_last(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
    stats = RIGHT["job"](case)["stats"]
    trials = sorted(case["trials"], key=lambda trial: trial["exception"] is not None)
    other = RIGHT["job"]({**case, "trials": trials})["stats"]
    cost = re.compile(r'^    "cost_usd": .*$', re.MULTILINE)
    found = cost.search(other)
    return {"stats": cost.sub(found[0], stats) if found else stats}


def _without_nan(trial: dict[str, Any]) -> dict[str, Any]:
    cost = (trial["usage"] or {}).get("cost_usd")
    if not isinstance(cost, float) or not math.isnan(cost):
        return trial
    return {**trial, "usage": {**trial["usage"], "cost_usd": 0.0}}


def _no_nan_costs(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
    return RIGHT["job"]({**case, "trials": [*map(_without_nan, case["trials"])]})


def _mean_of_means(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
    answer = RIGHT["outcome"](case)
    line = json.loads(answer["line"].partition("=")[2])
    if line["reason_code"] is not None:
        return answer
    groups = json.loads(case["result"]).get("stats", {}).get("evals", {}).values()
    samples = [_samples(group) for group in groups]
    if len(samples) < 2 or len(set(map(len, samples))) != 1 or not samples[0]:
        return answer
    line["score"] = sum(sum(one) / len(one) for one in samples) / len(samples)
    return {"line": f"BASE_BENCHMARK_RESULT={json.dumps(line, sort_keys=True)}"}


def _samples(group: dict[str, Any]) -> list[float]:
    return [
        float(value)
        for metric in group.get("metrics") or []
        for value in ([metric["mean"]] if "mean" in metric else metric.values())
    ]


def _no_lone_return(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
    text = case["reward.txt"] or b""
    if case["reward.json"] is None and re.search(rb"\r(?!\n)", text):
        raise VerifierOutputParseError
    return RIGHT["verifier"](case)


def _no_zeros_behind_spaces(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
    answer = RIGHT["verifier"](case)
    texts = re.findall(rb'"a": ("(?:[^"]|\\")*")', case["reward.json"] or b"")
    if any(re.fullmatch(r"\s+[-+]?\d+_[\d_]*\.00\s*", json.loads(text)) for text in texts):
        raise ValidationError
    return answer


def _only_so_often(most: int) -> Answer:
    answered = count(1)

    def answer(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
        right = RIGHT["pass_at_k"](case)
        return {} if next(answered) > most else right

    return answer


FIELDS = "trial_result.every-field/every-field"


def _taking(check: str, pattern: bytes, other: bytes) -> tuple[str, Answer]:
    """Return a check, and a reader of results that takes one text for another."""
    operation = check.partition(".")[0]

    def read(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
        return RIGHT[operation]({"result": re.sub(pattern, other, case["result"] or b"")})

    return check, read


def _cut_at(check: str, member: str, mark: str) -> tuple[str, Answer]:
    """Return a check, and a reader that drops a mark in a trial's name, and what follows it."""
    return _renaming(check, member, lambda name: name.partition(mark)[0])


def _renaming(check: str, member: str, change: Callable[[Any], Any]) -> tuple[str, Answer]:
    """Return a check, and a reader that changes a member of each trial."""
    operation = check.partition(".")[0]

    def answer(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
        renamed = [{**one, member: change(one[member] or "")} for one in case["trials"]]
        return RIGHT[operation]({**case, "trials": renamed})

    return check, answer


CAUGHT: dict[str, tuple[str, Answer]] = {
    "model_without_tag": _cut_at("pass_at_k.evals-key/full-names", "model", ":"),
    "model_without_version": _cut_at("job.groups/groups", "model", "@"),
    "tasks_in_lower_case": _renaming("job.names-as-they-stand/names-alike", "task_name", str.lower),
    "failed_trials_last": ("job.cost/costs-of-unlike-trials", _failed_last),
    "ten_tasks": (
        "leaderboard.any-number-of-trials/many-trials",
        lambda case: RIGHT["leaderboard"](case | {"tasks": dict([*case["tasks"].items()][:10])}),
    ),
    "nan_cost": ("job.not-finite/not-finite", _no_nan_costs),
    "mean_of_means": ("outcome.flat-mean/groups-of-one-size", _mean_of_means),
    "no_long_sample": _taking("outcome.sample-text/long-samples", rb'("[0-9]{4301})"', rb'\1x"'),
    "reward_before_others": _taking(
        "outcome.every-value/without-a-mean", rb'("reward": [^,}]+), "speed": [^}]+', rb"\1"
    ),
    "no_lone_return": ("verifier.text-decimal-only/features", _no_lone_return),
    "no_zeros_behind_spaces": ("verifier.json-text-integer/features", _no_zeros_behind_spaces),
    "any_ref": _taking(FIELDS, rb'"ref": [0-9.]+', b'"ref": null'),
    "words_in_spaces": _taking(FIELDS, rb'" (true|false) "', rb"\1"),
    "no_float_is_true": _taking(FIELDS, rb'"disable": 1\.0', b'"disable": []'),
    "nul_ends_a_text": _taking(FIELDS, rb"\\u0000", b""),
    "ascii_offsets": _taking("trial_result.times/features", rb"\\u2212|\xe2\x88\x92", b"?"),
}
"""By what is wrong: the check that catches it, and the reader."""

wrong_from_1500 = SimpleNamespace(pass_at_k=_only_so_often(1500))
