"""The folder of a campaign: whose it is, what is in it, and that one campaign has it at a time."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from conformance.campaign import identity as identities
from conformance.campaign.identity import Identity
from conformance.recorded.whole import write_whole


class FolderError(Exception):
    """A folder cannot be that of a campaign; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Where the files of a campaign are."""

    path: Path

    @property
    def identity(self) -> Path:
        """What the campaign is about."""
        return self.path / "campaign.json"

    @property
    def journal(self) -> Path:
        """What it has taken, a line a piece."""
        return self.path / "journal.jsonl"

    @property
    def examples(self) -> Path:
        """Its own database of examples."""
        return self.path / "examples"

    @property
    def proposals(self) -> Path:
        """Cases that are worth recording."""
        return self.path / "proposals"

    @property
    def lock(self) -> Path:
        """What one campaign holds at a time."""
        return self.path / ".lock"

    def report(self, form: str) -> Path:
        """Return the report in a form: ``md``, ``json`` or ``html``."""
        return self.path / f"report.{form}"

    @property
    def _of_a_campaign(self) -> tuple[Path, ...]:
        """What is written by a campaign, and goes when another begins anew."""
        reports = tuple(self.report(form) for form in ("md", "json", "html"))
        return (*reports, self.proposals, self.journal, self.identity)


@contextmanager
def held(path: Path) -> Iterator[Folder]:
    """Yield a folder that is this campaign's alone until the end of the block.

    Raises FolderError where another campaign has it, where it holds anything else, or where it
    cannot be written to.
    """
    folder = Folder(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
        ours = {folder.lock, folder.examples}
        if not folder.identity.exists() and any(set(path.iterdir()) - ours):
            raise FolderError(f"{path} holds files that are no campaign's; name another folder")
        lock = FileLock(folder.lock, blocking=False)
        lock.acquire()
    except Timeout as error:
        raise FolderError(f"another campaign is under way in {path}") from error
    except OSError as error:
        raise FolderError(f"{path}: {error.strerror}") from error
    try:
        yield folder
    finally:
        lock.release()


def refuse_other(folder: Folder, now: Identity, *, seed: int | None) -> Identity:
    """Return what the campaign of a folder is about, or begin one that is about ``now``.

    Without a ``seed`` the campaign's own is gone on with. Raises FolderError where the folder's
    campaign is about anything else.
    """
    if not folder.identity.exists():
        document = json.dumps(identities.to_json(now), indent=2)
        write_whole(folder.identity, f"{document}\n")
        return now
    try:
        document = json.loads(folder.identity.read_text(encoding="utf-8"))
        before = identities.from_json(document)
    except (ValueError, KeyError, TypeError) as error:
        raise FolderError(f"{folder.identity} cannot be read; --fresh begins anew") from error
    others = [one for one in before.differences(now) if seed is not None or one[:5] != "seed "]
    if others:
        raise FolderError(
            f"{folder.path} holds another campaign: {'; '.join(others)}; "
            "--fresh begins anew, or name another folder"
        )
    return before


def clear(folder: Folder) -> None:
    """Remove what an earlier campaign left but for its examples, which are asked again first."""
    for path in folder._of_a_campaign:  # noqa: SLF001 - the folder's own
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
