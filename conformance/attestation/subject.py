"""The files of a candidate: the subject of its certificate.

Nothing is run or imported to find them, so that a stranger's certificate can be read.
"""

import ast
import importlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from importlib.machinery import ModuleSpec, PathFinder
from itertools import chain, islice
from pathlib import Path

from conformance.attestation.files import Digests, below, digests, own_folder
from conformance.implementations.ports import PORTS
from conformance.implementations.process.command import located
from conformance.implementations.readers.environment import SOURCE, prepared
from conformance.implementations.readers.reader import reader
from conformance.implementations.start import (
    HARBOR,
    READER,
    CandidateError,
    CandidateSpec,
    ToolchainError,
    UnknownCandidateError,
    command_of,
    connector_of,
    is_object,
    verify_provenance,
)

type Named = Iterator[tuple[str, Path]]
"""Files and their names in a certificate."""


class SubjectError(Exception):
    """The files of a candidate cannot be found, as the message explains."""


NOT_HERE = (CandidateError, OSError, SubjectError, ToolchainError, UnknownCandidateError)
"""Errors that mean that a candidate, or a part of it, is not here."""


def subject_of(spec: CandidateSpec, given: Iterable[str] = ()) -> Digests:
    """Return the SHA-256 of a candidate's files by their names.

    ``given`` are additional files and folders. Raises SubjectError if there is no file or one
    cannot be read, and what starting the candidate raises if it is not here.
    """
    if spec.name == HARBOR and spec.command is None:
        told = verify_provenance()
        return {f"harbor=={told.harbor}/RECORD": told.wheel_digest}
    try:
        found = list(islice(chain(_files(spec), _given(given)), _MOST + 1))
        files = digests(found[:_MOST])
    except OSError as error:
        raise SubjectError(f"{error.filename}: {error.strerror}") from error
    if not files:
        raise SubjectError("the candidate has no files: name them with --subject")
    if len(found) > _MOST:
        raise SubjectError(f"the candidate has more than {_MOST:,} files")
    return files


def folders_of(spec: CandidateSpec, given: Iterable[str] = ()) -> set[Path]:
    """Return the folders of a candidate's files; raises as ``subject_of`` does."""
    return {file.absolute().parent for _, file in chain(_files(spec), _given(given))}


_MOST = 20_000
"""The most files of a candidate: beyond them, something else was named."""


def modules_of(functions: Iterable[str]) -> Named:
    """Yield the files of the modules of predictions, and those next to them."""
    for module in dict.fromkeys(function.partition(":")[0] for function in functions):
        top, *rest = module.split(".")
        found = _find(top, [str(Path.cwd()), *filter(None, sys.path)])
        if not rest or not found.submodule_search_locations:
            yield from _of_module(found)
            continue
        for location in found.submodule_search_locations:
            folder = Path(location).joinpath(*rest[:-1])
            for name, file in below(folder):
                yield f"{'.'.join([top, *rest[:-1]])}/{name.partition('/')[2]}", file


def _files(spec: CandidateSpec) -> Named:
    if spec.command is not None:
        return _of_command(spec.command.argv)
    if is_object(spec.name):
        return _of_object(spec)
    return _of_reader(spec) if connector_of(spec.name).name == READER else _of_own(spec)


def _of_command(argv: Sequence[str]) -> Named:
    """Yield the program of a command, the files that it names, and what Python code imports."""
    for file in dict.fromkeys(Path(word) for word in argv if Path(word).is_file()):
        yield from _with_imports([(file.name, file)], file.parent)


def _with_imports(files: Iterable[tuple[str, Path]], folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield files, and those in a folder that they import, directly or not; raises OSError.

    Of a package all files are yielded. Imports that the code computes are not found.
    """
    waiting, seen, entered = list(files), set[Path](), set[Path]()
    while waiting:
        name, file = waiting.pop(0)
        if file.absolute() in seen:
            continue
        seen.add(file.absolute())
        yield name, file
        for home in filter(None, (_home(folder, module) for module in _imported_by(file))):
            if home not in entered:
                entered.add(home)
                found = [home] if home.is_file() else [inner for _, inner in below(home)]
                waiting += [(inner.relative_to(folder).as_posix(), inner) for inner in found]


def _imported_by(file: Path) -> list[str]:
    """Return the absolute names that a module imports; relative ones are in its package."""
    if file.suffix != ".py":
        return []
    try:
        nodes = list(ast.walk(ast.parse(file.read_bytes())))
    except (SyntaxError, ValueError, RecursionError):
        return []  # what cannot be parsed cannot be imported either
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += (f"{node.module}.{alias.name}" for alias in node.names)
    return list(dict.fromkeys(names))


def _home(folder: Path, module: str) -> Path | None:
    """Return the file of a module, or the folder of its package, if a folder has it."""
    place = folder
    for part in module.split("."):
        if (place / part / "__init__.py").is_file():
            return place / part
        if (place / f"{part}.py").is_file():
            return place / f"{part}.py"
        place /= part
    return None


def _given(paths: Iterable[str]) -> Named:
    for path in map(Path, paths):
        folder = path.absolute()
        yield from below(folder) if folder.is_dir() else [(folder.name, folder)]


def _of_own(spec: CandidateSpec) -> Named:
    """Yield the files of a candidate of this repository, and the program that runs a port."""
    for folder in connector_of(spec.name).sources:
        for name, file in below(own_folder("candidates") / folder):
            if not name.startswith(_OF_CARGO):
                yield f"candidates/{name}", file
    if spec.name in PORTS:
        program = Path(command_of(spec).argv[0])
        yield program.name, program


_OF_CARGO = ("rust/target/", "rust/Cargo.lock")
"""What cargo leaves next to the sources of the port if it is run by hand."""


def _of_reader(spec: CandidateSpec) -> Named:
    """Yield the adapter of a reader, the versions around its package, and the package's files."""
    command_of(spec)  # says which reader does not exist or cannot be installed
    described = reader(spec.name.removeprefix(READER))
    ready = prepared(described, spec.env)
    for name, file in below(described.folder):
        yield f"candidates/readers/{name}", file
    environment = ready.python.parent.parent
    yield "requirements.txt", environment / "requirements.txt"
    if described.from_repository:
        source = Path(dict(ready.variables)[SOURCE])
        yield from below(source)
        return
    (site,) = environment.glob("lib/python3.*/site-packages")
    for found in metadata.distributions(name=described.package, path=[str(site)]):
        name = f"{described.package}=={found.version}"
        yield from ((f"{name}/{file}", Path(str(file.locate()))) for file in _published(found))


_BY_INSTALLERS = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_cache.json")


def _published(found: metadata.Distribution) -> Iterator[metadata.PackagePath]:
    """Yield the files of a package that are the same in every installation."""
    for file in found.files or ():
        own = file.parts[0] not in {"..", "/"} and file.suffix != ".pyc"
        if own and not (file.parent.suffix == ".dist-info" and file.name in _BY_INSTALLERS):
            yield file


def _of_object(spec: CandidateSpec) -> Named:
    """Yield the files of an object's package or module."""
    start, name = located(spec.name)
    top = name.partition(":")[0].partition(".")[0]
    path = dict(spec.env).get("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    own = [str(start), *filter(None, path.split(os.pathsep))]
    found = _find(top, [*own, *_site_of(spec)])
    folder = Path(found.origin or ".").absolute().parents[bool(found.submodule_search_locations)]
    files = _of_module(found)
    # An installed object's own files are those of its package.
    yield from _with_imports(files, folder) if folder in map(Path, own) else files
    if spec.python:
        yield Path(spec.python).name, Path(spec.python)


def _of_module(found: ModuleSpec) -> Named:
    for location in found.submodule_search_locations or ():
        yield from below(Path(location))
    if not found.submodule_search_locations and found.origin is not None:
        file = Path(found.origin)
        yield file.name, file


def _find(top: str, path: Sequence[str]) -> ModuleSpec:
    importlib.invalidate_caches()
    found = PathFinder.find_spec(top, path) if top.isidentifier() else None
    if found is None or found.origin in {"built-in", "frozen"}:
        raise SubjectError(f"the files of module {top} are not found: name them with --subject")
    return found


def _site_of(spec: CandidateSpec) -> list[str]:
    """Return where an object's interpreter finds installed packages."""
    if not spec.python:
        return list(filter(None, sys.path))
    root = Path(spec.python).parent.parent
    return [str(folder) for folder in root.glob("lib/python3.*/site-packages")]
