//! What a job works out while its trials end, of which errors and two counts remain.
//!
//! Whenever a trial ends, harbor refreshes the metrics of its group, writes result.json and
//! puts the first metric into its progress bar (harbor/job.py:598-651, 865-894). What
//! goes wrong there ends the job with an `ExceptionGroup`.

use std::collections::HashSet;

use crate::failure::Failure;
use crate::harbor_json::refuse_surrogates;
use crate::job_trial::Trial;
use crate::metric::{metric, Metric, Rewards};
use crate::ordered_map::OrderedMap;
use crate::text::Text;

/// The metrics of each dataset.
pub type Metrics = OrderedMap<Vec<Metric>>;

/// The trials that have ended so far, one a name.
#[derive(Debug, Default)]
pub struct Progress<'a> {
    ended: OrderedMap<&'a Trial>,
    /// By group and by trial name, what the running metrics are computed from, in the
    /// order in which the trials ended.
    rewards: OrderedMap<OrderedMap<Option<&'a Rewards>>>,
    shown: HashSet<&'a Text>,
    /// How many trials had the name of one that had ended.
    pub n_retries: usize,
}

impl<'a> Progress<'a> {
    /// Lets the trials start and end, one after the other.
    ///
    /// `ExceptionGroup` for anything that goes wrong.
    pub fn of(trials: &'a [Trial], metrics: &Metrics) -> Result<Progress<'a>, Failure> {
        let mut progress = Progress::default();
        for trial in trials {
            let started = progress.start(trial, metrics);
            started
                .and_then(|()| progress.end(trial, metrics))
                .map_err(|_| Failure::ExceptionGroup)?;
        }
        Ok(progress)
    }

    /// Returns how many names there are whose last trial was cancelled.
    pub fn n_cancelled_trials(&self) -> usize {
        let is_cancelled = |trial: &&&Trial| {
            let exception = trial.exception.as_ref();
            exception.is_some_and(|name| name.as_bytes() == b"CancelledError")
        };
        self.ended.values().filter(is_cancelled).count()
    }

    /// Takes a trial whose name has ended before for a retry of that trial.
    fn start(&mut self, trial: &'a Trial, metrics: &Metrics) -> Result<(), Failure> {
        let Some(previous) = self.ended.remove(trial.name.as_bytes()) else {
            return Ok(());
        };
        self.n_retries += 1;
        if let Some(group) = self.rewards.get_mut(previous.evals_key().as_bytes()) {
            group.remove(trial.name.as_bytes());
        }
        self.running_metrics(previous, metrics).map(drop)
    }

    fn end(&mut self, trial: &'a Trial, metrics: &Metrics) -> Result<(), Failure> {
        let group = self.rewards.entry(&trial.evals_key());
        group.insert(trial.name.clone(), trial.rewards());
        self.ended.insert(trial.name.clone(), trial);
        let computed = self.running_metrics(trial, metrics)?;
        let has_rewards = trial.rewards().is_some_and(|rewards| !rewards.is_empty());
        if has_rewards || trial.exception.is_some() {
            refuse_surrogates(&trial.name)?;
        }
        if self.shown.insert(&trial.name) {
            show(&computed)?;
        }
        Ok(())
    }

    /// Computes the metrics of a trial's group from the trials that have ended.
    ///
    /// Their table is read under the whole source, not under the end of the group's key.
    fn running_metrics(&self, trial: &Trial, metrics: &Metrics) -> Result<Vec<Rewards>, Failure> {
        let source = trial
            .attempt
            .source
            .as_ref()
            .filter(|source| !source.is_empty());
        let names = metrics.get(source.map_or(b"adhoc", Text::as_bytes));
        let group = self.rewards.get(trial.evals_key().as_bytes());
        let rewards: Vec<Option<&Rewards>> = group
            .into_iter()
            .flat_map(OrderedMap::values)
            .copied()
            .collect();
        if rewards.is_empty() {
            return Ok(Vec::new());
        }
        let names = names.into_iter().flatten();
        names.map(|&name| metric(name, &rewards)).collect()
    }
}

/// Puts the first value of the first metric into the progress bar, as a float.
///
/// There has to be a metric: harbor looks for the dataset in a table that got an empty
/// entry when it was read a moment before (harbor/job.py:405-407, 872, 889).
fn show(computed: &[Rewards]) -> Result<(), Failure> {
    let first = computed.first().and_then(|metric| metric.values().next());
    first.ok_or(Failure::Index)?.to_f64().map(drop)
}
