"""The places of harbor's own wheel where a reward becomes a number that people see.

``oracle/places.py`` has each say what it says of a job's folder: the variable READER_NAME tells
which. Here the number is taken out of that, of a trial, of a job, or pass@k.
"""

import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

# This project is not installed here: its files come last, and its package has no version.
ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT))
bare = ModuleType("conformance")
bare.__path__ = [str(ROOT / bare.__name__)]
sys.modules[bare.__name__] = bare
importlib.import_module("harbor")
places = importlib.import_module("oracle.places")

type Number = int | float | None
type Numbers = Number | dict[str, Number]


def _said(place: Callable[[Path], Mapping[str, Any]], job: Path) -> Mapping[str, Any]:
    """Return what a place says; raises NotImplementedError where the release does not have it."""
    try:
        return place(job)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("harbor."):
            raise NotImplementedError("this release does not have it") from error
        raise


def _number(text: object) -> Number:
    try:
        return int(str(text))
    except ValueError:
        return None if text in {None, "None"} else float(str(text))


def _numbers(said: Mapping[str, object]) -> Numbers:
    """Return numbers by key; a mean is the only one, and one that is none leaves nothing."""
    found = {key.lower(): _number(value) for key, value in said.items()}
    return None if not found or None in found.values() else found.get("mean", found)


def _only(values: list[object]) -> object:
    """Return the value of the only task or trial; raises NotImplementedError for several."""
    if len(values) > 1:
        raise NotImplementedError("it has a number of each task, and none of several")
    return values[0] if values else None


def _in_file(trial: Path) -> tuple[Numbers, str]:
    """Return the rewards in a trial's result.json, or the type of its exception."""
    document = json.loads((trial / "result.json").read_bytes())
    rewards = (document["verifier_result"] or {}).get("rewards")
    error = (document["exception_info"] or {}).get("exception_type", "")
    return (None if rewards is None or None in rewards.values() else rewards), error


def _exported(trial: Path) -> tuple[Number, str]:
    """Return the result of an exported trial: a number, or the type of an exception."""
    result = str(_only(_said(places.traces, trial.parent)["result"]))
    try:
        return _number(result), ""
    except ValueError:
        return None, result


def _average(job: Path) -> Numbers:
    """Return the average of the only task, or those of its keys."""
    average = _only(_said(places.viewer, job)["average"])
    return _numbers(average) if isinstance(average, dict) else _number(average)


def _metrics(said: Mapping[str, object]) -> Numbers:
    left_out = ("pass@", "trials", "exceptions")
    return _numbers({k: v for k, v in said.items() if not k.lower().startswith(left_out)})


def _passes(said: Mapping[str, object]) -> dict[str, Number]:
    texts = {key: value for key, value in said.items() if key.lower().startswith("pass@")}
    return {key.partition("@")[2]: _number(value) for key, value in texts.items()}


def _by_status(said: Mapping[str, object]) -> dict[str, Number]:
    return {status: _number(said[status]) for status in ("exit 0", "exit 1")}


type Shown = Callable[[Path], object]

OF_TRIAL: dict[str, Shown] = {
    "harbor-result": _in_file,
    "harbor-view": lambda one: _number(_only(_said(places.viewer, one.parent)["trials"])),
    "harbor-upload": lambda one: _number(_only(_said(places.upload, one.parent)["trials"])),
    "harbor-traces": _exported,
    "harbor-mapper": lambda one: _by_status(_said(places.mapper, one)),
}
OF_JOB: dict[str, Shown] = {
    "harbor-result": lambda job: _metrics(places.metrics(job)),
    "harbor-run": lambda job: _metrics(_said(places.summary, job)),
    "harbor-view": _average,
    "harbor-leaderboard": lambda job: _number(_said(places.static, job)["accuracy"]),
    "harbor-leaderboard-dynamic": lambda job: _number(_said(places.dynamic, job)["accuracy"]),
    "harbor-sweeps": lambda job: _number(_said(places.sweeps, job)["tasks"][1]),
    "harbor-analyze": lambda job: _number(_said(places.analyze, job)["passing"]),
    "harbor-debugger": lambda job: _number(_said(places.debugger, job)["failures"]),
}
PASSES: dict[str, Shown] = {
    "harbor-result": lambda job: _passes(places.metrics(job)),
    "harbor-run": lambda job: _passes(_said(places.summary, job)),
}

_NAME = os.environ["READER_NAME"]
of_trial, of_job, passes = (shown.get(_NAME) for shown in (OF_TRIAL, OF_JOB, PASSES))
