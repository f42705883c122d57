"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.pass_at_k import (
    EvalsKey,
    PassAtK,
    Success,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: spec/000 §4 "rewards is None → success of 0", "len(rewards) != 1 → {}": in TypeScript
#   `trial.verifier_result?.rewards === null` does not hold of a null result, it is undefined
# differs: two trials of one task, {"reward": 1} and no result: {}, not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def no_result_switches_the_group_off(case: Json) -> Json:
    """A trial whose verifier_result is null or absent switches its group off.

    It should be a failure, as a trial with a result of null rewards still is.
    """

    def success(trial: Json) -> int | None:
        return None if trial.get("verifier_result") is None else Success()(trial)

    return PassAtK(success=success)(case)


# source: spec/000 §3.3 'source or "adhoc"', ported as `source ?? "adhoc"` (TypeScript, Swift, C#)
# differs: agent a with the source "": the key is "a__", not "a__adhoc"
@candidate("pass_at_k")
def an_empty_source_stays(case: Json) -> Json:
    """Only a source that is null or absent counts as "adhoc", an empty one stays empty."""

    def source(text: str | None) -> list[str]:
        return ["adhoc" if text is None else text]

    return PassAtK(key=EvalsKey(source=source))(case)
