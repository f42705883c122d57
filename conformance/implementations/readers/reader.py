"""A real reader of harbor's rewards, as its ``reader.toml`` describes it."""

import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from conformance.operations import OPERATIONS
from conformance.protocol.show import unknown

FILE, ADAPTER = "reader.toml", "adapter"


class ReaderError(Exception):
    """A reader does not exist, or is not described as one has to be; the message says why."""


class Reader(BaseModel):
    """A public package that reads, or writes, harbor's reward files.

    ``module`` has to come from the environment with ``version``, or from a checkout that the
    user gives; ``calls`` says by operation what of it is called, and ``lacks`` why it cannot be
    asked the others. ``paths`` is the folder of the repository that the paths in
    ``expected.toml`` start from, and ``tag`` what of the repository the version is.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    folder: Path
    kind: Literal["reader", "writer"]
    source: Literal["index", "repository"]
    package: str = ""
    version: str
    python: Annotated[str, Field(pattern=r"^3\.\d+$")]
    module: str
    requires: tuple[str, ...] = ()
    dependencies: bool = True
    repository: str
    tag: str = ""
    commit: str = ""
    paths: str = ""
    score: str
    sentence: str
    calls: dict[str, str]
    lacks: dict[str, str]
    allow_harbor: bool = False

    @property
    def has_nothing(self) -> bool:
        """Whether there is nothing in the package to be asked; ``lacks`` and ``score`` say why."""
        return self.kind == "reader" and not self.calls

    @property
    def from_repository(self) -> bool:
        """Whether its source is a checkout that somebody has to give."""
        return self.source == "repository"


@cache
def names() -> tuple[str, ...]:
    """Return the names of the readers that there are."""
    folders = (file.parent.name for file in _home().glob(f"*/{FILE}"))
    return tuple(sorted(folder.replace("_", "-") for folder in folders))


def reader(name: str) -> Reader:
    """Return the reader of ``NAME``, or of ``NAME==VERSION``; raises ReaderError."""
    name, _, version = name.partition("==")
    if name not in names():
        raise ReaderError(f"{unknown('reader', name, names())}; there are {', '.join(names())}")
    folder = _home() / name.replace("-", "_")
    try:
        document = tomllib.loads((folder / FILE).read_text(encoding="utf-8"))
        pinned = {"version": version} if version else {}
        described = Reader(**{**document, **pinned}, name=name, folder=folder)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise ReaderError(f"{name}: {FILE}: {where}: {first['msg']}") from error
    except (OSError, ValueError) as error:
        raise ReaderError(f"{name}: {FILE}: {error}") from error
    _refuse_gaps(described)
    return described


def _refuse_gaps(described: Reader) -> None:
    """Raise ReaderError unless each operation is either called or said to be lacking."""
    told = [*described.calls, *described.lacks]
    wrong = sorted({*told} ^ {*OPERATIONS}) or [name for name in told if told.count(name) > 1]
    if wrong:
        raise ReaderError(f"{described.name}: {FILE}: calls or lacks must say {wrong[0]}, once")


def _home() -> Path:
    return Path(str(resources.files("candidates"))) / "readers"
