"""What a deliberately wrong candidate is."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, cast

from candidates import reference
from conformance.model import Answer, Case, Result, Value
from conformance.scenario import Scenario

type Function = Callable[[Any], Any]

type Whole = dict[str, Any]
"""The result of a whole job, as ``conformance.scenario.RESULT`` has it."""

_REFERENCE: Mapping[str, Function] = {name: getattr(reference, name) for name in reference.__all__}


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


def _nothing(_: object) -> None:
    """Leave it as it is."""


@dataclass(frozen=True)
class RunVariant:
    """A whole job done wrong: harbor itself, asked something else, or its result changed.

    No reference has ``run``. ``alter`` changes a copy of the scenario before harbor is
    asked, ``amend`` its result afterwards, both in place.
    """

    name: str
    clause: str
    mistake: str
    alter: Callable[[Scenario], None] = _nothing
    amend: Callable[[Whole], None] = _nothing

    def answer(self, ask: Callable[[Case], Answer], case: Case) -> Answer:
        """Return what a runner with this mistake answers; ``ask`` puts a case to harbor."""
        scenario = cast("Scenario", deepcopy(case.input))
        self.alter(scenario)
        answer = ask(Case(case.operation, cast("dict[str, Value]", scenario)))
        if not isinstance(answer, Result):
            return answer
        result = deepcopy(answer.value)
        self.amend(cast("Whole", result))
        return Result(result)
