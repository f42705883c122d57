"""Has the questions of a check drawn and asked, and the first that fails made smaller."""

import hashlib
from random import Random

from hypothesis.errors import HypothesisException

from conformance.examination.drawing import Failing, by_seed_alone, draw_each
from conformance.examination.exploring import Disagreement, EnoughError, Exploring
from conformance.examination.shrinking import reduce, shrink
from conformance.examination.siblings import siblings
from conformance.operations import REGISTRY
from conformance.operations.clause import Check
from conformance.protocol.values import Case


def seed_of(check: Check, seed: int, purpose: str = "") -> int:
    """Return the seed of one check within a run, so that no two checks ask the same stream."""
    digest = hashlib.sha256(f"{seed}/{check.id}{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def generate(  # noqa: PLR0913 - what is asked, of whom, and how much
    check: Check,
    examination: Exploring,
    seed: int,
    examples: int,
    *,
    shrinks: bool = True,
    family: int = 0,
) -> str:
    """Ask a check's questions; return why the check cannot be relied on, or nothing.

    Each example that is drawn is followed by up to ``family`` siblings, where its operation has
    any: its own, whenever it is drawn. Raises what a check's body raises besides a disagreement.
    """

    def ask(case: Case) -> None:
        check.body(examination, case)

    def ask_siblings(head: Case, choices: bytes) -> None:
        ask_family(examination, head, choices, family)

    try:
        with by_seed_alone():
            draw_each(check.cases, ask, seed, examples, ask_siblings if family else None)
    except EnoughError:
        return ""
    except Disagreement as of_sibling:
        varied = REGISTRY[check.operation].varied
        return reduce(of_sibling.finding.case, varied, examination) if shrinks else ""
    except Failing as failing:
        if isinstance(failing.__cause__, Disagreement) and not shrinks:
            return ""
        return shrink(check.cases, ask, failing.choices, examination)
    except HypothesisException as error:
        return f"its questions could not be generated ({type(error).__name__})"
    return ""


def ask_family(examination: Exploring, head: Case, choices: bytes, family: int) -> None:
    """Ask up to so many siblings of an example, which follow from the choices that it is made of.

    Raises Disagreement at the first on which the two differ.
    """
    varied = REGISTRY[head.operation].varied
    random = Random(choices)  # noqa: S311 - questions, and no secrets
    examination.agree_on_each(siblings(head, varied, random, family))
