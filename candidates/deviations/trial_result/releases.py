"""What other releases of harbor read in a trial's result.json, each by the release that changed it.

harbor ignores a field that it does not know, so a release differs in the fields that it knows and
the environments that it names; harbor/models/trial/config.py of each release has them.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

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


_VALUES: Mapping[str, Callable[[object], object]] = {
    "positive": _at_least_one,
    "cpus": _cpus,
    "regrade": one_of("regrade"),
    "place": one_of("local", "hub"),
    "shared or separate": one_of("shared", "separate"),
    "bridge": one_of("acp"),
    "policy override": _policy_override,
    "api": one_of(
        "openai_chat_completions", "openai_responses", "anthropic_messages",
        "google_generate_content", "bedrock_converse",
    ),
}  # fmt: skip
"""Kinds of values that 0.13.1 does not have."""

_LOGS = {"include_logs": "[text]", "exclude_logs": "[text]"}
_TURNS = {"n_concurrent": "positive?", "concurrency_group": "text?"}
_TRAJECTORIES = {"load_trajectory": "text?", "resume_trajectory": "boolean"}
_API = {
    "base_url": "text?",
    "model_api_format": "api?",
    "model_api_key_name": "text?",
    "skip_model_parsing": "boolean",
}
_USER: Model = {
    **READER.models["AgentConfig"],
    "mcp_servers": "[anything]",
    **_LOGS,
    **_TURNS,
    **_TRAJECTORIES,
    "bridge": "BridgeConfig!",
    "user_persona_path": "text?",
    "user_prompt_template_path": "text?",
}


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


def _fields(release: str, *environments: str, gone: str = "", **known: Model) -> Fields:
    return Fields(release, known, environments, (gone,) if gone else (), _RULES.get(release, {}))


_HOSTS = {"extra_allowed_hosts": "[text]"}
_EARLIER = (
    _fields(
        "0.8.0",
        EnvironmentConfig={
            "cpu_enforcement_policy": "policy",
            "memory_enforcement_policy": "policy",
        },
        VerifierConfig={"import_path": "text?", "kwargs": "{anything}"},
    ),
    _fields("0.9.0", "cwsandbox", "wandb", EnvironmentConfig={"override_tpu": "TpuSpec?"}),
    _fields("0.13.0", AgentConfig=_HOSTS, EnvironmentConfig=_HOSTS),
)
_LATER = (
    _fields("0.13.2", "langsmith", "use-computer"),
    _fields(
        "0.14.0",
        "blaxel",
        AgentConfig=_LOGS,
        VerifierConfig=_LOGS,
        ArtifactConfig={"service": "text?"},
    ),
    _fields("0.15.0", "openshift"),
    _fields(
        "0.16.0", "ec2", "cua-cloud", AgentConfig=_TURNS, TrialConfig={"install_only": "boolean"}
    ),
    _fields("0.17.0", "ack", "opensandbox", "beam"),
    _fields("0.19.0", "skypilot", AgentConfig=_TRAJECTORIES),
    _fields(
        "0.21.0",
        "hf-sandbox",
        SourceTrialConfig={
            "action": "regrade!",
            "type": "place!",
            "path": "text?",
            "trial_id": "uuid?",
        },
        TrialConfig={"source_trial": "SourceTrialConfig?"},
        TrialResult={"verifier_environment_mode": "shared or separate?"},
    ),
    _fields(
        "0.22.0",
        *("hyperbrowser", "vercel"),
        BridgeConfig={"kind": "bridge!", "kwargs": "{anything}", "prompt_path": "text?"},
        UserAgentConfig=_USER,
        TrialConfig={"extra_instructions": "[text]", "user_agent": "UserAgentConfig?"},
    ),
    _fields(
        "0.23.0",
        *("podman", "runta", "kata"),
        ModelUsage={
            **dict.fromkeys(("n_input_tokens", "n_cache_tokens", "n_output_tokens"), "integer"),
            "cost_usd": "number?",
        },
        AgentContext={"model_usage": "{ModelUsage}?"},
    ),
    _fields(
        "0.24.0",
        *("prime", "mosaic", "smol"),
        gone="wandb",
        EnvironmentConfig={"stream": "boolean"},
    ),
    _fields(
        "0.25.0",
        *("sbx", "sail", "kernel"),
        AgentConfig=_API,
        UserAgentConfig=_API,
        EnvironmentConfig={"override_cpus": "cpus?"},
        VerifierConfig=_HOSTS,
    ),
    _fields(
        "0.26.0",
        *("snowflake", "boxd", "superserve", "aca-sandbox"),
        TrialConfig={"override_error_policy": "{policy override}", "schema_version": "true"},
        TrialResult={"schema_version": "true"},
        ExceptionInfo={"policy_override": "policy override?"},
    ),
)

ROWS: Table = {
    "trial-unreadable-is-run-again": calling(
        trial_result=caught(Exception, raising=TrialPassedOverError)
    )
}
DEVIATIONS = (*(one.until() for one in reversed(_EARLIER)), *(one.since() for one in _LATER))
"""Each is a change between two releases; those of later releases are in their order."""
