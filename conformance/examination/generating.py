"""Has the questions of a check drawn and asked, and the first that fails made smaller."""

import hashlib
from random import Random

from hypothesis.errors import HypothesisException

from conformance.examination.drawing import Failing, by_seed_alone, draw_each
from conformance.examination.exploring import Disagreement, EnoughError, Exploring
from conformance.examination.shrinking import reduce, shrink
from conformance.examination.siblings import siblings
from conformance.operations import REGISTRY
from conformance.operations.check import Check
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
    any. Raises what a check's body raises besides a disagreement.
    """
    varied = REGISTRY[check.operation].varied if family else ()

    def ask(case: Case) -> None:
        check.body(examination, case)

    def ask_siblings(head: Case, random: Random) -> None:
        examination.agree_on_each(siblings(head, varied, random, family))

    try:
        with by_seed_alone():
            draw_each(check.cases, ask, seed, examples, ask_siblings if varied else None)
    except EnoughError:
        return ""
    except Disagreement as of_sibling:
        return reduce(of_sibling.finding.case, varied, examination) if shrinks else ""
    except Failing as failing:
        if isinstance(failing.__cause__, Disagreement) and not shrinks:
            return ""
        return shrink(check.cases, ask, failing.choices, examination)
    except HypothesisException as error:
        return f"its questions could not be generated ({type(error).__name__})"
    return ""
