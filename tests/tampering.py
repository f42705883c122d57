"""Every edit of a job's folder: each field of each JSON file, each file and folder, and composed.

Edits are enumerated, not drawn: ``edits`` yields the same ones in the same order for one folder.
"""

import json
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from harbor.metrics.factory import MetricFactory
from harbor.models.job.config import JobConfig
from harbor.models.job.result import JobStats
from harbor.models.metric.type import MetricType
from harbor.models.trial.result import TrialResult
from harbor.utils.pass_at_k import compute_pass_at_k_by_evals
from reported import places

VALUES: tuple[Any, ...] = (None, True, 0, 1, 0.5, -1, "1", "x/y", [], {}, [1], {"reward": 1.0})
TEXTS = ("1e999", "NaN", "9" * 4300, "-0.0")
"""Numbers that are written as they are, since Python's writer would not write them."""

type At = tuple[Any, ...]
type Documents = Mapping[Path, Any]
type Changes = list[tuple[Path, At, Any]]


class Edit(NamedTuple):
    """An edit: its name, and the contents of the files that it writes or what else makes it."""

    name: str
    contents: Mapping[Path, bytes] = {}
    make: Callable[[], object] | None = None


def edits(job: Path, start: int = 0, step: int = 1) -> Iterator[Edit]:
    """Yield every edit of a job's folder: of fields, of files, and those that are composed.

    From ``start`` on, one in ``step`` is yielded. A field that gets the value that it has is no
    edit, and equal contents are one edit.
    """
    files = sorted(path for path in job.rglob("*.json") if path.name != "manifest.json")
    documents = {file: json.loads(file.read_text()) for file in files}
    texts = {file: json.dumps(document) for file, document in documents.items()}
    seen = {frozenset[tuple[Path, str]]()}
    fields = ((file, *one) for file in files for one in _of_fields(job, file, documents))
    for file, name, changes in islice(fields, start % step, None, step):
        written = {one: edited(texts[one], at, how) for one, at, how in changes}
        changed = frozenset((one, new) for one, new in written.items() if new != texts[one])
        if changed not in seen:
            seen.add(changed)
            contents = {one: new.encode() for one, new in changed}
            yield Edit(f"{file.relative_to(job)} {name}", contents)
    yield from islice(_of_files(job), start % step, None, step)


def _of_files(job: Path) -> Iterator[Edit]:
    for path in sorted(job.rglob("*")):
        yield from _of_file(path, job)
    for one, other in pairwise(sorted(path for path in job.iterdir() if path.is_dir())):
        yield Edit(f"{one.name} and {other.name} exchanged", make=exchanging(one, other))


def _of_fields(job: Path, file: Path, documents: Documents) -> Iterator[tuple[str, Changes]]:
    document = documents[file]
    others = [one for one in documents if one.name == file.name and one != file]
    alike = [one for one in others if one.parent.parent == job and file.parent != job]
    for at in places(document):
        twins, where = list(_twins(documents, file, at)), ".".join(map(str, at))
        for how in ("remove", "twice", *VALUES, *TEXTS):
            shown, own = f"{where} {str(how)[:20]!r}", (file, at, how)
            yield shown, [own]
            if twins:
                yield f"{shown} and where it is stated again", [own, *((*to, how) for to in twins)]
            if alike and alike[0] > file:
                same = [(one, at, how) for one in alike if _has(documents[one], at)]
                yield f"{shown} in every trial", [own, *same]
        for other in others[:_MOST_OTHERS]:
            if _has(documents[other], at):
                shown, taken = f"{where} that of {other.parent.name}", get(documents[other], at)
                yield shown, [(file, at, taken)]
                both = [(file, at, taken), (other, at, get(document, at))]
                yield f"{shown}, exchanged", both


_MOST_OTHERS = 3
"""Other files of the same name that a field is exchanged with."""


def _of_file(path: Path, job: Path) -> Iterator[Edit]:
    """Yield what can be done to a file or folder: removed, renamed, copied, in another's place."""
    new, name = path.with_name(f"{path.name}9"), path.relative_to(job)
    copy: Any = shutil.copytree if path.is_dir() else shutil.copy
    remove: Any = shutil.rmtree if path.is_dir() else Path.unlink
    yield Edit(f"{name} removed", make=lambda: remove(path))
    yield Edit(f"{name} copied", make=lambda: copy(path, new))
    yield Edit(f"{name} renamed", make=lambda: path.rename(new))
    if path.is_file():
        others = {f"that of {o.relative_to(job)}": o.read_bytes() for o in job.rglob(path.name)}
        contents = {str(content): content for content in (b"", b"1", b"0.5", b"[1]", b"{")}
        unlike = {one: what for what, one in sorted((others | contents).items())}
        for content, what in unlike.items():
            if content != path.read_bytes():
                yield Edit(f"{name} {what}", {path: content})


def exchanging(one: Path, other: Path) -> Callable[[], object]:
    """Return what exchanges two folders."""

    def exchange() -> None:
        between = one.with_name("between")
        one.rename(between)
        other.rename(one)
        between.rename(other)

    return exchange


def _twins(documents: Documents, file: Path, at: At) -> Iterator[tuple[Path, At]]:
    """Yield where else a trial's configuration is stated."""
    if file.name == "config.json":
        twin, to = file.with_name("result.json"), ("config", *at)
    elif at[0] == "config" and len(at) > 1:
        twin, to = file.with_name("config.json"), at[1:]
    else:
        return
    if twin in documents and _has(documents[twin], to):
        yield twin, to


def get(value: Any, at: At) -> Any:  # noqa: ANN401 - JSON
    for key in at:
        value = value[key]
    return value


def _has(document: Any, at: At) -> bool:  # noqa: ANN401 - JSON
    try:
        get(document, at)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def edited(text: str, at: At, how: Any) -> str:  # noqa: ANN401 - any edit
    """Return a document after one edit at a place: removed, there twice, or another value."""
    document = json.loads(text)
    within, key = get(document, at[:-1]), at[-1]
    if how == "remove":
        del within[key]
    elif how == "twice" and isinstance(within, list):
        within.insert(key, within[key])
    elif how == "twice":
        # As {"a": 1.0, "a": …}: a dict has no key twice.
        first = json.dumps({key: 1.0, "\0": within[key]}).replace('"\\u0000"', json.dumps(key))
        rest = {name: one for name, one in within.items() if name != key}
        within.clear()
        within["\1"] = None
        whole = f"{first[:-1]}{', ' * bool(rest)}{json.dumps(rest)[1:]}"
        return json.dumps(document).replace('{"\\u0001": null}', whole)
    elif isinstance(how, str) and how in TEXTS:
        within[key] = "\2"
        return json.dumps(document).replace('"\\u0002"', how)
    else:
        within[key] = how
    return json.dumps(document)


def loads(path: Path) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def count_again(job: Path) -> bool:
    """Let harbor make the job's stats of what its trials record now; False where it cannot."""
    document = loads(job / "result.json")
    if not isinstance(document, dict):
        return False
    before = document.get("stats")
    try:
        own, trials = _stats(job)
    except (OSError, ValueError, OverflowError, TypeError):
        return False
    own["n_retries"] = before.get("n_retries", 0) if isinstance(before, dict) else 0
    document |= {"stats": own, "n_total_trials": trials}
    (job / "result.json").write_text(json.dumps(document))
    return True


def counted(tamper: Callable[[Path], object]) -> Callable[[Path], None]:
    """Return an edit after which harbor counts again: no number contradicts the trials' results."""

    def tamper_and_count(job: Path) -> None:
        tamper(job)
        assert count_again(job)

    return tamper_and_count


def _stats(job: Path) -> tuple[dict[str, Any], int]:
    files = sorted(job.glob("*/result.json"))
    results = [TrialResult.model_validate_json(file.read_text()) for file in files]
    config = JobConfig.model_validate_json((job / "config.json").read_text())
    kinds = [one.type for one in config.metrics] or [MetricType.MEAN]
    stats = JobStats.from_trial_results(results, n_total_trials=len(results))
    passes = compute_pass_at_k_by_evals(results)
    for group, own in _by_group(results).items():
        stats.evals[group].metrics = [
            MetricFactory.create_metric(one).compute(own) for one in kinds
        ]
        stats.evals[group].pass_at_k = passes.get(group, {})
    return json.loads(stats.model_dump_json()), len(results)


def _by_group(results: list[TrialResult]) -> dict[str, list[Any]]:
    rewards: defaultdict[str, list[Any]] = defaultdict(list)
    for one in results:
        model = one.agent_info.model_info
        own = one.verifier_result and one.verifier_result.rewards
        key = JobStats.format_agent_evals_key(
            one.agent_info.name, model.name if model else None, one.source or "adhoc"
        )
        rewards[key].append(own)
    return rewards
