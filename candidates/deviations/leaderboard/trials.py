"""Other ways to judge a submitted trial: its reward, and whether it is complete and passes."""

from candidates.deviations.deviation import Step, Table, before, calling, instead
from candidates.deviations.parameters import taking
from candidates.reference import leaderboard_trial
from candidates.reference.leaderboard_trial import LeaderboardInput, Submitted, is_sent
from candidates.reference.metric import Rewards


def _unsent_as_zero(leaderboard: Step, case: LeaderboardInput) -> dict[str, object]:
    """Send what JSON cannot carry as a reward of 0."""
    zero: Rewards = {"reward": 0}
    trials = [
        trial if is_sent(trial) else {**trial, "verifier_result": {"rewards": zero}}
        for trial in case["trials"]
    ]
    sent = [{**upload, "uploaded": True} for upload in leaderboard(case)["uploads"]]
    return {**leaderboard({**case, "trials": trials}), "uploads": sent}


def _unreported(leaderboard: Step, case: LeaderboardInput) -> dict[str, object]:
    """Report no reward of several keys without the key ``reward``; the hub still has them."""
    answer = leaderboard(case)
    uploads = [
        {**upload, "reward": None} if _of_other_keys(trial) else upload
        for upload, trial in zip(answer["uploads"], case["trials"], strict=True)
    ]
    return {**answer, "uploads": uploads}


def _of_other_keys(trial: Submitted) -> bool:
    rewards = leaderboard_trial.rewards_if_any(trial) or {}
    return len(rewards) > 1 and "reward" not in rewards


def _capped(leaderboard: Step, case: LeaderboardInput) -> object:
    """Take a reward beyond binary64 for one that is no pass."""
    try:
        return leaderboard(case)
    except OverflowError:
        trials = [trial | {"verifier_result": None} for trial in case["trials"]]
        return leaderboard({**case, "trials": trials})


def _share_of_all(dynamic: Step, rows: list[Submitted], rules: object) -> dict[str, object]:
    """Divide by all trials, complete or not."""
    answer = dynamic(rows, rules)
    finished = [row for row in rows if row["finished"]]
    done = dynamic(finished, rules)["accuracy"]
    share = None if done is None else done * len(finished) / len(rows)
    return {**answer, "accuracy": share}


ROWS: Table = {
    "leaderboard-passes-at-a-threshold": taking(
        "threshold",
        float,
        lambda least: instead("rules.one", lambda reward: reward >= least),
        ("1", "0.5", "0.99", "0.95", "0.9", "5e-324"),
    ),
    "leaderboard-only-reward": instead("rules.primary", lambda rewards: rewards.get("reward")),
    "leaderboard-mean-of-several": instead(
        "rules.primary",
        lambda rewards: (
            rewards["reward"] if "reward" in rewards else sum(rewards.values()) / len(rewards)
        ),
    ),
    "leaderboard-no-reward-of-several": instead(
        "rules.primary", lambda rewards: next(iter(rewards.values())) if len(rewards) == 1 else None
    ),
    "leaderboard-reports-none-of-several": calling(leaderboard=_unreported),
    "leaderboard-sends-zero-for-nan": calling(leaderboard=_unsent_as_zero),
    "leaderboard-large-rewards-fail": calling(leaderboard=_capped),
    "leaderboard-without-exceptions": before(
        ("static", "dynamic"),
        lambda rows: [row for row in rows if row["exception"] is None and is_sent(row)],
    ),
    "leaderboard-unfinished-fail": calling(dynamic=_share_of_all),
}
