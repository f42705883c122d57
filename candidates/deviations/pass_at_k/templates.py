"""Keys of groups that follow a template other than harbor's, as the keys themselves show it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, cast

from candidates.deviations.deviation import Deviation, instead
from candidates.reference.pass_at_k import Trial, evals_key

_MOST = 60
"""Different trials of each kind whose keys are looked at."""

_ADVICE = (
    "Join agent, model and source with two underscores; leave out a model that is empty or null, "
    "and call a source that is empty or null adhoc."
)

_CLAUSES = {"pass_at_k": "pass_at_k.evals-key", "job": "job.groups"}
"""The clause that says how groups are named."""

_NAMES = ("agent", "model", "source")

type Kind = tuple[str, ...]
"""Of agent, model and source each: given, empty or null."""

type Template = tuple[str, ...]
"""Texts, at odd places names of the parts between them."""


def keyed(operation: str, steps: Iterable[str], keys: Iterable[tuple[Any, str]]) -> list[Deviation]:
    """Return the deviation whose groups have such keys, if harbor gives others.

    ``keys`` has trials, each with the key of its group. Templates are inferred from most keys of
    each kind of trial: of one without a model, for example. ``steps`` name the group of a trial.
    """
    shown: dict[Kind, dict[tuple[str, ...], str]] = {}
    for trial, key in keys:
        shown.setdefault(_kind_of(trial), {})[_parts(trial)] = key
    found = {kind: _template(each) for kind, each in shown.items()}
    templates = {
        kind: template
        for kind, template in found.items()
        if template and any(_filled(template, parts) != _of_harbor(parts) for parts in shown[kind])
    }
    if not templates:
        return []

    def key_of(trial: Any) -> str:  # noqa: ANN401 - a trial of pass@k or of a job
        kind = _kind_of(trial)
        as_null = tuple("null" if one == "empty" else one for one in kind)
        template = templates.get(kind if kind in found else as_null)
        return evals_key(trial) if template is None else _filled(template, _parts(trial))

    sentence = f"the key of a group is {_said(templates)}"
    name, changes = f"{operation}: {sentence}", instead(dict.fromkeys(steps, key_of))
    return [Deviation(name, _CLAUSES[operation], sentence, changes, advice=_ADVICE)]


def _of_harbor(parts: Sequence[str]) -> str:
    return evals_key(cast("Trial", dict(zip(_NAMES, parts, strict=True))))


def _kind_of(trial: Mapping[str, Any]) -> Kind:
    kinds = {None: "null", "": "empty"}
    return tuple(kinds.get(trial.get(name), "given") for name in _NAMES)


def _parts(trial: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(trial.get(name) or "" for name in _NAMES)


def _template(keys: Mapping[tuple[str, ...], str]) -> Template:
    """Return the template of most of these keys, the one of most parts; none if few have it.

    The a of "agent" is no part: one that letters follow or precede comes after others.
    """
    counts: Counter[Template] = Counter()
    looked = [*islice(keys.items(), _MOST)]
    for parts, key in looked:
        counts.update({*_templates(key, parts)})
    best = max(counts, key=lambda one: (counts[one], not _within_word(one), len(one), one))
    return best if 2 * counts[best] > len(looked) else ()


def _within_word(template: Template) -> bool:
    texts = template[::2]
    return any(text[:1].isalnum() for text in texts[1:]) or any(
        text[-1:].isalnum() for text in texts[:-1]
    )


def _templates(key: str, parts: Sequence[str]) -> Iterator[Template]:
    """Yield the templates that make a key of these parts, each of them used once or not."""
    found = [(key.find(text), text, name) for text, name in zip(parts, _NAMES, strict=True) if text]
    for chosen in product(*(((), (one,)) if one[0] >= 0 else ((),) for one in found)):
        template, end = list[str](), 0
        for _, text, name in sorted(one for each in chosen for one in each):
            place = key.find(text, end)
            if place < 0:
                break
            template += [key[end:place], name]
            end = place + len(text)
        else:
            yield (*template, key[end:])


def _filled(template: Template, parts: Sequence[str]) -> str:
    values = dict(zip(_NAMES, parts, strict=True))
    return "".join(values[one] if place % 2 else one for place, one in enumerate(template))


def _said(templates: Mapping[Kind, Template]) -> str:
    """Return templates in words, that of trials with all parts first."""
    by_template: dict[Template, list[Kind]] = {}
    for kind in sorted(templates, key=lambda one: (-one.count("given"), one)):
        by_template.setdefault(templates[kind], []).append(kind)
    return ", and ".join(f'"{_shown(one)}"{_where(kinds)}' for one, kinds in by_template.items())


def _shown(template: Template) -> str:
    return "".join(f"{{{one}}}" if place % 2 else one for place, one in enumerate(template))


def _where(kinds: Iterable[Kind]) -> str:
    found = zip(_NAMES, map(set, zip(*kinds, strict=True)), strict=True)
    texts = [f"{name} is {' or '.join(sorted(of))}" for name, of in found if "given" not in of]
    return f" where {' and '.join(texts)}" if texts else ""
