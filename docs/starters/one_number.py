"""A reader that keeps one number of a trial, and no more: no error, no names and no None.

It answers `verifier` and `metric` in the forms of the protocol, in which its number is the
reward that is called "reward". What it cannot read is 0.
"""

import base64
import json
import sys


def verifier(case):
    """Return the number of reward.txt, under the only name that there is."""
    return {"rewards": {"reward": wire(read(case["reward.txt"]))}}


def read(content):
    """Return the number in base64 text, or 0.0 where there is none."""
    try:
        return float(base64.b64decode(content or "").decode())
    except ValueError:
        return 0.0


def metric(case):
    """Return the mean of one number per trial, added from left to right."""
    total = 0
    for rewards in case["rewards"]:
        total += number((rewards or {}).get("reward", {"int": "0"}))
    return {"mean": wire(total / (len(case["rewards"]) or 1))}


def number(wire):
    """Return the int or float that {"int": text} or {"float": text} stands for."""
    return int(wire["int"]) if "int" in wire else float(wire["float"])


def wire(number):
    """Return a number in the form of the protocol."""
    return {"float": repr(float(number))}


OPERATIONS = {"verifier": verifier, "metric": metric}


def answer(request):
    """Return the members of a response."""
    if request["op"] == "hello":
        about = {"name": "one-number", "version": "0.1", "language": "Python"}
        return {"result": {**about, "ops": list(OPERATIONS)}}
    if request["op"] not in OPERATIONS:
        return {"unsupported": True}
    try:
        return {"result": OPERATIONS[request["op"]](request["input"])}
    except Exception as error:
        return {"error": type(error).__name__}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
