"""The number of each group that people look at: its first metric, recorded and derived."""

from collections.abc import Iterator, Mapping

from conformance.audit.comparing import evals_of, is_nan, members_of
from conformance.audit.findings import NOT_DERIVED, NOT_RECORDED, Headline, text
from conformance.audit.jobs import Object
from conformance.protocol import show
from conformance.protocol.shapes import Json


def headlines(
    derived: Object | None, recorded: Object | None, sizes: Mapping[str, int]
) -> Iterator[Headline]:
    """Yield the first metric of each group; ``sizes`` counts its trials."""
    own, theirs = evals_of(derived), evals_of(recorded)
    for group in dict.fromkeys([*own, *theirs]):
        metric, value = _first(own.get(group))
        name, other = _first(theirs.get(group))
        rewarded = members_of(theirs.get(group)).get("n_trials")
        trials = rewarded if isinstance(rewarded, int) else 0
        yield Headline(
            group=show.printable(group),
            metric=show.printable(name or metric),
            recorded=text(other) if name or group not in own else NOT_RECORDED,
            derived=text(value) if metric or group not in theirs else NOT_DERIVED,
            trials=sizes.get(group, trials),
            rewarded=trials,
        )


def _first(group: Json) -> tuple[str, Json]:
    metrics = members_of(group).get("metrics")
    if isinstance(metrics, list) and metrics and isinstance(metrics[0], dict):
        for name, value in metrics[0].items():
            return name, None if is_nan(value, None) else value
    return "", None
