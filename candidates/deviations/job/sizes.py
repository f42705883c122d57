"""Limits on trials, lists, groups and names that a job does not have."""

from candidates.deviations.deviation import Changes, after
from candidates.deviations.job.trials import with_each_trial, with_rewards, with_trials
from candidates.deviations.sizes import cut_names, first_members, limited
from candidates.reference.harbor_json import Members
from candidates.reference.job_trial import Trial, rewards_of

type _Lists = dict[str, Members]


def _listed(limit: int) -> Changes:
    def of_rewards(lists: _Lists) -> _Lists:
        return {
            reward: Members([(value, [*trials][:limit]) for value, trials in members.pairs])  # type: ignore[misc] # lists of names
            for reward, members in lists.items()
        }

    def of_exceptions(lists: dict[str, list[str]]) -> dict[str, list[str]]:
        return {exception: trials[:limit] for exception, trials in lists.items()}

    return after(
        {"stats.evals.reward_stats": of_rewards, "stats.evals.exception_stats": of_exceptions}
    )


def _first_names(limit: int) -> Changes:
    first = first_members(limit)
    return with_each_trial(lambda trial: with_rewards(trial, first(rewards_of(trial))))


def _names_cut(limit: int) -> Changes:
    cut = cut_names(limit)

    def changed(trial: Trial) -> Trial:
        texts = {name: value[:limit] for name, value in trial.items() if isinstance(value, str)}
        return with_rewards({**trial, **texts}, cut(rewards_of(trial)))  # type: ignore[typeddict-item] # str

    return with_each_trial(changed)


DEVIATIONS = (
    *limited(
        "job-first-@-trials",
        "job.any-number-of-trials",
        "trials come in pages, and the first page is taken for all of them",
        parameter="number of trials",
        limits=(12, 24, 64, 100, 200, 255, 512),
        changes=lambda limit: with_trials(lambda trials: trials[:limit]),
    ),
    *limited(
        "job-first-@-listed",
        "job.any-number-of-listed-trials",
        "lists are shortened to keep the file small",
        parameter="number of trials",
        limits=(12, 64, 100, 255),
        changes=_listed,
    ),
    *limited(
        "job-first-@-names",
        "job.any-number-of-names",
        "a table has room for so many columns",
        parameter="number of names",
        limits=(8, 64, 255, 512),
        changes=_first_names,
    ),
    *limited(
        "job-first-@-groups",
        "job.any-number-of-groups",
        "a job is thought to compare a few agents",
        parameter="number of groups",
        limits=(12, 64, 100),
        changes=lambda limit: after({"stats.evals": first_members(limit)}),
    ),
    *limited(
        "job-names-of-@-characters",
        "job.names-of-any-length",
        "names are kept in a column of a database",
        parameter="number of characters",
        limits=(64, 255, 1024),
        changes=_names_cut,
    ),
)
"""Each has one limit that harbor does not have."""
