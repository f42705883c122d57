"""The reference in other languages: how each port is built and started."""

import hashlib
import re
import shutil
import subprocess
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from filelock import FileLock

from conformance.implementations.cache import cache_folder
from conformance.implementations.process.command import TIMEOUT, Command

NODE_AT_LEAST = 20
BUILD_SECONDS, VERSION_SECONDS = 300.0, 30.0

_LONGEST_REASON = 300
"""Characters of what a tool says that are worth showing."""


class ToolchainError(Exception):
    """A port cannot be run here, because its language is not there."""


def javascript() -> Command:
    """Return the command of the port to JavaScript; raises ToolchainError without Node."""
    node, version = tool("node")
    major = re.match(r"v(\d+)", version)
    if major is None or int(major[1]) < NODE_AT_LEAST:
        raise ToolchainError(f"node is {version}, and {NODE_AT_LEAST} is needed")
    return Command((node, str(_folder("javascript") / "candidate.mjs")), (), TIMEOUT)


def rust() -> Command:
    """Return the command of the port to Rust, built unless it has been.

    Raises ToolchainError without cargo, or where the build fails.
    """
    folder = _folder("rust")
    target = cache_folder() / f"rust-{_digest(folder)}"
    program = target / "release" / "harbor-rewards"
    if not program.is_file():
        cargo, _ = tool("cargo")
        try:
            target.mkdir(parents=True, exist_ok=True)
            with FileLock(target / "lock"):
                _build(cargo, folder, target)
        except OSError as error:
            why = f"{error.strerror}; set XDG_CACHE_HOME to a folder that can be written"
            raise ToolchainError(f"no build in {target}: {why}") from error
    return Command((str(program),), (), TIMEOUT)


PORTS = {"javascript": javascript, "rust": rust}
"""Each port by its name."""


def _build(cargo: str, folder: Path, target: Path) -> None:
    """Build from a copy: the installed sources may be read-only, and cargo writes a lock file."""
    sources = target / "sources"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.copytree(folder, sources, ignore=shutil.ignore_patterns("target", "Cargo.lock"))
    command = [cargo, "build", "--release", "--offline", "--quiet", "--target-dir", str(target)]
    _run(command, "could not build the port", sources, BUILD_SECONDS)


def tool(name: str) -> tuple[str, str]:
    """Return the path of a program, and what it says of its version.

    Raises ToolchainError where it is not there, or does not run: a shim of rustup or nvm may
    have nothing behind it.
    """
    program = shutil.which(name)
    if program is None:
        raise ToolchainError(f"{name} is not on the PATH")
    return program, _run([program, "--version"], "does not run")


def _run(
    command: Sequence[str], fails: str, folder: Path | None = None, seconds: float = VERSION_SECONDS
) -> str:
    """Return what a command prints; raises ToolchainError with the reason in one line."""
    try:
        completed = subprocess.run(  # noqa: S603 - found on the PATH
            command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=True
        )
    except subprocess.CalledProcessError as error:
        words = " ".join(error.stderr.split())
        why = words[:_LONGEST_REASON] or f"exit status {error.returncode}"
    except (subprocess.TimeoutExpired, OSError, UnicodeError) as error:
        why = str(error)
    else:
        return completed.stdout.strip()
    raise ToolchainError(f"{Path(command[0]).name} {fails}: {why}")


def _folder(language: str) -> Path:
    return Path(str(resources.files("candidates"))) / language


def _digest(folder: Path) -> str:
    """Return a digest of the sources, so that a change of them is built anew."""
    digest = hashlib.sha256()
    for file in sorted([*folder.glob("src/**/*.rs"), folder / "Cargo.toml"]):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
