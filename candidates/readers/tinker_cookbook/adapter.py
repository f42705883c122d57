"""The reward function of tinker-cookbook's Harbor recipe, called with a folder for its sandbox.

The sandbox is the package's own for Modal. The replacement of Modal's end has our folder for
``/logs/verifier``; its commands do nothing but print a file there, as text by Modal's decoder. The
package asks for torch, of which it takes a name for annotations here: a class of ours is that.
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
    return {"rewards": {"reward": _reward(folder)}}


def shown(job: Path) -> float:
    """Return the reward of a trial; the package's evaluation lists several, one by one."""
    trials = [path for path in job.iterdir() if (path / "result.json").is_file()]
    if len(trials) != 1:
        raise NotImplementedError("rewards of several trials are not made one")
    return _reward(trials[0] / "verifier")


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder of all cases, with one for tests; it goes with the process."""
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / "tests").mkdir()
    return folder


def _reward(folder: Path) -> float:
    sandbox = ModalSandbox(600, None, None, VerifierFolder(folder))
    function = HarborReward(Path(_folder().name) / "tests", sandbox)
    reward, _metrics = asyncio.run(function([]))
    return float(reward)


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
