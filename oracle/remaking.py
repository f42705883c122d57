"""Makes a loaded module of harbor again from its source."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any


def remade(module: ModuleType) -> ModuleType:
    """Return the module made by running its hashed file again.

    It imports the loaded modules, so imported names are the same objects. While it runs, it is in
    ``sys.modules``, where pydantic resolves the names in a model's annotations.
    """
    made = ModuleType(module.__name__)
    for name in ("__file__", "__package__", "__path__", "__spec__"):
        if hasattr(module, name):
            setattr(made, name, getattr(module, name))
    file = str(module.__file__)
    code = compile(Path(file).read_bytes(), file, "exec", dont_inherit=True)
    with _in_place_of(module, made):
        exec(code, vars(made))  # noqa: S102 - harbor's own source, as published
    return made


def complete(model: type[Any], made: ModuleType) -> None:
    """Let pydantic finish a model that it left unfinished when its module was made."""
    with _in_place_of(sys.modules[made.__name__], made):
        model.model_rebuild()


@contextmanager
def _in_place_of(module: ModuleType, made: ModuleType) -> Iterator[None]:
    """Temporarily replace a module in ``sys.modules``."""
    sys.modules[module.__name__] = made
    try:
        yield
    finally:
        sys.modules[module.__name__] = module
