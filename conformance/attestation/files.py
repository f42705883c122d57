"""SHA-256 digests of files and folders, for certificates."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path

from conformance.protocol.show import shorten

type Digests = dict[str, str]
"""SHA-256 in hexadecimal by the name of a file."""


def digests(files: Iterable[tuple[str, Path]]) -> Digests:
    """Return the SHA-256 of files by their names, sorted; raises OSError.

    The second file with a name is called ``NAME#2``.
    """
    by_name: Digests = {}
    for given, file in files:
        name, count = text_of(given), 1
        while name in by_name:
            count += 1
            name = f"{text_of(given)}#{count}"
        by_name[name] = _sha256(file)
    return dict(sorted(by_name.items()))


def below(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the regular files below a folder with their paths from its parent on, sorted.

    Links are followed, each folder is entered once, and those with generated files are left out.
    """
    seen: set[Path] = set()
    for place, folders, files in folder.walk(follow_symlinks=True, on_error=_raise):
        folders[:] = sorted(set(folders) - {"__pycache__", ".git"})
        if place.resolve() in seen:
            folders.clear()
            continue
        seen.add(place.resolve())
        for file in sorted(place / name for name in files):
            if file.is_file():
                yield file.relative_to(folder.parent).as_posix(), file


def own_folder(package: str) -> Path:
    """Return the folder of a package of this suite."""
    return Path(str(resources.files(package)))


def digest_of(files: Mapping[str, str]) -> str:
    """Return one SHA-256 for all files: that of the output of ``sha256sum``, by name."""
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def differences(certified: Mapping[str, object], here: Mapping[str, object]) -> Iterator[str]:
    """Yield each field that differs here from the certified one, such as a file's digest."""
    for name in sorted({*certified, *here}):
        one, other = (side.get(name, "nothing") for side in (certified, here))
        if one != other:
            told, now = (shorten(str(value), 20) for value in (one, other))
            yield f"{name}: {told} in the certificate, {now} here"


def text_of(name: str) -> str:
    """Return a name as text that any program can read back, even if it is not UTF-8."""
    return name.encode("utf-8", "backslashreplace").decode()


def _sha256(file: Path) -> str:
    if not file.is_file():
        raise FileNotFoundError(2, "no file", str(file))
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _raise(error: OSError) -> None:
    raise error
