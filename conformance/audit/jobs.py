"""A job as its folder records it: what harbor 0.13.1 to 0.25.0 writes, and others in its layout."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

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
)
from conformance.audit.reward_file import JSON, TEXT
from conformance.protocol.shapes import Json
from conformance.protocol.values import Value


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
    """A trial's folder: its result.json, the files of its verifier, and of that of each step.

    ``unread`` has the reason for each file that is there and was not read, ``written`` the time
    when the result was.
    """

    name: str
    result: Object
    files: RewardFiles
    steps: Mapping[str, RewardFiles]
    unread: Mapping[str, str]
    written: float | None = None

    @property
    def file(self) -> str:
        """The path of its result, below the job's folder."""
        return f"{self.name}/{RESULT}"

    @property
    def is_unverified(self) -> bool:
        """Whether its configuration disables the verifier."""
        config = members_of(self.result.get("config"))
        return members_of(config.get("verifier")).get("disable") is True


@dataclass(frozen=True, slots=True)
class RecordedJob:
    """A job's folder: its result.json and configuration, its trials, and what was not read.

    ``lost`` names folders of trials whose result could not be read, ``unended`` those that
    have none. ``content`` is the text of its result.
    """

    path: Path
    result: Object | None
    config: Object
    release: str
    trials: tuple[RecordedTrial, ...]
    unread: Mapping[str, str]
    lost: tuple[str, ...] = ()
    unended: tuple[str, ...] = ()
    content: bytes = b""

    @property
    def ended(self) -> bool:
        """Whether nothing says that the job did not end."""
        return self.result is None or self.result.get("finished_at", "") is not None

    @property
    def recorded(self) -> Object:
        """The members of its result; none where there is no result."""
        return self.result or {}


def read_job(path: Path) -> RecordedJob:
    """Return what a job's folder records; raises UnreadError where it cannot be opened."""
    unread: dict[str, str] = {}
    lost: list[str] = []
    unended: list[str] = []
    with opened(path) as folder:
        result = _document(folder, RESULT, unread)
        content = b"" if result is None else folder.read(RESULT) or b""
        config = _document(folder, CONFIG, unread) or {}
        lock = _document(folder, LOCK, unread) or {}
        for link in folder.links():
            unread[link] = "a link: links are not followed"
        trials = tuple(_trials(folder, unread, lost, unended))
    # Nothing where no release of harbor says that it wrote the folder.
    version = members_of(lock.get("harbor")).get("version")
    release = version if isinstance(version, str) else ""
    seen = (trials, unread, tuple(lost), tuple(unended))
    return RecordedJob(path, result, config, release, *seen, content)


def _trials(
    folder: Folder, unread: dict[str, str], lost: list[str], unended: list[str]
) -> Iterator[RecordedTrial]:
    for name in folder.folders():
        try:
            with folder.below(name) as inner:
                if inner.has(RESULT):
                    yield _trial(inner, name)
                elif inner.has(CONFIG):
                    unended.append(name)
        except UnreadError as error:
            unread[f"{name}/{RESULT}"] = str(error)
            lost.append(name)


def _trial(folder: Folder, name: str) -> RecordedTrial:
    content = folder.read(RESULT)
    if content is None:
        raise UnreadError("it vanished meanwhile")
    unread: dict[str, str] = {}
    steps = {}
    with suppress(UnreadError), folder.below("steps") as inner:
        for step in inner.folders():
            with suppress(UnreadError), inner.below(step) as of_step:
                steps[step] = _files(of_step, f"steps/{step}/", unread)
    files = _files(folder, "", unread)
    result = _needed(document(content))
    if HIDDEN.decode() in str([result["agent_info"], result["source"], result["task_name"]]):
        raise UnreadError(WHY_HIDDEN)
    return RecordedTrial(name, result, files, steps, unread, folder.modified(RESULT))


_MEMBERS = ("id", "trial_name", "task_name", "source", "agent_info", "verifier_result")
USED = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


def _needed(result: Object) -> Object:
    """Return the members of a trial's result that an audit looks at: it may hold whole rollouts."""
    steps = result.get("step_results")
    return {
        **{name: result.get(name) for name in (*_MEMBERS, "finished_at")},
        "exception_info": _part(result.get("exception_info"), ("exception_type",)),
        "agent_result": _part(result.get("agent_result"), USED),
        "config": _part(result.get("config"), ("verifier", "job_id")),
        "step_results": [_step(step) for step in steps] if isinstance(steps, list) else None,
    }


def _step(step: Json) -> Json:
    part = _part(step, ("step_name", "verifier_result", "agent_result", "exception_info"))
    if part is not None:
        part["agent_result"] = _part(part["agent_result"], USED)
    return part


def _part(value: Json, names: Sequence[str]) -> dict[str, Json] | None:
    return {name: value.get(name) for name in names} if isinstance(value, dict) else None


def _files(folder: Folder, prefix: str, unread: dict[str, str]) -> RewardFiles:
    try:
        with folder.below("verifier") as verifier:
            before = len(unread)
            json = _bytes(verifier, JSON, prefix, unread)
            text = _bytes(verifier, TEXT, prefix, unread)
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
        unread[f"{prefix}verifier/{name}"] = str(error)
        return None
    return content


def _document(folder: Folder, name: str, unread: dict[str, str]) -> Object | None:
    try:
        return folder.document(name)
    except UnreadError as error:
        unread[name] = str(error)
        return None
