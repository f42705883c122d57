"""The reference in other languages: how each port is built and started."""

import hashlib
import re
import shutil
from pathlib import Path

from conformance.implementations.environments import cache_folder
from conformance.implementations.process.command import ROOT, TIMEOUT, Command
from conformance.implementations.process.reaper import run_tool

NODE_AT_LEAST = 20
BUILD_SECONDS, VERSION_SECONDS = 300.0, 30.0
_PORTS = ROOT / "candidates"


class ToolchainError(Exception):
    """A port cannot be run, because its language is not installed."""


def javascript() -> Command:
    """Return the command of the port to JavaScript; raises ToolchainError without Node."""
    node, version = tool("node")
    major = re.match(r"v(\d+)", version)
    if major is None or int(major[1]) < NODE_AT_LEAST:
        raise ToolchainError(f"node is {version}, and {NODE_AT_LEAST} is needed")
    return Command((node, str(_PORTS / "javascript" / "candidate.mjs")), (), TIMEOUT)


def rust() -> Command:
    """Return the command of the port to Rust; raises ToolchainError if it cannot be built."""
    folder = _PORTS / "rust"
    target = cache_folder() / f"rust-{_digest(folder)}"
    program = target / "release" / "harbor-rewards"
    if not program.is_file():
        from filelock import FileLock  # noqa: PLC0415 - imports asyncio, for no other command

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
    try:
        completed = run_tool(command, folder=str(sources), seconds=BUILD_SECONDS)
    except TimeoutError as error:
        raise ToolchainError(f"cargo did not build the port: {error}") from error
    if completed.returncode:
        log = target / "build.log"
        log.write_text(completed.stderr, encoding="utf-8")
        raise ToolchainError(f"cargo could not build the port; its output is in {log}")


def tool(name: str) -> tuple[str, str]:
    """Return the path of a program, and its version.

    Raises ToolchainError if it is missing or does not run: a shim of rustup or nvm may lead
    nowhere.
    """
    program = shutil.which(name)
    if program is None:
        raise ToolchainError(f"{name} is not on the PATH")
    try:
        completed = run_tool([program, "--version"], seconds=VERSION_SECONDS)
    except (OSError, UnicodeError) as error:
        raise ToolchainError(f"{name} does not run: {error}") from error
    if completed.returncode:
        why = " ".join(completed.stderr.split())[:300] or f"exit status {completed.returncode}"
        raise ToolchainError(f"{name} does not run: {why}")
    return program, completed.stdout.strip()


def _digest(folder: Path) -> str:
    """Return a digest of the sources, so that a change causes a new build."""
    digest = hashlib.sha256()
    for file in sorted([*folder.glob("src/**/*.rs"), folder / "Cargo.toml"]):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
