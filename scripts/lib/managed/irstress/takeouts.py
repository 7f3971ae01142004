"""Tools of ours without the repair of one kind of fault.

A generator is worth something if it finds faults. So each kind that it was
written for has a row here: a change of the sources that takes the repair out.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from ..parallel import in_parallel
from ..paths import BUILD, REPO
from ..ui import Failure, run

TOOLS = ("opt", "llc")


@dataclass(frozen=True)
class TakeOut:
    """A file below tree/, and what is written there instead."""

    what: str
    file: str
    changes: tuple

    def apply(self, text: str) -> str:
        for old, new in self.changes:
            if text.count(old) != 1:
                raise Failure(f"{self.file} has '{old}' {text.count(old)} "
                              "times, and should have it once")
            text = text.replace(old, new)
        return text


TAKE_OUTS = {
    "bases": TakeOut(
        "ptrmask is taken for a base pointer",
        "llvm/lib/Analysis/GCPointerOrigins.cpp",
        (("  case Intrinsic::ptrmask:\n",
          "  case Intrinsic::ptrmask:\n    return {Origin::Base};\n"),)),
    "integers": TakeOut(
        "copies of references become loads and stores of integers",
        "llvm/lib/Analysis/ReferenceCopies.cpp",
        (("  return mayHoldReference(DL, Size) && "
          "!hasOnlyForeignPointers(Copy)",
          "  return false && !hasOnlyForeignPointers(Copy)"),
         ("  return mayHoldReference(DL, Size) && "
          "!hasOnlyForeignPointers(Variable)",
          "  return false && !hasOnlyForeignPointers(Variable)"),
         ("  return HasReferences || (Kinds & References) ||",
          "  return false &&"))),
    "undefined": TakeOut(
        "references may be undefined at safepoints",
        "llvm/lib/Transforms/Utils/UndefinedReferences.cpp",
        (("  for (Instruction *I : All)\n    Define.visit(*I);\n", ""),)),
    "objects": TakeOut(
        "references in stack objects are not listed",
        "llvm/lib/Analysis/GCStackObjects.cpp",
        (("    if (!Uses.run())\n      continue;\n",
          "    if (!Uses.run() || Alloca)\n      continue;\n"),)),
    "numbers": TakeOut(
        "numbers stay in variables that hold references for some time",
        "llvm/lib/Transforms/GC/Normalization/SharedVariables.cpp",
        (("    if (!Variable.isVariable() || !Variable.isShared())\n",
          "    if (Object)\n"),)),
    "callees": TakeOut(
        "a statepoint calls the first result of the node of its callee",
        "llvm/lib/CodeGen/SelectionDAG/StatepointLowering.cpp",
        (("  SDValue CallTarget = CallNode->getOperand(1);\n",
          "  SDValue CallTarget = SDValue(CallNode->getOperand(1).getNode(), "
          "0);\n"),)),
}


def build(kind: str) -> Path:
    """The folder of opt and llc without the repair. scripts/build has run."""
    take_out = TAKE_OUTS[kind]
    folder = BUILD / "irstress" / f"without-{kind}"
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    commands = run(["ninja", "-C", BUILD, "-t", "commands",
                    *(f"bin/{tool}" for tool in TOOLS)],
                   what="asking for the commands of the build").splitlines()
    source = folder / Path(take_out.file).name
    source.write_text(
        take_out.apply((REPO / "tree" / take_out.file).read_text()))
    object_ = folder / "without.o"
    compiling = [c for c in commands if c.endswith(f"/tree/{take_out.file}")]
    if not compiling:
        raise Failure(f"the build does not compile {take_out.file}")
    run(["sh", "-c", re.sub(
        r" -MD -MT \S+ -MF \S+ -o \S+ -c \S+$",
        f" -I{(REPO / 'tree' / take_out.file).parent} "
        f"-o {shlex.quote(str(object_))} -c {shlex.quote(str(source))}",
        compiling[-1])], cwd=BUILD, what=f"compiling {source.name}")

    def link(tool: str) -> None:
        linking = [c for c in commands if f" -o bin/{tool} " in c]
        # The first definition is taken.
        command = linking[-1].replace(
            f" -o bin/{tool} ",
            f" -o {shlex.quote(str(folder / 'bin' / tool))} "
            f"{shlex.quote(str(object_))} ")
        run(["sh", "-c", command], cwd=BUILD, what=f"linking {tool}")
    in_parallel(link, TOOLS)
    return folder / "bin"
