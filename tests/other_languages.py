"""Programs in JavaScript and Rust that print what a call of theirs makes of an input.

A request is a line, the call and an input in hexadecimal: the UTF-8 of a text, or numbers as
binary64. An answer is a binary64 in hexadecimal, or the word ``none``.
"""

import math
import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path

JAVASCRIPT = Path(__file__).with_name("calls.cjs")


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
    source, program = Path(__file__).with_name("calls.rs"), folder / "calls"
    subprocess.run(["rustc", "--edition", "2021", "-o", program, source], check=True, timeout=120)
    return program
