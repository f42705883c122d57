//! From the `input` member of a request to what an operation takes.

use crate::integer::Integer;
use crate::job::Job;
use crate::job_trial::{self, Usage};
use crate::leaderboard::{Configuration, Submitted};
use crate::metric::{Metric, Rewards};
use crate::multi_step::Strategy;
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::pass_at_k::Trial;
use crate::python_json::Value;
use crate::shapes::{
    bytes, list, member, nullable, number, object, optional, refuse, rewards, text, Read,
};
use crate::text::Text;
use crate::verifier::{Files, VerifierResult};

type Members = OrderedMap<Value>;

/// Reads the two files of `verifier`.
pub fn verifier(mut input: Members) -> Read<Files> {
    Ok(Files {
        text: nullable(member(&mut input, "reward.txt")?, bytes)?,
        json: nullable(member(&mut input, "reward.json")?, bytes)?,
    })
}

/// Reads the strategy and the steps of `multi_step`; a task without a strategy has the mean.
pub fn multi_step(mut input: Members) -> Read<(Strategy, Vec<Option<VerifierResult>>)> {
    let name = nullable(member(&mut input, "strategy")?, text)?;
    let strategy = match name.as_ref().map_or(b"mean".as_slice(), Text::as_bytes) {
        b"mean" => Strategy::Mean,
        b"final" => Strategy::Final,
        _ => return refuse("mean, final or null"),
    };
    Ok((
        strategy,
        list(member(&mut input, "steps")?, verifier_result)?,
    ))
}

/// Reads the metric and the rewards of `metric`.
pub fn metric(mut input: Members) -> Read<(Metric, Vec<Option<Rewards>>)> {
    let name = metric_name(member(&mut input, "metric")?)?;
    let trials = list(member(&mut input, "rewards")?, |json| {
        nullable(json, rewards)
    })?;
    Ok((name, trials))
}

/// Reads the trials of `pass_at_k`.
pub fn pass_at_k(mut input: Members) -> Read<Vec<Trial>> {
    list(member(&mut input, "trials")?, |json| {
        trial(&mut object(json)?)
    })
}

/// Reads the input of `job`.
pub fn job(mut input: Members) -> Read<Job> {
    let metrics = object(member(&mut input, "metrics")?)?.into_iter();
    let metrics = metrics.map(|(source, names)| Ok((source, list(names, metric_name)?)));
    Ok(Job {
        n_total_trials: count(member(&mut input, "n_total_trials")?)?,
        n_retries: count(member(&mut input, "n_retries")?)?,
        metrics: metrics.collect::<Read<_>>()?,
        trials: list(member(&mut input, "trials")?, trial_of_job)?,
    })
}

/// Reads the file of `trial_result`.
pub fn trial_result(mut input: Members) -> Read<Vec<u8>> {
    bytes(member(&mut input, "result")?)
}

/// Reads the file of `outcome`.
pub fn outcome(mut input: Members) -> Read<Option<Vec<u8>>> {
    nullable(member(&mut input, "result")?, bytes)
}

/// Reads the reason of `reason_code`.
pub fn reason_code(mut input: Members) -> Read<Option<Text>> {
    nullable(member(&mut input, "reason")?, text)
}

/// Reads the tasks and the trials of `leaderboard`.
pub fn leaderboard(mut input: Members) -> Read<(OrderedMap<Text>, Vec<Submitted>)> {
    let tasks = texts(member(&mut input, "tasks")?)?;
    Ok((tasks, list(member(&mut input, "trials")?, submitted)?))
}

fn submitted(json: Value) -> Read<Submitted> {
    let mut members = object(json)?;
    let result = verifier_result(member(&mut members, "verifier_result")?)?;
    Ok(Submitted {
        trial_name: text(member(&mut members, "trial_name")?)?,
        task_name: text(member(&mut members, "task_name")?)?,
        configuration: nullable(member(&mut members, "configuration")?, configuration)?,
        rewards: result.and_then(|result| result.rewards),
        exception: nullable(member(&mut members, "exception")?, text)?,
        finished: truth(member(&mut members, "finished")?)?,
        trajectory: truth(member(&mut members, "trajectory")?)?,
        verdict: nullable(member(&mut members, "verdict")?, text)?,
        analysis: nullable(member(&mut members, "analysis")?, texts)?,
    })
}

fn configuration(json: Value) -> Read<Configuration> {
    let mut members = object(json)?;
    let settings = object(member(&mut members, "settings")?)?.into_iter();
    let settings = settings.map(|(name, value)| Ok((name, count(value)?)));
    Ok(Configuration {
        task: nullable(member(&mut members, "task")?, text)?,
        reference: nullable(member(&mut members, "ref")?, text)?,
        settings: settings.collect::<Read<_>>()?,
    })
}

fn texts(json: Value) -> Read<OrderedMap<Text>> {
    let entries = object(json)?.into_iter();
    entries
        .map(|(name, json)| Ok((name, text(json)?)))
        .collect()
}

fn metric_name(json: Value) -> Read<Metric> {
    let name = text(json)?;
    let metric = name.as_str().and_then(Metric::from_name);
    metric.map_or_else(|| refuse("mean, max, min or sum"), Ok)
}

fn verifier_result(json: Value) -> Read<Option<VerifierResult>> {
    nullable(json, |json| {
        let rewards = nullable(member(&mut object(json)?, "rewards")?, rewards)?;
        Ok(VerifierResult { rewards })
    })
}

fn trial(members: &mut Members) -> Read<Trial> {
    let verifier_result = verifier_result(optional(members, "verifier_result"))?;
    Ok(Trial {
        task_name: text(member(members, "task_name")?)?,
        agent: text(member(members, "agent")?)?,
        model: nullable(optional(members, "model"), text)?,
        source: nullable(optional(members, "source"), text)?,
        rewards: verifier_result.and_then(|result| result.rewards),
    })
}

fn trial_of_job(json: Value) -> Read<job_trial::Trial> {
    let mut members = object(json)?;
    Ok(job_trial::Trial {
        name: text(member(&mut members, "trial_name")?)?,
        attempt: trial(&mut members)?,
        exception: nullable(member(&mut members, "exception")?, text)?,
        usage: nullable(member(&mut members, "usage")?, usage)?,
    })
}

fn usage(json: Value) -> Read<Usage> {
    let mut members = object(json)?;
    let mut tokens = |name| nullable(member(&mut members, name)?, count);
    Ok(Usage {
        tokens: [
            tokens("n_input_tokens")?,
            tokens("n_cache_tokens")?,
            tokens("n_output_tokens")?,
        ],
        cost: nullable(member(&mut members, "cost_usd")?, number)?,
    })
}

/// Reads true or false.
fn truth(json: Value) -> Read<bool> {
    match json {
        Value::Bool(value) => Ok(value),
        _ => refuse("true or false"),
    }
}

/// Reads a whole number that is a JSON integer.
fn count(json: Value) -> Read<Integer> {
    match json {
        Value::Number(Number::Int(value)) => Ok(value),
        _ => refuse("an integer"),
    }
}
