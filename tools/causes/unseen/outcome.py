"""The unseen mistakes in `outcome`, written without the catalogue."""

import json
from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    object_of,
    status_of,
)
from tools.causes.wrong.making import candidate


def _stats(result: Any) -> Any:
    return object_of(object_of(result).get("stats", {}))


# source: public code, a worker that reads a job's reward: max(means)
# differs: metrics [{"mean": 1.0}] and [{"mean": 0.0}]: score 1.0, not 0.5
@candidate("outcome")
def score_is_the_greatest_value(case: Any) -> Any:
    """The score is the greatest of all values of the metrics."""

    def greatest(samples: Any, _mean: Any) -> float:
        values = [value for group in samples for metric in group for value in metric]
        return float(max(values, default=0.0))

    return Outcome(summary=SummaryOf(score=greatest))(case)


# source: public code, a parser of jobs in TypeScript: invalidCounts = stats.n_errored_trials >
#   stats.n_completed_trials || …
# differs: 1 errored trial and 0 completed: harbor_result_malformed, not null
@candidate("outcome")
def more_errored_than_completed_is_malformed(case: Any) -> Any:
    """A file with more errored trials than completed ones is malformed."""

    def status(counts: Any) -> str:
        if counts.errored > counts.completed:
            raise MalformedError
        return status_of(counts)

    return Outcome(summary=SummaryOf(status=status))(case)


# source: public code, a check of runs: n_errored_trials or n_retries make an "Errored or retried
#   result"
# differs: "n_retries": 1 and no errored trial: failed, not completed
@candidate("outcome")
def retries_fail_the_job(case: Any) -> Any:
    """The status is failed if there are n_retries, even without errored trials."""

    def summary(result: Any) -> Any:
        retries = count_of(_stats(result).get("n_retries", 0))
        return SummaryOf(status=lambda counts: "failed" if retries else status_of(counts))(result)

    return Outcome(summary=summary)(case)


# source: public code, a broker in the tests of agent-challenge: "completed" if score >= 1.0
# differs: a mean of 0.5 and no errored trial: failed, not completed
@candidate("outcome")
def completed_needs_a_full_score(case: Any) -> Any:
    """The status is failed if the score is below 1, even without errored trials."""

    def summary(result: Any) -> Any:
        found = SummaryOf()(result)
        return found if found["score"] >= 1 else found | {"status": "failed"}

    return Outcome(summary=summary)(case)


# source: a habit of Python: json.loads(path.read_bytes()), which finds the encoding
# differs: a file that begins with a byte order mark: read, not harbor_result_malformed
@candidate("outcome")
def encoding_is_detected(case: Any) -> Any:
    """The file is decoded as UTF-8, UTF-16 or UTF-32, with or without a byte order mark."""

    def decode(content: bytes) -> str:
        return content.decode(json.detect_encoding(content), "surrogatepass")

    return Outcome(decode=decode)(case)


# source: another reading of spec/000 §5: round(score * total), with each group's own
# differs: groups of 1 and of 3 trials with the means 1.0 and 0.0: resolved 1, not 2
@candidate("outcome")
def resolved_is_added_up_by_group(case: Any) -> Any:
    """The resolved trials are the sum over the groups of their mean times their n_trials."""

    def summary(result: Any) -> Any:
        trials = [
            count_of(object_of(group).get("n_trials", 0))
            for group in object_of(_stats(result).get("evals", {})).values()
        ]
        products: list[float] = []

        def score(samples: Any, mean: Any) -> float:
            means = [mean([one for metric in group for one in metric]) for group in samples]
            products.extend(one * count for one, count in zip(means, trials, strict=True))
            return float(mean([one for group in samples for metric in group for one in metric]))

        found = SummaryOf(score=score)(result)
        return found | {"resolved": sum(map(round, products))}

    return Outcome(summary=summary)(case)
