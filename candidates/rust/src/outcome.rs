//! From the bytes of a job's result.json to the line that reports the outcome.
//!
//! No wheel has this stage: the rules are those of spec/000 §5. They are written for
//! Python, so the meaning of `int()`, `float()`, `sum()` and `round()` is Python's.

use crate::failure::Failure;
use crate::float_text::push_repr;
use crate::integer::Integer;
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::python_float;
use crate::python_int;
use crate::python_json::{self, Value};
use crate::summation::total;

/// What the line says.
#[derive(Debug)]
struct Summary {
    resolved: Integer,
    score: f64,
    completed: bool,
    total: Integer,
}

/// What no rule of the text can read, or what raises an exception under one.
#[derive(Debug)]
struct Malformed;

impl From<Failure> for Malformed {
    fn from(_: Failure) -> Malformed {
        Malformed
    }
}

type Step<T> = Result<T, Malformed>;

/// Returns `BASE_BENCHMARK_RESULT={…}` for the bytes of result.json; `None`: no such file.
///
/// `ValueError` where a total came out longer than Python writes integers: the text's code
/// prints outside its `try`.
pub fn outcome(content: Option<&[u8]>) -> Result<String, Failure> {
    let Some(content) = content else {
        return Ok(failed("harbor_result_missing"));
    };
    match summary(content) {
        Ok(summary) => line(&summary),
        Err(Malformed) => Ok(failed("harbor_result_malformed")),
    }
}

fn failed(reason_code: &str) -> String {
    format!(
        "BASE_BENCHMARK_RESULT={{\"reason_code\": \"{reason_code}\", \"resolved\": 0, \
         \"score\": 0.0, \"status\": \"failed\", \"total\": 0}}"
    )
}

/// Writes the members in alphabetical order, as `json.dumps` does with `sort_keys`.
fn line(summary: &Summary) -> Result<String, Failure> {
    let Summary {
        resolved, total, ..
    } = summary;
    let mut score = String::new();
    push_repr(&mut score, summary.score);
    let status = if summary.completed {
        "completed"
    } else {
        "failed"
    };
    let total = total.to_text()?;
    Ok(format!(
        "BASE_BENCHMARK_RESULT={{\"reason_code\": null, \"resolved\": {resolved}, \
         \"score\": {score}, \"status\": \"{status}\", \"total\": {total}}}"
    ))
}

fn summary(content: &[u8]) -> Step<Summary> {
    let text = std::str::from_utf8(content).map_err(|_| Malformed)?;
    let result = python_json::parse(text).map_err(|_| Malformed)?;
    let job = object(&result)?;
    let empty = OrderedMap::default();
    let stats = job.get(b"stats").map_or(Ok(&empty), object)?;
    let trials = count(job.get(b"n_total_trials"))?;
    let completed = count(stats.get(b"n_completed_trials"))?;
    let errored = count(stats.get(b"n_errored_trials"))?;
    let score = score(stats)?;
    Ok(Summary {
        resolved: resolved(score, &trials)?,
        score,
        completed: errored == Integer::ZERO,
        total: if trials == Integer::ZERO {
            completed.add(&errored)
        } else {
            trials
        },
    })
}

/// Returns the mean of all metric values, in the order in which the file has them.
fn score(stats: &OrderedMap<Value>) -> Step<f64> {
    let mut values = Vec::new();
    let groups = stats.get(b"evals").map(object).transpose()?;
    for group in groups.into_iter().flat_map(OrderedMap::values) {
        for metric in object(group)?
            .get(b"metrics")
            .map_or(Ok(&[][..]), elements)?
        {
            push_metric_values(&mut values, object(metric)?)?;
        }
    }
    if values.is_empty() {
        return Ok(0.0);
    }
    Ok(total(&values)?.divide(values.len())?)
}

/// Appends the value named `mean` alone or, without that name, every value.
fn push_metric_values(values: &mut Vec<Number>, metric: &OrderedMap<Value>) -> Step<()> {
    if let Some(mean) = metric.get(b"mean") {
        values.push(number(mean)?);
        return Ok(());
    }
    metric.values().try_for_each(|value| {
        values.push(number(value)?);
        Ok(())
    })
}

/// Returns the whole number nearest to the product, the even one of two that are as near.
///
/// The product is a binary64: it is rounded once before. Trials or a product beyond
/// binary64 have no such number.
fn resolved(score: f64, trials: &Integer) -> Step<Integer> {
    let product = score * trials.to_f64()?;
    Integer::truncated(product.round_ties_even()).ok_or(Malformed)
}

fn object(value: &Value) -> Step<&OrderedMap<Value>> {
    match value {
        Value::Object(members) => Ok(members),
        _ => Err(Malformed),
    }
}

/// Returns what a loop over the value meets.
///
/// Text and objects can be looped over as well, but what a loop meets there is text,
/// which is no metric; so only the empty ones do no harm.
fn elements(value: &Value) -> Step<&[Value]> {
    match value {
        Value::List(elements) => Ok(elements),
        value if is_empty(value) => Ok(&[]),
        _ => Err(Malformed),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.is_empty(),
        Value::List(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// Returns `int(value or 0)`: empty values count 0, fractions are cut off towards zero.
fn count(value: Option<&Value>) -> Step<Integer> {
    let found = match value {
        None | Some(Value::Null) => Some(Integer::ZERO),
        Some(value) if is_empty(value) => Some(Integer::ZERO),
        Some(Value::Bool(value)) => Some(Integer::Small(i64::from(*value))),
        Some(Value::Number(Number::Int(value))) => Some(value.clone()),
        Some(Value::Number(Number::Float(value))) => Integer::truncated(*value),
        Some(Value::Text(text)) => text.as_str().and_then(python_int::parse),
        Some(_) => None,
    };
    found.ok_or(Malformed)
}

/// Returns `float(value)`, for text as well.
fn number(value: &Value) -> Step<Number> {
    let found = match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::Number(value) => Some(value.to_f64()?),
        Value::Text(text) => text.as_str().and_then(python_float::parse),
        _ => None,
    };
    found.map(Number::Float).ok_or(Malformed)
}
