"""Scenarios of tasks that have several steps."""

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Script, Task
from conformance.strategies.run import SCRIPTED_AGENT, Cases, case, leaving, scenario

_NAMES = ("one", "two", "three", "four")
_ACTS: tuple[Act, ...] = (
    leaving(text=b"1"),
    leaving(text=b"0"),
    leaving(text=b"0.5"),
    leaving(json=b'{"a": 1, "b": 0.5}'),
    leaving(json=b'{"b": 1, "reward": 0.25}'),
    leaving(json=b"{}"),
    leaving(json=b"null"),
    leaving(text=b"nan"),
    leaving(text=b"x"),
    Act(),
    {"raises": "ValueError"},
    {**leaving(text=b"1"), "raises": "ValueError"},
    leaving(text=b"0.1"),
    leaving(json=b'{"a": 0.2, "c": 3}'),
)
_LEAST = ("", "min_reward = 0.5", "min_reward = 0", "min_reward = nan", "min_reward = {a = 1}",
          "min_reward = {reward = 0.5, b = 0}", "min_reward = 1")  # fmt: skip
_MODES = ("", 'verifier.environment_mode = "separate"', 'verifier.environment_mode = "shared"')
_STRATEGIES = (None, "mean", "final")


def steps() -> Cases:
    """One to four steps, their rewards, thresholds and strategies."""
    step = st.tuples(st.sampled_from(_ACTS), st.sampled_from(_LEAST * 2 + ("",) * 6))
    return st.builds(
        lambda strategy, drawn: _stepping(strategy, [(act, least, "") for act, least in drawn]),
        st.sampled_from(_STRATEGIES),
        st.lists(step, min_size=1, max_size=4),
    )


def failing_steps() -> Cases:
    """Steps that fail before, in or after the agent's turn, or are verified elsewhere."""
    stages = st.sampled_from(("agent", "upload", "verifier_start", "commands", "none"))
    step = st.tuples(st.sampled_from(_ACTS[:6]), stages, st.sampled_from(_MODES))
    settings: st.SearchStrategy[dict[str, Value]] = st.sampled_from(
        ({}, {"verifier": {"disable": True}}, {"retry": {"max_retries": 1}})
    )
    return st.builds(_failing, st.lists(step, min_size=1, max_size=3), settings, st.booleans())


def _stepping(strategy: str | None, drawn: list[tuple[Act, str, str]]) -> Case:
    played = _task(strategy, [(least, mode) for _, least, mode in drawn])
    played["attempts"] = [[{"steps": [{"test": act} for act, _, _ in drawn]}]]
    return case(scenario([played]))


def _failing(
    drawn: list[tuple[Act, str, str]],
    settings: dict[str, Value],
    mounted: bool,  # noqa: FBT001 - st.builds draws it
) -> Case:
    played = _task(None, [("", mode) for _, _, mode in drawn])
    scripts: list[Script] = []
    for (act, stage, _), name in zip(drawn, _NAMES, strict=False):
        script: Script = {"test": act}
        if stage == "agent":
            script["agent"] = {"raises": "NonZeroAgentExitCodeError"}
        elif stage == "upload":
            script["upload"] = {"raises": "OSError"}
        elif stage == "verifier_start":
            script["verifier_start"] = {"raises": "RuntimeError"}
        elif stage == "commands":
            played["files"] = {**played["files"], f"steps/{name}/workdir/setup.sh": "exit 1"}
        scripts.append(script)
    whole: Script = {"steps": scripts}
    if any(stage == "commands" for _, stage, _ in drawn):
        # It is the environment's "/" that the script is uploaded to.
        whole["commands"] = {"bash /setup.sh": [0, 1]}
    played["attempts"] = [[whole]]
    if not mounted:
        played["mounted"] = False
    return case(scenario([played], {"agents": [SCRIPTED_AGENT], **settings}))


def _task(strategy: str | None, settings: list[tuple[str, str]]) -> Task:
    lines = [f'multi_step_reward_strategy = "{strategy}"'] if strategy else []
    named = list(zip(_NAMES, settings, strict=False))
    for name, members in named:
        lines += ["[[steps]]", f'name = "{name}"', *(line for line in members if line)]
    return {
        "name": "a",
        "config": "\n".join(lines) + "\n",
        "files": {f"steps/{name}/instruction.md": "" for name, _ in named},
    }
