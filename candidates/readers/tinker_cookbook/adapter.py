"""The reward function of tinker-cookbook's Harbor recipe, called with a folder for its sandbox.

The sandbox is the package's own for Modal. Modal's end of it is ours, and has our folder for
``/logs/verifier``; its commands only print a file there, as text by Modal's decoder. The package
imports torch for a name in annotations, which is a class of ours.
"""

import asyncio
import gc
import logging
import shlex
import sys
import tempfile
from collections.abc import AsyncGenerator
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace

from modal.io_streams import _decode_bytes_stream_to_str

_TORCH = ModuleType("torch")
vars(_TORCH)["Tensor"] = type("Tensor", (), {})
sys.modules["torch"] = _TORCH

from tinker_cookbook.recipes.harbor_rl.harbor_tools import HarborReward  # noqa: E402
from tinker_cookbook.sandbox.modal_sandbox import ModalSandbox  # noqa: E402

gc.freeze()  # otherwise what the packages brought along is searched for garbage at the end
logging.disable(logging.ERROR)


class VerifierFolder:
    """Modal's end of a sandbox in which a verifier has run."""

    def __init__(self, folder: Path) -> None:
        """Take the folder that has reward.txt and reward.json."""
        self._folder = folder
        self.exec = SimpleNamespace(aio=self._exec)

    async def _exec(self, *argv: str, **_: object) -> SimpleNamespace:
        """Return the process of a command."""
        program, *paths = shlex.split(argv[-1])
        if program != "cat" or len(paths) != 1:
            return _process(0, b"")
        path = self._folder / Path(paths[0]).name
        return _process(0, path.read_bytes()) if path.exists() else _process(1, b"")


def verifier(files: dict[str, bytes | None]) -> dict[str, dict[str, float]]:
    """Return the reward of an episode."""
    folder = Path(_folder().name)
    for name, content in files.items():
        if content is None:
            (folder / name).unlink(missing_ok=True)
        else:
            (folder / name).write_bytes(content)
    return {"rewards": {"reward": _graded(folder)[0]}}


def of_trial(folder: Path) -> tuple[float, str]:
    """Return the reward of a trial, with the metric that marks an error in grading."""
    reward, metrics = _graded(folder / "verifier")
    return reward, "grading_error" if metrics.get("grading_error") else ""


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of all inputs, with one for tests; it goes with the process."""
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / "tests").mkdir()
    return folder


def _graded(folder: Path) -> tuple[float, dict[str, float]]:
    sandbox = ModalSandbox(600, None, None, VerifierFolder(folder))
    function = HarborReward(Path(_folder().name) / "tests", sandbox)
    reward, metrics = asyncio.run(function([]))
    return float(reward), metrics


def _process(status: int, printed: bytes) -> SimpleNamespace:
    async def wait() -> int:
        return status

    return SimpleNamespace(
        stdout=_decode_bytes_stream_to_str(_stream(printed)),
        stderr=_decode_bytes_stream_to_str(_stream(b"")),
        wait=SimpleNamespace(aio=wait),
    )


async def _stream(content: bytes) -> AsyncGenerator[bytes, None]:
    yield content
