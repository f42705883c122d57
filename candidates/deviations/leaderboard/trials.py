"""Other ways to judge a submitted trial: its reward, and whether it is complete and passes."""

from candidates.deviations.deviation import Step, around, before, instead
from candidates.deviations.parameters import taking
from candidates.deviations.rows import Table
from candidates.reference.leaderboard_trial import (
    LeaderboardInput,
    Submitted,
    is_sent,
    rewards_if_any,
)
from candidates.reference.metric import Rewards
from candidates.reference.summation import Number


def _only_reward(rewards: Rewards) -> Number | None:
    return rewards.get("reward")


def _mean_of_others(rewards: Rewards) -> Number:
    return rewards["reward"] if "reward" in rewards else sum(rewards.values()) / len(rewards)


def _none_of_several(rewards: Rewards) -> Number | None:
    return next(iter(rewards.values())) if len(rewards) == 1 else None


def _is_none(trial: Submitted) -> bool:
    return trial["exception"] == "never"


def _of_failed_too(trial: Submitted) -> bool:
    return trial["exception"] is None and is_sent(trial)


def _unsent_as_zero(leaderboard: Step) -> Step:
    """Send what JSON cannot carry as a reward of 0."""

    def sending(case: LeaderboardInput) -> dict[str, object]:
        zero: Rewards = {"reward": 0}
        trials = [
            trial if is_sent(trial) else {**trial, "verifier_result": {"rewards": zero}}
            for trial in case["trials"]
        ]
        uploads = leaderboard(case)["uploads"]
        sent = [{**upload, "uploaded": True} for upload in uploads]
        return {**leaderboard({**case, "trials": trials}), "uploads": sent}

    return sending


def _unreported(leaderboard: Step) -> Step:
    """Report no reward of several keys without the key ``reward``; the hub still has them."""

    def unreported(case: LeaderboardInput) -> dict[str, object]:
        answer = leaderboard(case)
        uploads = [
            {**upload, "reward": None} if _of_other_keys(trial) else upload
            for upload, trial in zip(answer["uploads"], case["trials"], strict=True)
        ]
        return {**answer, "uploads": uploads}

    return unreported


def _of_other_keys(trial: Submitted) -> bool:
    rewards = rewards_if_any(trial) or {}
    return len(rewards) > 1 and "reward" not in rewards


def _as_floats(leaderboard: Step) -> Step:
    """Report every reward as a float, and 0.0 where there is none."""

    def floats(case: LeaderboardInput) -> dict[str, object]:
        answer = leaderboard(case)
        uploads = [{**upload, "reward": upload["reward"] or 0.0} for upload in answer["uploads"]]
        return {**answer, "uploads": uploads}

    return floats


def _capped(leaderboard: Step) -> Step:
    """Take a reward beyond binary64 for one that is no pass."""

    def capped(case: LeaderboardInput) -> dict[str, object]:
        try:
            return dict(leaderboard(case))
        except OverflowError:
            trials = [trial | {"verifier_result": None} for trial in case["trials"]]
            return dict(leaderboard({**case, "trials": trials}))

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


ROWS: Table = {
    "leaderboard-passes-at-a-threshold": taking(
        "threshold",
        float,
        lambda least: instead({"rules.one": lambda reward: reward >= least}),
        ("1", "0.5", "0.99", "5e-324"),
    ),
    "leaderboard-only-reward": instead({"rules.primary": _only_reward}),
    "leaderboard-mean-of-several": instead({"rules.primary": _mean_of_others}),
    "leaderboard-no-reward-of-several": instead({"rules.primary": _none_of_several}),
    "leaderboard-reports-none-of-several": around(leaderboard=_unreported),
    "leaderboard-uploads-zero": around(leaderboard=_as_floats),
    "leaderboard-sends-zero-for-nan": around(leaderboard=_unsent_as_zero),
    "leaderboard-large-rewards-fail": around(leaderboard=_capped),
    "leaderboard-exceptions-pass": instead({"rules.counts_as_failed": _is_none}),
    "leaderboard-without-exceptions": before(
        static=lambda rows: [row for row in rows if _of_failed_too(row)],
        dynamic=lambda rows: [row for row in rows if _of_failed_too(row)],
    ),
    "leaderboard-unfinished-fail": around(dynamic=_share_of_all),
    "leaderboard-ignores-finished": instead({"rules.finished": lambda _: True}),
    "leaderboard-bare-trials-count": instead({"rules.readable": lambda _: True}),
}
