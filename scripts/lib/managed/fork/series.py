"""The patches and their order: reading, checking and writing patches/.

patches/series lists the patches in the order in which they apply, under
"# feature: NAME" lines. Each patch is one commit in mail form, named after
its subject, and ends its message with three trailers: Feature,
Upstream-Status and Tests. patches/README.md shows all that as tables; see
table.py. What the patches must be like together is in rules.py.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..ui import Failure
from . import rules, table
from .git import DATE, EMAIL, NAME

# A patch is a hook: it adds fewer lines than this.
TOO_MANY_LINES = 60

# A repair of upstream that needs nothing else of the series; a change for one
# of our features; a line that registers or builds our files.
READY, FEATURE, HOOK = STATUSES = ("Ready", "Feature", "Hook")

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_TRAILER = re.compile(r"([A-Z][A-Za-z-]+): *(.*)")
_MACHINE_PATH = re.compile(
    r"(?<![\w.$}>)/-])/(?:home|root|work|tmp|mnt|Users)/\w")
_PINNED = (f"From {'0' * 40} Mon Sep 17 00:00:00 2001\n"
           f"From: {NAME} <{EMAIL}>\nDate: {DATE}\n").encode()

_SERIES_INTRO = ("# The patches in the order in which they apply; "
                 "written by scripts/fork export.\n")


def slug(subject: str) -> str:
    """The file name, without its suffix, of the patch called `subject`."""
    words = re.sub(r"[^a-z0-9]+", "-", subject.lower()).strip("-")
    if len(words) > 72:
        words = words[:73].rsplit("-", 1)[0]
    return words


@dataclass(frozen=True)
class Patch:
    """One patch: the name of its file and the file's contents."""

    name: str
    data: bytes

    @classmethod
    def from_mail(cls, mail: bytes) -> "Patch":
        """Makes a patch of one message that `git format-patch` printed: pins
        its sender and date and names it after its subject."""
        headers, _, rest = mail.partition(b"\n\n")
        fields = re.split(rb"\n(?![ \t])", headers)
        kept = [f for f in fields if not re.match(rb"From[ :]|Date:", f)]
        data = _PINNED + b"\n".join(kept) + b"\n\n" + rest
        return cls(slug(cls("", data).subject) + ".patch", data)

    @cached_property
    def _parts(self) -> tuple:
        """The header fields, the message and the changes."""
        headers, _, rest = self.data.partition(b"\n\n")
        start = re.search(rb"^diff --git ", rest, re.M)
        end = start.start() if start else len(rest)
        return tuple(part.decode(errors="surrogateescape")
                     for part in (headers, rest[:end], rest[end:]))

    @property
    def subject(self) -> str:
        found = re.search(r"^Subject: (.*(?:\n[ \t].*)*)", self._parts[0],
                          re.M)
        return re.sub(r"\s*\n\s*", " ", found.group(1)) if found else ""

    @property
    def message(self) -> str:
        return self._parts[1].strip()

    @property
    def changes(self) -> str:
        return self._parts[2]

    @cached_property
    def trailers(self) -> dict:
        """The trailers: name to the list of its values."""
        trailers, last = {}, None
        for line in self.message.rpartition("\n\n")[2].splitlines():
            found = _TRAILER.fullmatch(line)
            if found:
                last = trailers.setdefault(found.group(1), [])
                last.append(found.group(2).strip())
            elif last and line[:1] in (" ", "\t"):
                last[-1] = (last[-1] + " " + line.strip()).strip()
        return trailers

    def trailer(self, name: str) -> str:
        return " ".join(self.trailers.get(name, []))

    @property
    def feature(self) -> str:
        return self.trailer("Feature")

    @property
    def status(self) -> str:
        return self.trailer("Upstream-Status")

    @property
    def body(self) -> str:
        """The message without its trailers, as one line."""
        return " ".join(self.message.rpartition("\n\n")[0].split())

    @property
    def tests(self) -> list:
        return re.split(r"[,\s]+", self.trailer("Tests").strip(", "))

    @cached_property
    def files(self) -> list:
        """The upstream files that the patch changes, in order."""
        return touched_files(self.changes)

    @cached_property
    def hunks(self) -> list:
        """Each hunk: the file, the first line that it is about there before
        the patch, and its lines with their marks."""
        found, path, left = [], "", (0, 0)
        for line in self.changes.split("\n"):
            head = _HUNK.match(line)
            if left > (0, 0):
                if not line.startswith("\\"):
                    left = (left[0] - (line[:1] != "+"),
                            left[1] - (line[:1] != "-"))
                    found[-1][2].append(line)
            elif line.startswith("diff --git "):
                path = touched_files(line)[0]
            elif head:
                left = int(head[2] or 1), int(head[4] or 1)
                # Of no lines, git names the one before.
                first = int(head[1]) + (left[0] == 0)
                found.append((path, first, []))
        return found

    @cached_property
    def added_lines(self) -> list:
        return [line[1:] for _, _, lines in self.hunks for line in lines
                if line.startswith("+")]

    def problems(self, root: Path) -> list:
        """What is wrong with the patch, in words. `root` is the repository
        in which the named tests must exist."""
        found = []
        if not self.data.startswith(_PINNED):
            found.append("sender and date are not the pinned ones")
        if not re.match(r"(\[clang\])?\[[\w .,+-]+\] \S", self.subject):
            found.append(f"the subject '{self.subject}' does not start with "
                         "an '[Area]'")
        elif self.name != slug(self.subject) + ".patch":
            found.append("the file is not named after its subject "
                         f"('{slug(self.subject)}.patch')")
        if len(self.subject) > 76:
            found.append("the subject is longer than 76 characters")
        found += self._trailer_problems(root)
        found += self._change_problems()
        said = self.message.splitlines() + self.added_lines
        for line in said:
            if _MACHINE_PATH.search(line):
                found.append(f"names a path of one machine: '{line.strip()}'")
        return found

    def _trailer_problems(self, root: Path) -> list:
        found = []
        for name in ("Feature", "Upstream-Status", "Tests"):
            if not self.trailer(name):
                found.append(f"the trailer '{name}:' is missing")
        if self.feature and not re.fullmatch(r"[a-z0-9][a-z0-9-]*",
                                             self.feature):
            found.append(f"the feature '{self.feature}' is not one name in "
                         "small letters, digits and dashes")
        status = self.status
        if status and status not in STATUSES:
            found.append(f"'Upstream-Status: {status}' is not one of "
                         + ", ".join(STATUSES))
        if status == READY and not any(map(is_lit_test, self.tests)):
            found.append("is Ready and names no lit test, which alone can be "
                         "run with the unpatched tools")
        for test in self.tests if self.trailer("Tests") else []:
            inside = not test.startswith("/") and ".." not in test.split("/")
            if not inside or not (root / test).exists():
                found.append(f"the test '{test}' does not exist in the "
                             "repository")
        return found

    def _change_problems(self) -> list:
        found = []
        changes = self.changes
        if not changes:
            found.append("changes nothing")
        if not self.body:
            found.append("the message does not say why")
        for path in re.findall(r"^diff --git a/.* b/(.*)\nnew file mode",
                               changes, re.M):
            found.append(f"creates {path}; a new file belongs in the "
                         "repository at that path, not in a patch")
        for path in re.findall(r"^diff --git a/.* b/(.*)\ndeleted file mode",
                               changes, re.M):
            found.append(f"deletes {path}; a patch only edits")
        for path in re.findall(r"^diff --git a/.* b/(.*)\n(?:old mode"
                               r"|similarity index|rename |copy )",
                               changes, re.M):
            found.append(f"renames {path} or changes its mode; a patch only "
                         "edits")
        if re.search(r"^(GIT binary patch|Binary files )", changes, re.M):
            found.append("changes a binary file")
        if len(self.added_lines) >= TOO_MANY_LINES:
            found.append(f"adds {len(self.added_lines)} lines; "
                         f"{TOO_MANY_LINES} are too many for a hook, move "
                         "them to a new file")
        return found


def is_lit_test(name: str) -> bool:
    return bool(re.match(r"(llvm|clang|lld)/test/", name))


def touched_files(changes: str) -> list:
    """The files named by the "diff --git" lines of `changes`, in order."""
    return list(dict.fromkeys(
        re.findall(r"^diff --git a/.* b/(.*)$", changes, re.M)))


class Series:
    """An ordered list of patches."""

    def __init__(self, patches: list):
        self.patches = list(patches)

    def __iter__(self):
        return iter(self.patches)

    def __len__(self):
        return len(self.patches)

    @classmethod
    def load(cls, directory: Path) -> "Series":
        """Reads the patches that `directory`/series lists."""
        patches = []
        for line in _read_series(directory).splitlines():
            name = line.strip()
            if not name or name.startswith("#"):
                continue
            path = directory / name
            if "/" in name or not path.is_file():
                raise Failure(f"patches/series lists {name}, which is not in "
                              "patches/; restore the file or remove the line")
            patches.append(Patch(name, path.read_bytes()))
        return cls(patches)

    @property
    def files(self) -> list:
        """Every upstream file that a patch changes, sorted."""
        return sorted({path for patch in self for path in patch.files})

    def digest(self) -> str:
        """Stands for the contents and the order of all patches."""
        total = hashlib.sha256()
        for patch in self:
            total.update(patch.name.encode() + b"\0")
            total.update(hashlib.sha256(patch.data).digest())
        return total.hexdigest()

    def text(self) -> str:
        """The contents of the file "series"."""
        lines, feature = [_SERIES_INTRO], None
        for patch in self:
            if patch.feature != feature:
                feature = patch.feature
                lines.append(f"\n# feature: {feature}\n")
            lines.append(patch.name + "\n")
        return "".join(lines)

    def outputs(self, tag: str, costs: dict) -> dict:
        """Every file that an export writes: name to contents. `costs` says
        how many units include each header that the series changes."""
        files = {patch.name: patch.data for patch in self}
        files["series"] = self.text().encode()
        files["README.md"] = table.table(
            self.patches, tag, costs).encode()
        return files

    def problems(self, root: Path) -> list:
        """What is wrong with the patches one by one and together."""
        found, seen = [], set()
        for patch in self:
            if patch.name in seen:
                found.append(f"{patch.name}: two patches have this name")
            seen.add(patch.name)
            found += [f"{patch.name}: {p}" for p in patch.problems(root)]
        for rule in rules.RULES:
            found += rule(self.patches)
        return found


def _read_series(directory: Path) -> str:
    try:
        return (directory / "series").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Failure("patches/series is missing; restore it with: "
                      "git checkout patches/series") from None


def differences(directory: Path, wanted: dict) -> list:
    """How the files in `directory` differ from `wanted`, in words."""
    found = []
    for name, data in wanted.items():
        path = directory / name
        if not path.is_file():
            found.append(f"patches/{name} is missing")
        elif path.read_bytes() != data:
            found.append(f"patches/{name} differs")
    for path in sorted(directory.glob("*.patch")):
        if path.name not in wanted:
            found.append(f"patches/{path.name} is not in the series")
    return found


def write(directory: Path, wanted: dict) -> list:
    """Makes `directory` hold `wanted`; returns the names that changed.

    Everything is first written beside its place, so that a full disk leaves
    the old series whole.
    """
    changed = [n for n, data in wanted.items()
               if not (directory / n).is_file()
               or (directory / n).read_bytes() != data]
    staged = []
    try:
        for name in changed:
            staged.append(directory / f".{name}.new")
            staged[-1].write_bytes(wanted[name])
        for name, path in zip(changed, staged):
            path.replace(directory / name)
    finally:
        for path in staged:
            path.unlink(missing_ok=True)
    for path in directory.glob("*.patch"):
        if path.name not in wanted:
            path.unlink()
            changed.append(path.name)
    return changed
