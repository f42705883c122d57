"""What other releases of harbor read in a trial's result.json, each by the release that changed it.

harbor ignores a field that it does not know, so a release differs in the fields that it knows and
the environments that it names; harbor/models/trial/config.py of each release has them.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from candidates.deviations.deviation import Deviation, Step, around, calling
from candidates.deviations.forms import caught
from candidates.deviations.rows import Table
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
    known: Mapping[str, Model] = field(default_factory=dict)
    environments: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    rules: Mapping[str, Callable[[Record], bool]] = field(default_factory=dict)

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
        return Deviation(
            f"trial-config-of-{self.release}",
            "trial_result.config",
            f"reads {self._what} of a recorded configuration{gone}, as harbor from "
            f"{self.release} on",
            around(reader=self.of),
            advice=f"Read the configuration as harbor before {self.release} does.",
        )

    def until(self) -> Deviation:
        """Return what an earlier release than 0.13.1 does without them."""
        return Deviation(
            f"trial-config-before-{self.release}",
            "trial_result.config",
            f"does not know {self._what} of a recorded configuration, as harbor before "
            f"{self.release}",
            around(reader=self.without),
            advice=f"Read the configuration as harbor from {self.release} on does.",
        )


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
    "name": "text?",
    "import_path": "text?",
    "model_name": "text?",
    "skills": "[text]",
    "override_timeout_sec": "number?",
    "override_setup_timeout_sec": "number?",
    "max_timeout_sec": "number?",
    "extra_allowed_hosts": "[text]",
    "kwargs": "{anything}",
    "env": "{text}",
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


_EARLIER = (
    Fields(
        "0.8.0",
        {
            "EnvironmentConfig": dict.fromkeys(
                ("cpu_enforcement_policy", "memory_enforcement_policy"), "policy"
            ),
            "VerifierConfig": {"import_path": "text?", "kwargs": "{anything}"},
        },
    ),
    Fields(
        "0.9.0",
        {"EnvironmentConfig": {"override_tpu": "TpuSpec?"}},
        environments=("cwsandbox", "wandb"),
    ),
    Fields(
        "0.13.0",
        {
            model: {"extra_allowed_hosts": "[text]"}
            for model in ("AgentConfig", "EnvironmentConfig")
        },
    ),
)
_LATER = (
    Fields("0.13.2", environments=("langsmith", "use-computer")),
    Fields(
        "0.14.0",
        {"AgentConfig": _LOGS, "VerifierConfig": _LOGS, "ArtifactConfig": {"service": "text?"}},
        ("blaxel",),
    ),
    Fields("0.15.0", environments=("openshift",)),
    Fields(
        "0.16.0",
        {"AgentConfig": _TURNS, "TrialConfig": {"install_only": "boolean"}},
        ("ec2", "cua-cloud"),
    ),
    Fields("0.17.0", environments=("ack", "opensandbox", "beam")),
    Fields("0.19.0", {"AgentConfig": _TRAJECTORIES}, ("skypilot",)),
    Fields(
        "0.21.0",
        {
            "SourceTrialConfig": {
                "action": "regrade!",
                "type": "place!",
                "path": "text?",
                "trial_id": "uuid?",
            },
            "TrialConfig": {"source_trial": "SourceTrialConfig?"},
            "TrialResult": {"verifier_environment_mode": "shared or separate?"},
        },
        ("hf-sandbox",),
        rules={"SourceTrialConfig": _source_is_whole, "TrialConfig": _installs_or_regrades},
    ),
    Fields(
        "0.22.0",
        {
            "BridgeConfig": {"kind": "bridge!", "kwargs": "{anything}", "prompt_path": "text?"},
            "UserAgentConfig": _USER,
            "TrialConfig": {"extra_instructions": "[text]", "user_agent": "UserAgentConfig?"},
        },
        ("hyperbrowser", "vercel"),
        rules={"TrialConfig": _one_trajectory},
    ),
    Fields(
        "0.23.0",
        {
            "ModelUsage": {
                **dict.fromkeys(("n_input_tokens", "n_cache_tokens", "n_output_tokens"), "integer"),
                "cost_usd": "number?",
            },
            "AgentContext": {"model_usage": "{ModelUsage}?"},
        },
        ("podman", "runta", "kata"),
    ),
    Fields(
        "0.24.0", {"EnvironmentConfig": {"stream": "boolean"}}, ("prime", "mosaic", "smol"),
        gone=("wandb",),
    ),
    Fields(
        "0.25.0",
        {
            "AgentConfig": _API,
            "UserAgentConfig": _API,
            "EnvironmentConfig": {"override_cpus": "cpus?"},
            "VerifierConfig": {"extra_allowed_hosts": "[text]"},
        },
        ("sbx", "sail", "kernel"),
    ),
    Fields(
        "0.26.0",
        {
            "TrialConfig": {"override_error_policy": "{policy override}", "schema_version": "true"},
            "TrialResult": {"schema_version": "true"},
            "ExceptionInfo": {"policy_override": "policy override?"},
        },
        ("snowflake", "boxd", "superserve", "aca-sandbox"),
    ),
)  # fmt: skip

ROWS: Table = {
    "trial-unreadable-is-run-again": calling(
        trial_result=caught(Exception, raising=TrialPassedOverError)
    )
}
DEVIATIONS = (*(one.until() for one in reversed(_EARLIER)), *(one.since() for one in _LATER))
"""Each is a change between two releases; those of later releases are in their order."""
