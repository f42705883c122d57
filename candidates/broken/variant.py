"""What a deliberately wrong candidate is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from candidates import reference

type Function = Callable[[Any], Any]

_REFERENCE: Mapping[str, Function] = {
    "verifier": reference.verifier,
    "metric": reference.metric,
    "pass_at_k": reference.pass_at_k,
}


@dataclass(frozen=True)
class Variant:
    """The reference with one operation done wrong.

    ``clause`` is the requirement that it breaks, ``mistake`` says in a few words how
    people come to make it, and ``function`` takes the operation's place.
    """

    name: str
    clause: str
    mistake: str
    function: Function

    @property
    def functions(self) -> dict[str, Function]:
        """The functions of all operations, this one's among them."""
        return {**_REFERENCE, self.clause.partition(".")[0]: self.function}
