"""Readers that are wrong where nothing looked; each answers one operation, mostly as harbor."""

import json
import re
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Any

from candidates.deviations.catalogue import chosen, functions
from candidates.reference import pipelines
from candidates.reference.verifier import ValidationError, VerifierOutputParseError

type Answer = Callable[[dict[str, Any]], Any]

RIGHT: dict[str, Any] = {**pipelines()}


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


def _changing(check: str, member: str, change: Callable[[Any], Any]) -> tuple[str, Answer]:
    """Return a check, and a reader that changes a member of each trial, where it is not null."""
    operation = check.partition(".")[0]

    def changed(trial: dict[str, Any]) -> dict[str, Any]:
        return trial if trial[member] is None else {**trial, member: change(trial[member])}

    def answer(case: dict[str, Any]) -> Any:  # noqa: ANN401 - any answer
        return RIGHT[operation]({**case, "trials": [*map(changed, case["trials"])]})

    return check, answer


def _without_nan(usage: dict[str, Any]) -> dict[str, Any]:
    is_nan = str(usage.get("cost_usd")) == "nan"
    return {**usage, "cost_usd": 0.0} if is_nan else usage


CAUGHT: dict[str, tuple[str, Answer]] = {
    "model_without_tag": _changing(
        "pass_at_k.evals-key/full-names", "model", lambda name: name.partition(":")[0]
    ),
    "model_without_version": _changing(
        "job.groups/groups", "model", lambda name: name.partition("@")[0]
    ),
    "tasks_in_lower_case": _changing("job.names-as-they-stand/names-alike", "task_name", str.lower),
    "ten_tasks": (
        "leaderboard.any-number-of-trials/many-trials",
        lambda case: RIGHT["leaderboard"](case | {"tasks": dict([*case["tasks"].items()][:10])}),
    ),
    "nan_cost": _changing("job.not-finite/not-finite", "usage", _without_nan),
    "mean_of_means": (
        "outcome.flat-mean/groups-of-one-size",
        functions(chosen("score-averages=groups"))["outcome"],
    ),
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
