"""What statements about releases say in words that answers can contradict."""

import json
import re
from collections.abc import Iterable, Iterator

from conformance.operations import messages
from conformance.protocol.values import Answer, Case, Failure

_ERROR = re.compile(r"\b(?:an?|raise) (\w+Error)\b")
_READ = re.compile(
    r"(?:reads|does not know) (.+) of recorded trials(?:, and no longer (.+))?, as harbor"
)

type Shown = tuple[Case, Answer, Answer]
"""A case, and the answers of the release before and of the release itself."""


def contradicted(means: str, shown: Iterable[Shown]) -> Iterator[str]:
    """Yield errors that a statement names and no answer has, or that were there the other time."""
    texts = [[_text(case, answer) for answer in answers] for case, *answers in shown]
    before, after = (" ".join(column) for column in zip(*texts, strict=True))
    now, _, then = means.partition("before,")
    for words, has, lacks in ((now, after, before), (then, before, after)):
        for name in _ERROR.findall(words):
            if name not in has or name in lacks:
                yield name


def unread(description: str, shown: Iterable[Shown]) -> list[str]:
    """Return the names of a configuration that no case has which only one of the releases reads."""
    found = _READ.match(description)
    assert found is not None
    names = ", ".join(filter(None, found.groups())).split(", ")
    told = [
        str(case.input)
        for case, *answers in shown
        if sum(isinstance(answer, Failure) for answer in answers) == 1
    ]
    return [name for name in names if not any(f'"{name}"' in text for text in told)]


def _text(case: Case, answer: Answer) -> str:
    return json.dumps(messages.answer_to_json(case.operation, answer))
