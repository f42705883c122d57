"""Runs harbor's pass@k on a list of trials."""

from typing import cast

from harbor.utils.pass_at_k import compute_pass_at_k_by_evals

from conformance.protocol.values import Value
from oracle.trials import trial_result


class PassAtKAdapter:
    """The real ``compute_pass_at_k_by_evals`` on real ``TrialResult`` objects.

    Raises any error that harbor raises.
    """

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return evals key → k as text → number for ``{"trials": [trial, …]}``."""
        trials = [trial_result(trial) for trial in cast("list[Value]", case["trials"])]
        return {
            evals_key: {str(k): estimate for k, estimate in estimates.items()}
            for evals_key, estimates in compute_pass_at_k_by_evals(trials).items()
        }
