"""Other ways to judge a submitted trial: its reward, and whether it is complete and passes."""

from candidates.deviations.deviation import Deviation, Parameter, Step, around, before, instead
from candidates.reference.leaderboard import LeaderboardInput, Submitted, is_sent
from candidates.reference.metric import Rewards
from candidates.reference.summation import Number


def _only_reward(rewards: Rewards) -> Number | None:
    return rewards.get("reward")


def _none_of_several(rewards: Rewards) -> Number | None:
    return next(iter(rewards.values())) if len(rewards) == 1 else None


def _is_none(trial: Submitted) -> bool:
    return trial["exception"] == "never"


def _of_failed_too(trial: Submitted) -> bool:
    return trial["exception"] is None and is_sent(trial)


def _unsent_as_zero(leaderboard: Step) -> Step:
    """Send what JSON cannot carry as a reward of 0."""

    def sending(question: LeaderboardInput) -> dict[str, object]:
        zero: Rewards = {"reward": 0}
        trials = [
            trial if is_sent(trial) else {**trial, "verifier_result": {"rewards": zero}}
            for trial in question["trials"]
        ]
        uploads = leaderboard(question)["uploads"]
        sent = [{**upload, "uploaded": True} for upload in uploads]
        return {**leaderboard({**question, "trials": trials}), "uploads": sent}

    return sending


def _as_floats(leaderboard: Step) -> Step:
    """Report every reward as a float, and 0.0 where there is none."""

    def floats(question: LeaderboardInput) -> dict[str, object]:
        answer = leaderboard(question)
        uploads = [{**upload, "reward": upload["reward"] or 0.0} for upload in answer["uploads"]]
        return {**answer, "uploads": uploads}

    return floats


def _capped(leaderboard: Step) -> Step:
    """Take a reward beyond binary64 for one that is no pass."""

    def capped(question: LeaderboardInput) -> dict[str, object]:
        try:
            return dict(leaderboard(question))
        except OverflowError:
            trials = [trial | {"verifier_result": None} for trial in question["trials"]]
            return dict(leaderboard({**question, "trials": trials}))

    return capped


def _share_of_all(dynamic: Step) -> Step:
    """Divide by all trials, complete or not."""

    def share(rows: list[Submitted], rules: object) -> dict[str, object]:
        answer = dynamic(rows, rules)
        done = dynamic([row for row in rows if row["finished"]], rules)["accuracy"]
        finished = sum(row["finished"] for row in rows)
        share = None if done is None else done * finished / len(rows)
        return {**answer, "accuracy": share}

    return share


DEVIATIONS = (
    Deviation(
        "leaderboard-passes-at-a-threshold",
        "leaderboard.reward-of-one",
        "a reward of at least {} is a pass",
        parameter=Parameter(
            "threshold",
            "1",
            float,
            lambda least: instead({"rules.one": lambda reward: reward >= least}),
            usual=("0.5", "0.99", "5e-324"),
        ),
        advice="Count only a reward of exactly 1 as a pass.",
    ),
    Deviation(
        "leaderboard-only-reward",
        "leaderboard.primary-reward",
        "only the key reward is read",
        instead({"rules.primary": _only_reward}),
        advice="Use the value of the key reward or, without it, the first value.",
    ),
    Deviation(
        "leaderboard-no-reward-of-several",
        "leaderboard.primary-reward",
        "of several rewards none is the primary one",
        instead({"rules.primary": _none_of_several}),
        advice="Use the value of the key reward or, without it, the first value.",
    ),
    Deviation(
        "leaderboard-uploads-zero",
        "leaderboard.uploaded-reward",
        "the upload reports 0.0 where there is no reward",
        around(leaderboard=_as_floats),
        advice="Send null where a trial has no reward.",
    ),
    Deviation(
        "leaderboard-sends-zero-for-nan",
        "leaderboard.unsent-trials",
        "a reward that JSON has no form for is sent as 0",
        around(leaderboard=_unsent_as_zero),
        advice="Leave out a trial whose reward is nan or infinite.",
    ),
    Deviation(
        "leaderboard-large-rewards-fail",
        "leaderboard.rewards-beyond-binary64",
        "a reward beyond binary64 is taken for none",
        around(leaderboard=_capped),
        advice="Raise OverflowError for a reward beyond binary64.",
    ),
    Deviation(
        "leaderboard-exceptions-pass",
        "leaderboard.exceptions-fail",
        "a trial with an exception passes with a reward of 1",
        instead({"rules.counts_as_failed": _is_none}),
        advice="Count a trial with an exception as failed.",
    ),
    Deviation(
        "leaderboard-without-exceptions",
        "leaderboard.share-of-completed",
        "trials with an exception are left out of the accuracy",
        before(
            static=lambda rows: [row for row in rows if _of_failed_too(row)],
            dynamic=lambda rows: [row for row in rows if _of_failed_too(row)],
        ),
        advice="Keep trials with an exception, as failed ones.",
    ),
    Deviation(
        "leaderboard-unfinished-fail",
        "leaderboard.unfinished-trials",
        "a trial that has not finished counts as failed in the dynamic accuracy",
        around(dynamic=_share_of_all),
        advice="Leave out a trial that has not finished.",
    ),
    Deviation(
        "leaderboard-ignores-finished",
        "leaderboard.results-complete",
        "trials count whether or not they have finished",
        instead({"rules.finished": lambda _: True}),
        advice="Check that every trial has finished.",
    ),
    Deviation(
        "leaderboard-bare-trials-count",
        "leaderboard.without-configuration",
        "a trial whose configuration the hub does not have counts in the accuracy",
        instead({"rules.readable": lambda _: True}),
        advice="Leave out a trial whose configuration the hub does not have.",
    ),
)
