"""Candidates that are processes: started, run over the protocol, ended, never trusted."""

from conformance.implementations.process.candidate import ProcessCandidate
from conformance.implementations.process.command import Command, CommandError
from conformance.implementations.process.pipe import CandidateError

__all__ = ["CandidateError", "Command", "CommandError", "ProcessCandidate"]
