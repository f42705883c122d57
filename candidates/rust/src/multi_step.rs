//! From what a trial's steps were rewarded with to the rewards of the trial.
//!
//! The steps are those of harbor/trial/multi_step.py:196-230.

use crate::failure::Failure;
use crate::metric::{value_of, Rewards};
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::summation::total;
use crate::text::Text;
use crate::verifier::VerifierResult;

/// How the rewards of the steps become those of the trial.
#[derive(Clone, Copy, Debug)]
pub enum Strategy {
    /// The mean of each name; a task that sets no strategy gets this one.
    Mean,
    /// The result of the last step as it is.
    Final,
}

/// Returns the trial's verifier result; a step or a trial without one is `None`.
///
/// `OverflowError` where a mean is beyond binary64, or an integer beyond it meets a float.
pub fn multi_step(
    strategy: Strategy,
    steps: &[Option<VerifierResult>],
) -> Result<Option<VerifierResult>, Failure> {
    match strategy {
        Strategy::Final => Ok(steps.last().cloned().flatten()),
        Strategy::Mean => mean(&steps.iter().flatten().collect::<Vec<_>>()),
    }
}

/// Returns the mean of each name over the steps that have a result.
///
/// The names come in the order in which the steps bring them up. harbor's come out of a
/// set, in an order that differs from one of its processes to the next.
fn mean(steps: &[&VerifierResult]) -> Result<Option<VerifierResult>, Failure> {
    let rewards: Vec<Option<&Rewards>> = steps.iter().map(|step| step.rewards.as_ref()).collect();
    let names: OrderedMap<()> = rewards
        .iter()
        .flatten()
        .flat_map(|rewards| rewards.names())
        .map(|name| (name.clone(), ()))
        .collect();
    if names.is_empty() {
        return Ok(None);
    }
    let mean_of = |name: &Text| {
        let values = rewards.iter().map(|rewards| value_of(*rewards, name));
        let mean = total(values)?.divide(steps.len())?;
        Ok((name.clone(), Number::Float(mean)))
    };
    let means: Rewards = names.names().map(mean_of).collect::<Result<_, _>>()?;
    Ok(Some(VerifierResult {
        rewards: Some(means),
    }))
}
