//! From the rewards of many trials to one metric.
//!
//! The steps are those of harbor/metrics/base.py:16-37 and harbor/metrics/mean.py,
//! max.py, min.py and sum.py.

use std::cmp::Ordering;

use crate::failure::Failure;
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::summation::total;
use crate::text::Text;

/// Numbers by reward name.
pub type Rewards = OrderedMap<Number>;

/// One of harbor's metrics.
#[derive(Clone, Copy, Debug)]
pub enum Metric {
    /// The sum divided by the count.
    Mean,
    /// The greatest value.
    Max,
    /// The least value.
    Min,
    /// The sum.
    Sum,
}

impl Metric {
    /// Returns the metric of a name.
    pub fn from_name(name: &str) -> Option<Metric> {
        let all = [Metric::Mean, Metric::Max, Metric::Min, Metric::Sum];
        all.into_iter().find(|metric| metric.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Metric::Mean => "mean",
            Metric::Max => "max",
            Metric::Min => "min",
            Metric::Sum => "sum",
        }
    }

    fn aggregate(self, values: &[&Number]) -> Result<Number, Failure> {
        match self {
            Metric::Mean => mean(values),
            Metric::Max => keep_first(values, Ordering::Greater),
            Metric::Min => keep_first(values, Ordering::Less),
            Metric::Sum => total(values.iter().copied()),
        }
    }
}

/// Returns the metric, under its own name or, with several reward names, under each of those.
///
/// `ZeroDivisionError` for a mean and `ValueError` for a maximum or minimum of no
/// trials, and `OverflowError` where an integer beyond the range of binary64 meets a float.
pub fn metric(metric: Metric, trials: &[Option<&Rewards>]) -> Result<Rewards, Failure> {
    let reward_names = sorted_names(trials);
    if reward_names.len() <= 1 {
        let values: Vec<&Number> = trials.iter().copied().map(only_value).collect();
        let entry = (Text::from(metric.name()), metric.aggregate(&values)?);
        return Ok(std::iter::once(entry).collect());
    }
    let of_name = |name: &Text| {
        let values: Vec<&Number> = trials
            .iter()
            .map(|rewards| value_of(*rewards, name))
            .collect();
        Ok((name.clone(), metric.aggregate(&values)?))
    };
    reward_names.into_iter().map(of_name).collect()
}

/// Returns the names of all trials, each once, in the order of their code points.
fn sorted_names<'a>(trials: &[Option<&'a Rewards>]) -> Vec<&'a Text> {
    let all = trials.iter().copied().flatten();
    let mut names: Vec<&Text> = all.flat_map(Rewards::names).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn only_value(rewards: Option<&Rewards>) -> &Number {
    let first = rewards.and_then(|rewards| rewards.values().next());
    first.unwrap_or(&Number::ZERO)
}

/// Returns the reward of a name; the integer 0 where there is none.
pub fn value_of<'a>(rewards: Option<&'a Rewards>, name: &Text) -> &'a Number {
    let value = rewards.and_then(|rewards| rewards.get(name.as_bytes()));
    value.unwrap_or(&Number::ZERO)
}

/// Divides the sum by the count; two integers give the binary64 nearest to their quotient.
fn mean(values: &[&Number]) -> Result<Number, Failure> {
    total(values.iter().copied())?
        .divide(values.len())
        .map(Number::Float)
}

/// Keeps the first value until a later one stands to it as asked, so a leading nan stays.
fn keep_first(values: &[&Number], replaces: Ordering) -> Result<Number, Failure> {
    let (first, rest) = values.split_first().ok_or(Failure::Value)?;
    let kept = rest.iter().fold(first, |kept, later| {
        if later.compare(kept) == Some(replaces) {
            later
        } else {
            kept
        }
    });
    Ok((*kept).clone())
}
