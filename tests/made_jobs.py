"""Jobs that harbor writes for tests of audits: one scenario for each way to hide a score."""

from typing import Any

from audited import WHOLE
from released_jobs import (
    FAILING,
    INTERRUPTED,
    ONE_BY_ONE,
    PLAIN,
    SCRIPTED,
    STEP_FILES,
    leaves,
    scripted,
    task,
)

from conformance.protocol.scenario import Scenario

STEPS = "\n".join(f'[[steps]]\nname = "{name}"' for name in ("one", "two", "three"))
FINAL = f'multi_step_reward_strategy = "final"\n{STEPS}'
FILES: dict[str, str | None] = {**STEP_FILES, "steps/three/instruction.md": ""}


def of_steps(*steps: Any, name: str = "a", times: int = 1, config: str = STEPS) -> Any:  # noqa: ANN401 - as above
    """Return a task whose attempts leave these rewards, or play these scripts, step by step."""
    played = {"steps": [scripted(one) for one in steps]}
    return task(name, *[played] * times, config=config, files=FILES)


def in_turn(turn: int, *files: str | None, **acts: Any) -> Any:  # noqa: ANN401 - a try
    """Return a try whose test ends in its turn."""
    return {"test": {**leaves(*files)["test"], "turn": turn}, **acts}


def costing(number: int, turn: int) -> Any:  # noqa: ANN401 - as above
    return in_turn(turn, f"{number}", agent={"usage": {"cost_usd": number / 10}})


MADE: dict[str, Scenario] = {
    "tasks": {
        "tasks": [
            task("good", "1", "1"), task("bad", "0", "0"), task("half", "1", "0"),
            task("late", "0", "1"),
        ],
        "job": {"n_attempts": 2, "agents": PLAIN["job"]["agents"]},
    },
    "steps": {"tasks": [of_steps(*["0.5"] * 3), of_steps("1", "1", "1", name="b")], "job": {}},
    "strategies": {"tasks": [of_steps("1", "0", times=2)], "job": {"n_attempts": 2}},
    "datasets": {
        "tasks": [
            task("a", "1", dataset="dätä.metrics.y"), task("b", "0", dataset="dätä.metrics.y"),
            task("c", "1", dataset="e"),
        ],
        "job": {},
    },
    "costs": {
        "tasks": [task(f"t{n}", costing(n, 4 - n)) for n in (1, 2, 3)],
        "job": {"agents": [{"import_path": SCRIPTED}]},
    },
    "spelled": {
        "tasks": [
            task("json", in_turn(3, None, '{"reward": 1}')), task("text", in_turn(2, "1")),
            task("nan", in_turn(1, "nan")),
        ],
        "job": {"metrics": [{"type": "max"}]},
    },
    "failed": {"tasks": [task("a", FAILING), task("b", "1"), task("c", "")], "job": {}},
    "named like others": {
        "tasks": [task(name, "1", dataset=name) for name in ("adhoc", "d__adhoc", "d__x")],
        "job": {"metrics": [{"type": "max"}, {"type": "mean"}]},
    },
    "integers": {
        "tasks": [of_steps(*[leaves(None, '{"reward": 0}')] * 3, config=FINAL)],
        "job": {},
    },
    "no numbers of JSON": {"tasks": [of_steps("inf", "nan", "inf", config=FINAL)], "job": {}},
    "cut off": {
        "tasks": [of_steps("1", INTERRUPTED), of_steps("1", "1", "1", name="b")],
        "job": {},
    },
    "taken back": {
        "tasks": [task("a", [FAILING, INTERRUPTED]), task("b", [FAILING, "1"], dataset="d__x")],
        "job": {**ONE_BY_ONE, "retry": {"max_retries": 1, "min_wait_sec": 0}},
    },
    "looked up in vain": {
        "tasks": [task("a", "1", dataset="d__x"), task("b", INTERRUPTED, dataset="d__x")],
        "job": ONE_BY_ONE,
    },
    "whole": WHOLE,
    "equal numbers": {
        "tasks": [
            task("integer", leaves(None, '{"reward": 1}')), task("float", "1"),
            *(task(f"t{n}", f"0.{n}") for n in range(1, 8)),
        ],
        "job": ONE_BY_ONE,
    },
}  # fmt: skip
