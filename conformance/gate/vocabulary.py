"""The words that only one of two releases has, like a fuzzer's dictionary, and cases with them."""

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from conformance.gate.statements import Differing, SourceStatement
from conformance.operations.run import inputs
from conformance.operations.run.inputs import one_trial, rewarded
from conformance.protocol.scenario import Act, Settings
from conformance.protocol.values import Case

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a configuration: its class, its name, and JSON values to try."""

    module: str
    owner: str
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names of exceptions and environment variables, other texts, numbers, and fields."""

    errors: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()


def vocabulary(differing: Differing) -> Vocabulary:
    """Return the words in changed statements that only one release has."""
    first, second = differing.gone, differing.come
    words = _words(first) ^ _words(second)
    texts = sorted(word for word in words if isinstance(word, str))
    errors = tuple(word for word in texts if _ERROR.fullmatch(word))
    variables = tuple(word for word in texts if _VARIABLE.fullmatch(word))
    return Vocabulary(
        errors,
        variables,
        tuple(word for word in texts if word not in {*errors, *variables}),
        tuple(sorted(repr(word) for word in words if not isinstance(word, str))),
        tuple(sorted({*_members(first)} ^ {*_members(second)}, key=repr)),
    )


_ERROR = re.compile(r"[A-Z]\w*(?:Error|Exception|Interrupt|Timeout|Exit)")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")


def _words(statements: Sequence[SourceStatement]) -> set[str | float]:
    return {word for one in statements for node in ast.walk(one.node) for word in _of(node)}


def _of(node: ast.AST) -> Iterator[str | float]:
    """Yield a node's word: its constant, or the exception that it names."""
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


def _members(statements: Sequence[SourceStatement]) -> Iterator[Member]:
    for one in statements:
        if one.scope and not one.runs and one.module.startswith("harbor/models/"):
            match one.node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    yield Member(one.module, one.scope, name, tuple(_values(annotation)))


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


def cases_of(words: Vocabulary) -> Mapping[str, tuple[Case, ...]]:
    """Return the cases that have each of these words in its place, by clause."""
    tried = {clause: {str(case.input): case for case in cases} for clause, cases in _cases(words)}
    return {clause: tuple(cases.values()) for clause, cases in tried.items() if cases}


def _cases(words: Vocabulary) -> Iterator[tuple[str, Iterator[Case]]]:
    """Yield clauses, and the cases of each."""
    named = dict.fromkeys((*words.variables, *_sounding(words.texts)))
    fields = ((one, value) for one in words.members for value in dict.fromkeys(one.values))
    short = tuple(filter(_WORD.fullmatch, words.texts))
    yield "run.not-retried", map(_error, words.errors)
    yield "run.secrets", map(_variable, named)
    yield "run.configuration", chain.from_iterable(_with(*one) for one in fields)
    yield "run.stale-reward", map(_file, filter(_FILE.fullmatch, words.texts))
    yield "verifier.json-names", chain.from_iterable(map(_names, short))
    spelled = (_verifier(text=word.encode()) for word in (*words.numbers, *short))
    yield "verifier.text-words", spelled


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


_CAPITALS = re.compile(r"[A-Z]{3,}")


def _sounding(texts: Iterable[str]) -> Iterator[str]:
    """Yield names of variables with a word in capitals, with its plural, and with neither."""
    for text in texts:
        for word in _CAPITALS.findall(text):
            yield from (f"MY_{word}", f"MY_{word}S", f"{word}_X")


def _with(member: Member, value: str) -> Iterator[Case]:
    """Yield a job with a value of the field of a configuration."""
    if "models/task/" in member.module and member.owner in _TABLES:
        if value != "null" and not value.startswith("{"):
            config = f"{_TABLES[member.owner]}\n{member.name} = {value}\n"
            yield one_trial(*rewarded(b"0.5"), config=config)
    elif member.owner in _PLACES:
        yield _job(_PLACES[member.owner]({member.name: json.loads(value)}))


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

_FILE = re.compile(r"(?!harbor(?:\.\w+){2,})(?=.*\.)\.?[\w-]+(?:\.[\w-]+)*")
"""A name with a dot, unless it is that of a module of harbor."""
_WORD = re.compile(r"[\w.:+-]{1,40}")


def _file(name: str) -> Case:
    """Return a job whose tests write a file with the name, with and without a reward."""
    content: dict[str, bytes | None] = {name: b'{"reward": 0.25}'}
    acts: list[Act] = [{"leaves": content}, {"leaves": {**content, "reward.txt": b"1"}}]
    tasks = [inputs.task(task, [inputs.tested(act)]) for task, act in zip("ab", acts, strict=True)]
    return inputs.case(inputs.scenario(tasks))


def _names(word: str) -> Iterator[Case]:
    """Yield reward files with the word as a key, and as a text in place of a number."""
    for content in ({word: 0.5}, {"reward": 1, word: 0.5}, {"reward": word}):
        yield _verifier(json_=json.dumps(content).encode())


def _verifier(text: bytes | None = None, json_: bytes | None = None) -> Case:
    return Case("verifier", {"reward.txt": text, "reward.json": json_})
