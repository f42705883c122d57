"""Which trials have rewards that count in harbor from 0.26.0 on.

They are those whose ``reward_valid`` is true (harbor/models/trial/result.py:142-148 there): it has
rewards, and no exception of a kind that invalidates them (models/trial/error_policy.py:37-109).
"""

from typing import Any

from candidates.reference.job_trial import rewards_of

INVALIDATING = frozenset({
    "APIConnectionError", "APIError", "APIResponseValidationError", "AddTestsDirError",
    "AgentAuthenticationError", "AgentSetupTimeoutError", "ApiConnectionClosedError",
    "ApiConnectionError", "ApiError", "ApiInternalServerError", "ApiOverloadedError",
    "ApiProviderResourceNotFoundError", "ApiRateLimitError", "ApiResponseStalledError",
    "ApiUsageLimitError", "AuthenticationError", "BadRequestError", "BudgetExceededError",
    "CancelledError", "DownloadVerifierDirError", "DspyImportError",
    "EnvironmentStartTimeoutError", "GKEExecStreamClosedError", "GKEPodNotFoundError",
    "HealthcheckError", "InternalServerError", "MemoryLimitExceededError", "MissingExtraError",
    "ModelNotFoundError", "NetworkConnectionError", "NotFoundError", "PermissionDeniedError",
    "RateLimitError", "RegradeError", "RewardFileEmptyError", "RewardFileNotFoundError",
    "RuntimeRequestError", "SSHAccessError", "SandboxBuildFailedError",
    "SandboxLikelyOutOfMemoryError", "ServiceOperationsUnsupportedError",
    "ServiceUnavailableError", "Timeout", "UnknownApiError", "UnprocessableEntityError",
    "UnsupportedModelParametersError", "UnsupportedParamsError", "VercelScopeError",
    "VerifierOutputParseError", "VerifierTimeoutError",
})  # fmt: skip
"""The exceptions after which rewards are not valid; after any other they are."""


def has_valid_rewards(trial: Any) -> bool:  # noqa: ANN401 - a trial of pass@k or of a job
    """Return whether a trial has rewards that are not empty, and no exception invalidates them."""
    return bool(rewards_of(trial)) and trial.get("exception") not in INVALIDATING
