"""What trials, tasks, keys and criteria are called, to the last character."""

from collections.abc import Iterable

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, extreme, rare
from conformance.operations.leaderboard import inputs
from conformance.operations.strategies.drawing import build, some
from conformance.operations.strategies.sizes import long_pair
from conformance.operations.strategies.texts import ALIKE_NAMES
from conformance.protocol.values import Case, Value

LEVEL = rare("names that differ in case, normal form or white space")

_TRIALS = sources.DYNAMIC.lines(230, 242)
_TASKS = sources.STATIC.lines(853, 931)
_KINDS = ("trials", "tasks", "a task of the dataset and another")


@clause("names-as-they-stand", _TRIALS, _TASKS)
def names_as_they_stand() -> tuple[Check, ...]:
    """Names of trials, tasks, keys and criteria that differ in any character are different:
    nothing is trimmed, folded, normalised or parsed."""
    changes: list[inputs.Changes] = [
        {"verifier_result": {"rewards": dict[str, Value](rewards)}}
        for key in _alike_words("reward")
        for rewards in ({"score": 1, key: 0}, {key: 1, "reward": 0})
    ]
    changes += [
        {"analysis": {"task_specification": "pass", criterion: "fail"}}
        for criterion in _alike_words("reward_hacking")
    ]
    return (
        Check("names-alike", build(named_alike, _KINDS, ALIKE_NAMES)),
        Check("words-alike", inputs.each_of(changes, most=3)),
    )


@clause(
    "names-of-any-length",
    _TRIALS,
    _TASKS,
    effort=0.2,
    level=extreme("no trial or task has a name of thousands of characters"),
)
def long_names() -> Cases:
    """Names that differ in their last character alone are different, however long they are."""
    return build(named_alike, _KINDS, long_pair())


@clause("trials-of-one-name", _TRIALS, level=rare("several trials of one name"))
def same_names() -> Cases:
    """Of several trials of one name the dynamic accuracy counts the last, with the last kept
    verdict and the first analysis of that name; the static one counts all of them."""
    one: st.SearchStrategy[dict[str, Value]] = build(
        dict,
        trial_name=("a", "b"),
        configuration=(*[inputs.configuration()] * 3, None),
        verifier_result=(inputs.rewarded(1), inputs.rewarded(0)),
        verdict=(None, None, "passed", "failed"),
        analysis=(None, {}, {"reward_hacking": "pass"}, {"reward_hacking": "fail"}),
    )
    return some(one, 2, 6).map(inputs.changed)


def named_alike(kind: str, names: tuple[str, str]) -> Case:
    """Return a submission in which two trials or two tasks have these names."""
    first, second = names
    if kind == "trials":
        unverified: inputs.Changes = {"trial_name": first, "analysis": None}
        return inputs.changed([unverified, {"trial_name": second, "verdict": "passed"}])
    if kind == "tasks":
        tasks = {first: inputs.DIGEST, second: inputs.OTHER_DIGEST}
        return _of_tasks([first, second] * inputs.FIVE, tasks)
    return _of_tasks([*[first] * inputs.FIVE, second], {first: inputs.DIGEST})


def _of_tasks(names: Iterable[str], tasks: dict[str, str]) -> Case:
    trials = [
        inputs.trial(
            n,
            task_name=name,
            configuration=inputs.configuration(name, tasks.get(name, inputs.DIGEST)),
        )
        for n, name in enumerate(names)
    ]
    return inputs.case(trials, tasks)


def _alike_words(word: str) -> tuple[str, ...]:
    wide = chr(ord(word[0]) + 0xFEE0)
    around = (f" {word}", f"{word} ", f"{word}\n", f"{word}s", f"un{word}", word[:-1])
    return (word.upper(), word.capitalize(), wide + word[1:], *around)
