"""The symbol that tells our libraries from those of another LLVM.

What includes LLVM's headers refers to a variable that tells libraries with
checks that change layouts from those without. In the prefix it has a name of
its own, in libraries and headers, so that a program with objects of both LLVMs
fails to link. Programs mixed in ways that a linker does not see end when they
start. cmake/ManagedABI.cpp and cmake/AnotherLLVM.cpp are the objects for that.
"""

import re
from pathlib import Path

from .. import version
from ..ui import Failure

# The component, and its member that defines the variable.
LIBRARY = "LLVMSupport"
MEMBER = "ABIBreak.cpp.o"
_VARIABLE = "DisableABIBreakingChecks"


def mangled(variable: str) -> str:
    """The symbol of a variable in namespace llvm."""
    return f"_ZN4llvm{len(variable)}{variable}E"


def variable() -> str:
    """The name in the prefix; that of MANAGED_LLVM_ABI in managed-llvm.h."""
    return "NeedsManagedLLVM_" + version.version().replace(".", "_")


UPSTREAM = mangled(_VARIABLE)


def ours() -> str:
    return mangled(variable())


def objects(overlay: Path) -> Path:
    """The archive of the two objects, below the overlay's directory."""
    return overlay / "lib/libmanaged_abi.a"


def header(text: str) -> str:
    """abi-breaking.h for the prefix.

    The reference is in a section that linkers must keep, so that those that
    discard sections look for the symbol, too.
    """
    weak = r"__attribute__\(\(weak\)\)( int \*Verify" + _VARIABLE + r")\b"
    text, weaks = re.subn(weak, r"MANAGED_LLVM_KEPT __attribute__((weak))\1",
                          text)
    text, uses = re.subn(rf"\b{_VARIABLE};", "MANAGED_LLVM_ABI;", text)
    anchor = '#include "llvm/Config/llvm-config.h"\n'
    if weaks != 1 or uses != 2 or text.count(anchor) != 1:
        raise Failure("abi-breaking.h is not as expected: it has "
                      f"{uses} uses of {_VARIABLE}")
    kept = (
        "\n#if defined(__has_attribute)\n"
        "#if __has_attribute(retain)\n"
        "#define MANAGED_LLVM_KEPT __attribute__((used, retain))\n"
        "#endif\n"
        "#endif\n"
        "#ifndef MANAGED_LLVM_KEPT\n"
        "#define MANAGED_LLVM_KEPT __attribute__((used))\n"
        "#endif\n")
    return text.replace(anchor, anchor + kept)
