//! harbor's reward semantics, served over the candidate protocol.
//!
//! One module an operation, named like those of `candidates/reference`, and one for each
//! thing that Python does for those without a word.

#![forbid(unsafe_code)]

mod alphanumeric;
mod base64;
mod big_int;
mod decimal;
mod failure;
mod float_text;
mod harbor_json;
mod inputs;
mod integer;
mod iso_time;
mod jiter_json;
mod job;
mod job_progress;
mod job_trial;
mod json_scanner;
mod lax_number;
mod lax_values;
mod leaderboard;
mod metric;
mod model_reader;
mod multi_step;
mod number;
mod ordered_map;
mod outcome;
mod pass_at_k;
mod python_float;
mod python_int;
mod python_json;
mod reason_code;
mod shapes;
mod summation;
mod text;
mod trial_config_model;
mod trial_result;
mod trial_result_model;
mod verifier;
mod wire;

use std::io::{stderr, stdin, stdout, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

const BUFFER: usize = 1 << 16;

fn main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            // Where there is no standard error either, the exit status has to do.
            let _ = writeln!(stderr(), "{reason}");
            ExitCode::FAILURE
        }
    }
}

/// Answers each line of standard input until it ends.
fn serve() -> Result<(), String> {
    let mut requests = BufReader::with_capacity(BUFFER, stdin().lock());
    let mut responses = BufWriter::with_capacity(BUFFER, stdout().lock());
    let mut line = Vec::new();
    while read_line(&mut requests, &mut line).map_err(|error| error.to_string())? {
        let response =
            wire::respond(&line).map_err(|error| format!("not a request: {}", error.0))?;
        responses
            .write_all(response.as_bytes())
            .map_err(|error| error.to_string())?;
        // A client that waits for this response before its next request must get it now.
        if !requests.buffer().contains(&b'\n') {
            responses.flush().map_err(|error| error.to_string())?;
        }
    }
    responses.flush().map_err(|error| error.to_string())
}

/// Reads the next line into `line`; returns whether there is one.
fn read_line(requests: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    Ok(requests.read_until(b'\n', line)? > 0)
}
