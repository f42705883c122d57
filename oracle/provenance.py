"""Refuses to answer for harbor unless the installed files are those of the published wheel."""

import base64
import csv
import hashlib
import importlib.metadata
import importlib.util
import locale
import os
import platform
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

from packaging.utils import canonicalize_name

from conformance.protocol.values import HARBOR_VERSION
from oracle.wheels import WHEELS

INT_DIGITS_LIMIT = 4300
"""CPython's default, which decides which integers harbor can read from reward.json."""

INTERPRETERS = ((3, 12), (3, 13))
"""Releases of CPython with the ``sum`` of the clauses; later ones compensate integers too."""

LONG_BYTES = 8
"""The size of C's ``long``, beyond which ``sum`` treats integers differently."""

_COMPILED = {".pyc"}


class UntrustedOracleError(Exception):
    """The installed harbor or its environment cannot be trusted."""


class UndrivenOracleError(UntrustedOracleError):
    """harbor cannot be driven with a case: it, or the oracle's code, does not have its form."""


class UnaskedOracleError(UntrustedOracleError):
    """harbor could not run a case; its earlier answers are valid."""


class _NotTheWheelError(Exception):
    """The installed harbor is not the release's wheel, as the message explains."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """The basis of the oracle's answers.

    ``pinned``: whether this project knows the wheel's digest; otherwise it is taken as found.
    """

    harbor: str
    wheel_digest: str
    files: int
    python: str
    pydantic: str
    pydantic_core: str
    pinned: bool = True


def verify(release: str = HARBOR_VERSION) -> Provenance:
    """Return the basis of the oracle's answers, after hashing every file of harbor.

    A release that ``oracle.wheels`` does not list is only compared with its own RECORD. Raises
    UntrustedOracleError if harbor is missing, is another version, has a file that differs from the
    wheel's RECORD, is shadowed by another ``harbor`` on the import path, or would read files
    differently from a default set-up.
    """
    try:
        distribution, record = _verified(release)
    except _NotTheWheelError as error:
        raise UntrustedOracleError(f"{error}{_advice(release)}") from None
    _verify_surroundings()
    return Provenance(
        harbor=distribution.version,
        wheel_digest=record_digest(record),
        files=len(record),
        python=_python(),
        pydantic=importlib.metadata.version("pydantic"),
        pydantic_core=importlib.metadata.version("pydantic_core"),
        pinned=release in WHEELS,
    )


def _advice(release: str) -> str:
    """Return how to repair the pinned release; a gate rebuilds the environments of others."""
    if release != HARBOR_VERSION:
        return ""
    return f"; reinstall it with: pip install --force-reinstall --no-deps harbor=={release}"


def _verified(release: str) -> tuple[importlib.metadata.Distribution, dict[str, str]]:
    """Return the installed harbor and its RECORD, after hashing every file."""
    distribution = _distribution(release)
    root = Path(str(distribution.locate_file("")))
    record = _record(distribution)
    _verify_record(record, release)
    _verify_files(root, record)
    _verify_nothing_added(root, record)
    _verify_import_path(root)
    return distribution, record


def _distribution(release: str) -> importlib.metadata.Distribution:
    try:
        distribution = importlib.metadata.distribution("harbor")
    except importlib.metadata.PackageNotFoundError:
        raise _NotTheWheelError("harbor is not installed") from None
    if distribution.version != release:
        raise _NotTheWheelError(f"harbor {distribution.version} is installed, not {release}")
    return distribution


def _record(distribution: importlib.metadata.Distribution) -> dict[str, str]:
    """Return path → ``sha256=…`` of harbor's own files; the installer adds further lines.

    RECORD is read directly, since ``Distribution.files`` leaves out missing files.
    """
    text = distribution.read_text("RECORD")
    if text is None:
        raise _NotTheWheelError("the installed harbor has no RECORD")
    rows = [row for row in csv.reader(text.splitlines()) if row and row[0].startswith("harbor/")]
    return {path: digest for path, digest, _ in rows if Path(path).suffix not in _COMPILED}


def _verify_record(record: dict[str, str], release: str) -> None:
    if record_digest(record) != WHEELS.get(release, record_digest(record)):
        raise _NotTheWheelError("RECORD is not the one of the published wheel")


def record_digest(record: dict[str, str]) -> str:
    """Return the SHA-256 of sorted ``path,digest`` lines."""
    lines = "".join(f"{path},{digest}\n" for path, digest in sorted(record.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _verify_files(root: Path, record: dict[str, str]) -> None:
    for path, expected in record.items():
        try:
            content = (root / path).read_bytes()
        except OSError:
            raise _NotTheWheelError(f"{path} is missing or cannot be read") from None
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
        if f"sha256={digest.decode().rstrip('=')}" != expected:
            raise _NotTheWheelError(f"{path} differs from the published wheel")


def _verify_nothing_added(root: Path, record: dict[str, str]) -> None:
    known = {str(root / path) for path in record}
    for folder, _, names in (root / "harbor").walk():
        for name in names:
            if f"{folder}{os.sep}{name}" not in known and folder.name != "__pycache__":
                path = (folder / name).relative_to(root).as_posix()
                raise _NotTheWheelError(f"{path} is not part of the published wheel")


def _verify_import_path(root: Path) -> None:
    spec = importlib.util.find_spec("harbor")
    origin = None if spec is None or spec.origin is None else Path(spec.origin)
    if origin is None or origin.resolve() != (root / "harbor" / "__init__.py").resolve():
        raise _NotTheWheelError(f"import harbor finds {origin}, not the installed wheel")


def _verify_surroundings() -> None:
    if sys.implementation.name != "cpython" or sys.version_info[:2] not in INTERPRETERS:
        raise UntrustedOracleError(
            f"harbor's sums depend on the interpreter, and this is {_python()}; "
            "use CPython 3.12 or 3.13"
        )
    if struct.calcsize("l") != LONG_BYTES:
        raise UntrustedOracleError(
            "harbor's sums depend on the size of C's long, which is not 64 bits here"
        )
    encoding = locale.getencoding() if not sys.flags.utf8_mode else "utf-8"
    if encoding.lower().replace("-", "") != "utf8":
        raise UntrustedOracleError(
            f"harbor reads reward files in the locale's encoding, which is {encoding} here; "
            "set PYTHONUTF8=1"
        )
    if sys.get_int_max_str_digits() != INT_DIGITS_LIMIT:
        raise UntrustedOracleError(
            f"Python's limit on integer digits is {sys.get_int_max_str_digits()}, "
            f"not {INT_DIGITS_LIMIT}; unset PYTHONINTMAXSTRDIGITS"
        )


def versions() -> dict[str, str]:
    """Return the version of every installed distribution by its normalized name."""
    by_name = {
        canonicalize_name(distribution.name): distribution.version
        for distribution in reversed(list(importlib.metadata.distributions()))
    }
    return dict(sorted(by_name.items()))


def _python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"
