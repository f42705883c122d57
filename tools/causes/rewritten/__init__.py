"""Whole implementations, freshly written, each with one mistake that people make.

Each operation has a module; ``slips.toml`` has what is replaced in its source for each mistake.
Diagnosis was developed on these: `tools/causes/wrong` was not seen meanwhile.
"""

import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

_HERE = Path(__file__).parent


class UnknownSlipError(AttributeError):
    """No mistake has this name, or its source is not found once."""


def slips() -> dict[str, dict[str, dict[str, str]]]:
    """Return the mistakes by operation and name: what is replaced, and the mistake in words."""
    return tomllib.loads((_HERE / "slips.toml").read_text(encoding="utf-8"))


def source_of(operation: str, name: str) -> tuple[str, str]:
    """Return the mistake and the source of an implementation that makes it; ``right`` has none."""
    module = (_HERE / f"{operation}.py").read_text(encoding="utf-8")
    if name == "right":
        return "", module
    slip = slips()[operation][name]
    if module.count(slip["old"]) != 1:
        raise UnknownSlipError(f"{operation}.{name}: {module.count(slip['old'])} places")
    return slip["mistake"], module.replace(slip["old"], slip["new"])


def __getattr__(name: str) -> Any:
    """Return the implementation ``OPERATION__NAME``."""
    operation, found, slip = name.partition("__")
    if not found or not slip:
        raise AttributeError(name)
    mistake, source = source_of(operation, slip)
    space: dict[str, Any] = {"__name__": f"{__name__}.{operation}"}
    exec(compile(source, f"{operation}.py", "exec"), space)  # noqa: S102 - our own source
    return SimpleNamespace(**{operation: space[operation], "mistake": mistake})
