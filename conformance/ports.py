"""The reference in other languages: how each port is built and started."""

import hashlib
import os
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

from filelock import FileLock

from conformance.process.command import TIMEOUT, Command

NODE_AT_LEAST = 20
BUILD_SECONDS = 300


class ToolchainError(Exception):
    """A port cannot be run here, because its language is not there."""


def javascript() -> Command:
    """Return the command of the port to JavaScript; raises ToolchainError without Node."""
    node = _program("node")
    said = subprocess.run([node, "--version"], check=False, capture_output=True, text=True)  # noqa: S603 - found on the PATH
    major = re.match(r"v(\d+)", said.stdout)
    if major is None or int(major[1]) < NODE_AT_LEAST:
        raise ToolchainError(f"node is {said.stdout.strip()}, and {NODE_AT_LEAST} is needed")
    return Command((node, str(_folder("javascript") / "candidate.mjs")), (), TIMEOUT)


def rust() -> Command:
    """Return the command of the port to Rust, built unless it has been.

    Raises ToolchainError without cargo, or where the build fails.
    """
    folder = _folder("rust")
    target = _cache() / f"rust-{_digest(folder)}"
    program = target / "release" / "harbor-rewards"
    if not program.is_file():
        cargo = _program("cargo")
        target.mkdir(parents=True, exist_ok=True)
        with FileLock(target / "lock"):
            _build(cargo, folder, target)
    return Command((str(program),), (), TIMEOUT)


PORTS = {"javascript": javascript, "rust": rust}
"""Each port by its name."""


def _build(cargo: str, folder: Path, target: Path) -> None:
    """Build from a copy: the installed sources may be read-only, and cargo writes a lock file."""
    sources = target / "sources"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.copytree(folder, sources, ignore=shutil.ignore_patterns("target", "Cargo.lock"))
    command = [cargo, "build", "--release", "--offline", "--quiet", "--target-dir", str(target)]
    built = subprocess.run(  # noqa: S603 - found on the PATH
        command, cwd=sources, check=False, capture_output=True, text=True, timeout=BUILD_SECONDS
    )
    if built.returncode != 0:
        raise ToolchainError(f"cargo could not build the port: {built.stderr.strip()[-500:]}")


def _program(name: str) -> str:
    program = shutil.which(name)
    if program is None:
        raise ToolchainError(f"{name} is not on the PATH")
    return program


def _folder(language: str) -> Path:
    return Path(str(resources.files("candidates"))) / language


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "harbor-conformance"


def _digest(folder: Path) -> str:
    """Return a digest of the sources, so that a change of them is built anew."""
    digest = hashlib.sha256()
    for file in sorted([*folder.glob("src/**/*.rs"), folder / "Cargo.toml"]):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
