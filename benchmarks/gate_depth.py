"""Whether a gate unchanged finds what the default profile with other cases finds.

    python benchmarks/gate_depth.py [--seed 1] [PAIR...]

A pair is BEFORE..AFTER; without any, those of the matrix between which something changed and
whose gates differ in little. A change is recognized by its clause and its cause.
"""

import argparse
import sys
import time

from steadiness import Outcome, gated

PAIRS = ("0.15.0..0.16.0", "0.16.1..0.17.0", "0.18.0..0.19.0", "0.19.0..0.20.0", "0.21.0..0.22.0")


def timed(pair: str, seed: int, profile: str) -> tuple[Outcome, float]:
    """Return what a gate comes to, and its seconds."""
    before, _, after = pair.partition("..")
    started = time.perf_counter()
    return gated(after, before, seed, profile), time.perf_counter() - started


def main() -> int:
    """Print a table; exit status 1 where the quick gate missed something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the default profile; quick has 0")
    parser.add_argument("pairs", nargs="*", default=PAIRS)
    given = parser.parse_args()
    print("| pair | quick: changes, seconds | default: changes, seconds | missed by quick |")
    print("|---|---|---|---|")
    every = True
    for pair in given.pairs:
        (_, *quick), seconds = timed(pair, 0, "quick")
        (_, *default), more_seconds = timed(pair, given.seed, "default")
        missed = sorted(set(default) - set(quick))
        every = every and not missed
        told = "; ".join(missed).replace("|", " ")
        sides = f"{len(quick)}, {seconds:,.0f} | {len(default)}, {more_seconds:,.0f}"
        print(f"| {pair} | {sides} | {told or 'nothing'} |", flush=True)
    return 0 if every else 1


if __name__ == "__main__":
    sys.exit(main())
