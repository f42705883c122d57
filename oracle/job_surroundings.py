"""What surrounds a Job's results, made cheap: paths, files, the progress bar and the lock file."""

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

    What harbor puts into it is harbor's own doing and may fail (harbor/job.py:889-894);
    what rich makes of that when it draws the bar for the last time may fail too, so it
    is worked out.
    """

    def __init__(self, *columns: ProgressColumn, **drawing: object) -> None:
        """Take harbor's columns; how they are to be drawn, which it says too, changes nothing."""
        del drawing
        super().__init__(*columns, console=_NOWHERE, auto_refresh=False)

    def start(self) -> None:
        """Do nothing: nothing is drawn."""

    def get_renderable(self) -> str:
        """Return what is drawn before there is anything to draw: nothing."""
        return ""

    def stop(self) -> None:
        """Work out what would be drawn last, column by column, on output in UTF-8."""
        for task in self.tasks:
            for column in self.columns:
                if isinstance(column, ProgressColumn):
                    _write_nowhere(column(task))


def _write_nowhere(drawn: RenderableType) -> None:
    """Encode text as a terminal, a file or a pipe takes it: UTF-8 has no lone surrogates."""
    if isinstance(drawn, Text):
        try:
            drawn.plain.encode("utf-8")
        except UnicodeEncodeError as error:
            raise meant(error) from None


class KeptFile(Path):
    """A file whose text is kept in memory, encoded as on a disk: a job writes it for each event.

    Paths that are made of this one are the disk's.
    """

    kept = b""

    def write_text(
        self,
        data: str,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
    ) -> int:
        """Keep the text; raise what a file raises where it cannot be encoded."""
        content = io.BytesIO()
        with io.TextIOWrapper(content, encoding, errors, newline) as file:
            written = file.write(data)
            file.flush()
            self.kept = content.getvalue()
        return written

    def content(self) -> bytes:
        """Return what a release left on the disk, or else what was kept."""
        return self.read_bytes() if self.exists() else self.kept

    def with_segments(self, *segments: str | PathLike[str]) -> Path:  # type: ignore[override]  # a path of the disk
        """Return a path of the disk."""
        return Path(*segments)


class SteadyJob(Job):
    """A job that makes its two paths once: harbor asks for them whenever it writes."""

    @cached_property
    def job_dir(self) -> Path:
        """The folder of the job."""
        return self.config.jobs_dir / self.config.job_name

    @cached_property
    def _job_result_path(self) -> KeptFile:
        """The result, of which nobody reads what is written before the last."""
        return KeptFile(self.job_dir / "result.json")

    def written(self) -> bytes:
        """Return the result.json that harbor wrote last."""
        return self._job_result_path.content()


@contextmanager
def cheap_surroundings() -> Iterator[None]:
    """Let a Job draw no progress bar, and look up the installed harbor but once.

    ``tests/test_long_way.py`` holds the answers against those of jobs without this.
    """
    with (
        mock.patch.object(harbor.job, "Progress", UndrawnProgress),
        mock.patch.object(lock, "_get_harbor_info", _harbor_info),
    ):
        yield


_harbor_info = cache(lock._get_harbor_info)  # noqa: SLF001 - a third of a job's time, for lock.json
