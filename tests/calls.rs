// Answers requests of other_languages.py.
use std::io::{stdin, BufRead};

fn main() {
    for line in stdin().lock().lines().map(|line| line.unwrap()) {
        let (call, input) = line.split_once(' ').unwrap();
        let bytes: Vec<u8> = (0..input.len() / 2)
            .map(|i| u8::from_str_radix(&input[2 * i..2 * i + 2], 16).unwrap())
            .collect();
        let numbers = bytes.chunks_exact(8).map(|b| f64::from_be_bytes(b.try_into().unwrap()));
        let text = || std::str::from_utf8(&bytes).unwrap();
        let answer = match call {
            "parse" => text().parse::<f64>().ok(),
            "trim" => text().trim().parse::<f64>().ok(),
            "sum" => Some(numbers.sum()),
            "max" => Some(numbers.fold(f64::NEG_INFINITY, f64::max)),
            _ => Some(numbers.fold(f64::INFINITY, f64::min)),
        };
        match answer {
            Some(number) if number.is_nan() => println!("nan"),
            Some(number) => println!("{:016x}", number.to_bits()),
            None => println!("none"),
        }
    }
}
