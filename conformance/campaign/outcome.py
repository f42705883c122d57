"""What came of a campaign, as one frozen value that reports are made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conformance.campaign.campaign import Ended, Ending
from conformance.campaign.identity import Identity, Party
from conformance.campaign.knowledge import Found, Reach, Shown
from conformance.campaign.proposals import Proposal
from conformance.campaign.stopping import Amount, Limits
from conformance.certification.verdict import ExitCode
from conformance.diagnosis.diagnosis import Diagnosis


@dataclass(frozen=True)
class Sharing:
    """The database that others read: its name, why it is gone if it is, what it lacks."""

    name: str = ""
    lost: str = ""
    unshared: int = 0


@dataclass(frozen=True)
class Outcome:
    """A campaign that ended: who was asked, how much, what harbor did, what was found.

    ``rounds`` are the seeds under which anything was drawn. ``cases`` are by candidate and
    operation. ``never_sound`` are checks that could not be relied on under any seed.
    """

    identity: Identity
    limits: Limits
    ended: Ended
    amount: Amount
    cases: Mapping[tuple[str, str], int]
    answered: int
    rounds: Sequence[int]
    reach: Sequence[Reach]
    shown: Sequence[Shown]
    findings: Sequence[Found]
    diagnoses: Mapping[str, Diagnosis]
    proposals: Sequence[Proposal]
    folder: str
    sharing: Sharing = Sharing()
    faults: Sequence[str] = ()
    stale: Sequence[str] = ()
    given_up: Mapping[tuple[str, str], str] | None = None
    never_sound: Mapping[str, str] | None = None

    @property
    def rate(self) -> float:
        """Cases a second."""
        return self.amount.cases / self.amount.seconds if self.amount.seconds else 0.0

    @property
    def code(self) -> ExitCode:
        """The exit status that the campaign deserves."""
        if self.amount.cases and not self.answered:
            return ExitCode.CANDIDATE
        if self.findings or self.stale:
            return ExitCode.DIVERGES
        if self.ended.how is Ending.INTERRUPTED:
            return ExitCode.INTERRUPTED
        if self.ended.how is Ending.NO_VERDICT or not self.amount.cases:
            return ExitCode.ORACLE
        if self.ended.how is Ending.CANDIDATE or self.faults or self.given_up:
            return ExitCode.CANDIDATE
        return ExitCode.ORACLE if self.never_sound else ExitCode.CONFORMANT

    @property
    def last(self) -> Reach:
        """How far it came."""
        return self.reach[-1]

    @property
    def verdict(self) -> str:
        """What was found, in a line."""
        count = len(self.findings)
        found = "nothing found" if not count else f"{count} finding{'s' * (count > 1)}"
        names = ", ".join(party.name for party in self.identity.parties)
        seeds = f"{len(self.rounds)} seed{'s' * (len(self.rounds) != 1)}"
        return (
            f"{found}: {names} and harbor {self.identity.versions['harbor']}, "
            f"{self.amount.cases:,} cases under {seeds}; ended: {self.ended.why}"
        )

    def notes(self) -> list[str]:
        """Return what a reader must know beside the findings."""
        notes = [f"the candidate broke the protocol: {fault}" for fault in self.faults]
        notes += [f"the expected deviations are stale: {stale}" for stale in self.stale]
        notes += [
            f"not asked any more: {name}, {operation}: {why}"
            for (name, operation), why in (self.given_up or {}).items()
        ]
        notes += [
            f"{check}: {why}, under every seed" for check, why in (self.never_sound or {}).items()
        ]
        if self.sharing.lost or self.sharing.unshared:
            notes.append(
                f"{self.sharing.name} was gone ({self.sharing.lost}): {self.sharing.unshared} "
                "changes of examples did not get there, and are in the folder; the same command "
                "shares them"
            )
        return notes

    def party(self, name: str) -> Party:
        """Return a candidate by its name."""
        return next(one for one in self.identity.parties if one.name == name)
