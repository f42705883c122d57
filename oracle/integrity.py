"""Refuses to speak for harbor when its code was changed after it was imported.

Hashes of files say nothing about a stale ``.pyc`` or about a plugin that patches a
module in memory, so each module that decides is made once more from its source, and the
loaded one has to be like it: functions, classes, constants and imported names.
"""

import builtins
import sys
from types import BuiltinFunctionType, ModuleType

from oracle.likeness import Likeness, UnlikeError
from oracle.provenance import UntrustedOracleError
from oracle.remaking import remade

DECIDING_MODULES = (
    "harbor.agents.base",
    "harbor.agents.factory",
    "harbor.agents.nop",
    "harbor.environments.base",
    "harbor.environments.factory",
    "harbor.job",
    "harbor.leaderboard.dynamic_validation",
    "harbor.leaderboard.static_validation",
    "harbor.metrics.base",
    "harbor.metrics.factory",
    "harbor.metrics.max",
    "harbor.metrics.mean",
    "harbor.metrics.min",
    "harbor.metrics.sum",
    "harbor.models.agent.context",
    "harbor.models.job.config",
    "harbor.models.job.lock",
    "harbor.models.job.result",
    "harbor.models.registry",
    "harbor.models.task.config",
    "harbor.models.task.id",
    "harbor.models.task.paths",
    "harbor.models.task.task",
    "harbor.models.task.verifier_mode",
    "harbor.models.trial.config",
    "harbor.models.trial.paths",
    "harbor.models.trial.result",
    "harbor.models.verifier.result",
    "harbor.publisher.packager",
    "harbor.registry.client.json",
    "harbor.trial.artifact_handler",
    "harbor.trial.errors",
    "harbor.trial.hooks",
    "harbor.trial.multi_step",
    "harbor.trial.network_policy",
    "harbor.trial.queue",
    "harbor.trial.single_step",
    "harbor.trial.trial",
    "harbor.upload.uploader",
    "harbor.utils.env",
    "harbor.utils.pass_at_k",
    "harbor.utils.scripts",
    "harbor.verifier.base",
    "harbor.verifier.factory",
    "harbor.verifier.verifier",
)
"""The modules whose functions give the answers."""

_BUILTINS_USED = ("len", "max", "min", "next", "sorted", "sum")

_likenesses: dict[str, tuple[ModuleType, Likeness]] = {}
"""Each module that was made once more, by name, and the loaded one that it was compared with."""


def verify() -> None:
    """Raise UntrustedOracleError unless the loaded code is what the sources say.

    What is not loaded cannot have been changed, and is read from files that are hashed.
    """
    for name in _BUILTINS_USED:
        if not isinstance(getattr(builtins, name), BuiltinFunctionType):
            _refuse(f"the builtin {name}")
    for name in DECIDING_MODULES:
        if name in sys.modules:
            _verify_module(sys.modules[name])


def _verify_module(module: ModuleType) -> None:
    for name in vars(module).keys() & vars(builtins).keys():
        if not name.startswith("__") and not isinstance(vars(module)[name], ModuleType):
            _refuse(f"{module.__name__}.{name}")
    try:
        _likeness(module).verify()
    except UnlikeError as error:
        _refuse(f"{module.__name__}.{error}")


def _likeness(module: ModuleType) -> Likeness:
    loaded, likeness = _likenesses.get(module.__name__, (None, None))
    if loaded is not module or likeness is None:
        likeness = Likeness(remade(module), module)
        _likenesses[module.__name__] = (module, likeness)
    return likeness


def _refuse(what: str) -> None:
    message = f"{what} was changed after harbor was imported; start from a clean process"
    raise UntrustedOracleError(message)
