"""The environment of a reader, and the command that serves its adapter there."""

import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from filelock import FileLock

from conformance.implementations.environments import made_folder, uv
from conformance.implementations.environments.installed import installed, key, remembered
from conformance.implementations.environments.uv import Pins, UvError
from conformance.implementations.process.command import SHIM, Command, Variables
from conformance.implementations.process.reaper import run_tool
from conformance.implementations.readers.reader import ADAPTER, Reader, ReaderError

SOURCE = "READER_SOURCE"
"""The variable with the checkout of a reader that is only in a repository; by default our own."""

NAME = "READER_NAME"
"""The variable with the reader's name, for adapters of several readers."""

CITED = re.compile(r"([^\s:]+):(\d+)(?:-(\d+))?")
"""Lines of a package: ``file:12`` or ``file:12-15``."""

_FOLDER = "readers"
"""The folder below the cache with the environments of readers."""

_SLOWEST_START, _SLOWEST_END, _SLOWEST_CHECKOUT = 120.0, 30.0, 600.0
"""Time limits for a package to be imported and to exit, on a busy machine, and for git."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A reader that can be run: its interpreter, its installed version, its variables."""

    reader: Reader
    python: Path
    version: str
    variables: Variables

    @property
    def home(self) -> Path:
        """The folder of the package: the checkout, or the environment."""
        source = dict(self.variables).get(SOURCE)
        return Path(source) if source else self.python.parent.parent

    def command(self, timeout: float) -> Command:
        """Return the command that serves the adapter over the candidate protocol."""
        argv = (str(self.python), str(SHIM), f"{ADAPTER}:")
        start = max(timeout, _SLOWEST_START)
        guarded = not self.reader.allow_harbor
        return Command(argv, self.variables, start, _SLOWEST_END, guarded=guarded)

    def absent(self, sources: Iterable[str]) -> Iterator[str]:
        """Yield the cited places, ``file:12-15, other:3``, that the package does not have."""
        for place in dict.fromkeys(place for one in sources for place in one.split(", ")):
            if self._lines(place) is None:
                yield place

    def misread(self) -> Iterator[str]:
        """Yield the read places of the package that lack the given passage."""
        for place, passage in self.reader.read.items():
            if passage not in (self._lines(place) or ""):
                yield place

    def _lines(self, place: str) -> str | None:
        """Return the lines of the package at ``file:12-15``, or None."""
        home = next(self.home.glob("lib/python3.*/site-packages"), self.home)
        match = CITED.fullmatch(place)
        file = home / match[1] if match else home
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        if match is None or len(lines) < int(match[3] or match[2]):
            return None
        return "\n".join(lines[int(match[2]) - 1 : int(match[3] or match[2])])


def prepared(reader: Reader, given: Variables = ()) -> Prepared:
    """Return a reader with its environment, built if it does not exist.

    ``given`` are the user's variables. Raises ReaderError if it cannot be installed.
    """
    variables = {**dict(given), **_source_of(reader, dict(given))}
    try:
        python = interpreter(reader.python)
        pins = _pins(reader, python)
        environment = installed(reader.package or reader.name, pins, python, _FOLDER)
    except (UvError, OSError) as error:
        raise ReaderError(f"{reader.name} cannot be installed: {error}") from error
    version = _version_in(environment, reader)
    own = (("PYTHONPATH", str(reader.folder)), (NAME, reader.name))
    around = (*variables.items(), *own)
    return Prepared(reader, environment / "bin" / "python", version, around)


def interpreter(wanted: str) -> str:
    """Return the interpreter of a version such as ``3.12``, or the version for uv to look for."""
    if wanted == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    program = shutil.which(f"python{wanted}")
    if program is None:
        return wanted
    try:
        printed = run_tool([program, "-c", "import sys; print(sys.executable)"], seconds=60)
    except (OSError, UnicodeError):
        return wanted
    return printed.stdout.strip() or wanted


def _source_of(reader: Reader, variables: dict[str, str]) -> dict[str, str]:
    """Return the variable with the checkout of a reader that is only in a repository."""
    if not reader.from_repository:
        return {}
    source = Path(variables.get(SOURCE) or checkout(reader))
    if not source.is_dir():
        raise ReaderError(f"{reader.name}: {source} is not a folder: give one with its checkout")
    return {SOURCE: str(source.absolute())}


def checkout(reader: Reader) -> Path:
    """Return the folder with a reader's commit, fetched if it is missing; raises ReaderError."""
    folder = made_folder(_FOLDER) / f"{reader.name}-{reader.commit}"
    with FileLock(f"{folder}.lock"):
        if not folder.is_dir():
            part = Path(f"{folder}.part")
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            _fetch(reader, str(part))
            shutil.rmtree(part / ".git")
            part.rename(folder)
    return folder


def _fetch(reader: Reader, folder: str) -> None:
    """Check the needed folders of a reader's commit out; raises ReaderError."""
    for words in (
        ("init", "--quiet"),
        ("remote", "add", "origin", reader.repository),
        ("fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", reader.commit),
        ("sparse-checkout", "set", *reader.folders),
        ("checkout", "--quiet", "FETCH_HEAD"),
    ):
        try:
            ended = run_tool(["git", *words], folder=folder, seconds=_SLOWEST_CHECKOUT)
        except (OSError, UnicodeError) as error:
            raise ReaderError(f"{reader.name}: git could not be run: {error}") from error
        if ended.returncode:
            why = ended.stderr.strip().rpartition("\n")[2]
            raise ReaderError(f"{reader.name} cannot be checked out of {reader.repository}: {why}")


def _pins(reader: Reader, python: str) -> Pins:
    """Return the versions of a reader's environment as first resolved.

    A package without dependencies is not resolved, but added in its version.
    """
    own = {} if reader.from_repository else {reader.package: reader.version}
    alone = {} if reader.dependencies else own
    resolved = [f"{name}=={version}" for name, version in own.items() if not alone]
    requirements = [*resolved, *reader.requires]
    asked = {"requirements": " ".join(requirements), **alone}
    name = f"{reader.package or reader.name}-{key(asked, python)}.json"

    def resolve() -> Pins:
        return (uv.compile_pins(requirements, python=python) if requirements else {}) | alone

    return remembered(made_folder(_FOLDER) / name, resolve)


def _version_in(environment: Path, reader: Reader) -> str:
    """Return the installed version of the package."""
    if reader.from_repository:
        return reader.version
    (folder,) = environment.glob("lib/python3.*/site-packages")
    for found in metadata.distributions(name=reader.package, path=[str(folder)]):
        return found.version
    raise ReaderError(f"{reader.name}: {reader.package} is not in its environment")
