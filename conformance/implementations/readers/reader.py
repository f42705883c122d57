"""A real reader of harbor's rewards, as its ``reader.toml`` describes it."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from conformance.operations.harbor_modules import Table
from conformance.protocol.show import unknown

FILE, ADAPTER = "reader.toml", "adapter"

PARTS = "readers"
"""The table of a reader.toml that describes several readers of one package, by their names."""

type Input = Literal["files", "results"]
"""The source of a number: reward files, or the result.json of harbor's trials and jobs."""


class ReaderError(Exception):
    """A reader does not exist or cannot be run, as the message says."""


class ReaderTarget(Table):
    """The release of harbor that a reader is written for, and the line of the package that says so.

    ``release`` is empty if the package names none.
    """

    release: str = ""
    source: str


class ReaderEnd(Table):
    """The first version of the package that lacks the reader, with the line that shows it."""

    version: str
    cause: str
    source: str


class Rule(Table):
    """What a reader does with rewards that no operation covers, and where.

    ``conformance/survey/rules.py`` has the rules by name; a survey runs them. A rule is ``of`` a
    trial or a job, or of both; a part of harbor may have it in one ``release`` only.
    """

    rule: str
    of: Literal["", "trial", "job"] = ""
    release: str = ""
    cause: str
    source: str

    @property
    def title(self) -> str:
        """Its name in a reading."""
        return f"rule {self.rule}"


class Reader(Table):
    """A public package that reads, or writes, harbor's reward files.

    ``module`` must come from the environment with ``version``, or from a checkout of ``folders``
    and the files at the top; ``calls`` says by operation what is called, and ``lacks`` why the
    others are missing. ``trial`` and ``job`` say where its numbers of a trial and of a job come
    from, if it has any, ``attempts`` whether it runs a task more than once, ``keys`` whether it
    keeps one key of a trial or all, ``unit`` what its number counts if not a reward, and
    ``releases`` whether it is part of harbor and surveyed in the newest release too. ``read`` has
    the lines of its code that were read, each with a passage, ``paths`` the folder of the
    repository that cited paths start from, ``tag`` the tag of its version, and ``ended`` the
    version of the package from which on it cannot be driven.
    """

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
    folders: tuple[str, ...] = ()
    paths: str = ""
    target: ReaderTarget
    ended: ReaderEnd | None = None
    read: Annotated[dict[str, Annotated[str, Field(min_length=8)]], Field(min_length=1)]
    trial: Input | None = None
    job: Input | None = None
    attempts: bool = False
    keys: Literal["one", "all"] = "one"
    unit: str = ""
    releases: bool = False
    score: str
    sentence: str
    calls: dict[str, str]
    lacks: dict[str, str]
    rules: tuple[Rule, ...] = ()
    allow_harbor: bool = False

    @property
    def has_nothing(self) -> bool:
        """Whether nothing of the package can be run, as ``lacks`` and ``score`` explain."""
        return self.kind == "reader" and not (self.calls or self.trial or self.job)

    @property
    def title(self) -> str:
        """The name with the version, as ``reader`` takes it."""
        return f"{self.name}=={self.version}"

    @property
    def label(self) -> str:
        """The title of its column; parts of harbor have one for each release."""
        return f"{self.name} {self.version}" if self.releases else self.name

    @property
    def ending(self) -> str:
        """Why newer versions of the package cannot be driven, in one line; empty if they can."""
        if (end := self.ended) is None:
            return ""
        why = f"{end.cause} ({end.source})"
        return f"{self.package} {end.version} and later cannot be driven: {why}"

    @property
    def from_repository(self) -> bool:
        """Whether its source is a checkout."""
        return self.source == "repository"


def names() -> tuple[str, ...]:
    """Return the names of the readers."""
    return tuple(sorted(files()))


def reader(name: str) -> Reader:
    """Return the reader of ``NAME``, or of ``NAME==VERSION``; raises ReaderError."""
    name, _, version = name.partition("==")
    if name not in names():
        raise ReaderError(f"{unknown('reader', name, names())}; there are {', '.join(names())}")
    file = files()[name]
    document = tomllib.loads(file.read_text(encoding="utf-8"))
    own = document.pop(PARTS, {}).get(name, {})
    pinned = {"version": version} if version else {}
    rules = [*document.pop("rules", ()), *own.pop("rules", ())]
    given = {**document, **own, **pinned, "name": name, "folder": file.parent, "rules": rules}
    described = Reader(**given)
    of_release = tuple(one for one in described.rules if one.release in {"", described.version})
    tag = f"v{described.version}" if described.releases else described.tag
    return described.model_copy(update={"rules": of_release, "tag": tag})


@cache
def files() -> Mapping[str, Path]:
    """Return the file of each reader, named after its folder, or after its parts."""
    files: dict[str, Path] = {}
    home = Path(str(resources.files("candidates"))) / "readers"
    for file in home.glob(f"*/{FILE}"):
        parts = re.findall(rf"^\[{PARTS}\.([\w-]+)\]$", file.read_text("utf-8"), re.MULTILINE)
        files |= dict.fromkeys(parts or [file.parent.name.replace("_", "-")], file)
    return files
