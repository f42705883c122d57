"""A trial's folder as it was recorded: its result, configuration, reward files and failure."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import cast

from conformance.audit.configured import Setup, setup_of
from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found, underived
from conformance.audit.folders import (
    CONFIG,
    HIDDEN,
    RESULT,
    WHY_HIDDEN,
    Folder,
    Object,
    UnreadError,
    members_of,
    shared,
    text_of,
)
from conformance.audit.releases import wrong_fields
from conformance.audit.reward_file import JSON, TEXT
from conformance.audit.rewards import Record, RewardFiles
from conformance.protocol.differences import Absent, Kind, Path, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import HARBOR_VERSION, Value

FAILURE = "exception.txt"
"""Where harbor writes what ended a trial (harbor/trial/trial.py:340)."""


@dataclass(frozen=True, slots=True)
class RecordedTrial:
    """A trial's folder: its result.json, its configuration, and the files of its verifiers.

    A result may hold whole rollouts: what an audit looks at is kept. ``steps`` are those that it
    records, None where it has no such list, and ``of_steps`` the files of those on disk.
    ``setup`` is None where config.json was not read. ``has_failure`` says that exception.txt is
    there, ``findings`` are what reading found, ``written`` is when the result was, and ``times``
    are when the trial began and ended. ``claims`` has what is at the places of ``CLAIMS`` in its
    result.
    """

    name: str
    id: Json
    checksum: Json
    claims: Mapping[str, Json]
    record: Record
    steps: tuple[Record, ...] | None
    times: tuple[str, str]
    setup: Setup | None
    files: RewardFiles
    of_steps: Mapping[str, RewardFiles]
    has_failure: bool
    findings: tuple[AuditFinding, ...]
    written: float | None

    @property
    def file(self) -> str:
        """The path of its result, below the job's folder."""
        return f"{self.name}/{RESULT}"

    @property
    def disabled(self) -> bool:
        """Whether its configuration disables the verifier."""
        return self.setup is not None and self.setup.disabled

    @property
    def is_verified(self) -> bool:
        """Whether its configuration has a verifier run."""
        return self.setup is not None and not self.setup.disabled

    @property
    def using(self) -> list[Record]:
        """The record of what its agent used up, or else those of its steps' agents."""
        records = [self.record] if self.record.used is not None else self.steps or ()
        return [one for one in records if one.used is not None]


def read_trial(folder: Folder, name: str, *, release: str) -> RecordedTrial:
    """Return what a trial's folder records; raises UnreadError where its result is none."""
    pinned = release == HARBOR_VERSION
    content = folder.read(RESULT)
    if content is None:
        raise UnreadError("it vanished meanwhile")
    result, config = folder.parsed(RESULT, content), folder.document(CONFIG, hidden=True)
    if HIDDEN.decode() in str([*map(result.get, ("task_name", "source", "agent_info"))]):
        raise UnreadError(WHY_HIDDEN)
    claims = {name: shared(_at(result, place)) for name, place in CLAIMS.items()}
    file, steps = f"{name}/{RESULT}", result.get("step_results")
    if config is not None:
        folder.findings.extend(_of_config(result, config, name, pinned=pinned))
    folder.findings.extend(wrong_fields("trial", release, result, file))
    times = _span(result)
    folder.findings.extend(_of_times(times, file))
    of_steps = {}
    with suppress(UnreadError), folder.below("steps") as inner:
        for step in sorted(inner.listed()):
            with suppress(UnreadError), inner.below(step) as of_step:
                of_steps[step] = _files(of_step)
    files, failure = _files(folder), folder.content(FAILURE)
    return RecordedTrial(
        name=name,
        id=result.get("id"),
        checksum=shared(result.get("task_checksum")),
        claims=claims,
        record=Record.of(result, file, failure),
        steps=tuple(Record.of(members_of(one), file, is_step=True) for one in steps)
        if isinstance(steps, list)
        else None,
        times=times,
        setup=None if config is None else _setup(config, result, claims["model"], pinned=pinned),
        files=files,
        of_steps=of_steps,
        has_failure=failure is not None,
        findings=tuple(folder.findings),
        written=folder.modified(RESULT),
    )


CLAIMS: dict[str, Path] = {
    "agent": ("agent_info", "name"),
    "model": ("agent_info", "model_info", "name"),
    "source": ("source",),
    "task_name": ("task_name",),
}
"""Where a trial's result has members of the input of ``job``, by their names."""


def _at(value: object, place: Path) -> Json:
    for name in map(str, place):
        value = members_of(value).get(name)
    return cast("Json", value)


def _setup(config: Object, result: Object, model: Json, *, pinned: bool) -> Setup:
    if pinned:
        return setup_of(config)
    # Later releases leave out of a configuration what is the default.
    own = members_of(result.get("config"))
    both = {name: {**members_of(own.get(name)), **members_of(config.get(name))} for name in own}
    whole = {**own, **config, **{name: one for name, one in both.items() if one}}
    setup = setup_of(whole, pinned=False)
    # Some releases record no model that is configured without its provider, or the whole name.
    if model == setup.model_name or (model is None and "/" not in str(setup.model_name)):
        return replace(setup, model=text_of(model))
    return setup


def _of_config(
    result: Object, config: Object, name: str, *, pinned: bool
) -> Iterator[AuditFinding]:
    """Yield where a trial's result contradicts its config.json, which may lack defaults."""
    own, about = members_of(result.get("config")), Contradiction.CONFIG
    wrong = () if config == own else differences(cast("Value", dict(config)), cast("Value", own))
    for one in wrong:
        is_default = one.first is Absent.ABSENT and not pinned
        if one.kind is not Kind.SPELLING and not is_default:
            place, sides = ("config", *one.path), (one.second, one.first)
            why = "the trial's config.json says something else"
            yield found(f"{name}/{RESULT}", place, why, *sides, about=about)
    if (other := config.get("trial_name")) != name:
        why = "the trial was configured under another name: its folder was copied or renamed"
        yield found(f"{name}/{CONFIG}", ("trial_name",), why, other, name, about=about)
    task = members_of(config.get("task"))
    path = text_of(task.get("path"))
    of_task = str(path or text_of(task.get("name")) or "").rstrip("/").rpartition("/")[2]
    own_name = of_task[:_OF_A_NAME].rstrip("_-")
    if own_name.strip(".~") and name.rpartition("__")[0] != own_name:
        why = "harbor names a trial by its task: this one was run for another task"
        kind = FindingKind.DIFFERS
        if not pinned or (path is not None and task.get("git_url") is None):
            why, kind = f"{why}, or its path is a link", FindingKind.UNDERIVED
        yield found(f"{name}/{CONFIG}", ("task",), why, own_name, name, about=about, kind=kind)


_OF_A_NAME = 32
"""Characters of a task's name that a trial's begins with (harbor/models/trial/config.py:326)."""


def _span(result: Object) -> tuple[str, str]:
    """Return when a trial began and ended, as texts that sort."""
    times = (text_of(result.get(name)) or "" for name in ("started_at", "finished_at"))
    began, ended = (time.rstrip("Z") for time in times)
    return began, ended


def _of_times(times: tuple[str, str], file: str) -> Iterator[AuditFinding]:
    """Yield the finding that a trial ended before it began."""
    began, ended = times
    if ended and ended < began:
        why = "it ended before it began: a clock was set back, or a time edited"
        yield underived(file, ("finished_at",), why, ended, began, about=Contradiction.TIMES)


def _files(folder: Folder) -> RewardFiles:
    try:
        with folder.below("verifier") as verifier:
            before = len(verifier.findings)
            json, text = verifier.content(JSON), verifier.content(TEXT)
            if len(verifier.findings) > before and json is None:
                # harbor would use the file that could not be read, so the other proves nothing.
                return RewardFiles()
            there = [name for name, content in ((TEXT, text), (JSON, json)) if content is not None]
            times = filter(None, map(verifier.modified, there))
            return RewardFiles(text, json, max(times, default=None))
    except UnreadError as error:
        if folder.has("verifier"):
            folder.unread("verifier", error)
        return RewardFiles()
