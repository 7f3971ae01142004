"""Reading C++ headers as text: which declarations depend on NDEBUG?

Not a parser: a line scanner for conditionals and a brace scanner for scopes,
enough to say of each declaration whether it stands at namespace, record or
function scope, inside a template, and under a condition that NDEBUG decides.
Where it cannot tell it errs towards "depends".
"""

import itertools
import re
from dataclasses import dataclass, field

_NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
_DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*(.*)", re.S)
_WORD = re.compile(r"[A-Za-z_]\w*")
_TEMPLATE = re.compile(r"\btemplate\s*<")
_RECORD = re.compile(
    r"\b(?:class|struct|union)\s+(?:alignas\s*\([^)]*\)\s*|\[\[[^\]]*\]\]\s*|"
    r"[A-Z][A-Z_0-9]+(?:\([^)]*\))?\s+)*(\w+)")
_NOT_A_FIELD = re.compile(
    r"^(?:using|typedef|friend|static|enum|class|struct|union|template|"
    r"static_assert|extern|public|private|protected)\b")
_CAPTURE = re.compile(r"\[\s*[&=]\s*[\],]")
_ALIAS = re.compile(r"\busing\s+(\w+)\s*=|\btypedef\b[^;]*\b(\w+)\s*$|"
                    r"\b(?:const|constexpr)\b[^=(]*\b(\w+)\s*=")


@dataclass
class Facts:
    """What one header says about NDEBUG.

    `fields` and `virtuals` are the records with a data member or a virtual
    function under such a condition, as (name, in a template). `names` are the
    macros, aliases and constants that depend on it; `uses` the records with a
    declaration that uses such a name; `captures` whether a lambda that
    captures by default contains an assertion, outside and inside templates.
    """

    fields: list = field(default_factory=list)
    virtuals: list = field(default_factory=list)
    names: set = field(default_factory=set)
    uses: list = field(default_factory=list)
    captures: set = field(default_factory=set)
    records: set = field(default_factory=set)


def clean(text: str) -> str:
    """`text` without comments and literals, lines kept, lines joined at \\."""
    def blank(match):
        found = match[0]
        if found[0] in "\"'":
            return found[0] + found[0]
        return " " + "\n" * found.count("\n")

    text = _NOISE.sub(blank, text)
    return re.sub(r"\\\n", " ", text)


def depends(condition: str, known: dict, tainted: set) -> bool:
    """Whether NDEBUG, or a name in `tainted`, can decide `condition`.

    `known` gives the values of macros that the configuration fixes; None
    means "defined, without a value".
    """
    words = set(_WORD.findall(condition)) - {"defined"}
    if not words & (tainted | {"NDEBUG"}):
        return False
    free = sorted(w for w in words if w not in known
                  and w != "NDEBUG" and w not in tainted)
    deciding = sorted(w for w in words if w == "NDEBUG" or w in tainted)
    if len(free) + len(deciding) > 6 or (
            free and re.search(r"[<>=]=|[<>]", condition)):
        return True
    for rest in itertools.product((False, True), repeat=len(free)):
        results = set()
        for ours in itertools.product((False, True), repeat=len(deciding)):
            values = dict(zip(free, rest))
            values.update(zip(deciding, ours))
            results.add(_evaluate(condition, values, known))
        if len(results) > 1 or None in results:
            return True
    return False


def _evaluate(condition: str, values: dict, known: dict):
    def is_defined(match):
        word = match[1] or match[2]
        return " True " if word in known or values.get(word) else " False "

    def value(match):
        word = match[0]
        if word in ("True", "False", "and", "or", "not"):
            return word
        if word in known:
            return str(known[word] or 0)
        return "1" if values.get(word) else "0"

    text = re.sub(r"defined\s*(?:\(\s*(\w+)\s*\)|(\w+))", is_defined,
                  condition)
    text = text.replace("&&", " and ").replace("||", " or ")
    text = re.sub(r"!(?!=)", " not ", text)
    text = _WORD.sub(value, text)
    if not re.fullmatch(r"[\s\w()<>=!+*-]*", text):
        return None
    try:
        return bool(eval(text, {"__builtins__": {}}))
    except (SyntaxError, TypeError, NameError):
        return None


def _without_angles(text: str) -> str:
    """`text` without template parameter lists and arguments."""
    while True:
        shorter = re.sub(r"<[^<>]*>", "", text)
        if shorter == text:
            return text
        text = shorter


def captures_by_default(text: str) -> bool:
    """Whether `text` could contain a lambda that captures by default."""
    return bool(_CAPTURE.search(text))


class _Reader:
    """One pass over a cleaned header."""

    def __init__(self, known: dict, tainted: set):
        self.known, self.tainted = known, tainted
        self.facts = Facts()
        # Open scopes: (kind, name, in a template).
        self.scopes = []
        # Open conditionals: (depends on NDEBUG, scopes at #if, or None).
        self.conditions = []
        self.statement = ""
        self.statement_depends = False
        self.lambdas = []
        self.used = re.compile(
            r"\b(?:%s)\b" % "|".join(sorted(map(re.escape, tainted)))
            if tainted else r"(?!)")
        self.asserts = re.compile(
            r"\bassert\s*\(|\bNDEBUG\b|" + self.used.pattern)

    def dependent(self) -> bool:
        return any(c[0] for c in self.conditions)

    def directive(self, name: str, rest: str) -> None:
        if name in ("if", "ifdef", "ifndef"):
            condition = rest if name == "if" else f"defined({rest})"
            if "NDEBUG" in condition and self.lambdas:
                self.note_assertion()
            self.conditions.append(
                (depends(condition, self.known, self.tainted),
                 list(self.scopes)))
        elif name in ("else", "elif") and self.conditions:
            was, scopes = self.conditions[-1]
            now = name == "elif" and depends(rest, self.known, self.tainted)
            self.conditions[-1] = (was or now, scopes)
            # Both branches start from the same scopes.
            self.scopes = list(scopes)
        elif name == "endif" and self.conditions:
            self.conditions.pop()
        elif name in ("define", "undef"):
            word = _WORD.match(rest)
            if word and word[0] != "NDEBUG" and (
                    self.dependent() or self.used.search(rest, word.end())):
                self.facts.names.add(word[0])

    def code(self, line: str) -> None:
        for part in re.split(r"([{};])", line):
            if part == "{":
                self.open()
            elif part == "}":
                self.close()
            elif part == ";":
                self.end()
            elif part:
                if self.lambdas and self.asserts.search(part):
                    self.note_assertion()
                self.statement += part + " "
                if part.strip() and self.dependent():
                    self.statement_depends = True

    def note_assertion(self) -> None:
        self.facts.captures.add(any(s[2] for s in self.scopes))

    def in_template(self) -> bool:
        return any(s[2] for s in self.scopes)

    def scope(self) -> str:
        return self.scopes[-1][0] if self.scopes else "namespace"

    def open(self) -> None:
        text = self.statement
        template = bool(_TEMPLATE.search(text)) or "auto" in text.split(
            "(", 1)[-1]
        plain = _without_angles(text)
        record = _RECORD.search(plain)
        kind, name = "function", ""
        if re.search(r"\bnamespace\b|\bextern\s+\"\"", plain):
            kind = "namespace"
        elif self.scope() != "function" and record and not re.search(
                r"[)=]\s*(?:const|noexcept|override|->|$)|\benum\b",
                plain[record.end():].strip()) and "(" not in re.sub(
                    r"\b[A-Z_]+\([^)]*\)|alignas\s*\([^)]*\)", "",
                    plain[:record.start()]):
            kind, name = "record", record[1]
            self.facts.records.add(name)
        elif re.search(r"\benum\b", plain):
            kind = "enum"
        if kind == "function" and _CAPTURE.search(text):
            self.lambdas.append(len(self.scopes))
        if kind == "function" and self.scope() == "record":
            # The head of a member function with its body.
            self.declaration(text)
        self.scopes.append((kind, name, template or self.in_template()))
        self.clear()

    def close(self) -> None:
        if self.scopes:
            self.scopes.pop()
            while self.lambdas and self.lambdas[-1] >= len(self.scopes):
                self.lambdas.pop()
        self.clear()

    def clear(self) -> None:
        self.statement, self.statement_depends = "", False

    def end(self) -> None:
        text = self.statement.strip()
        if text and self.scope() == "record":
            self.declaration(text)
        elif text and self.scope() == "namespace" and self.statement_depends:
            self.alias(text)
        self.clear()

    def alias(self, text: str) -> None:
        if "=" not in text.split("(", 1)[0] and "typedef" not in text:
            return
        for groups in _ALIAS.findall(text):
            self.facts.names.update(g for g in groups if g)

    def declaration(self, text: str) -> None:
        text = re.sub(r"^(?:(?:public|private|protected)\s*:\s*)+", "",
                      text.strip())
        record = self.scopes[-1]
        here = (record[1], record[2] or bool(_TEMPLATE.match(text)))
        plain = _without_angles(text)
        if self.used.search(plain.split("(", 1)[0]):
            self.facts.uses.append(here)
        if not self.statement_depends:
            return
        if re.search(r"\bvirtual\b", plain):
            self.facts.virtuals.append(here)
        elif _NOT_A_FIELD.match(plain):
            self.alias(text)
        elif "(" not in re.sub(r"=.*", "", plain):
            self.facts.fields.append(here)


def read(text: str, known: dict, tainted: set = frozenset()) -> Facts:
    """What the header `text` says about NDEBUG."""
    reader = _Reader(known, set(tainted))
    for line in clean(text).split("\n"):
        match = _DIRECTIVE.match(line)
        if match:
            reader.directive(match[1], match[2].strip())
        else:
            reader.code(line + "\n")
    return reader.facts
