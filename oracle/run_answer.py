"""Reads what harbor wrote for a job, without what varies between runs."""

import re
from collections.abc import Iterator
from pathlib import Path

from conformance.protocol.json_text import parse
from conformance.protocol.values import Value
from oracle import driving
from oracle.run_layout import FOLDER, JOB

_TIME = re.compile(r"\d{4}-\d\d-\d\dT")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_PYDANTIC = re.compile(r"errors\.pydantic\.dev/[0-9.]+/")
_IDS = frozenset({"id", "job_id"})
_LEFT_OUT = frozenset({"trial_uri", "trials_dir", "task_checksum", "exception_traceback"})
_OF_ONE_TRIAL = ("task", "agent", "trial_name")


class AnswerReader:
    """Reads the result files of one job's folder."""

    def __init__(self, folder: Path, names: dict[str, str]) -> None:
        """Take the scenario's folder, and a name for each trial by harbor's random one."""
        self._folder, self._names = folder, names
        written = [re.escape(name) for name in sorted(names, key=len, reverse=True)]
        self._drawn = re.compile("|".join(written)) if written else None

    def job(self) -> Value:
        """Return the job's result.json; None if it cannot be read."""
        return self._read(self._folder / JOB / "result.json")

    def trials(self) -> dict[str, Value]:
        """Return each trial's result.json by name, unknown trials last."""
        folders = {path.name for path in (self._folder / JOB).iterdir() if path.is_dir()}
        ours = [name for name in self._names if name in folders]
        return {
            self._names.get(name, name): self._read(self._folder / JOB / name / "result.json")
            for name in [*ours, *sorted(folders - set(ours))]
        }

    def _read(self, file: Path) -> Value:
        try:
            return self._plain(parse(file.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return None

    def _plain(self, value: Value) -> Value:
        match value:
            case str():
                return self._text(value)
            case list():
                return [self._plain(member) for member in value]
            case dict():
                driving.refuse_own(str(value.get("exception_traceback", "")))
                return {
                    self._text(name): self._plain(member)
                    for name, member in value.items()
                    if not _left_out(name, member)
                }
        return value

    def _text(self, text: str) -> str:
        text = text.replace(str(self._folder), FOLDER)
        text = _PYDANTIC.sub("errors.pydantic.dev/", text)
        if self._drawn is None:
            return text
        return self._drawn.sub(lambda match: self._names[match.group()], text)


def _left_out(name: str, value: Value) -> bool:
    """Return whether a field is a time, an id or a path."""
    if not isinstance(value, str):
        return False
    if name in _LEFT_OUT or (name in _IDS and _UUID.fullmatch(value)):
        return True
    return name.endswith("_at") and _TIME.match(value) is not None


def take_out_configs(trials: dict[str, Value]) -> list[Value]:
    """Move the common parts out of the trials' configurations; return them.

    A trial keeps its own part, and in ``shared`` the index of the rest in the list.
    """
    shared: list[Value] = []
    for trial in trials.values():
        config = trial.get("config") if isinstance(trial, dict) else None
        if isinstance(trial, dict) and isinstance(config, dict):
            own = {name: config.pop(name) for name in _OF_ONE_TRIAL if name in config}
            if config not in shared:
                shared.append(config)
            trial["config"] = {**own, "shared": shared.index(config)}
    return shared


def order_names(job: Value, trials: list[Value]) -> None:
    """Sort the names that harbor takes from a set, whose order depends on the hash seed.

    These are the reward names of the given trials, which are means of several steps
    (harbor/trial/multi_step.py:220), and of what the job collects from them.
    """
    for trial in trials:
        result = trial.get("verifier_result") if isinstance(trial, dict) else None
        _sort(result, "rewards")
    if trials:
        for group in _groups(job):
            _sort(group, "reward_stats")


def order_ends(job: Value, trials: list[str]) -> None:
    """Sort what an interrupted job collected as its trials ended.

    asyncio cancels running trials in the order of a set, and harbor writes its result as each of
    them ends (harbor/job.py:615-650). ``trials`` has the names in their order.
    """
    for group in _groups(job):
        _sort(group, "exception_stats")
        for collected in _lists(group):
            collected.sort(key=lambda name: trials.index(str(name)))
    stats = job.get("stats") if isinstance(job, dict) else None
    _sort(stats, "evals")


def _lists(value: Value) -> Iterator[list[Value]]:
    """Yield the lists of trial names in the statistics of a group."""
    if not isinstance(value, dict):
        return
    for name in ("exception_stats", "reward_stats"):
        yield from _lists_below(value.get(name))


def _lists_below(value: Value) -> Iterator[list[Value]]:
    if isinstance(value, list):
        yield value
    for member in value.values() if isinstance(value, dict) else ():
        yield from _lists_below(member)


def _groups(job: Value) -> Iterator[Value]:
    stats = job.get("stats") if isinstance(job, dict) else None
    evals = stats.get("evals") if isinstance(stats, dict) else None
    yield from evals.values() if isinstance(evals, dict) else ()


def _sort(holder: Value, member: str) -> None:
    members = holder.get(member) if isinstance(holder, dict) else None
    if isinstance(holder, dict) and isinstance(members, dict):
        holder[member] = {name: members[name] for name in sorted(members)}
