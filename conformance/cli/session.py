"""The candidates of a session of pytest, and what each is asked there."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.certification import plan
from conformance.certification.plan import Step
from conformance.cli.errors import UsageError
from conformance.cli.options import DEFAULT_TIMEOUT, asked_for, ledger_of
from conformance.examination.findings import DECLARED, RECORDED
from conformance.implementations.process.prediction import Predictions
from conformance.implementations.start import BUILT_IN, HARBOR, OF_HARBOR_ALONE, CandidateSpec
from conformance.ledger.expecting import Expectation
from conformance.ledger.ledger import Ledger
from conformance.operations import OPERATIONS


@dataclass(frozen=True)
class Asked:
    """A candidate of the session: how it is started, what it declares, what it is asked."""

    spec: CandidateSpec
    ledger: Ledger
    steps: tuple[Step, ...]
    expect: Expectation
    predictions: Predictions

    def of_test(self, test: str) -> list[Step]:
        """Return the steps that a test takes."""
        return [step for step in self.steps if test_of(step) == test]


def candidates(
    names: Sequence[str] | None, command: str | None, ledger: Path | None
) -> dict[str, Asked]:
    """Return the candidates that the options name, and the built-in ones where they name none.

    Raises UsageError and LedgerError where the options make no sense.
    """
    names = names or ([] if command else [*BUILT_IN, HARBOR])
    specs = [CandidateSpec(name) for name in names]
    if command:
        specs.append(asked_for(None, command, None, DEFAULT_TIMEOUT))
    if ledger is not None and len(specs) != 1:
        raise UsageError("--ledger goes with one --candidate, or with --command")
    return {spec.name: _asked(spec, ledger) for spec in specs}


def test_of(step: Step) -> str:
    """Return the id of the test that takes a step: a clause's, or a check's."""
    return step.clause if step.check in {DECLARED, RECORDED} else step.id


def _asked(spec: CandidateSpec, file: Path | None) -> Asked:
    """Return what a candidate is asked.

    Whole jobs are for harbor alone, whose answers to the other operations need no second
    process to be believed.
    """
    ledger = ledger_of(spec, file)
    operations = OF_HARBOR_ALONE if spec.name == HARBOR else OPERATIONS
    steps = tuple(plan.steps(operations, (), ledger))
    if ledger.gone:
        raise UsageError(f"the ledger of {spec.name} is stale: {ledger.gone[0]}")
    if not steps:
        raise UsageError(f"the ledger of {spec.name} leaves nothing to ask")
    predictions = Predictions()
    return Asked(spec, ledger, steps, Expectation(ledger, predictions.ask), predictions)
