"""Reads the files below one folder, and keeps as findings what is wrong with them."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, field

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found
from conformance.audit.folders import HIDDEN, WHY_HIDDEN, Folder, Object, UnreadError, document
from conformance.protocol.values import HARBOR_VERSION

_FIELDS = Contradiction.FIELDS


@dataclass(slots=True)
class FolderReader:
    """Reads files below one folder, and keeps what it finds; ``place`` is the folder's path."""

    folder: Folder
    place: str = ""
    findings: list[AuditFinding] = field(default_factory=list)

    def unread(self, name: str, why: object) -> None:
        """Keep that something was not read."""
        kind, none = FindingKind.UNREAD, Contradiction.NONE
        self.findings.append(found(none, self.place + name, (), str(why), kind=kind))

    def content(self, name: str, *, hidden: bool = True) -> bytes | None:
        """Return what a file holds; ``hidden`` says that a hidden secret makes it unreadable."""
        try:
            content = self.folder.read(name)
        except UnreadError as error:
            self.unread(name, error)
            return None
        if hidden and content is not None and HIDDEN in content:
            self.unread(name, WHY_HIDDEN)
            return None
        return content

    def parsed(self, name: str, content: bytes) -> Object:
        """Return the object that a file holds, keeping what it has twice; raises UnreadError."""
        read = document(content)
        why, file = "it is there twice, and readers take one or the other", self.place + name
        # Two nans are two keys of harbor's tables, and have one name.
        for twice in dict.fromkeys(name for name in read.twice if name != "nan"):
            self.findings.append(found(_FIELDS, file, (twice,), why, "twice", "once"))
        return read.content

    def document(self, name: str, *, hidden: bool = False) -> Object | None:
        """Return the object that a file holds, if it can be read."""
        content = self.content(name, hidden=hidden)
        try:
            return None if content is None else self.parsed(name, content)
        except UnreadError as error:
            self.unread(name, error)
            return None

    @contextmanager
    def below(self, name: str) -> Iterator["FolderReader"]:
        """Yield the reader of a folder in this one; raises UnreadError."""
        with self.folder.below(name) as folder:
            yield FolderReader(folder, f"{self.place}{name}/", self.findings)


def wrong_fields(
    content: Object | None, fields: AbstractSet[str], file: str, *, unknown: bool = True
) -> Iterator[AuditFinding]:
    """Yield the fields that harbor writes and that are missing, and those that it does not."""
    names = fields if content is None else content.keys()
    for name in sorted(fields - names):
        why = f"harbor {HARBOR_VERSION} writes this field, and it is missing"
        yield found(_FIELDS, file, (name,), why, "missing", "written")
    for name in sorted(names - fields) if unknown else ():
        why = f"harbor {HARBOR_VERSION} writes no such field"
        yield found(_FIELDS, file, (name,), why, (content or {})[name], "missing")
