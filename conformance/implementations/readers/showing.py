"""What a reader's adapter shows its users for a trial or a job."""

import base64
import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from conformance.implementations.process.command import environment
from conformance.implementations.process.reaper import reaped_tempdir, run_tool
from conformance.implementations.readers.environment import Prepared
from conformance.implementations.readers.reader import ADAPTER, ReaderError

_PROGRAM = Path(__file__).parent.parent / "shim" / "harbor_conformance_shown.py"
"""The program that calls an adapter, under the interpreter of its environment."""

_FILES = {"reward.txt", "reward.json"}


class Shows(StrEnum):
    """The numbers, each with the adapter's function that returns it."""

    TRIAL = "of_trial"
    JOB = "of_job"
    ATTEMPTS = "passes"


class ShownValue(BaseModel):
    """What is shown: numbers by key, a single one under the empty key, and a failure's name.

    A number is decimal text that reads back to it, an integer without a point. ``error`` is the
    raised error, or the package's own word for a failure with a number. ``lacks`` means that there
    is no such number; ``error`` then says why, if the adapter does.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    numbers: dict[str, str] | None = None
    error: str = ""
    lacks: bool = False

    @classmethod
    def of(cls, numbers: dict[str, str], single: str) -> "ShownValue":
        """Return numbers by key; if ``single`` is the only key, it is left out."""
        return cls(numbers={"": numbers[single]} if set(numbers) == {single} else numbers)

    def __str__(self) -> str:
        """Return what is shown, in words."""
        if self.lacks:
            return "—"
        if self.numbers is None:
            return self.error or "no number"
        first = [value for name, value in self.numbers.items() if name == ""]
        rest = ", ".join(f"{name} {value}" for name, value in self.numbers.items() if name)
        text = f"{first[0]} ({rest})" if first and rest else "".join(first) or rest or "{}"
        return f"{text}, {self.error}" if self.error else text


type Files = dict[str, dict[str, str]]
"""By title, the files that a writer writes, each as base64."""


def of_reader(
    prepared: Prepared, jobs: Sequence[tuple[Path, Shows]], seconds: float
) -> tuple[list[ShownValue], Files]:
    """Return what a reader shows for each trial or job, and the files that it writes, if any.

    Raises ReaderError where it cannot be run, or is not what it says.
    """
    requests = [{"function": shows.value, "job": str(job)} for job, shows in jobs]
    imported, *answers, written = _answers(prepared, [*requests, {"function": "written"}], seconds)
    _refuse_stranger(prepared, imported.get("file"))
    files = written.get("files", {})
    for title, contents in files.items():
        for content in contents.values():
            base64.b64decode(content, validate=True)
        if not set(contents) <= _FILES:
            raise ReaderError(f"{prepared.reader.name}: {title!r} holds other files")
    return [_shown(answer) for answer in answers], files


def _shown(answer: dict[str, Any]) -> ShownValue:
    if "numbers" not in answer:
        return ShownValue(error=answer.get("error", ""), lacks="lacks" in answer)
    texts = {name: next(iter(form.values())) for name, form in answer["numbers"].items()}
    shown = ShownValue.of(texts, "reward")
    return shown.model_copy(update={"error": answer.get("error", "")})


def _answers(
    prepared: Prepared, requests: list[dict[str, str]], seconds: float
) -> list[dict[str, Any]]:
    """Return the output lines: the imported module, and an answer to each request."""
    name, home = prepared.reader.name, prepared.reader.folder
    argv = [str(prepared.python), str(_PROGRAM), ADAPTER, prepared.reader.module]
    lines = "".join(f"{json.dumps(one)}\n" for one in requests)
    with reaped_tempdir("reader-") as folder:
        # Nothing is compared with harbor here, so a package may import harbor.
        around = environment(prepared.command(0), folder) | {"PYTHONPATH": str(home)}
        try:
            ended = run_tool(argv, folder=folder, env=around, stdin=lines, seconds=seconds)
        except TimeoutError:
            raise ReaderError(f"{name} did not answer within {seconds:g} s") from None
        except (OSError, UnicodeError) as error:
            raise ReaderError(f"{name} could not be started: {error}") from error
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    if len(answers) != 1 + len(requests):
        log = ended.stderr.strip().rpartition("\n")[2] or f"exit status {ended.returncode}"
        what = "could not be imported" if not answers else "ended before its last answer"
        raise ReaderError(f"{name} {what}: {log}")
    return answers


def _refuse_stranger(prepared: Prepared, file: str | None) -> None:
    """Raise ReaderError unless the imported package is the wanted one."""
    described, home = prepared.reader, prepared.home
    if file is None or not Path(file).resolve().is_relative_to(home.resolve()):
        whence = f"came from {file}" if file else "was never imported"
        raise ReaderError(f"{described.name}: {described.module} {whence}, not from {home}")
    if described.package and prepared.version != described.version:
        raise ReaderError(
            f"{described.name}: {described.package} {prepared.version} is installed, and "
            f"{described.version} was to be surveyed"
        )
