"""Inputs that tell readers of harbor's rewards apart."""

from conformance.protocol.values import Case, Value

type Rewards = dict[str, Value] | None


def _text(content: bytes) -> Case:
    return Case("verifier", {"reward.txt": content, "reward.json": None})


def _json(content: bytes) -> Case:
    return Case("verifier", {"reward.txt": None, "reward.json": content})


def _mean(*rewards: Rewards) -> Case:
    return Case("metric", {"metric": "mean", "rewards": list(rewards)})


def _sum(*values: float) -> Case:
    return Case("metric", {"metric": "sum", "rewards": [{"reward": value} for value in values]})


def _steps(*steps: Value) -> Case:
    return Case("multi_step", {"strategy": None, "steps": list(steps)})


def _attempts(*values: float) -> Case:
    trials: list[Value] = [
        {"task_name": "t", "agent": "a", "verifier_result": {"rewards": {"reward": value}}}
        for value in values
    ]
    return Case("pass_at_k", {"trials": trials})


def _result(content: bytes | None) -> Case:
    return Case("outcome", {"result": content})


def _job(total: int, mean: str, errored: int = 0) -> Case:
    stats = (
        f'{{"n_errored_trials": {errored}, "evals": {{"a": {{"metrics": [{{"mean": {mean}}}]}}}}}}'
    )
    return _result(f'{{"n_total_trials": {total}, "stats": {stats}}}'.encode())


def _reason(text: str) -> Case:
    return Case("reason_code", {"reason": text})


TELLING = (
    _text(b"1"),
    _text(b"0.5\n"),
    _text(b"-1"),
    _text(b"1_000"),
    _text(b"nan"),
    _text(b""),
    _text(b"\n"),
    _text(b"pass"),
    _text("\u0661".encode()),
    Case("verifier", {"reward.txt": b"1", "reward.json": b"{}"}),
    Case("verifier", {"reward.txt": None, "reward.json": None}),
    _json(b'{"reward": 1}'),
    _json(b'{"reward": 0.5, "speed": 2}'),
    _json(b'{"reward": 2}'),
    _json(b'{"reward": true}'),
    _json(b'{"reward": "0.5"}'),
    _json(b'{"reward": "pass"}'),
    _json(b'{"reward": NaN}'),
    _json(b'{"reward": 1, "reward": 0}'),
    _json(b'{"score": 0.5}'),
    _json(b"null"),
    _json(b"0.5"),
    _mean({"reward": 1}, {"reward": 0}, {"reward": 1}),
    _mean({"reward": 1}, None, None),
    _mean({"reward": 1}, {}),
    _mean({"reward": 0.1}, {"reward": 0.2}, {"reward": 0.3}),
    _mean({"correct": 1, "speed": 0.5}, {"correct": 0, "speed": 1.0}),
    _mean({"reward": 1}, {"score": 1}),
    _mean({"score": 1}),
    _mean({"reward": float("nan")}, {"reward": 1}),
    _mean(),
    _sum(1e16, 1.0, -1e16),
    _steps({"rewards": {"a": 1}}, None, {"rewards": {"b": 1}}),
    _steps({"rewards": {}}),
    _steps({"rewards": {"a": 0.1}}, {"rewards": {"a": 0.2}}, {"rewards": {"a": 0.3}}),
    _attempts(1, 0, 0, 0, 0),
    _attempts(0.5, 1),
    _attempts(1),
    _job(5, "0.5"),
    _job(5, "0.3"),
    _job(3, "null"),
    _job(2, "1.0", errored=1),
    _result(None),
    _result(b'{"stats": {"evals": {'),
    _reason("Reward file is empty at /trial/verifier/reward.txt"),
    _reason("No reward file found at /trial/verifier/reward.txt or /trial/verifier/reward.json"),
    _reason("Reward file is empty at /missing-semicolon__x/verifier/reward.txt"),
)
"""Each question once, in the order in which data flows through harbor."""
