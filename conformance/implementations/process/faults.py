"""The ways in which a candidate's process can break the contract."""


class CandidateError(Exception):
    """The candidate broke the contract of the protocol; the message says how."""


class CandidateTimeoutError(CandidateError):
    """The candidate gave no answer in time."""


class GivenUpError(CandidateError):
    """An operation is not asked any more, after too many faults in a row."""
