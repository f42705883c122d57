"""A job as its folder records it: what harbor 0.13.1 to 0.25.0 writes, and others in its layout."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import cast

from conformance.audit.configured import Setup, setup_of
from conformance.audit.findings import AuditFinding, Contradiction, differs
from conformance.audit.folders import (
    CONFIG,
    HIDDEN,
    LOCK,
    RESULT,
    WHY_HIDDEN,
    Folder,
    Object,
    UnreadError,
    document,
    members_of,
    opened,
    text_of,
)
from conformance.audit.reward_file import JSON, TEXT
from conformance.protocol.differences import Kind, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION, Value

FAILURE = "exception.txt"
"""Where harbor writes what ended a trial (harbor/trial/trial.py:340)."""


@dataclass(frozen=True, slots=True)
class RewardFiles:
    """A verifier's folder: the reward files that are there, and when the last was written."""

    text: bytes | None = None
    json: bytes | None = None
    written: float | None = None

    @property
    def kept(self) -> bool:
        """Whether there is a reward file."""
        return self.text is not None or self.json is not None

    @property
    def input(self) -> dict[str, Value]:
        """The files as the input of ``verifier``."""
        return {TEXT: self.text, JSON: self.json}


@dataclass(frozen=True, slots=True)
class RecordedTrial:
    """A trial's folder: its result.json, its configuration, and the files of its verifiers.

    ``setup`` is None where config.json was not read. ``failure`` is the text of exception.txt.
    ``unread`` has the reason for each file that is there and was not read, ``written`` the time
    when the result was.
    """

    name: str
    result: Object
    setup: Setup | None
    files: RewardFiles
    steps: Mapping[str, RewardFiles]
    failure: bytes | None
    unread: Mapping[str, str]
    findings: tuple[AuditFinding, ...] = ()
    written: float | None = None

    @property
    def file(self) -> str:
        """The path of its result, below the job's folder."""
        return f"{self.name}/{RESULT}"

    @property
    def times(self) -> tuple[str, str]:
        """When it began and ended."""
        return _time(self.result.get("started_at")) or "", _time(
            self.result.get("finished_at")
        ) or ""


@dataclass(frozen=True, slots=True)
class RecordedJob:
    """A job's folder: its result.json and configuration, its trials, and what was not read.

    ``locked`` are the trials that lock.json lists, None where there is none. ``lost`` names
    folders of trials whose result could not be read, ``unended`` those that have none.
    ``content`` is the text of its result, ``listed`` the folders as the system lists them.
    """

    path: Path
    result: Object | None
    config: Object | None
    lock: Object
    locked: tuple[Setup, ...] | None
    trials: tuple[RecordedTrial, ...]
    unread: Mapping[str, str]
    lost: tuple[str, ...]
    unended: tuple[str, ...]
    content: bytes
    listed: tuple[str, ...]
    findings: tuple[AuditFinding, ...]

    @property
    def release(self) -> str:
        """The release that wrote it; nothing where none says that it did."""
        return text_of(members_of(self.lock.get("harbor")).get("version")) or ""

    @property
    def ended(self) -> bool:
        """Whether nothing says that the job did not end."""
        return self.result is None or self.result.get("finished_at", "") is not None

    @property
    def recorded(self) -> Object:
        """The members of its result; none where there is no result."""
        return self.result or {}


@dataclass(slots=True)
class _Reading:
    """What is found on the way through a job's folder."""

    unread: dict[str, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    unended: list[str] = field(default_factory=list)
    findings: list[AuditFinding] = field(default_factory=list)

    def document(self, folder: Folder, name: str, place: str = "") -> Object | None:
        """Return what a file of JSON holds, if it can be read."""
        file = f"{place}/{name}" if place else name
        try:
            content = folder.read(name)
            if content is None:
                return None
            return _document(content, file, self.findings)
        except UnreadError as error:
            self.unread[file] = str(error)
            return None


def _document(content: bytes, file: str, findings: list[AuditFinding]) -> Object:
    """Return what a file holds, noting what it has twice; raises UnreadError."""
    read = document(content)
    why = "it is there twice, and readers take one or the other"
    findings += [
        differs(file, (name,), why, "twice", "once", "", Contradiction.FIELDS)
        for name in dict.fromkeys(read.twice)
    ]
    return read.content


def read_job(path: Path) -> RecordedJob:
    """Return what a job's folder records; raises UnreadError where it cannot be opened."""
    reading = _Reading()
    with opened(path) as folder:
        result = reading.document(folder, RESULT)
        content = b"" if result is None else folder.read(RESULT) or b""
        config = reading.document(folder, CONFIG)
        lock = reading.document(folder, LOCK) or {}
        reading.unread |= dict.fromkeys(folder.links(), "a link: links are not followed")
        pinned = members_of(lock.get("harbor")).get("version") == HARBOR_VERSION
        trials = tuple(_trials(folder, reading, _TRIAL_FIELDS if pinned else None))
        listed = tuple(folder.listed())
    entries = lock.get("trials")
    locked = tuple(map(setup_of, map(members_of, entries))) if isinstance(entries, list) else None
    if pinned:
        reading.findings += _of_fields(result, _JOB_FIELDS, RESULT)
        if config is not None:
            reading.findings += _missing(config, _CONFIG_FIELDS, CONFIG)
    seen = (reading.unread, tuple(reading.lost), tuple(reading.unended))
    lock = {name: value for name, value in lock.items() if name != "trials"}
    findings = tuple(reading.findings)
    return RecordedJob(path, result, config, lock, locked, trials, *seen, content, listed, findings)


_JOB_FIELDS = {"id", "started_at", "updated_at", "finished_at", "n_total_trials", "stats"}
_CONFIG_FIELDS = {"n_attempts", "agents", "datasets", "tasks", "metrics", "verifier", "retry"}
_TRIAL_FIELDS = {
    *("id", "task_name", "trial_name", "trial_uri", "task_id", "source", "task_checksum"),
    *("config", "agent_info", "agent_result", "verifier_result", "exception_info", "started_at"),
    *("finished_at", "environment_setup", "agent_setup", "agent_execution", "verifier"),
    "step_results",
}
"""The fields that harbor 0.13.1 writes (harbor/models/job/result.py:236, trial/result.py:62)."""


def _of_fields(
    content: Object | None, fields: AbstractSet[str], file: str
) -> Iterator[AuditFinding]:
    """Yield the fields that harbor writes and that are missing, and those that it does not."""
    if content is None:
        return
    yield from _missing(content, fields, file)
    for name in sorted(content.keys() - fields):
        why = f"harbor {HARBOR_VERSION} writes no such field"
        yield differs(file, (name,), why, content[name], "missing", "", Contradiction.FIELDS)


def _missing(content: Object, fields: AbstractSet[str], file: str) -> Iterator[AuditFinding]:
    for name in sorted(fields - content.keys()):
        why = f"harbor {HARBOR_VERSION} writes this field, and it is missing"
        yield differs(file, (name,), why, "missing", "written", "", Contradiction.FIELDS)


def _trials(
    folder: Folder, reading: _Reading, fields: AbstractSet[str] | None
) -> Iterator[RecordedTrial]:
    for name in folder.folders():
        try:
            with folder.below(name) as inner:
                if inner.has(RESULT):
                    yield _trial(inner, name, fields)
                elif inner.has(CONFIG):
                    reading.unended.append(name)
        except UnreadError as error:
            reading.unread[f"{name}/{RESULT}"] = str(error)
            reading.lost.append(name)


def _trial(folder: Folder, name: str, fields: AbstractSet[str] | None) -> RecordedTrial:
    content = folder.read(RESULT)
    if content is None:
        raise UnreadError("it vanished meanwhile")
    unread: dict[str, str] = {}
    steps = {}
    with suppress(UnreadError), folder.below("steps") as inner:
        for step in inner.folders():
            with suppress(UnreadError), inner.below(step) as of_step:
                steps[step] = _files(of_step, f"steps/{step}/", unread)
    findings: list[AuditFinding] = []
    result = _document(content, f"{name}/{RESULT}", findings)
    config = _config(folder, name, unread, findings)
    if config is not None:
        findings += _of_config(result, config, name)
    findings += _of_fields(result, fields, f"{name}/{RESULT}") if fields is not None else ()
    findings += _of_times(result, f"{name}/{RESULT}")
    files, needed = _files(folder, "", unread), _needed(result)
    if HIDDEN.decode() in str([needed["agent_info"], needed["source"], needed["task_name"]]):
        raise UnreadError(WHY_HIDDEN)
    setup = None if config is None else setup_of(config)
    failure = _bytes(folder, FAILURE, "", unread)
    about = (files, steps, failure, unread, tuple(findings), folder.modified(RESULT))
    return RecordedTrial(name, needed, setup, *about)


def _config(
    folder: Folder, name: str, unread: dict[str, str], findings: list[AuditFinding]
) -> Object | None:
    try:
        content = _bytes(folder, CONFIG, "", unread)
        return None if content is None else _document(content, f"{name}/{CONFIG}", findings)
    except UnreadError as error:
        unread[CONFIG] = str(error)
        return None


def _of_config(result: Object, config: Object, name: str) -> Iterator[AuditFinding]:
    """Yield where a trial's result contradicts its config.json."""
    own, about = members_of(result.get("config")), Contradiction.CONFIG
    found = differences(cast("Value", dict(config)), cast("Value", dict(own)))
    for one in (one for one in found if one.kind is not Kind.SPELLING):
        why = "the trial's config.json says something else"
        if one.path == ("job_id",):
            why = "the trial was run by another job, and merged into this one"
        place = ("config", *one.path)
        yield differs(f"{name}/{RESULT}", place, why, one.second, one.first, "", about)
    if config.get("trial_name") != name:
        why = "the trial was configured under another name: its folder was copied or renamed"
        recorded = config.get("trial_name")
        yield differs(f"{name}/{CONFIG}", ("trial_name",), why, recorded, name, "", about)


def _time(value: Json) -> str | None:
    """Return a time that sorts: harbor leaves out a fraction that is 0."""
    return value.rstrip("Z") if isinstance(value, str) else None


_PHASES = ("environment_setup", "agent_setup", "agent_execution", "verifier")


def _of_times(result: Object, file: str) -> Iterator[AuditFinding]:
    """Yield what ended before it began, and steps that are not in the order in which they ran."""
    steps = [members_of(one) for one in _list(result.get("step_results"))]
    spans = [((), result), *(((name,), members_of(result.get(name))) for name in _PHASES)]
    of_steps = [
        (("step_results", place, name), members_of(step.get(name)))
        for place, step in enumerate(steps)
        for name in _PHASES[2:]
    ]
    for place, span in (*spans, *of_steps):
        began, ended = _time(span.get("started_at")), _time(span.get("finished_at"))
        if began is not None and ended is not None and ended < began:
            why = "it ended before it began"
            where = (*place, "finished_at")
            yield differs(file, where, why, ended, f"after {began}", "", Contradiction.TIMES)
    starts = [_time(span.get("started_at")) for _, span in of_steps]
    for one, other in pairwise(filter(None, starts)):
        if other < one:
            why = "the steps are not in the order in which they ran"
            yield differs(file, ("step_results",), why, other, f"after {one}", "", _OF_STEPS)
            return


_OF_STEPS = Contradiction.STEPS
_MEMBERS = ("id", "trial_name", "task_name", "source", "agent_info", "verifier_result")
USED = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


def _needed(result: Object) -> Object:
    """Return the members of a trial's result that an audit looks at: it may hold whole rollouts."""
    steps = result.get("step_results")
    return {
        **{name: result.get(name) for name in (*_MEMBERS, "started_at", "finished_at")},
        "exception_info": _part(result.get("exception_info"), ("exception_type",)),
        "agent_result": _part(result.get("agent_result"), USED),
        "step_results": [_step(step) for step in steps] if isinstance(steps, list) else None,
    }


def _step(step: Json) -> Json:
    part = _part(step, ("step_name", "verifier_result", "agent_result", "exception_info"))
    if part is not None:
        part["agent_result"] = _part(part["agent_result"], USED)
    return part


def _part(value: Json, names: Sequence[str]) -> dict[str, Json] | None:
    return {name: value.get(name) for name in names} if isinstance(value, dict) else None


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _files(folder: Folder, prefix: str, unread: dict[str, str]) -> RewardFiles:
    try:
        with folder.below("verifier") as verifier:
            before = len(unread)
            json = _bytes(verifier, JSON, f"{prefix}verifier/", unread)
            text = _bytes(verifier, TEXT, f"{prefix}verifier/", unread)
            if len(unread) > before and json is None:
                # harbor would use the file that could not be read, so the other proves nothing.
                return RewardFiles()
            there = [name for name, content in ((TEXT, text), (JSON, json)) if content is not None]
            times = filter(None, map(verifier.modified, there))
            return RewardFiles(text, json, max(times, default=None))
    except UnreadError as error:
        if folder.has("verifier"):
            unread[f"{prefix}verifier"] = str(error)
        return RewardFiles()


def _bytes(folder: Folder, name: str, prefix: str, unread: dict[str, str]) -> bytes | None:
    try:
        content = folder.read(name)
        if content is not None and HIDDEN in content:
            raise UnreadError(WHY_HIDDEN)  # noqa: TRY301 - one home for what was not read
    except UnreadError as error:
        unread[f"{prefix}{name}"] = str(error)
        return None
    return content
