"""Cheap replacements around a Job: paths, files, the progress bar and the lock file."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from os import PathLike
from pathlib import Path
from unittest import mock

import harbor.job
from harbor.job import Job
from harbor.models.job import lock
from rich.console import Console, RenderableType
from rich.progress import Progress, ProgressColumn
from rich.text import Text

from oracle.driving import meant

_NOWHERE = Console(file=io.StringIO(), width=80)


class UndrawnProgress(Progress):
    """A progress bar that starts no thread and writes nothing.

    What harbor puts into it may fail (harbor/job.py:889-894), and so may rich when it draws the bar
    for the last time, so that is computed.
    """

    def __init__(self, *columns: ProgressColumn, **drawing: object) -> None:
        """Take harbor's columns; its settings for drawing them have no effect."""
        del drawing
        super().__init__(*columns, console=_NOWHERE, auto_refresh=False)

    def start(self) -> None:
        """Do nothing: nothing is drawn."""

    def get_renderable(self) -> str:
        """Return an empty drawing."""
        return ""

    def stop(self) -> None:
        """Compute the last drawing, column by column, for output in UTF-8."""
        for task in self.tasks:
            for column in self.columns:
                if isinstance(column, ProgressColumn):
                    _write_nowhere(column(task))


def _write_nowhere(drawn: RenderableType) -> None:
    """Encode text for a terminal, a file or a pipe: UTF-8 has no lone surrogates."""
    if isinstance(drawn, Text):
        try:
            drawn.plain.encode("utf-8")
        except UnicodeEncodeError as error:
            raise meant(error) from None


class KeptFile(Path):
    """A file in memory, encoded as on a disk, since a job writes it for each event.

    Paths derived from it are on the disk.
    """

    kept = b""

    def write_text(
        self,
        data: str,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
    ) -> int:
        """Store the text; raise what a file raises if it cannot be encoded."""
        content = io.BytesIO()
        with io.TextIOWrapper(content, encoding, errors, newline) as file:
            written = file.write(data)
            file.flush()
            self.kept = content.getvalue()
        return written

    def content(self) -> bytes:
        """Return what a release wrote to the disk, or else the stored text."""
        return self.read_bytes() if self.exists() else self.kept

    def with_segments(self, *segments: str | PathLike[str]) -> Path:  # type: ignore[override]  # a path of the disk
        """Return a path on the disk."""
        return Path(*segments)


class SteadyJob(Job):
    """A job that makes its two paths once, since harbor reads them on each write."""

    @cached_property
    def job_dir(self) -> Path:
        """The folder of the job."""
        return self.config.jobs_dir / self.config.job_name

    @cached_property
    def _job_result_path(self) -> KeptFile:
        """The result; only the last version is read."""
        return KeptFile(self.job_dir / "result.json")

    def written(self) -> bytes:
        """Return the result.json that harbor wrote last."""
        return self._job_result_path.content()


@contextmanager
def cheap_surroundings() -> Iterator[None]:
    """Stop a Job from drawing a progress bar, and look up the installed harbor only once.

    ``tests/test_long_way.py`` compares the answers with those of jobs without this.
    """
    with (
        mock.patch.object(harbor.job, "Progress", UndrawnProgress),
        mock.patch.object(lock, "_get_harbor_info", _harbor_info),
    ):
        yield


_harbor_info = cache(lock._get_harbor_info)  # noqa: SLF001 - a third of a job's time, for lock.json
