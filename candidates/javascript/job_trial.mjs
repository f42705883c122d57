/**
 * A trial of a job, as its parts read it.
 *
 * It is what pass@k reads, `{ taskName, agent, model, source, verifierResult }`, and
 * `{ trialName, exception, usage }`, the last two of which may be null.
 */

/** Return a trial's rewards; null without a verifier result, or where its rewards are null. */
export function rewardsOf({ verifierResult }) {
  return verifierResult === null ? null : verifierResult.rewards;
}
