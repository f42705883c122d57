//! From the trials of a job to the `stats` of its result.json.
//!
//! The steps are those of `JobStats.increment` (harbor/models/job/result.py:129-169) and of
//! the end of `Job.run` (harbor/job.py:727-772).

use std::cmp::Ordering;

use crate::failure::Failure;
use crate::harbor_json::{self, name_of_number, Json};
use crate::integer::Integer;
use crate::job_progress::{Metrics, Progress};
use crate::job_trial::{Trial, Usage};
use crate::metric::{metric, Rewards};
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::pass_at_k::pass_at_k;
use crate::text::Text;

/// What a job is made of.
#[derive(Debug)]
pub struct Job {
    /// How many trials were planned.
    pub n_total_trials: Integer,
    /// How many retries there were before these trials.
    pub n_retries: Integer,
    /// The metrics of each dataset.
    pub metrics: Metrics,
    /// The trials in the order in which they ended.
    pub trials: Vec<Trial>,
}

/// The trials in which a reward had a value; the first of equal values names it.
#[derive(Debug)]
struct RewardGroup<'a> {
    value: &'a Number,
    trial_names: Vec<&'a Text>,
}

/// What is known of the trials of one agent, model and dataset.
#[derive(Debug, Default)]
struct Evals<'a> {
    n_trials: usize,
    n_errors: usize,
    /// The rewards of each trial, from which the metrics are computed.
    trials: Vec<Option<&'a Rewards>>,
    metrics: Vec<Rewards>,
    pass_at_k: OrderedMap<Number>,
    rewards: OrderedMap<Vec<RewardGroup<'a>>>,
    exceptions: OrderedMap<Vec<&'a Text>>,
}

/// What is known of all trials: groups in the order of their first trial, and sums.
#[derive(Debug, Default)]
struct Stats<'a> {
    evals: OrderedMap<Evals<'a>>,
    n_errored_trials: usize,
    tokens: [Option<Integer>; 3],
    cost: Option<f64>,
}

/// Returns the text of `stats`.
///
/// `ExceptionGroup` for what goes wrong while trials end, and `OverflowError` for what goes
/// wrong only in the metrics at the end.
pub fn job(job: &Job) -> Result<String, Failure> {
    let progress = Progress::of(&job.trials, &job.metrics)?;
    let mut stats = Stats::of(&job.trials)?;
    stats.add_metrics(&job.metrics)?;
    for (key, estimates) in pass_at_k(job.trials.iter().map(|trial| &trial.attempt))? {
        stats.evals.entry(&key).pass_at_k = estimates;
    }
    harbor_json::write(&stats.members(job, &progress)?)
}

impl<'a> Stats<'a> {
    /// Returns what the trials add up to, metrics and pass@k apart.
    fn of(trials: &'a [Trial]) -> Result<Stats<'a>, Failure> {
        let mut stats = Stats::default();
        for trial in trials {
            let evals = stats.evals.entry(&trial.evals_key());
            evals.add_rewards(trial);
            if let Some(exception) = &trial.exception {
                evals.exceptions.entry(exception).push(&trial.name);
                evals.n_errors += 1;
                stats.n_errored_trials += 1;
            }
            if let Some(usage) = &trial.usage {
                stats.add_usage(usage)?;
            }
        }
        Ok(stats)
    }

    /// Adds a trial's tokens and cost; a cost is a binary64, and costs are added one by one.
    fn add_usage(&mut self, usage: &Usage) -> Result<(), Failure> {
        for (sum, count) in self.tokens.iter_mut().zip(&usage.tokens) {
            if let Some(count) = count {
                *sum = Some(sum.as_ref().map_or(count.clone(), |sum| sum.add(count)));
            }
        }
        if let Some(cost) = &usage.cost {
            self.cost = Some(self.cost.unwrap_or(0.0) + cost.to_f64()?);
        }
        Ok(())
    }

    /// Gives each group the metrics of the dataset that the end of its key names.
    fn add_metrics(&mut self, metrics: &Metrics) -> Result<(), Failure> {
        for (key, evals) in self.evals.iter_mut() {
            let names = metrics.get(dataset_of(key));
            for &name in names.into_iter().flatten() {
                evals.metrics.push(metric(name, &evals.trials)?);
            }
        }
        Ok(())
    }

    /// Returns the members of `stats` in harbor's order.
    fn members(self, job: &Job, progress: &Progress) -> Result<Json, Failure> {
        let completed = job.trials.len();
        let pending = job.n_total_trials.subtract(&completed.into());
        let retries = job.n_retries.add(&progress.n_retries.into());
        let members_of_group = |(key, evals): (Text, Evals)| Ok((key, evals.members()?));
        let evals: Result<_, Failure> = self.evals.into_iter().map(members_of_group).collect();
        let [input, cache, output] = self.tokens;
        Ok(members([
            ("n_completed_trials", completed.into()),
            ("n_errored_trials", self.n_errored_trials.into()),
            ("n_running_trials", 0.into()),
            ("n_pending_trials", pending.max(Integer::ZERO).into()),
            ("n_cancelled_trials", progress.n_cancelled_trials().into()),
            ("n_retries", retries.into()),
            ("evals", Json::Members(evals?)),
            ("n_input_tokens", input.into()),
            ("n_cache_tokens", cache.into()),
            ("n_output_tokens", output.into()),
            ("cost_usd", self.cost.map(Number::Float).into()),
        ]))
    }
}

impl<'a> Evals<'a> {
    fn add_rewards(&mut self, trial: &'a Trial) {
        self.trials.push(trial.rewards());
        if let Some(rewards) = trial.rewards() {
            self.n_trials += 1;
            for (name, value) in rewards.iter() {
                add_reward(self.rewards.entry(name), value, &trial.name);
            }
        }
    }

    fn members(self) -> Result<Json, Failure> {
        let metrics = self.metrics.into_iter().map(numbers);
        let reward_stats = |(name, groups)| Ok((name, members_of_reward(groups)?));
        let rewards: Result<_, Failure> = self.rewards.into_iter().map(reward_stats).collect();
        let exception_stats = |(name, trials): (Text, Vec<&Text>)| (name, texts(&trials));
        let exceptions = self.exceptions.into_iter().map(exception_stats);
        Ok(members([
            ("n_trials", self.n_trials.into()),
            ("n_errors", self.n_errors.into()),
            ("metrics", Json::List(metrics.collect())),
            ("pass_at_k", numbers(self.pass_at_k)),
            ("reward_stats", Json::Members(rewards?)),
            ("exception_stats", Json::Members(exceptions.collect())),
        ]))
    }
}

/// Returns the text after the last `__` of a key.
///
/// Python's `split` looks for them from the left: of `a___b` that is `_b`.
fn dataset_of(key: &Text) -> &[u8] {
    let mut rest = key.as_bytes();
    while let Some(place) = rest.windows(2).position(|pair| pair == b"__") {
        rest = &rest[place + 2..];
    }
    rest
}

/// Adds a trial to the group of its reward's value.
///
/// 1 equals 1.0 and 0 equals -0.0; an integer equals a float only if the two are the
/// same number exactly; nan equals nothing, so each has a group of its own.
fn add_reward<'a>(groups: &mut Vec<RewardGroup<'a>>, value: &'a Number, trial_name: &'a Text) {
    let is_equal = |group: &&mut RewardGroup| group.value.compare(value) == Some(Ordering::Equal);
    match groups.iter_mut().find(is_equal) {
        Some(group) => group.trial_names.push(trial_name),
        None => groups.push(RewardGroup {
            value,
            trial_names: vec![trial_name],
        }),
    }
}

fn members_of_reward(groups: Vec<RewardGroup>) -> Result<Json, Failure> {
    let member = |group: RewardGroup| Ok((name_of_number(group.value)?, texts(&group.trial_names)));
    let members: Result<_, Failure> = groups.into_iter().map(member).collect();
    Ok(Json::Members(members?))
}

fn members<const N: usize>(members: [(&str, Json); N]) -> Json {
    let members = members.into_iter();
    Json::Members(
        members
            .map(|(name, value)| (Text::from(name), value))
            .collect(),
    )
}

fn numbers(numbers: OrderedMap<Number>) -> Json {
    let members = numbers
        .into_iter()
        .map(|(name, value)| (name, value.into()));
    Json::Members(members.collect())
}

fn texts(texts: &[&Text]) -> Json {
    Json::List(texts.iter().map(|&text| Json::Text(text.clone())).collect())
}
