"""Shares examples by Hypothesis's databases: fuzzing's own folder, and another folder or Redis.

An example is stored in the own folder immediately, and elsewhere at the end.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, MultiplexedDatabase

from conformance.certification.request import RunPlan
from conformance.fuzz.config import EXAMPLES, FuzzConfig, FuzzError
from conformance.fuzz.work import WorkItem, WorkResult


def keys(check: str, target: RunPlan) -> tuple[bytes, bytes]:
    """Return the keys of a check's examples.

    The first is for divergences of a version of a candidate, the second for new behaviour of a
    release of harbor.
    """
    diverging = f"harbor-conformance {check} diverging: {target.name} {target.tried.version}"
    return (
        diverging.encode(),
        f"harbor-conformance {check} new in harbor {target.request.release}".encode(),
    )


class SharedExamples:
    """The examples of this fuzzing, and of others that use its database."""

    def __init__(self, config: FuzzConfig) -> None:
        """Open the databases; raises FuzzError."""
        self._targets = {one.name: one for one in config.targets}
        self._own = _in_folder(config.folder / EXAMPLES)
        self._shared = self._own
        self.name, self.lost = without_password(config.database or ""), ""
        if config.database:
            elsewhere = _redis(config.database) if "://" in config.database else None
            shared = elsewhere or _in_folder(Path(config.database))
            self._shared = MultiplexedDatabase(self._own, shared)

    def of(self, item: WorkItem, target: RunPlan) -> Iterator[bytes]:
        """Yield the examples of a check in a fixed order."""
        for key in keys(item.id, target):
            yield from sorted(set(self._shared.fetch(key)), key=lambda one: (len(one), one))

    def keep(self, result: WorkResult) -> None:
        """Store the examples of a result in the folder."""
        self._save(self._own, result)

    def share(self, results: Sequence[WorkResult]) -> None:
        """Store the examples of results in the shared database, if it still exists."""
        try:
            for result in results:
                self._save(self._shared, result)
        except Exception as error:  # noqa: BLE001 - each database has errors of its own
            self.lost = " ".join(str(error).split()) or type(error).__name__

    def _save(self, database: ExampleDatabase, result: WorkResult) -> None:
        target = self._targets[result.candidate]
        diverging, new = keys(f"{result.clause}/{result.check}", target)
        for example in result.examples:
            database.save(diverging, example)
        for one in result.new:
            if one.choices:
                database.save(new, one.choices)


def _in_folder(folder: Path) -> ExampleDatabase:
    """Return the database in a folder; Hypothesis's own is silent if it cannot write."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return DirectoryBasedExampleDatabase(folder)
    except OSError as error:
        raise FuzzError(f"--database {folder}: {error.strerror}") from error


def _redis(address: str) -> ExampleDatabase:
    try:
        from hypothesis.extra.redis import RedisExampleDatabase  # noqa: PLC0415 - an extra
        from redis import Redis, RedisError  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise FuzzError(
            "--database redis is not installed: in the checkout of harbor-conformance, "
            "pip install -e '.[redis]'"
        ) from error
    try:
        client = Redis.from_url(address, socket_timeout=5, socket_connect_timeout=5)
        client.ping()
    except (RedisError, OSError, ValueError) as error:
        why = " ".join(str(error).split())
        raise FuzzError(f"--database {without_password(address)}: {why}") from error
    return RedisExampleDatabase(client)


def without_password(address: str) -> str:
    """Return an address without its password."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
