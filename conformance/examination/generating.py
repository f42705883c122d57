"""Generates the cases of a check, runs them, and shrinks the first that fails."""

import hashlib
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Protocol

import hypothesis
from hypothesis import Phase
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import Flaky, HypothesisException, HypothesisWarning, UnsatisfiedAssumption
from hypothesis.strategies import SearchStrategy

from conformance.examination.drawing import by_seed_alone, draw_each
from conformance.examination.findings import Finding, size
from conformance.examination.siblings import siblings_of, variants_of
from conformance.operations.clause import Check, Examination
from conformance.protocol.values import Case


class CaseExamination(Examination, Protocol):
    """Two implementations that get the cases of a check, and their results."""

    @property
    def noticed(self) -> bool:
        """Whether a recorded difference explains two results of one example."""


class EnoughError(BaseException):
    """No further case may be run, of any size, or smaller than the finding."""


class Disagreement(AssertionError):  # noqa: N818 - a verdict, not an error of ours
    """The two implementations differ on a case."""

    def __init__(self, finding: Finding) -> None:
        """Carry the case and both answers."""
        super().__init__(finding.difference)
        self.finding = finding


def seed_of(check: Check, seed: int, purpose: str = "") -> int:
    """Return the seed of one check within a run; each check gets its own stream."""
    digest = hashlib.sha256(f"{seed}/{check.id}{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def generate(
    check: Check, examination: CaseExamination, seed: int, examples: int, *, shrinks: bool = True
) -> str:
    """Run generated cases; return why the check is unreliable, or nothing.

    Each example is followed by the same siblings. The first difference ends the check, and is
    shrunk. Raises any other error of a check's body.
    """
    failing: bytes | None = None

    def ask(case: Case) -> None:
        check.body(examination, case)

    def ask_all(head: Case, choices: bytes) -> None:
        nonlocal failing
        failing = choices
        ask(head)
        failing = None  # a sibling, or an example that cannot be drawn, has no choices
        ask_siblings(examination, head, choices, check.siblings)

    try:
        with by_seed_alone():
            draw_each(check.cases, ask_all, seed, examples)
    except EnoughError:
        pass
    except HypothesisException as error:
        return f"its cases could not be generated ({type(error).__name__})"
    except Exception as error:
        if isinstance(error, Disagreement) and not shrinks:
            return ""
        if failing is not None:
            return _shrink(check.cases, ask, failing, examination)
        if not isinstance(error, Disagreement):
            raise
        _shrink_sibling(error.finding.case, examination)
    return ""


def ask_siblings(examination: CaseExamination, head: Case, choices: bytes, amount: int) -> None:
    """Run up to ``amount`` siblings of an example, whose choices determine the edits.

    Raises Disagreement at the first difference.
    """
    if amount:
        random = Random(choices)  # noqa: S311 - cases, and no secrets
        examination.agree_on_each(siblings_of(head, random, amount))


_MOST_CASES = 2_000
"""How many smaller cases are run; hardly any example needs 300."""


def _shrink(
    cases: SearchStrategy[Case],
    ask: Callable[[Case], None],
    choices: bytes,
    examination: CaseExamination,
) -> str:
    """Shrink a failing example by Hypothesis; return as ``generate`` does.

    The limit is a number of cases, not a time, so that a slow machine reports the same.
    """
    left = iter(range(_MOST_CASES))

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
            # Silence the warning that an example is too long to print; we print it.
            warnings.simplefilter("ignore", HypothesisWarning)
            settings(hypothesis.seed(0)(hypothesis.given(cases)(ask_at_most)))()
    except (Disagreement, EnoughError):
        return ""
    except Flaky:
        pass
    # A candidate that answers one case in two ways looks flaky to Hypothesis, and the
    # difference has been kept; without one, something else was not repeatable.
    return "" if examination.noticed else "a case that was run again gave another answer"


class _OneExample(InMemoryExampleDatabase):
    """A database with one example for any test."""

    def __init__(self, choices: bytes) -> None:
        super().__init__()
        self._choices = choices

    def fetch(self, key: bytes) -> Iterator[bytes]:
        # Hypothesis does not shrink the examples of a primary key again.
        if key.endswith(b".secondary"):
            yield self._choices


def _shrink_sibling(case: Case, examination: CaseExamination) -> None:
    """Run variants of a failing sibling, and then of each smaller one that fails.

    No strategy drew the sibling, so Hypothesis cannot shrink it.
    """
    variants = variants_of(case)
    for _ in range(_MOST_CASES):
        if (variant := next(variants, None)) is None:
            return
        try:
            if size(variant) < size(case):
                examination.agree(variant)
        except Disagreement:
            case, variants = variant, variants_of(variant)
        except UnsatisfiedAssumption:  # it is not meant for the candidate
            continue
        except EnoughError:
            return
