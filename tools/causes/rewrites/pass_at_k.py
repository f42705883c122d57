"""Ports of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.pass_at_k import (
    PassAtK,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: TypeScript: `[agent, model, source].filter(Boolean).join("__")`
# differs: two trials of one task and of no source with the rewards 1 and 0: {"a": {"2": 1.0}},
#     and not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def a_key_without_source_has_no_adhoc(case: Json) -> Json:
    """Where a trial has no source, its key ends without adhoc."""

    def key(trial: Json) -> str:
        parts = (trial["agent"], trial.get("model"), trial.get("source"))
        return "__".join(part for part in parts if part)

    return PassAtK(key=key)(case)
