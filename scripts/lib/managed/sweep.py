"""The comparison of the "reliably faults" predicate with the processor.

llvm-faulting-sweep says, for every memory opcode, what the predicate answers
and how the instruction is encoded; the runner executes each encoding with a
null base in several hostile register states. Every opcode ends in one of the
OUTCOMES below. What makes the sweep fail:

- the predicate allows an instruction that, in some state, did not fault, or
  faulted elsewhere, or changed something first, or touched a byte outside the
  size it is said to have;
- the predicate allows an opcode that has no encoding;
- an opcode that was allowed but could not be executed, or was refused although
  it faulted each time, belongs to no class of the justification file;
- a class of that file matches no opcode any more.
"""

import json
import re
import subprocess
from collections import Counter, namedtuple
from pathlib import Path

from .paths import BUILD, REPO
from .ui import Failure, run

SOURCE = REPO / "llvm/tools/llvm-faulting-sweep"
GENERATOR = BUILD / "bin/llvm-faulting-sweep"
VERIFIER = BUILD / "bin/llvm-managed-maps"

Target = namedtuple("Target", "name triple compiler emulator default_emulator")
TARGETS = {
    "x86_64": Target("x86_64", "x86_64-unknown-linux-gnu", "gcc",
                     "qemu-x86_64", None),
    "aarch64": Target("aarch64", "aarch64-unknown-linux-gnu",
                      "aarch64-linux-gnu-gcc", "qemu-aarch64", "max"),
}

PROVED = "allowed, and faulted in every state"
CONTRACT = "allowed, faulted unless a floating-point trap was pending"
ALLOWED_UNRUN = "allowed, not executable here"
NEEDED = "refused, and does not always fault"
CONSERVATIVE = "refused, though it faulted in every state"
REFUSED_UNRUN = "refused, not executable here"
UNENCODED = "refused, has no encoding"
FAILED = "FAILED"
OUTCOMES = [PROVED, CONTRACT, ALLOWED_UNRUN, NEEDED, CONSERVATIVE,
            REFUSED_UNRUN, UNENCODED, FAILED]

# Sections of a justification file, and the outcomes each of them is for.
SECTIONS = {
    "not executable and refused": [REFUSED_UNRUN],
    "not executable": [REFUSED_UNRUN, ALLOWED_UNRUN],
    "conservative": [CONSERVATIVE],
}

HOSTILE_STATES = 5
EXCEPTIONS_STATE = 4
# How many errors are printed.
LIMIT = 40


class Class:
    """One class of the justification file."""

    def __init__(self, section, name, kind, pattern, where):
        self.section, self.name, self.kind = section, name, kind
        try:
            self.pattern = re.compile(pattern)
        except re.error as error:
            raise Failure(f"{where}: bad regular expression: {error}") from None
        self.reason = []

    def matches(self, record) -> bool:
        if self.kind == "flag":
            return any(map(self.pattern.fullmatch, record["flags"]))
        if self.kind == "bytes":
            return bool(self.pattern.match(record["bytes"]))
        return bool(self.pattern.fullmatch(record["opcode"]))


def read_classes(path: Path) -> list:
    """Reads a justification file.

    `[section]`, then classes `name: opcode|bytes|flag REGEX`, each followed
    by indented lines that say why. The first class that matches counts.
    """
    classes, section = [], None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}"
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if not classes:
                raise Failure(f"{where}: a reason without a class")
            classes[-1].reason.append(line.strip())
            continue
        if line.startswith("["):
            section = line.strip("[] ")
            if section not in SECTIONS:
                raise Failure(f"{where}: unknown section '{section}'")
            continue
        head = re.fullmatch(r"([^:]+): (opcode|bytes|flag) (.+)", line)
        if not head or not section:
            raise Failure(f"{where}: expected 'name: opcode|bytes|flag REGEX'")
        classes.append(Class(section, *head.groups(), where))
    for cls in classes:
        if not cls.reason:
            raise Failure(f"{path.name}: class '{cls.name}' has no reason")
    return classes


def classes_of(target: Target) -> list:
    return read_classes(SOURCE / f"classes-{target.name}.txt")


def generate(target: Target, generator: Path, options=()) -> list:
    """Asks the generator for all records of `target`."""
    if not generator.exists():
        raise Failure(f"{generator} does not exist; build the overlay first")
    output = run([generator, f"-mtriple={target.triple}", *options],
                 what="llvm-faulting-sweep")
    return [json.loads(line) for line in output.splitlines()]


def compile_runner(target: Target, work: Path) -> Path:
    runner = work / f"runner-{target.name}"
    run([target.compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror",
         "-static-pie", "-fno-stack-protector", SOURCE / "runner/Runner.c",
         "-o", runner], what=f"compiling the runner with {target.compiler}")
    return runner


def execute(target: Target, records: list, work: Path, cpu=None) -> None:
    """Runs the records that have an encoding; sets "words" in each.

    `cpu` names a processor of the target's emulator. Without it, x86-64
    instructions run on this machine.
    """
    encoded = [r for r in records if r["status"] == "encoded"]
    lines = []
    for record in encoded:
        size, align = "-", "-"
        # The bounds are tested by moving the base, which must be unscaled.
        if record["yes"] and record["shape"] != "null-index":
            size, align = record["size"], record["align"]
        lines.append(f"{record['bytes']} {record.get('index', '-')} "
                     f"{size} {align}\n")
    listing = work / f"instructions-{target.name}"
    listing.write_text("".join(lines))
    command = [compile_runner(target, work), listing]
    cpu = cpu or target.default_emulator
    if cpu:
        command = [target.emulator, "-cpu", cpu, *command]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=600)
    except FileNotFoundError:
        raise Failure(f"'{command[0]}' is not installed") from None
    except subprocess.TimeoutExpired:
        raise Failure("the runner did not end within 10 minutes") from None
    words = done.stdout.splitlines()
    if done.returncode or len(words) != len(encoded):
        raise Failure(
            f"the runner ended with code {done.returncode} at or after "
            f"instruction {len(words)} of {listing}"
            + (": " + done.stderr.strip() if done.stderr else ""))
    for record, line in zip(encoded, words):
        record["words"] = line.split()


def is_wide(record: dict) -> bool:
    """Whether the index leads beyond the first page, where the address has to
    be what the operands say."""
    return record["shape"].startswith("wide-")


def judge_allowed(record: dict):
    """The outcome of a record the predicate allows, and what is wrong."""
    if record["status"] != "encoded":
        return FAILED, f"allowed, but has no encoding ({record['status']})"
    hostile = record["words"][:HOSTILE_STATES]
    if all(word == "I" for word in hostile):
        return ALLOWED_UNRUN, ""
    outcome = PROVED
    addresses = {word.split("@")[1] for word in hostile if "@" in word}
    if len(addresses) > 1:
        return FAILED, "the address depends on other registers"
    expected = record["address"] % 2 ** 64
    address = int(min(addresses), 16) if addresses else expected
    if address != expected and (expected == 0 or is_wide(record)):
        return FAILED, f"faulted at {address:#x} and not at its address"
    aligned = address % record["align"] == 0
    for state, word in enumerate(hostile):
        if word[0] == "E" and state == EXCEPTIONS_STATE:
            outcome = CONTRACT
        elif word[0] != "F" and not (word[0] in "GB" and not aligned):
            return FAILED, f"did not fault in state {state} ({word})"
        changes = int(word[1], 16) if word[1:2] not in ("", "@") else 0
        # What the instruction loads may be lost, but neither memory nor flags.
        if record["loses"]:
            changes &= ~(1 | 4)
        if changes:
            return FAILED, f"changed something before it faulted ({word})"
    for place, word in zip(("before its address", "beyond its size"),
                           record["words"][HOSTILE_STATES:]):
        # Memory of zeros: divisions raise E, calls and jumps end elsewhere.
        if word[0] not in "NEP":
            return FAILED, f"touches a byte {place} ({word})"
    return outcome, ""


def judge_refused(records: list) -> str:
    """The outcome of an opcode of which the predicate refuses all shapes."""
    encoded = [r for r in records if r["status"] == "encoded"]
    if not encoded:
        return UNENCODED
    # A segment moves the address away from null, whatever the opcode is, and
    # an offset may be misaligned.
    words = [word for r in encoded if r["address"] == 0
             and not r["shape"].startswith("segment-") for word in r["words"]]
    if all(word == "I" for word in words):
        return REFUSED_UNRUN
    if all(re.fullmatch(r"F@[0-9a-f]+", word) for word in words):
        return CONSERVATIVE
    return NEEDED


class Report:
    """What came out, by outcome and by class."""

    def __init__(self, target):
        self.target = target
        self.opcodes, self.shapes, self.runs = 0, 0, 0
        self.outcomes = Counter()
        self.classes = {PROVED: Counter(), ALLOWED_UNRUN: Counter(),
                        CONSERVATIVE: Counter(), REFUSED_UNRUN: Counter(),
                        UNENCODED: Counter()}
        self.members = {}
        self.failures = []

    def count(self, outcome, cls, opcode):
        self.classes[outcome][cls] += 1
        self.members.setdefault((outcome, cls), []).append(opcode)

    def print(self) -> None:
        print(f"{self.target.name}: {self.opcodes} memory opcodes, "
              f"{self.shapes} instructions, {self.runs} executions")
        for outcome in OUTCOMES:
            if self.outcomes[outcome] or outcome == FAILED:
                print(f"  {self.outcomes[outcome]:6} {outcome}")
                for name, number in self.classes.get(
                        outcome, Counter()).most_common():
                    print(f"           {number:6} {name}")
        for failure in self.failures[:LIMIT]:
            print(f"  error: {failure}")
        if len(self.failures) > LIMIT:
            print(f"  and {len(self.failures) - LIMIT} more errors")


def compare(target: Target, records: list, classes: list) -> Report:
    """Judges every opcode and counts."""
    report = Report(target)
    by_opcode = {}
    for record in records:
        by_opcode.setdefault(record["opcode"], []).append(record)
    report.opcodes, report.shapes = len(by_opcode), len(records)
    report.runs = sum(len(r.get("words", ())) for r in records)
    used = set()

    def classify(outcome, record):
        sections = [name for name, outcomes in SECTIONS.items()
                    if outcome in outcomes or outcome == ALLOWED_UNRUN
                    and REFUSED_UNRUN in outcomes]
        for cls in classes:
            if cls.section in sections and cls.matches(record):
                return cls
        return None

    for opcode, group in by_opcode.items():
        for cls in classes:
            if cls not in used and any(map(cls.matches, group)):
                used.add(cls)
        allowed = [r for r in group if r["yes"]]
        if not allowed:
            outcome = judge_refused(group)
        else:
            outcomes = []
            for record in allowed:
                outcome, problem = judge_allowed(record)
                outcomes.append(outcome)
                if problem:
                    report.failures.append(
                        f"{opcode}, {record['shape']}: {problem}"
                        f" [{record['bytes']}]"
                        f" {' '.join(record.get('words', ()))}")
            outcome = max(outcomes, key=[PROVED, ALLOWED_UNRUN, CONTRACT,
                                         FAILED].index)
        report.outcomes[outcome] += 1
        if outcome == UNENCODED:
            report.count(outcome, group[0]["status"], opcode)
        if outcome in (ALLOWED_UNRUN, REFUSED_UNRUN, CONSERVATIVE):
            cls = classify(outcome, group[0])
            report.count(outcome, cls.name if cls else "(no class)", opcode)
            if not cls:
                report.failures.append(
                    f"{opcode}: {outcome}, and in no class of the "
                    f"justification file [{group[0]['bytes']}]")
            elif outcome not in SECTIONS[cls.section]:
                report.failures.append(
                    f"{opcode}: {outcome}, but class '{cls.name}' is for "
                    f"refused opcodes [{group[0]['bytes']}]")
    for cls in classes:
        if cls not in used:
            report.failures.append(
                f"class '{cls.name}' of [{cls.section}] matches no opcode")
    return report


def sweep(target_name: str, work: Path, generator: Path = GENERATOR,
          options=(), cpu=None) -> Report:
    """The whole comparison for one target."""
    target = TARGETS[target_name]
    records = generate(target, generator, options)
    execute(target, records, work, cpu)
    return compare(target, records, classes_of(target))


# The verifier of fault maps has a predicate of its own, about encodings.

KINDS = {("load",): "load", ("store",): "store",
         ("load", "store"): "load-store"}


def ask_verifier(target: Target, records: list, verifier: Path,
                 work: Path) -> list:
    """What the verifier says of each of the `records`, all encoded."""
    if not verifier.exists():
        raise Failure(f"{verifier} does not exist; build the overlay first")
    listing = work / f"questions-{target.name}"
    listing.write_text("".join(r["bytes"] + "\n" for r in records))
    output = run([verifier, "describe", f"--triple={target.triple}", listing],
                 what="llvm-managed-maps describe")
    answers = [json.loads(line) for line in output.splitlines()]
    if len(answers) != len(records):
        raise Failure(f"{verifier.name} answered {len(answers)} of "
                      f"{len(records)} questions")
    return answers


def wider(record: dict, answer: dict) -> str:
    """How the code generator's predicate allows more than the verifier."""
    if not record["yes"]:
        return ""
    if "refused" in answer:
        return f"allowed by the code generator, but {answer['refused']}"
    kind = KINDS.get(tuple(f for f in record["flags"]
                           if f in ("load", "store")))
    if answer["kind"] != kind:
        return f"a {kind} to the code generator, a {answer['kind']} to the " \
               "verifier"
    if answer["size"] > record["size"]:
        return f"{answer['size']} bytes, {record['size']} to the code " \
               "generator"
    if answer["alignment"] > record["align"]:
        return f"aligned to {answer['alignment']}, to {record['align']} for " \
               "the code generator"
    return ""


def elsewhere(record: dict, answer: dict) -> str:
    """Whether the fault's address is not the one that the verifier gives."""
    expected = answer["displacement"]
    if answer["index"] and "index" in record:
        index = record["index"]
        if record.get("narrow"):
            index %= 2 ** 32
        expected += answer["scale"] * index
    expected %= 2 ** 64
    found = {int(word.split("@")[1], 16)
             for word in record["words"][:HOSTILE_STATES] if "@" in word}
    if found - {expected}:
        return f"faulted at {max(found):#x} and not at {expected:#x}"
    return ""


class SecondOpinion:
    """How the verifier's predicate compares with the processor, and with the
    code generator's predicate."""

    def __init__(self, target):
        self.target = target
        self.instructions = 0
        self.outcomes = Counter()
        self.both = 0
        self.failures = []

    def print(self) -> None:
        print(f"{self.target.name}: {self.instructions} instructions, "
              f"{self.both} allowed by both predicates")
        for outcome, number in self.outcomes.most_common():
            print(f"  {number:6} {outcome}")
        for failure in self.failures[:LIMIT]:
            print(f"  error: {failure}")
        if len(self.failures) > LIMIT:
            print(f"  and {len(self.failures) - LIMIT} more errors")


def second_opinion(target_name: str, work: Path, generator: Path = GENERATOR,
                   verifier: Path = VERIFIER, answers=None) -> SecondOpinion:
    """Executes all that the verifier allows, within the bounds it gives.

    `answers`, for tests, changes what the verifier says.
    """
    target = TARGETS[target_name]
    generated = [record for record in generate(target, generator)
                 if record["status"] == "encoded"]
    given = ask_verifier(target, generated, verifier, work)
    if answers:
        answers(generated, given)
    records = [dict(record) for record in generated]
    for record, answer in zip(records, given):
        record["yes"] = "refused" not in answer
        if record["yes"]:
            record.update(size=answer["size"], align=answer["alignment"],
                          loses=bool(answer["lost"]))
    execute(target, records, work)
    report = SecondOpinion(target)
    report.instructions = len(records)
    for first, record, answer in zip(generated, records, given):
        problem = wider(first, answer)
        outcome = "refused"
        if record["yes"]:
            report.both += first["yes"]
            outcome, wrong = judge_allowed(record)
            problem = wrong or elsewhere(record, answer) or problem
        report.outcomes[outcome] += 1
        if problem:
            report.failures.append(f"{record['opcode']}, {record['shape']}: "
                                   f"{problem} [{record['bytes']}]")
    return report
