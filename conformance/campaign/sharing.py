"""Shares examples by Hypothesis's own databases: a folder, and Redis.

Every example also stays in the campaign's own folder, so that a database that is gone loses none.
"""

import os
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase

_REDIS = ("redis://", "rediss://", "unix://")

_PATIENCE = 5.0
"""Seconds that Redis may take for an answer."""


class DatabaseError(Exception):
    """A database cannot be used; the message names it and says why."""


def diverging(check: str, candidate: str, version: str) -> bytes:
    """Return the key of the examples on which a version of a candidate diverges."""
    return f"harbor-conformance {check} diverging: {candidate} {version}".encode()


def telling(check: str, harbor: str) -> bytes:
    """Return the key of the examples that showed something new of a release of harbor."""
    return f"harbor-conformance {check} new in harbor {harbor}".encode()


class Shared:
    """The campaign's own examples, and a database that others read as well."""

    def __init__(
        self,
        own: ExampleDatabase,
        others: ExampleDatabase | None = None,
        name: str = "",
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Take both databases; ``tell`` is told in a line when the shared one is gone."""
        self._own, self._others, self._tell = own, others, tell
        self.name = name
        self.lost = ""
        self._was_told = False
        self._pending: dict[tuple[bytes, bytes], bool] = {}

    @property
    def unshared(self) -> int:
        """How many changes did not get to the shared database."""
        return len(self._pending)

    def fetch(self, key: bytes) -> tuple[bytes, ...]:
        """Return the examples of a key, from both, in an order that does not change."""
        examples = set(self._own.fetch(key))
        if self._others is not None and not self.lost:
            others = self._others
            self._guarded(lambda: examples.update(others.fetch(key)))
        return tuple(sorted(examples, key=lambda one: (len(one), one)))

    def save(self, key: bytes, examples: Iterable[bytes]) -> None:
        """Keep examples."""
        for example in filter(None, examples):
            self._own.save(key, example)
            self._pending[key, example] = True
        self.flush()

    def drop(self, key: bytes, examples: Iterable[bytes]) -> None:
        """Keep examples no longer."""
        for example in examples:
            self._own.delete(key, example)
            self._pending[key, example] = False
        self.flush()

    def flush(self, *, again: bool = False) -> None:
        """Bring to the shared database what it lacks; ``again`` tries one that was gone."""
        if self._others is None:
            self._pending.clear()
            return
        if self.lost and not again:
            return
        self.lost = ""
        while self._pending and not self.lost:
            (key, example), is_kept = next(iter(self._pending.items()))
            act = self._others.save if is_kept else self._others.delete
            self._guarded(partial(act, key, example))
            if not self.lost:
                del self._pending[key, example]

    def _guarded(self, act: Callable[[], None]) -> None:
        try:
            act()
        except _failures() as error:
            self.lost = " ".join(str(error).split())
            if not self._was_told:
                stays = "what is found stays in the campaign's folder"
                self._tell(f"{self.name} is gone ({self.lost}): {stays}")
            self._was_told = True


def _failures() -> tuple[type[Exception], ...]:
    """Return what databases fail with; redis has a family of errors of its own."""
    try:
        from redis.exceptions import RedisError  # noqa: PLC0415 - an extra
    except ImportError:
        return (OSError,)
    return OSError, RedisError


def shared(own: Path, database: str | None, tell: Callable[[str], None]) -> Shared:
    """Return the databases of a campaign; raises DatabaseError where one cannot be used."""
    mine = _folder(own)
    if database is None:
        return Shared(mine)
    if database.startswith(_REDIS):
        return Shared(mine, _redis(database), without_password(database), tell)
    return Shared(mine, _folder(Path(database)), database, tell)


def _folder(folder: Path) -> ExampleDatabase:
    """Return the database in a folder; Hypothesis's own says nothing where it cannot write."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise DatabaseError(f"{folder}: {error.strerror}") from error
    return DirectoryBasedExampleDatabase(os.fspath(folder))


def _redis(address: str) -> ExampleDatabase:
    try:
        from hypothesis.extra.redis import RedisExampleDatabase  # noqa: PLC0415 - an extra
        from redis import Redis  # noqa: PLC0415 - an extra
        from redis.backoff import NoBackoff  # noqa: PLC0415 - an extra
        from redis.exceptions import RedisError  # noqa: PLC0415 - an extra
        from redis.retry import Retry  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise DatabaseError(
            "redis is not installed: pip install 'harbor-conformance[redis]'"
        ) from error
    try:
        client = Redis.from_url(
            address,
            socket_timeout=_PATIENCE,
            socket_connect_timeout=_PATIENCE,
            retry=Retry(NoBackoff(), 1),
        )
        client.ping()
    except (RedisError, OSError, ValueError) as error:
        why = " ".join(str(error).split())
        raise DatabaseError(f"{without_password(address)}: {why}") from error
    return RedisExampleDatabase(client)


def without_password(address: str) -> str:
    """Return an address that can be shown to anyone."""
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    del user, at
    return parts._replace(netloc=host, query="").geturl()
