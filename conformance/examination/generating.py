"""Generates the cases of a check, has them asked, and makes the first that fails smaller."""

import hashlib
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Protocol

import hypothesis
from hypothesis import Phase
from hypothesis.database import ExampleDatabase
from hypothesis.errors import Flaky, HypothesisException, HypothesisWarning
from hypothesis.strategies import SearchStrategy

from conformance.examination.drawing import by_seed_alone, draw_each
from conformance.examination.findings import Finding, size
from conformance.examination.siblings import siblings_of, smaller
from conformance.operations.clause import Check, Examination
from conformance.protocol.values import Case


class CaseExamination(Examination, Protocol):
    """Two implementations that get the cases of a check, and what they have shown."""

    @property
    def noticed(self) -> bool:
        """Whether anything was kept that explains two different results of one example."""


class EnoughError(BaseException):
    """No further case may be run: of any size, or smaller than the one that was found."""


class Disagreement(AssertionError):  # noqa: N818 - a verdict, not an error of ours
    """The two implementations differ on a case."""

    def __init__(self, finding: Finding) -> None:
        """Carry the case and both answers."""
        super().__init__(finding.difference)
        self.finding = finding


def seed_of(check: Check, seed: int, purpose: str = "") -> int:
    """Return the seed of one check within a run, so that no two checks ask the same stream."""
    digest = hashlib.sha256(f"{seed}/{check.id}{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def generate(
    check: Check,
    examination: CaseExamination,
    seed: int,
    examples: int,
    *,
    shrinks: bool = True,
) -> str:
    """Ask generated cases; return why the check cannot be relied on, or nothing.

    Each example is followed by its siblings, always the same ones. The first case
    on which the two differ ends it, and is made smaller. Raises any other error of a check's body.
    """
    failing: bytes | None = None

    def ask(case: Case) -> None:
        check.body(examination, case)

    def ask_all(head: Case, choices: bytes) -> None:
        nonlocal failing
        failing = choices
        ask(head)
        failing = None  # no choices make a sibling, or an example that cannot be drawn
        ask_siblings(examination, head, choices, check.siblings)

    try:
        with by_seed_alone():
            draw_each(check.cases, ask_all, seed, examples)
    except EnoughError:
        pass
    except HypothesisException as error:
        return f"its cases could not be generated ({type(error).__name__})"
    except Disagreement as found:
        if not shrinks:
            return ""
        if failing is None:
            return _shrink_sibling(found.finding.case, examination)
        return _shrink(check.cases, ask, failing, examination)
    except Exception:
        if failing is None:
            raise
        return _shrink(check.cases, ask, failing, examination)
    return ""


def ask_siblings(examination: CaseExamination, head: Case, choices: bytes, amount: int) -> None:
    """Ask up to ``amount`` siblings of an example; its choices are what their edits follow from.

    Raises Disagreement at the first on which the two differ.
    """
    if amount:
        random = Random(choices)  # noqa: S311 - cases, and no secrets
        examination.agree_on_each(siblings_of(head, random, amount))


MOST_SMALLER = 2_000
"""Smaller cases of one failing example that are tried, at most; hardly any needs 300."""


def _shrink(
    cases: SearchStrategy[Case],
    ask: Callable[[Case], None],
    choices: bytes,
    examination: CaseExamination,
) -> str:
    """Have Hypothesis make a failing example smaller; return as ``generate`` does.

    It ends after a number of cases, and after no time, so that a slow machine reports the same.
    """
    left = iter(range(MOST_SMALLER))

    def ask_at_most(case: Case) -> None:
        if next(left, None) is None:
            raise EnoughError
        ask(case)

    settings = hypothesis.settings(
        phases=(Phase.reuse, Phase.shrink),
        database=_OneExample(choices),
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )
    try:
        with by_seed_alone(), warnings.catch_warnings():
            # It warns that a failing example is too long to be printed, which we do ourselves.
            warnings.simplefilter("ignore", HypothesisWarning)
            settings(hypothesis.seed(0)(hypothesis.given(cases)(ask_at_most)))()
    except (Disagreement, EnoughError):
        return ""
    except Flaky:
        pass
    # A candidate that answers one case in two ways looks flaky to Hypothesis, and the
    # difference has been kept; without one, something else was not repeatable.
    return "" if examination.noticed else "a case that was run again gave another answer"


class _OneExample(ExampleDatabase):
    """A database that has one example of any test, and keeps no other."""

    def __init__(self, choices: bytes) -> None:
        super().__init__()
        self._choices = choices

    def fetch(self, key: bytes) -> Iterator[bytes]:
        # What a primary key has was shrunk before, and is left as it is.
        if key.endswith(b".secondary"):
            yield self._choices

    def save(self, key: bytes, value: bytes) -> None:
        del key, value

    def delete(self, key: bytes, value: bytes) -> None:
        del key, value


_ROUNDS = 6
"""Times that a failing sibling is taken apart; each leaves pieces a fraction as long."""


def _shrink_sibling(case: Case, examination: CaseExamination) -> str:
    """Make a failing sibling smaller as long as that succeeds; return as ``generate`` does."""
    for _ in range(_ROUNDS):
        failing = [case]
        problem = _shrink_sibling_once(case, examination, failing)
        smallest = min(failing, key=size)
        if problem or smallest == case:
            return problem
        case = smallest
    return ""


def _shrink_sibling_once(case: Case, examination: CaseExamination, failing: list[Case]) -> str:
    def ask(tried: Case) -> None:
        try:
            examination.agree(tried)
        except Disagreement:
            failing.append(tried)
            raise

    cases, choices = smaller(case)
    return _shrink(cases, ask, choices, examination)
