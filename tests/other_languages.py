"""Programs in JavaScript and Rust that print what a call of theirs makes of an input.

A request is a line, the call and an input in hexadecimal: the UTF-8 of a text, or numbers as
binary64. An answer is a binary64 in hexadecimal, or the word ``none``.
"""

import math
import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path

JAVASCRIPT = """
const lines = require("node:readline").createInterface({ input: process.stdin })
const view = new DataView(new ArrayBuffer(8))
const places = (bytes) => Array.from({ length: bytes.length / 8 }, (_, i) => 8 * i)
const numbers = (bytes) => places(bytes).map((place) => bytes.readDoubleBE(place))
const kinds = { object: "object", string: "text", boolean: "boolean" }
const hex = (value) => {
  if (value === null) return "null"
  if (typeof value !== "number") return kinds[typeof value]
  view.setFloat64(0, value)
  return Number.isNaN(value) ? "nan" : view.getBigUint64(0).toString(16).padStart(16, "0")
}
const calls = {
  Number: (bytes) => Number(bytes.toString()),
  parseFloat: (bytes) => parseFloat(bytes.toString()),
  parse: (bytes) => JSON.parse(bytes.toString()),
  reduce: (bytes) => numbers(bytes).reduce((a, b) => a + b, 0),
  max: (bytes) => Math.max(...numbers(bytes)),
  min: (bytes) => Math.min(...numbers(bytes)),
}
lines.on("line", (line) => {
  const [call, input] = line.split(" ")
  let answer = "none"
  try { answer = hex(calls[call](Buffer.from(input, "hex"))) } catch { }
  console.log(answer)
})
"""

RUST = """
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
"""


class Program:
    """A program that answers requests one after the other."""

    def __init__(self, *argv: str | Path) -> None:
        """Start the program."""
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def of_text(self, call: str, text: str) -> float | str | None:
        """Return what a call makes of a text."""
        return self._ask(call, text.encode())

    def of_numbers(self, call: str, numbers: Iterable[float]) -> float | str | None:
        """Return what a call makes of numbers."""
        return self._ask(call, b"".join(struct.pack(">d", number) for number in numbers))

    def _ask(self, call: str, content: bytes) -> float | str | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{call} {content.hex()}\n".encode())
        self._process.stdin.flush()
        return _read(self._process.stdout.readline().decode().strip())

    def close(self) -> None:
        """End the program with its input."""
        self._process.communicate(timeout=30)


def _read(answer: str) -> float | str | None:
    """Return a number, the name of another type, or None for none."""
    if answer == "none":
        return None
    if answer == "nan":
        return math.nan
    try:
        return float(struct.unpack(">d", bytes.fromhex(answer))[0])
    except ValueError:
        return answer


def build_rust(folder: Path) -> Path:
    """Return the program in Rust, compiled; raises CalledProcessError."""
    source, program = folder / "calls.rs", folder / "calls"
    source.write_text(RUST)
    subprocess.run(["rustc", "--edition", "2021", "-o", program, source], check=True, timeout=120)
    return program
