"""The lines of harbor that the clauses of multi_step rest on."""

from conformance.operations.clause import Source

FILE = "harbor/trial/multi_step.py"
UNSET = Source(FILE, 197, 201, "multi_step_reward_strategy is MultiStepRewardStrategy.FINAL")
NO_STEPS = Source(FILE, 198, 199, "if not self.result.step_results:")
FINAL = Source(FILE, 200, 200, "return self.result.step_results[-1].verifier_result")
NO_STEPS_TO_AVERAGE = Source(FILE, 209, 210, "if not self.result.step_results:")
VALID = Source(FILE, 212, 216, "valid_rewards = [")
REWARDS = Source(FILE, 213, 213, "result.verifier_result.rewards or {}")
WITH_RESULT = Source(FILE, 215, 215, "if result.verifier_result is not None")
NO_RESULTS = Source(FILE, 217, 218, "if not valid_rewards:")
NAMES = Source(FILE, 220, 220, "all_keys = {key for rewards in valid_rewards for key in rewards}")
NO_NAMES = Source(FILE, 221, 222, "if not all_keys:")
COUNT = Source(FILE, 224, 224, "count = len(valid_rewards)")
MEAN = Source(FILE, 227, 227, "sum(rewards.get(key, 0) for rewards in valid_rewards) / count")
