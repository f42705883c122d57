"""Candidates that are processes: started, asked over the protocol, ended, never trusted."""

from conformance.process.candidate import ProcessCandidate
from conformance.process.command import Command, CommandError
from conformance.process.faults import CandidateError

__all__ = ["CandidateError", "Command", "CommandError", "ProcessCandidate"]
