"""Questions about what is tried again: after which exceptions, how often, and what is kept."""

from collections.abc import Sequence
from typing import cast

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Script
from conformance.strategies.run import (
    SCRIPTED_AGENT,
    Cases,
    case,
    leaving,
    rewarded,
    scenario,
    task,
)

type Settings = dict[str, Value]

TOKENS: Act = {"usage": {"n_input_tokens": 10, "cost_usd": 0.1}}

BY_DEFAULT: dict[str, Script] = {
    "reward-file-not-found": {"test": {}},
    "reward-file-empty": {"test": leaving(text=b"")},
    "verifier-output-parse": {"test": leaving(text=b"x")},
    "agent-timeout": {"agent": {"raises": "TimeoutError"}, "test": leaving(text=b"0")},
    "verifier-timeout": {"test": {"raises": "TimeoutError"}},
}
"""Tries that end in the exceptions after which nothing is tried again by default."""

TRIED_AGAIN: dict[str, Script] = {
    "any-other": {"test": {"raises": "ApiError"}},
    "no-number": {"test": leaving(json=b"[]")},
    "agent-exit": {
        "agent": {"raises": "NonZeroAgentExitCodeError"},
        "test": leaving(text=b"0"),
    },
    "add-tests": {"upload": {"raises": "OSError"}},
    "start-timeout": {"start": {"raises": "TimeoutError"}},
    "setup-timeout": {"setup": {"raises": "TimeoutError"}},
    "stop": {"stop": {"raises": "ApiError"}, "test": leaving(text=b"0")},
}
"""Tries that end in exceptions after which another try is made by default."""


def again(tries: Sequence[Script], retry: Settings, *, mounted: bool = True) -> Case:
    """Return the question about the tries of one trial."""
    made = task("a", [list(tries)])
    if not mounted:
        made["mounted"] = False
    job: Settings = {"retry": retry, "agents": [SCRIPTED_AGENT]}
    return case(scenario([made], job))


def retries() -> Cases:
    """Up to three tries that fail, and fewer, as many or more retries."""
    return st.builds(retried, st.integers(1, 3), st.integers(0, 3), st.booleans())


def retried(failures: int, most: int, with_usage: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about so many failures before a reward; each try may cost tokens."""
    spent: Script = {"agent": TOKENS} if with_usage else {}
    failed: Script = {**spent, "test": {"raises": "ApiError"}}
    rewarded_: Script = {**spent, "test": leaving(text=b"1")}
    return again([*[failed] * failures, rewarded_], {"max_retries": most})


def not_retried() -> Cases:
    """One try that fails in any way, with harbor's own exclusions or others."""
    tries = st.sampled_from((*BY_DEFAULT.values(), *TRIED_AGAIN.values()))
    return st.builds(after, tries, st.sampled_from((None, [])))


def after(failed: Script, excluded: list[str] | None) -> Case:
    """Return the question about one failing try before a reward."""
    retry: Settings = {"max_retries": 1}
    if excluded is not None:
        retry["exclude_exceptions"] = list(excluded)
    return again([failed, *rewarded(b"1")], retry)


def retried_names() -> Cases:
    """Names of exceptions that are included and excluded, some of them base classes."""
    return st.builds(
        named,
        st.sampled_from(("ValueError", "FileNotFoundError")),
        st.sampled_from((None, ["ValueError"], ["Exception", "OSError"], [])),
        st.sampled_from((["ValueError"], ["OSError", "Value"], None)),
    )


def named(raised: str, included: list[str] | None, excluded: list[str] | None) -> Case:
    """Return the question about one exception and the names that settle whether it is retried."""
    retry: Settings = {"max_retries": 1}
    if included is not None:
        retry["include_exceptions"] = list(included)
    if excluded is not None:
        retry["exclude_exceptions"] = list(excluded)
    return again([{"test": {"raises": raised}}, *rewarded(b"1")], retry)


def clean_retries() -> Cases:
    """A try that leaves a reward and fails, before one that leaves another, or none."""
    return st.builds(
        cleaned,
        st.sampled_from(("test", "agent", "start")),
        st.sampled_from((leaving(text=b"1"), leaving(json=b'{"reward": 0.25}'))),
        st.sampled_from((Act(), leaving(text=b"0"))),
        st.booleans(),
    )


def cleaned(stage: str, left: Act, then: Act, mounted: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about what the second try finds of the first."""
    failed = cast("Script", {"test": {}, stage: {**left, "raises": "ApiError"}})
    return again([failed, {"test": then}], {"max_retries": 1}, mounted=mounted)
