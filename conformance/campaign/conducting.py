"""Conducts a campaign from what it is told to what came of it."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.campaign import folder as folders
from conformance.campaign import journal, proposals, sharing
from conformance.campaign.campaign import Ended, Ending, Request, Teller, campaign
from conformance.campaign.causes import diagnosis_of
from conformance.campaign.folder import Folder
from conformance.campaign.identity import Identity, Party, versions_of
from conformance.campaign.knowledge import Knowledge, Reach
from conformance.campaign.outcome import Outcome, Sharing
from conformance.campaign.pieces import Contender
from conformance.campaign.stopping import Limits
from conformance.certification import plan
from conformance.certification.run import probe
from conformance.diagnosis.diagnosis import Diagnosis
from conformance.expected.deviations import ExpectedDeviations
from conformance.implementations.start import CandidateError, CandidateSpec, verify_provenance


@dataclass(frozen=True, slots=True)
class Whom:
    """A candidate as it is named on the command line, or a release of harbor that is served.

    ``wanted`` are the operations that it is asked where it announces them.
    """

    spec: CandidateSpec
    declared: ExpectedDeviations
    wanted: tuple[str, ...]
    options: tuple[str, ...] = ()
    is_release: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What a campaign is told on the command line; without a ``seed`` it chooses one."""

    whom: tuple[Whom, ...]
    operations: tuple[str, ...]
    clauses: tuple[str, ...]
    seed: int | None
    examples: int
    limits: Limits
    jobs: int
    folder: Path
    database: str | None = None
    fresh: bool = False


class NothingToAskError(Exception):
    """The clauses and expected deviations leave nothing to run."""


def conduct(told: Told, tell: Teller) -> Outcome:
    """Begin a campaign, or go on with that of the folder, and return what came of it.

    ``tell`` is told how far it is. Raises FolderError, JournalError and DatabaseError where it
    cannot begin, NothingToAskError where there is nothing to ask, CandidateError where a
    candidate cannot be asked, and UntrustedOracleError where harbor cannot be believed.
    """
    with folders.held(told.folder) as folder:
        if told.fresh:
            folders.clear(folder)
        contenders = tuple(_contender(whom, told.clauses) for whom in told.whom)
        if not any(one.steps for one in contenders):
            raise NothingToAskError("the expected deviations leave nothing to ask of these clauses")
        now = Identity(
            parties=tuple(one.party for one in contenders),
            operations=told.operations,
            clauses=told.clauses,
            seed=secrets.randbits(32) if told.seed is None else told.seed,
            examples=told.examples,
            versions=versions_of(verify_provenance()),
        )
        identity = folders.refuse_other(folder, now, seed=told.seed)
        known = Knowledge.of(journal.read(folder.journal))
        shared = sharing.shared(folder.examples, told.database, tell.news)
        tell.news(f"seed {identity.seed} and those after it, in {told.folder}")
        request = Request(identity, contenders, told.limits, told.jobs)
        ended = campaign(request, folder, known, shared, tell)
        shared.flush(again=True)
        return _outcome(request, folder, known, shared, ended)


def _contender(whom: Whom, clauses: Sequence[str]) -> Contender:
    tried = probe(whom.spec, whom.wanted)
    operations = tuple(one for one in whom.wanted if one in tried.operations)
    if not operations:
        raise CandidateError(f"{whom.spec.name} announces none of {', '.join(whom.wanted)}")
    party = Party(whom.spec.name, tried.version, operations, whom.options, whom.is_release)
    steps = tuple(plan.steps(operations, clauses, whom.declared))
    return Contender(party, whom.spec, whom.declared, steps, tried.faults)


def _outcome(
    request: Request, folder: Folder, known: Knowledge, shared: sharing.Shared, ended: Ended
) -> Outcome:
    """Return what came of a campaign, with its causes and the cases that are worth recording."""
    diagnoses, ended = _diagnoses(request, known, ended)
    proposed = proposals.proposals(known)
    proposals.write(folder.proposals, proposed)
    amount = known.amount
    tried = [f"{one.name}: {fault}" for one in request.contenders for fault in one.faults]
    last = Reach(amount.seconds, amount.cases, known.lines, known.kinds)
    return Outcome(
        identity=request.identity,
        limits=request.limits,
        ended=ended,
        amount=amount,
        cases=known.cases,
        answered=Counter(known.answered).total(),
        rounds=sorted({seed for *_, seed in known.taken if seed is not None}),
        reach=(*known.reach, last),
        shown=tuple(known.shown),
        findings=tuple(known.findings),
        diagnoses=diagnoses,
        proposals=tuple(proposed),
        folder=str(folder.path),
        sharing=Sharing(shared.name, shared.lost, shared.unshared),
        faults=tuple(dict.fromkeys((*tried, *known.faults))),
        stale=tuple(known.stale),
        given_up=known.given_up,
        never_sound={
            f"{clause}/{check}": why
            for (clause, check), why in known.problems.items()
            if (clause, check) not in known.sound
        },
    )


def _diagnoses(
    request: Request, known: Knowledge, ended: Ended
) -> tuple[dict[str, Diagnosis], Ended]:
    """Return what is wrong with each candidate; an interrupt here takes the causes alone."""
    diagnoses: dict[str, Diagnosis] = {}
    try:
        for one in request.contenders:
            diagnoses[one.name] = diagnosis_of(one, known, request.jobs)
    except KeyboardInterrupt:
        return diagnoses, Ended(Ending.INTERRUPTED, f"{ended.why}, then interrupted")
    return diagnoses, ended
