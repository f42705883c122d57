"""Asks harbor the questions of one operation, with no candidate beside it."""

import math
from collections.abc import Iterable

from conformance.certification.plan import EXAMPLES, Profile
from conformance.examination.generating import generate, seed_of
from conformance.implementations.start import Harbor
from conformance.operations.catalogue import clauses_of
from conformance.operations.clause import Check
from conformance.protocol.values import Answer, Case
from conformance.recorded import corpus

SEED = 0
"""Which questions are generated: the same on every run, as what is reached must not vary."""


class UnaskedError(Exception):
    """A check's questions could not be generated."""


class Listening:
    """harbor alone, asked what a check asks; it is nobody's judge."""

    noticed = False

    def __init__(self, harbor: Harbor) -> None:
        """Take the harbor that answers."""
        self._harbor = harbor
        self.cases = 0

    def agree(self, case: Case) -> Answer:
        """Return harbor's answer."""
        self.cases += 1
        return self._harbor.answer(case)

    def agree_on_each(self, cases: Iterable[Case]) -> None:
        """Ask harbor each of these cases."""
        for case in cases:
            self.agree(case)

    def observe(self, label: str, *, happened: bool) -> None:
        """Note nothing: the certification judges the shares."""


def ask_recorded(harbor: Harbor, operation: str) -> int:
    """Ask the recorded cases of an operation; return how many there are."""
    cases = [recorded.case for recorded in corpus.load(operation)]
    for case in cases:
        harbor.answer(case)
    return len(cases)


def ask_generated(harbor: Harbor, operation: str, profile: Profile = Profile.QUICK) -> int:
    """Ask what each check of an operation asks in a profile; return how many questions came.

    Raises UnaskedError where a check's questions cannot be generated.
    """
    listening = Listening(harbor)
    for check in _checks(operation):
        examples = math.ceil(EXAMPLES[profile] * check.effort)
        if problem := generate(check, listening, seed_of(check, SEED), examples):
            raise UnaskedError(f"{check.id}: {problem}")
    return listening.cases


def _checks(operation: str) -> Iterable[Check]:
    return (check for clause in clauses_of(operation) for check in clause.checks)
