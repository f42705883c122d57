"""Shares examples by Hypothesis's own databases: fuzzing's own folder, and another folder or Redis.

Every example is in the own folder as well, so a database that is gone loses none.
"""

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from hypothesis.database import (
    DirectoryBasedExampleDatabase,
    ExampleDatabase,
    MultiplexedDatabase,
)

from conformance.fuzz.config import FuzzError

_PATIENCE = 5.0
"""Seconds that Redis may take for an answer."""


def keys(check: str, candidate: str, version: str, harbor: str) -> tuple[bytes, bytes]:
    """Return the keys of a check's examples.

    The first is of those on which a version of a candidate diverges, the second of those that
    showed something new of a release of harbor.
    """
    diverging = f"harbor-conformance {check} diverging: {candidate} {version}"
    return diverging.encode(), f"harbor-conformance {check} new in harbor {harbor}".encode()


class SharedDatabase(ExampleDatabase):
    """A database that others use too, and that may go away: then it is left alone."""

    def __init__(
        self,
        database: ExampleDatabase,
        name: str,
        tell: Callable[[str], None],
        failures: tuple[type[Exception], ...] = (OSError,),
    ) -> None:
        """Take the database; ``tell`` gets a line when it is gone for the first time."""
        super().__init__()
        self._database, self.name, self._tell = database, name, tell
        self._failures, self._was_told = failures, False
        self.lost = ""

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """Return the examples of a key, or none where the database is gone."""
        found: list[bytes] = []
        self._try(lambda: found.extend(self._database.fetch(key)))
        return found

    def save(self, key: bytes, value: bytes) -> None:
        """Keep an example."""
        self._try(lambda: self._database.save(key, value))

    def delete(self, key: bytes, value: bytes) -> None:
        """Remove an example."""
        self._try(lambda: self._database.delete(key, value))

    def _try(self, act: Callable[[], None]) -> None:
        if self.lost:
            return
        try:
            act()
        except self._failures as error:
            self.lost = " ".join(str(error).split()) or type(error).__name__
            if not self._was_told:
                stays = "examples stay in the folder of this fuzzing"
                self._tell(f"{self.name} is gone ({self.lost}): {stays}")
            self._was_told = True


def fetched(database: ExampleDatabase, key: bytes) -> list[bytes]:
    """Return the examples of a key in an order that does not change."""
    return sorted(set(database.fetch(key)), key=lambda one: (len(one), one))


def databases(
    own: Path, address: str | None, tell: Callable[[str], None]
) -> tuple[ExampleDatabase, SharedDatabase | None]:
    """Return the database of a fuzzing, and the shared one in it; raises FuzzError."""
    mine = _folder(own)
    if address is None:
        return mine, None
    if address.startswith(("redis://", "rediss://", "unix://")):
        shared = _redis(address, tell)
    else:
        shared = SharedDatabase(_folder(Path(address)), address, tell)
    return MultiplexedDatabase(mine, shared), shared


def _folder(folder: Path) -> ExampleDatabase:
    """Return the database in a folder; Hypothesis's own says nothing where it cannot write."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise FuzzError(f"--database {folder}: {error.strerror}") from error
    return DirectoryBasedExampleDatabase(folder)


def _redis(address: str, tell: Callable[[str], None]) -> SharedDatabase:
    try:
        from hypothesis.extra.redis import RedisExampleDatabase  # noqa: PLC0415 - an extra
        from redis import Redis, RedisError  # noqa: PLC0415 - an extra
        from redis.backoff import NoBackoff  # noqa: PLC0415 - an extra
        from redis.retry import Retry  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise FuzzError(
            "--database redis is not installed: pip install 'harbor-conformance[redis]'"
        ) from error
    name = without_password(address)
    try:
        client = Redis.from_url(
            address,
            socket_timeout=_PATIENCE,
            socket_connect_timeout=_PATIENCE,
            retry=Retry(NoBackoff(), 1),
        )
        client.ping()
    except (RedisError, OSError, ValueError) as error:
        raise FuzzError(f"--database {name}: {' '.join(str(error).split())}") from error
    return SharedDatabase(RedisExampleDatabase(client), name, tell, (OSError, RedisError))


def without_password(address: str) -> str:
    """Return an address that can be shown to anyone."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
