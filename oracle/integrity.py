"""Refuses to answer for harbor if its code was changed after its import.

Hashes of files do not detect a stale ``.pyc`` or a plugin that patches a module in memory. So each
module that matters is made again from its source, and must be like the loaded one: functions,
classes, constants and imported names.
"""

import builtins
import sys
from types import BuiltinFunctionType, ModuleType

from oracle.likeness import Likeness, UnlikeError
from oracle.provenance import UntrustedOracleError
from oracle.remaking import remade

_NAMES = """
    agents.base agents.factory agents.nop environments.base environments.factory job
    leaderboard.dynamic_validation leaderboard.static_validation metrics.base metrics.factory
    metrics.max metrics.mean metrics.min metrics.sum models.agent.context models.job.config
    models.job.lock models.job.result models.registry models.task.config models.task.id
    models.task.paths models.task.task models.task.verifier_mode models.trial.config
    models.trial.paths models.trial.result models.verifier.result publisher.packager
    registry.client.json trial.artifact_handler trial.errors trial.hooks trial.multi_step
    trial.network_policy trial.queue trial.single_step trial.trial upload.uploader utils.env
    utils.pass_at_k utils.scripts verifier.base verifier.factory verifier.verifier
"""
DECIDING_MODULES = tuple(f"harbor.{name}" for name in _NAMES.split())
"""The modules whose functions compute the answers."""

_BUILTINS_USED = ("len", "max", "min", "next", "sorted", "sum")

_likenesses: dict[str, tuple[ModuleType, Likeness]] = {}
"""Each remade module, by name, and the loaded one that it was compared with."""


def verify() -> None:
    """Raise UntrustedOracleError unless the loaded code is that of the sources.

    Modules that are not loaded cannot have been changed, and their files are hashed.
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
