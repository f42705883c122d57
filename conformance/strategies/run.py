"""Scenarios for whole jobs that take their ordinary course, and what all others are made of."""

from collections.abc import Iterable, Mapping
from typing import cast

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Scenario, Script, Session, Task

type Cases = st.SearchStrategy[Case]

SCRIPTED_AGENT: dict[str, Value] = {"import_path": "oracle.scripted:ScriptedAgent"}
"""harbor's no-op agent, which a script can have fail, hang or report usage."""

ONE_AT_A_TIME: dict[str, Value] = {"n_concurrent_trials": 1}

_TEXTS = (b"1", b"0", b"0.5", b"0.1", b"-1", b"nan", b"inf", b"1e16", b" 1\n", b"", b"x")
_JSONS = (
    b'{"reward": 1}', b'{"reward": 0}', b'{"a": 1, "b": 0.5}', b'{"b": 2}', b"{}", b"null",
    b'{"reward": NaN}', b'{"reward": true}', b"", b"[]", b'{"reward": null}', b'{"a": 1',
)  # fmt: skip
_FINITE = (b"1", b"0", b"0.5", b"0.1", b"0.2", b"0.7", b"1e16", b"-1e16")

ORDER_MATTERS = (b"1e16", b"0.1", b"0.7", b"-1e16", b"1e32", b"-1e32", b"3")
"""Rewards whose sum depends on the order in which they are added, compensated or not."""

METRICS = ("mean", "sum", "max", "min")


def scenario(tasks: Iterable[Task], job: Mapping[str, Value] | None = None) -> Scenario:
    """Return a scenario of these tasks."""
    made: Scenario = {"tasks": list(tasks)}
    return {**made, "job": dict(job)} if job else made


def case(played: Scenario) -> Case:
    """Return the question about a scenario."""
    return Case("run", cast("dict[str, Value]", played))


def task(name: str, attempts: Iterable[list[Script]] = (), config: str = "") -> Task:
    """Return a task; ``attempts`` holds the scripts of the tries of each."""
    scripts = list(attempts)
    made: Task = {"name": name}
    if config:
        made["config"] = config
    if scripts:
        made["attempts"] = scripts
    return made


def leaving(**files: bytes | None) -> Act:
    """Return the act that leaves ``reward.txt`` (``text``) and ``reward.json`` (``json``)."""
    names = {"text": "reward.txt", "json": "reward.json"}
    return {"leaves": {names[kind]: content for kind, content in files.items()}}


def tested(act: Act) -> list[Script]:
    """Return the one try of an attempt whose test script does this."""
    return [{"test": act}]


def rewarded(text: bytes) -> list[Script]:
    """Return the one try of an attempt that leaves this in reward.txt."""
    return tested(leaving(text=text))


def again(**members: object) -> Session:
    """Return one more run after these changes."""
    return cast("Session", members)


def acts() -> st.SearchStrategy[Act]:
    """What test scripts leave behind: a text, an object, both, or nothing."""
    texts = st.builds(lambda text: leaving(text=text), st.sampled_from(_TEXTS))
    jsons = st.builds(lambda json: leaving(json=json), st.sampled_from(_JSONS))
    both = st.builds(
        lambda text, json: leaving(text=text, json=json),
        st.sampled_from(_TEXTS),
        st.sampled_from(_JSONS),
    )
    return st.one_of(texts, jsons, texts, jsons, both, st.just(Act()))


def finite() -> st.SearchStrategy[list[Script]]:
    """An attempt with a reward that is a finite number."""
    return st.sampled_from(_FINITE).map(rewarded)


def plain() -> Cases:
    """One to three tasks with one to three attempts each."""
    attempts = st.lists(acts().map(tested), min_size=1, max_size=3)
    return st.builds(_plain, st.lists(attempts, min_size=1, max_size=3), st.integers(1, 3))


def _plain(tasks: list[list[list[Script]]], n_attempts: int) -> Case:
    named = [task(name, scripts) for name, scripts in zip("abc", tasks, strict=False)]
    return case(scenario(named, {"n_attempts": n_attempts} if n_attempts > 1 else None))


def several_agents() -> Cases:
    """Two or three agents that differ in their model, or do not differ."""
    models = st.sampled_from((None, "m", "p/m", "m__n", "", "p/"))
    attempts = st.lists(finite(), min_size=1, max_size=3)
    return st.builds(_agents, st.lists(models, min_size=2, max_size=3), attempts)


def _agents(models: list[str | None], attempts: list[list[Script]]) -> Case:
    named: list[Value] = [{"name": "nop", "model_name": model} for model in models]
    return case(scenario([task("a", attempts)], {"agents": named, "n_attempts": len(attempts)}))


def usage() -> Cases:
    """Tokens and cost as agents report them, or leave them out."""
    tokens, cost = st.sampled_from((None, 0, 1, 100, 2**40)), st.sampled_from((None, 0.0, 0.1, 0.2))
    reported = st.lists(st.tuples(tokens, tokens, tokens, cost), min_size=1, max_size=4)
    return st.builds(_reporting, reported)


def _reporting(reported: list[tuple[int | None, int | None, int | None, float | None]]) -> Case:
    names = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")
    attempts: list[list[Script]] = [
        [{"agent": {"usage": dict(zip(names, used, strict=True))}, "test": leaving(text=b"1")}]
        for used in reported
    ]
    job: dict[str, Value] = {"agents": [SCRIPTED_AGENT], "n_attempts": len(attempts)}
    return case(scenario([task("a", attempts)], job))


def finishing_order() -> Cases:
    """Rewards whose order matters, in trials that run together and end in any order."""
    rewards = st.lists(st.sampled_from(ORDER_MATTERS), min_size=3, max_size=6)
    return st.builds(_turning, rewards, st.permutations(range(6)), st.integers(1, 6), st.booleans())


def _turning(
    rewards: list[bytes],
    turns: list[int],
    at_once: int,
    of_one_task: bool,  # noqa: FBT001 - st.builds draws it
) -> Case:
    scripts: list[list[Script]] = [
        tested({"turn": turn, **leaving(text=text)})
        for text, turn in zip(rewards, turns, strict=False)
    ]
    job: dict[str, Value] = {"n_concurrent_trials": at_once, "metrics": [{"type": "sum"}]}
    if of_one_task:
        return case(scenario([task("a", scripts)], {**job, "n_attempts": len(scripts)}))
    named = zip("abcdef", scripts, strict=False)
    return case(scenario([task(name, [script]) for name, script in named], job))
