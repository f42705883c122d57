"""A candidate to begin with: it speaks the protocol and answers `metric`, naively.

Replace `metric` by a call of your runner, and add the other operations to `OPERATIONS`.
With its mistake corrected, it is CONFORMANT for `--operation metric`.
"""

import json
import sys


def number(wire):
    """Return the int or float that {"int": text} or {"float": text} stands for."""
    return int(wire["int"]) if "int" in wire else float(wire["float"])


def wire(number):
    """Return a number in the form of the protocol."""
    return {"int": str(number)} if isinstance(number, int) else {"float": repr(number)}


def total(values):
    """Add from left to right."""
    result = 0
    for value in values:
        result += value
    return result


AGGREGATES = {"mean": lambda v: total(v) / len(v), "max": max, "min": min, "sum": total}


def metric(case):
    """Aggregate each key; a single key is reported under the metric's name."""
    name, trials = case["metric"], [rewards or {} for rewards in case["rewards"]]
    keys = sorted({key for rewards in trials for key in rewards})
    values = {key: [number(one.get(key, {"int": "0"})) for one in trials] for key in keys}
    if len(keys) <= 1:
        values = {name: next(iter(values.values()), [0] * len(trials))}
    return {key: wire(AGGREGATES[name](values[key])) for key in values}


OPERATIONS = {"metric": metric}


def answer(request):
    """Return the members of a response."""
    operation = request["op"]
    if operation == "hello":
        about = {"name": "starter", "version": "0.1", "language": "Python"}
        return {"result": {**about, "ops": list(OPERATIONS)}}
    if operation not in OPERATIONS:
        return {"unsupported": True}
    try:
        return {"result": OPERATIONS[operation](request["input"])}
    except Exception as error:
        return {"error": type(error).__name__}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
