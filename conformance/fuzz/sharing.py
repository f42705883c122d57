"""Shares examples by Hypothesis's databases: fuzzing's own folder, and another folder or Redis.

If the other one is lost, examples stay in the folder; the same command shares them later.
"""

import tempfile
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, MultiplexedDatabase

from conformance.certification.request import RunPlan
from conformance.fuzz.config import EXAMPLES, FuzzConfig, FuzzError


def key_of(check: str, target: RunPlan) -> bytes:
    """Return the key of the examples on which a version of a candidate diverges in a check."""
    whom = f"{target.name} {target.tried.version}"
    return f"harbor-conformance {check} diverging: {whom}".encode()


class SharedExamples:
    """The examples of this fuzzing, and of others that use its database."""

    def __init__(self, config: FuzzConfig) -> None:
        """Open the databases; raises FuzzError."""
        self._database = self._own = _in_folder(config.folder / EXAMPLES)
        self.name, self.lost = without_password(config.database or ""), ""
        if config.database:
            elsewhere = _redis(config.database) if "://" in config.database else None
            shared = elsewhere or _in_folder(Path(config.database))
            self._database = MultiplexedDatabase(self._own, shared)

    def of(self, check: str, target: RunPlan) -> list[bytes]:
        """Return the examples of a check in a fixed order; all databases then have them."""
        key = key_of(check, target)
        found = sorted(set(self._database.fetch(key)), key=lambda one: (len(one), one))
        self.save(key, found)
        return found

    def save(self, key: bytes, examples: Iterable[bytes]) -> None:
        """Store examples under a key, only in the folder once the other database is lost."""
        for example in examples:
            try:
                self._database.save(key, example)
            except Exception as error:  # noqa: BLE001 - each database has errors of its own
                self.lost = " ".join(str(error).split()) or type(error).__name__
                self._database = self._own  # which has this example


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
