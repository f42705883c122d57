"""A candidate to begin with: it speaks the protocol and answers `metric`, naively.

Replace `metric` by a call of your runner, and add the other operations to `OPERATIONS`.
"""

import json
import sys


def number(wire):
    """Return the int or float that {"int": text} or {"float": text} stands for."""
    return int(wire["int"]) if "int" in wire else float(wire["float"])


def wire(number):
    """Return a number in the form of the protocol."""
    return {"int": str(number)} if isinstance(number, int) else {"float": repr(number)}


def metric(question):
    """Aggregate the rewards of all trials under the metric's name."""
    values = []
    for rewards in question["rewards"]:
        first = next(iter((rewards or {}).values()), {"int": "0"})
        values.append(number(first))
    aggregate = {"mean": lambda v: sum(v) / len(v), "max": max, "min": min, "sum": sum}
    name = question["metric"]
    return {name: wire(aggregate[name](values))}


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
