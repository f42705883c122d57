"""What other releases of harbor read in a trial's result.json, each by the release that changed it.

harbor ignores a field that it does not know, so a release differs in the fields that it knows and
the environments that it names; harbor/models/trial/config.py of each release has them, and
releases.toml says what it has.
"""

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from candidates.deviations.deviation import Deviation, Step, Table, around, calling
from candidates.deviations.forms import caught
from candidates.reference.jiter_json import Object
from candidates.reference.lax_values import UnfitError, boolean, number, one_of
from candidates.reference.model_reader import Model, ModelReader, Record
from candidates.reference.trial_result_model import READER


class TrialPassedOverError(Exception):
    """A trial whose result cannot be read is run again, and no error."""


@dataclass(frozen=True, slots=True)
class Fields:
    """What a release knows besides the one before it; ``gone`` is what it no longer knows."""

    release: str
    known: Mapping[str, Model]
    environments: tuple[str, ...]
    gone: tuple[str, ...]
    rules: Mapping[str, Callable[[Record], bool]]

    def of(self, reader: ModelReader) -> ModelReader:
        """Return a reader of the release before that knows these as well."""
        models = {**reader.models}
        for model, fields in self.known.items():
            models[model] = {**models.get(model, {}), **fields}
        read, new = reader.values["environment"], one_of(*self.environments)

        def environment(value: object) -> object:
            if value in self.gone:
                raise UnfitError
            return new(value) if value in self.environments else read(value)

        values = {**reader.values, **_VALUES, "environment": environment}
        rules = {**reader.rules}
        for model, rule in self.rules.items():
            rules[model] = _both(reader.rules.get(model), rule)
        return replace(reader, models=models, values=values, rules=rules)

    def without(self, reader: ModelReader) -> ModelReader:
        """Return a reader of this release that knows none of these."""
        models = {
            model: {n: kind for n, kind in fields.items() if n not in self.known.get(model, {})}
            for model, fields in reader.models.items()
        }
        read = reader.values["environment"]

        def environment(value: object) -> object:
            if value in self.environments:
                raise UnfitError
            return read(value)

        return replace(reader, models=models, values={**reader.values, "environment": environment})

    @property
    def _what(self) -> str:
        old = [of for model, of in self.known.items() if model in READER.models]
        names = [*self.environments, *(name for of in old for name in of)]
        return ", ".join(dict.fromkeys(names))

    def since(self) -> Deviation:
        """Return what a later release than 0.13.1 does with them."""
        gone = f", and no longer {', '.join(self.gone)}" if self.gone else ""
        does = f"reads {self._what} of recorded trials{gone}, as harbor from"
        return self._row("of", f"{does} {self.release} on", self.of, f"before {self.release}")

    def until(self) -> Deviation:
        """Return what an earlier release than 0.13.1 does without them."""
        does = f"does not know {self._what} of recorded trials, as harbor before"
        return self._row(
            "before", f"{does} {self.release}", self.without, f"from {self.release} on"
        )

    def _row(self, when: str, does: str, reader: Step, advised: str) -> Deviation:
        name, advice = f"trial-config-{when}-{self.release}", f"as harbor {advised} does."
        advice = f"Read the configuration {advice}"
        return Deviation(name, "trial_result.config", does, around(reader=reader), advice=advice)


def _both(one: Callable[[Record], bool] | None, two: Callable[[Record], bool]) -> Step:
    return lambda record: (one is None or one(record)) and two(record)


def _at_least_one(value: object) -> object:
    count = number(value)
    if count < 1 or not float(count).is_integer():
        raise UnfitError
    return count


def _cpus(value: object) -> object:
    cpus = number(value)
    if not math.isfinite(cpus):
        raise UnfitError
    return cpus


def _policy_override(value: object) -> object:
    """Return an object with none but three truth values, each of which may be null."""
    if not isinstance(value, Object):
        raise UnfitError
    last = dict(value.members)
    if {*last} - {"should_retry", "should_grade", "has_valid_reward"}:
        raise UnfitError
    return {name: None if one is None else boolean(one) for name, one in last.items()}


_READ = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

_VALUES: Mapping[str, Callable[[object], object]] = {
    "positive": _at_least_one,
    "cpus": _cpus,
    "policy override": _policy_override,
    **{kind: one_of(*choices) for kind, choices in _READ["choices"].items()},
}
"""Kinds of values that 0.13.1 does not have."""


def _source_is_whole(source: Record) -> bool:
    """Return whether a trial on the hub has an id and no path, and one here a path."""
    path, trial = source["path"] is not None, source["trial_id"] is not None
    return trial and not path if source["type"] == "hub" else path


def _installs_or_regrades(config: Record) -> bool:
    return not (config.get("source_trial") and config.get("install_only"))


def _one_trajectory(config: Record) -> bool:
    agent = config["agent"]
    loads = isinstance(agent, dict) and agent.get("load_trajectory") is not None
    return not (config.get("user_agent") and loads)


_RULES: Mapping[str, Mapping[str, Callable[[Record], bool]]] = {
    "0.21.0": {"SourceTrialConfig": _source_is_whole, "TrialConfig": _installs_or_regrades},
    "0.22.0": {"TrialConfig": _one_trajectory},
}
"""What a release requires of an object besides its fields."""


def _fields(release: str, of: Mapping[str, Any]) -> Fields:
    like = {name: READER.models[other] for name, other in of.get("like", {}).items()}
    known = {model: like.get(model, {}) | fields for model, fields in of.get("known", {}).items()}
    environments, gone = (tuple(of.get(name, ())) for name in ("environments", "gone"))
    return Fields(release, known, environments, gone, _RULES.get(release, {}))


_EARLIER, _LATER = (
    [_fields(release, of) for release, of in _READ[when].items()] for when in ("earlier", "later")
)

ROWS: Table = {
    "trial-unreadable-is-run-again": calling(
        trial_result=caught(Exception, raising=TrialPassedOverError)
    )
}
DEVIATIONS = (*(one.until() for one in reversed(_EARLIER)), *(one.since() for one in _LATER))
"""Each is a change between two releases; those of later releases are in their order."""
