//! From the trials of a job to pass@k, group by group.
//!
//! The steps are those of harbor/utils/pass_at_k.py.

use crate::failure::Failure;
use crate::integer::{rounded_count, Integer};
use crate::metric::Rewards;
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::summation::total;
use crate::text::Text;

/// The members of a trial that pass@k reads.
#[derive(Debug)]
pub struct Trial {
    /// The task that was tried.
    pub task_name: Text,
    /// The agent that tried it.
    pub agent: Text,
    /// The model that the agent used.
    pub model: Option<Text>,
    /// The dataset that the task came from.
    pub source: Option<Text>,
    /// The rewards; a verifier without a result counts as one without rewards.
    pub rewards: Option<Rewards>,
}

/// Attempts at one task, and how many of them were successful.
#[derive(Clone, Copy, Debug, Default)]
struct Attempts {
    all: u64,
    successful: u64,
}

/// Returns evals key → k as text → pass@k; a group without any k is left out.
pub fn pass_at_k<'a>(
    trials: impl IntoIterator<Item = &'a Trial>,
) -> Result<OrderedMap<OrderedMap<Number>>, Failure> {
    let mut groups: OrderedMap<Vec<&Trial>> = OrderedMap::default();
    for trial in trials {
        groups.entry(&evals_key(trial)).push(trial);
    }
    let mut estimates = OrderedMap::default();
    for (key, trials) in groups {
        let by_k = estimates_of_group(&trials)?;
        if !by_k.is_empty() {
            estimates.insert(key, by_k);
        }
    }
    Ok(estimates)
}

/// Returns the name of a trial's group; an empty model or source counts as none.
pub fn evals_key(trial: &Trial) -> Text {
    let mut key = trial.agent.clone();
    if let Some(model) = trial.model.as_ref().filter(|model| !model.is_empty()) {
        key.push_str("__");
        key.push_text(model);
    }
    key.push_str("__");
    match trial.source.as_ref().filter(|source| !source.is_empty()) {
        Some(source) => key.push_text(source),
        None => key.push_str("adhoc"),
    }
    key
}

fn estimates_of_group(trials: &[&Trial]) -> Result<OrderedMap<Number>, Failure> {
    let mut tasks: OrderedMap<Attempts> = OrderedMap::default();
    for trial in trials {
        let Some(success) = success(trial) else {
            return Ok(OrderedMap::default());
        };
        let attempts = tasks.entry(&trial.task_name);
        attempts.all += 1;
        attempts.successful += u64::from(success);
    }
    let fewest = tasks
        .values()
        .map(|attempts| attempts.all)
        .min()
        .unwrap_or(0);
    let estimate = |k: u64| {
        let name = Text::from(k.to_string().as_str());
        Ok((name, Number::Float(mean_over_tasks(&tasks, k)?)))
    };
    eligible_k_values(fewest).map(estimate).collect()
}

/// Returns whether a trial succeeded, or `None` where it switches its group off.
///
/// No rewards count as a failure; anything but exactly one reward that equals 0 or 1
/// switches the group off.
fn success(trial: &Trial) -> Option<bool> {
    let Some(rewards) = &trial.rewards else {
        return Some(false);
    };
    let value = rewards.values().next().filter(|_| rewards.len() == 1)?;
    match value {
        Number::Int(Integer::Small(value @ 0..=1)) => Some(*value == 1),
        Number::Float(0.0) => Some(false),
        Number::Float(1.0) => Some(true),
        _ => None,
    }
}

/// Returns the powers of two from 2 and the multiples of five up to `fewest`, ascending.
fn eligible_k_values(fewest: u64) -> impl Iterator<Item = u64> {
    (2..=fewest).filter(|k| k % 5 == 0 || k.is_power_of_two())
}

fn mean_over_tasks(tasks: &OrderedMap<Attempts>, k: u64) -> Result<f64, Failure> {
    let estimate = |attempts: &Attempts| Number::Float(estimate(*attempts, k));
    let estimates: Vec<Number> = tasks.values().map(estimate).collect();
    total(&estimates)?.divide(estimates.len())
}

/// Returns the chance that k of the attempts hold a successful one.
///
/// The product runs from the first attempt to the k-th; another order rounds otherwise.
fn estimate(attempts: Attempts, k: u64) -> f64 {
    let failed = attempts.all - attempts.successful;
    if failed < k {
        return 1.0;
    }
    let fails = |i: u64| rounded_count(failed - i) / rounded_count(attempts.all - i);
    1.0 - (0..k).fold(1.0, |all_fail, i| all_fail * fails(i))
}
