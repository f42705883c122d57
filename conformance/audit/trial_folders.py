"""A trial's folder as it was recorded: its result, configuration, reward files and failure."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

from conformance.audit.configured import Setup, setup_of
from conformance.audit.findings import AuditFinding, Contradiction, found
from conformance.audit.folders import (
    CONFIG,
    HIDDEN,
    RESULT,
    WHY_HIDDEN,
    Object,
    UnreadError,
    listed_in,
    members_of,
    shared,
    text_of,
)
from conformance.audit.reading import FolderReader, wrong_fields
from conformance.audit.reward_file import JSON, TEXT
from conformance.protocol.differences import Absent, Kind, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import Value

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

    ``setup`` is None where config.json was not read. ``failure`` is the text of exception.txt,
    ``findings`` are what reading found, and ``written`` is the time when the result was.
    """

    name: str
    result: Object
    setup: Setup | None
    files: RewardFiles
    steps: Mapping[str, RewardFiles]
    failure: bytes | None
    findings: tuple[AuditFinding, ...]
    written: float | None

    @property
    def file(self) -> str:
        """The path of its result, below the job's folder."""
        return f"{self.name}/{RESULT}"

    @property
    def times(self) -> tuple[str, str]:
        """When it began and ended."""
        began, ended = (self.result.get(name) for name in ("started_at", "finished_at"))
        return _time(began) or "", _time(ended) or ""


TRIAL_FIELDS = {
    *("id", "task_name", "trial_name", "trial_uri", "task_id", "source", "task_checksum"),
    *("config", "agent_info", "agent_result", "verifier_result", "exception_info", "started_at"),
    *("finished_at", "environment_setup", "agent_setup", "agent_execution", "verifier"),
    "step_results",
}
"""The fields that harbor 0.13.1 writes (harbor/models/trial/result.py:62)."""


def read_trial(reader: FolderReader, name: str, fields: AbstractSet[str] | None) -> RecordedTrial:
    """Return what a trial's folder records; raises UnreadError where its result is none."""
    content = reader.folder.read(RESULT)
    if content is None:
        raise UnreadError("it vanished meanwhile")
    result = reader.parsed(RESULT, content)
    config = reader.document(CONFIG, hidden=True)
    needed, file = _needed(result), f"{name}/{RESULT}"
    if HIDDEN.decode() in str([needed["agent_info"], needed["source"], needed["task_name"]]):
        raise UnreadError(WHY_HIDDEN)
    if config is not None:
        reader.findings += [*_of_config(result, config, name, pinned=bool(fields))]
    reader.findings += [*wrong_fields(result, fields, file)] if fields else []
    reader.findings += [*_of_times(result, file)]
    steps = {}
    with suppress(UnreadError), reader.below("steps") as inner:
        for step in inner.folder.folders():
            with suppress(UnreadError), inner.below(step) as of_step:
                steps[step] = _files(of_step)
    files, failure = _files(reader), reader.content(FAILURE)
    if config is not None and not fields:
        # Later releases leave out of a configuration what is the default.
        own = members_of(result.get("config"))
        both = {name: {**members_of(own.get(name)), **members_of(config.get(name))} for name in own}
        config = {**own, **config, **{name: one for name, one in both.items() if one}}
    setup = None if config is None else setup_of(config, pinned=bool(fields))
    if setup is not None and config is not None and not fields:
        # Some releases record no model that is configured without its provider, or the whole name.
        model = members_of(members_of(result.get("agent_info")).get("model_info")).get("name")
        whole = text_of(members_of(config.get("agent")).get("model_name"))
        if model == whole or (model is None and not setup.provided):
            setup = replace(setup, model=text_of(model))
    seen = (failure, tuple(reader.findings), reader.folder.modified(RESULT))
    return RecordedTrial(name, needed, setup, files, steps, *seen)


def _of_config(
    result: Object, config: Object, name: str, *, pinned: bool
) -> Iterator[AuditFinding]:
    """Yield where a trial's result contradicts its config.json, which may lack defaults."""
    own, about = members_of(result.get("config")), Contradiction.CONFIG
    wrong = () if config == own else differences(cast("Value", dict(config)), cast("Value", own))
    for one in wrong:
        is_default = one.first is Absent.ABSENT and not pinned
        if one.kind is not Kind.SPELLING and not is_default:
            why = "the trial's config.json says something else"
            if one.path == ("job_id",):
                why = "the trial was run by another job, and merged into this one"
            place = ("config", *one.path)
            yield found(about, f"{name}/{RESULT}", place, why, one.second, one.first)
    if (other := config.get("trial_name")) != name:
        why = "the trial was configured under another name: its folder was copied or renamed"
        yield found(about, f"{name}/{CONFIG}", ("trial_name",), why, other, name)


def _time(value: Json) -> str | None:
    """Return a time that sorts: harbor leaves out a fraction that is 0."""
    return value.rstrip("Z") if isinstance(value, str) else None


_PHASES = ("environment_setup", "agent_setup", "agent_execution", "verifier")


def _of_times(result: Object, file: str) -> Iterator[AuditFinding]:
    """Yield what ended before it began, and steps that are not in the order in which they ran."""
    steps = [members_of(one) for one in listed_in(result.get("step_results"))]
    spans = [result, *(members_of(one.get(name)) for one in (result, *steps) for name in _PHASES)]
    for span in spans:
        began, ended = _time(span.get("started_at")), _time(span.get("finished_at"))
        if began is not None and ended is not None and ended < began:
            why = f"it ended before it began, at {began}"
            yield found(Contradiction.TIMES, file, ("finished_at",), why, ended, "later")
    starts = [_time(members_of(one.get("agent_execution")).get("started_at")) for one in steps]
    if any(other < one for one, other in pairwise(filter(None, starts))):
        why = "the steps are not in the order in which they ran"
        yield found(Contradiction.STEPS, file, ("step_results",), why, starts)


_OWN = ("id", "trial_name", "task_name", "source", "started_at", "finished_at")
_COMMON = ("agent_info", "verifier_result")
USED = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


def _needed(result: Object) -> Object:
    """Return the members of a trial's result that an audit looks at: it may hold whole rollouts."""
    steps = result.get("step_results")
    return {
        **{name: result.get(name) for name in _OWN},
        **{name: shared(result.get(name)) for name in _COMMON},
        "exception_info": _part(result.get("exception_info"), ("exception_type",)),
        "agent_result": shared(_part(result.get("agent_result"), USED)),
        "step_results": [_step(step) for step in steps] if isinstance(steps, list) else None,
    }


def _step(step: Json) -> Json:
    part = _part(step, ("step_name", "verifier_result", "agent_result", "exception_info"))
    if part is not None:
        part["agent_result"] = _part(part["agent_result"], USED)
    return part


def _part(value: Json, names: Iterable[str]) -> dict[str, Json] | None:
    return None if value is None else {name: members_of(value).get(name) for name in names}


def _files(reader: FolderReader) -> RewardFiles:
    try:
        with reader.below("verifier") as verifier:
            before = len(reader.findings)
            json, text = verifier.content(JSON), verifier.content(TEXT)
            if len(reader.findings) > before and json is None:
                # harbor would use the file that could not be read, so the other proves nothing.
                return RewardFiles()
            there = [name for name, content in ((TEXT, text), (JSON, json)) if content is not None]
            times = filter(None, map(verifier.folder.modified, there))
            return RewardFiles(text, json, max(times, default=None))
    except UnreadError as error:
        if reader.folder.has("verifier"):
            reader.unread("verifier", error)
        return RewardFiles()
