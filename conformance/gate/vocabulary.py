"""Cases with the words that only one of two releases has, like a fuzzer's dictionary."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from conformance.gate.statements import Differing, SourceStatement
from conformance.operations.run import inputs
from conformance.operations.run.inputs import one_trial, rewarded
from conformance.protocol.scenario import Act, Settings
from conformance.protocol.values import Case

_LONGEST = 60

type Member = tuple[str, str, str, tuple[str, ...]]
"""A field of a configuration: its module, its class, its name, and JSON values to try."""


def cases_of(differing: Differing) -> Mapping[str, tuple[Case, ...]]:
    """Return the cases that have each word of changed statements in its place, by clause."""
    first, second = differing.gone, differing.come
    tried = defaultdict[str, dict[str, Case]](dict)
    for word in sorted({*_words(first)} ^ {*_words(second)}, key=str):
        for clause, case in _cases(word):
            tried[clause].setdefault(str(case.input), case)
    for member in sorted({*_members(first)} ^ {*_members(second)}):
        for case in _with(*member):
            tried["run.configuration"].setdefault(str(case.input), case)
    return {clause: tuple(cases.values()) for clause, cases in tried.items()}


def _words(statements: Sequence[SourceStatement]) -> Iterator[str | float]:
    """Yield the constants of statements, and the exceptions that they name."""
    for node in (node for one in statements for node in ast.walk(one.node)):
        match node:
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int() | float() as number):
                yield float(number)
            case ast.Constant(value=str(text)) if 0 < len(text) <= _LONGEST and text.isprintable():
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.ClassDef(name=name):
                if _ERROR.fullmatch(name):
                    yield name


_ERROR = re.compile(r"[A-Z]\w*(?:Error|Exception|Interrupt|Timeout|Exit)")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_CAPITALS = re.compile(r"[A-Z]{3,}")
_FILE = re.compile(r"(?!harbor(?:\.\w+){2,})(?=.*\.)\.?[\w-]+(?:\.[\w-]+)*")
"""A name with a dot, unless it is that of a module of harbor."""
_WORD = re.compile(r"[\w.:+-]{1,40}")


def _cases(word: str | float) -> Iterator[tuple[str, Case]]:
    """Yield the cases that have a word in its places, each with its clause."""
    if isinstance(word, float):
        yield "verifier.text-words", _verifier(text=repr(word).encode())
    elif _ERROR.fullmatch(word):
        yield "run.not-retried", _error(word)
    elif _VARIABLE.fullmatch(word):
        yield "run.secrets", _variable(word)
    else:
        for part in _CAPITALS.findall(word):  # with its plural, and with neither
            for name in (f"MY_{part}", f"MY_{part}S", f"{part}_X"):
                yield "run.secrets", _variable(name)
        if _FILE.fullmatch(word):
            yield "run.stale-reward", _file(word)
        if _WORD.fullmatch(word):
            for content in ({word: 0.5}, {"reward": 1, word: 0.5}, {"reward": word}):
                yield "verifier.json-names", _verifier(json_=json.dumps(content).encode())
            yield "verifier.text-words", _verifier(text=word.encode())


def _error(error: str) -> Case:
    """Return a trial that fails with the exception at each place in turn, and then succeeds."""
    failing = [inputs.raising(stage, error, inputs.ONE) for stage in ("start", "agent", "test")]
    return one_trial(*failing, *rewarded(b"0.5"), job={"retry": {"max_retries": len(failing)}})


def _variable(name: str) -> Case:
    """Return a job whose verifier gets the host's variable, with the reward as its value."""
    return _job({"verifier": {"env": {name: _VALUE}}}, {name: _VALUE}, _VALUE)


_VALUE = "0.0625"
"""The value of the variable and of the reward: harbor may replace one by the other."""


def _job(job: Settings, host: dict[str, str] | None = None, reward: str = "0.5") -> Case:
    """Return the case of a job of one task with a reward, and variables of the host."""
    made = inputs.scenario([inputs.task("a", [rewarded(reward.encode())])], job)
    return inputs.case({**made, "host": host} if host else made)


def _file(name: str) -> Case:
    """Return a job whose tests write a file with the name, with and without a reward."""
    content: dict[str, bytes | None] = {name: b'{"reward": 0.25}'}
    acts: list[Act] = [{"leaves": content}, {"leaves": {**content, "reward.txt": b"1"}}]
    tasks = [inputs.task(task, [inputs.tested(act)]) for task, act in zip("ab", acts, strict=True)]
    return inputs.case(inputs.scenario(tasks))


def _verifier(text: bytes | None = None, json_: bytes | None = None) -> Case:
    return Case("verifier", {"reward.txt": text, "reward.json": json_})


def _members(statements: Sequence[SourceStatement]) -> Iterator[Member]:
    for one in statements:
        if one.scope and not one.runs and one.module.startswith("harbor/models/"):
            match one.node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    values = tuple(dict.fromkeys(_values(annotation)))
                    yield one.module, one.scope, name, values


def _values(annotation: ast.expr) -> Iterator[str]:
    """Yield valid values for a field of this type, and a doubtful one."""
    for node in ast.walk(annotation):
        match node:
            case ast.Constant(value=str(text)):
                yield json.dumps(text)
            case ast.Name(id=name):
                yield from _OF_TYPE.get(name, ())
    yield "null"


_OF_TYPE = {
    "bool": ("true", "false"),
    "int": ("0", "1", "-1"),
    "float": ("0.5", "0"),
    "str": ('"x"',),
    "list": ("[]", '["x"]'),
    "dict": ("{}", '{"x": "y"}'),
}
"""The values to try for a field of each type."""


def _with(module: str, owner: str, name: str, values: Sequence[str]) -> Iterator[Case]:
    """Yield a job with each value of the field of a configuration."""
    for value in values:
        if "models/task/" in module and owner in _TABLES:
            if value != "null" and not value.startswith("{"):
                config = f"{_TABLES[owner]}\n{name} = {value}\n"
                yield one_trial(*rewarded(b"0.5"), config=config)
        elif owner in _PLACES:
            yield _job(_PLACES[owner]({name: json.loads(value)}))


_PLACES: dict[str, Callable[[Settings], Settings]] = {
    "JobConfig": lambda fields: fields,
    "RetryConfig": lambda fields: {"retry": fields},
    "AgentConfig": lambda fields: {"agents": [{"name": "nop", **fields}]},
    "EnvironmentConfig": lambda fields: {"environment": fields},
    "VerifierConfig": lambda fields: {"verifier": fields},
}
"""Where a job's configuration has the fields of a class (harbor/models/job/config.py:215)."""

_TABLES = {
    "TaskConfig": "",
    "VerifierConfig": "[verifier]",
    "AgentConfig": "[agent]",
    "EnvironmentConfig": "[environment]",
}
"""Where task.toml has the fields of a class (harbor/models/task/config.py)."""
