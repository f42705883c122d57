//! The candidate protocol: from a line with a request to a line with the response.

use crate::failure::Failure;
use crate::inputs;
use crate::job::job;
use crate::leaderboard::{leaderboard, Validated};
use crate::metric::{metric, Rewards};
use crate::multi_step::multi_step;
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::outcome::outcome;
use crate::pass_at_k::pass_at_k;
use crate::python_json::{self, Value};
use crate::reason_code::reason_code;
use crate::shapes::{
    member, object, optional, push_map, push_nullable, push_number, push_str, push_text,
    push_value, push_verifier_result, text, Read, ShapeError,
};
use crate::trial_result::trial_result;
use crate::verifier::verifier;

const HELLO: &str = concat!(
    r#"{"name": "rust", "version": ""#,
    env!("CARGO_PKG_VERSION"),
    r#"", "language": "Rust", "ops": ["verifier", "multi_step", "metric", "pass_at_k", "#,
    r#""job", "trial_result", "outcome", "reason_code", "leaderboard"]}"#
);

/// What one request comes to.
enum Answer {
    /// The JSON of a result.
    Result(String),
    /// An error of Python's or harbor's.
    Failure(Failure),
    /// There is no such operation.
    Unsupported,
}

/// Returns the response to a request, or why the line holds no request.
pub fn respond(line: &[u8]) -> Read<String> {
    let mut request = object(parse(line)?)?;
    let id = optional(&mut request, "id");
    let operation = text(member(&mut request, "op")?)?;
    let answer = answer(
        operation.as_str().unwrap_or(""),
        optional(&mut request, "input"),
    )?;
    Ok(response(&id, &answer))
}

fn parse(line: &[u8]) -> Read<Value> {
    let text = std::str::from_utf8(line).map_err(|error| ShapeError(error.to_string()))?;
    python_json::parse(text).map_err(|error| ShapeError(error.to_string()))
}

fn answer(operation: &str, input: Value) -> Read<Answer> {
    let of_operation: fn(OrderedMap<Value>) -> Read<Answer> = match operation {
        "hello" => return Ok(Answer::Result(HELLO.to_owned())),
        "verifier" => answer_verifier,
        "multi_step" => answer_multi_step,
        "metric" => answer_metric,
        "pass_at_k" => answer_pass_at_k,
        "job" => answer_job,
        "trial_result" => answer_trial_result,
        "outcome" => answer_outcome,
        "reason_code" => answer_reason_code,
        "leaderboard" => answer_leaderboard,
        _ => return Ok(Answer::Unsupported),
    };
    of_operation(object(input)?)
}

fn answer_verifier(input: OrderedMap<Value>) -> Read<Answer> {
    let files = inputs::verifier(input)?;
    Ok(Answer::new(verifier(&files), push_verifier_result))
}

fn answer_multi_step(input: OrderedMap<Value>) -> Read<Answer> {
    let (strategy, steps) = inputs::multi_step(input)?;
    Ok(Answer::new(multi_step(strategy, &steps), |line, result| {
        push_nullable(line, result.as_ref(), push_verifier_result);
    }))
}

fn answer_metric(input: OrderedMap<Value>) -> Read<Answer> {
    let (name, trials) = inputs::metric(input)?;
    let trials: Vec<Option<&Rewards>> = trials.iter().map(Option::as_ref).collect();
    Ok(Answer::new(metric(name, &trials), |line, values| {
        push_map(line, values, push_number);
    }))
}

fn answer_pass_at_k(input: OrderedMap<Value>) -> Read<Answer> {
    let trials = inputs::pass_at_k(input)?;
    Ok(Answer::new(pass_at_k(&trials), |line, estimates| {
        push_map(line, estimates, |line, by_k| {
            push_map(line, by_k, push_number);
        });
    }))
}

fn answer_job(input: OrderedMap<Value>) -> Read<Answer> {
    let stats = job(&inputs::job(input)?);
    Ok(Answer::new(stats, |line, stats| {
        line.push_str("{\"stats\": ");
        push_str(line, stats);
        line.push('}');
    }))
}

fn answer_trial_result(input: OrderedMap<Value>) -> Read<Answer> {
    let found = trial_result(&inputs::trial_result(input)?);
    Ok(Answer::new(found, |line, found| {
        line.push_str("{\"verifier_result\": ");
        push_nullable(line, found.verifier_result.as_ref(), push_verifier_result);
        line.push_str(", \"exception\": ");
        push_nullable(line, found.exception.as_ref(), push_text);
        line.push('}');
    }))
}

fn answer_outcome(input: OrderedMap<Value>) -> Read<Answer> {
    let said = outcome(inputs::outcome(input)?.as_deref());
    Ok(Answer::new(said, |line, said| {
        line.push_str("{\"line\": ");
        push_str(line, said);
        line.push('}');
    }))
}

fn answer_reason_code(input: OrderedMap<Value>) -> Read<Answer> {
    let code = reason_code(inputs::reason_code(input)?.as_ref());
    Ok(Answer::new(Ok(code), |line, code| {
        line.push_str("{\"reason_code\": ");
        push_nullable(line, code.as_ref(), push_text);
        line.push('}');
    }))
}

fn answer_leaderboard(input: OrderedMap<Value>) -> Read<Answer> {
    let (tasks, trials) = inputs::leaderboard(input)?;
    Ok(Answer::new(leaderboard(&tasks, &trials), push_validated))
}

fn push_validated(line: &mut String, validated: &Validated) {
    let separator = |line: &mut String, place: usize| {
        if place > 0 {
            line.push_str(", ");
        }
    };
    line.push_str("{\"uploads\": [");
    for (place, (reward, uploaded)) in validated.uploads.iter().enumerate() {
        separator(line, place);
        line.push_str("{\"reward\": ");
        push_nullable(line, reward.as_ref(), push_number);
        line.push_str(if *uploaded {
            ", \"uploaded\": true}"
        } else {
            ", \"uploaded\": false}"
        });
    }
    line.push_str("], \"static\": {\"verdict\": ");
    push_verdict(line, !validated.failed_checks.is_empty());
    line.push_str(", \"failed_checks\": [");
    for (place, name) in validated.failed_checks.iter().enumerate() {
        separator(line, place);
        push_str(line, name);
    }
    line.push_str("], \"accuracy\": ");
    push_accuracy(line, validated.accuracy);
    line.push_str("}, \"dynamic\": {\"verdict\": ");
    push_verdict(line, validated.criterion_failed);
    line.push_str(", \"accuracy\": ");
    push_accuracy(line, validated.verified_accuracy);
    line.push_str("}}");
}

fn push_verdict(line: &mut String, failed: bool) {
    push_str(line, if failed { "failed" } else { "passed" });
}

fn push_accuracy(line: &mut String, accuracy: Option<f64>) {
    push_nullable(line, accuracy.map(Number::Float).as_ref(), push_number);
}

impl Answer {
    fn new<T>(outcome: Result<T, Failure>, push: impl Fn(&mut String, &T)) -> Answer {
        match outcome {
            Ok(value) => {
                let mut json = String::new();
                push(&mut json, &value);
                Answer::Result(json)
            }
            Err(failure) => Answer::Failure(failure),
        }
    }
}

fn response(id: &Value, answer: &Answer) -> String {
    let mut line = String::from("{\"id\": ");
    push_value(&mut line, id);
    match answer {
        Answer::Result(json) => line.extend([", \"result\": ", json, "}\n"]),
        Answer::Failure(failure) => line.extend([", \"error\": \"", failure.name(), "\"}\n"]),
        Answer::Unsupported => line.push_str(", \"unsupported\": true}\n"),
    }
    line
}
