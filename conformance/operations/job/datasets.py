"""Which metrics a group has: those of its dataset, as the group's key names it."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import cast

from hypothesis import strategies as st

from conformance.operations.clause import Erratum, Source, clause, common, rare, seeing
from conformance.operations.job import sources
from conformance.operations.job.inputs import (
    METRICS,
    MIXED_REWARDS,
    JobGroup,
    Rewards,
    case_with,
    groups_of,
    reward,
    seeing_outcomes,
    stats,
    trial,
)
from conformance.operations.strategies.drawing import drawn, some
from conformance.protocol.values import Answer, Case, Value

LEVEL = rare("names of datasets with underscores, or a source that is no dataset")


@clause(
    "metrics",
    Source(sources.JOB, 758, 759, "for metric in self._metrics[dataset_name]:"),
    Source(sources.JOB, 741, 746, "if trial_result.verifier_result is not None:"),
    level=common("NVIDIA-NeMo/nemo-platform#2136: an example job with mean and max"),
    effort=0.4,
)
@drawn(some(METRICS, 1, 3), some(MIXED_REWARDS, 1, 4))
def metrics_of_groups(metrics: list[str], each: list[Rewards]) -> Case:
    """A group has one entry for each of its metrics, in configured order and however often one is
    named, computed from the rewards of all its trials."""
    return case_with([trial(rewards) for rewards in each], {"adhoc": metrics})


_SOURCES = ("s", "s__t", "t", "__", "s__", "__t", "s___t", "s__t__u", "_", "adhoc__s", "s_t", None)
_ENDS = ("s", "t", "", "_", "_t", "u", "adhoc", "s__t", "s__t__u")
"""What a table may have besides the source itself, some of it the end of a group's key."""


def _has_other_metrics(answer: Answer) -> bool:
    groups = groups_of(answer).values()
    metrics = [cast("list[dict[str, Value]]", group["metrics"]) for group in groups]
    return any([*chain(*of_group)] != ["mean"] for of_group in metrics)


@clause(
    "metrics-by-key",
    Source(sources.JOB, 757, 757, 'evals_key.split("__")[-1]'),
    **seeing(("other metrics", _has_other_metrics, 0.3)),
    effort=0.8,
    erratum=Erratum(
        text="spec/000 §2",
        says="Metrics are a table from a dataset's name to its metrics, and any dataset "
        "without one explicitly configured gets exactly one Mean().",
        wheel="The end of the key is another name where the dataset's has two underscores in "
        "it, and the group then has no metrics.",
        case=case_with([reward(1, group=JobGroup(source="s__t"))], {"s__t": ["mean"]}),
        text_answer=stats("a__s__t", {}),
    ),
)
@drawn(
    some(_SOURCES, 1, 2),
    st.dictionaries(
        st.sampled_from(_ENDS), some(("max", "sum", "min"), 1, 2), min_size=0, max_size=3
    ),
    (None, "m", "m__s"),
)
def metrics_by_end(
    datasets: Sequence[str | None], others: Mapping[str, Sequence[str]], model: str | None
) -> Case:
    """A group's metrics are those of the dataset that its key, cut from the left at each two
    underscores, has in its last part, and none where there is no such dataset."""
    # Sources with underscores; metrics for the source, and others for what it ends in.
    own = {source or "adhoc": ["mean"] for source in datasets}
    trials = [reward(number, group=JobGroup("a", model, s)) for number, s in enumerate(datasets)]
    return case_with(trials, {**own, **others})


@clause(
    "source-without-metrics",
    Source(sources.JOB, 889, 889, "self._metrics[dataset_name][0]"),
    Source(sources.JOB, 406, 406, "self._metrics[dataset_name]"),
    **seeing_outcomes(ExceptionGroup=0.4),
    effort=0.41,
    erratum=Erratum(
        text="spec/000 §2",
        says="Any dataset without explicitly configured metrics gets exactly one Mean().",
        wheel="Datasets of the configuration do. The source of a single task is not one of "
        "them: it gets an empty entry, of which the progress bar wants the first metric.",
        case=case_with([reward(1, group=JobGroup(source="s"))]),
        text_answer=stats("a__s", {}),
    ),
)
@drawn(
    (
        {"adhoc": ["mean"]}, {"adhoc": ["mean"], "s": ["max"]}, {"s": ["mean"], "adhoc": []},
        {"adhoc": [], "s": []}, {},
    ),
    some((None, "s", "S", "s "), 1, 3),
    ({"reward": 1}, {"a": 1, "b": 0}, None, {}),
)  # fmt: skip
def unlisted_sources(
    table: dict[str, list[str]], datasets: list[str | None], rewards: Rewards
) -> Case:
    """A trial whose source has no metrics, or an empty list of them, ends the job with an
    ExceptionGroup."""
    trials = [trial(rewards, group=JobGroup("a", None, source)) for source in datasets]
    return case_with(trials, table)
