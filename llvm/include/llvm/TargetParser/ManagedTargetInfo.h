//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the features for managed languages ask about a target.
///
/// No other target-independent file of ours compares triples or architectures:
/// each asks ManagedTargetInfo, which a Triple selects. The answers come from
/// two sources.
///
/// 1. Facts are plain data, one ManagedTargetFacts for each architecture in
///    lib/TargetParser/ManagedTargetInfo.cpp. The optimizer, clang's driver and
///    the readers of object files need them, and these may run where the target
///    is not linked, or is linked and not initialized. So a target cannot
///    register its facts: a program that does not initialize the target would
///    silently compile something else.
/// 2. Hooks look at machine instructions, for which the code generator has to
///    be there anyway. A target registers them (registerManagedTargetHooks)
///    when it is initialized, and they are null until then.
///
/// The class is in TargetParser because that is the lowest library that knows
/// triples, and all others link it. It only passes the pointer to the hooks on;
/// llvm/CodeGen/FaultingAccess.h defines them. docs/AddingATarget.md lists what
/// another target needs.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TARGETPARSER_MANAGEDTARGETINFO_H
#define LLVM_TARGETPARSER_MANAGEDTARGETINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

namespace llvm {

struct FaultingAccessInfo;
namespace stackmap {
struct TargetV4;
} // end namespace stackmap

/// What is known about an architecture whatever the object format and the width
/// of pointers. The defaults are those of a target that supports nothing.
struct ManagedTargetFacts {
  /// The name in diagnostics.
  const char *Name = nullptr;

  /// The code generator lowers statepoints.
  bool HasStatepoints = false;

  /// The size of every instruction is a multiple of this number of bytes.
  unsigned CodeUnit = 1;

  /// The registers that version 4 of stack maps names, and the layout of its
  /// frames. Null if stack maps cannot be read or written for the target, but
  /// for version 3.
  const stackmap::TargetV4 *StackMapV4 = nullptr;

  /// The code generator makes null checks implicit if code addresses have 64
  /// bits. Its hooks are registered.
  bool HasImplicitNullChecks = false;

  /// The AsmPrinter emits fault maps of version 2.
  bool HasFaultMapV2 = false;

  /// A tail call marked musttail passes all arguments of the caller on, those
  /// of a variadic function included, unless one is passed byval.
  bool ForwardsArguments = false;

  /// The code generator supports musttail calls of extern_weak functions. It
  /// cannot if the ABI lets the linker replace calls of undefined weak
  /// functions by no-ops.
  bool TailCallsWeak = false;

  /// The most arguments of a virtual call whose guard is a function that other
  /// calls share: they stay in registers, and the guard ends in a tail call.
  /// Zero if no guards are shared.
  unsigned MaxSharedGuardArgs = 0;

  /// A cache of the results of dynamic_cast is correct: words are atomic, and
  /// vtables have the offset to the top and the type_info as words in front, if
  /// the C++ ABI is Itanium's.
  bool HasDynamicCastCache = false;

  /// The registers of arguments and results of the C calling convention that
  /// the runtime's functions for calls of native code keep, integers and
  /// others. Zero if it has no such functions.
  unsigned NumIntegerArguments = 0;
  unsigned NumFloatArguments = 0;
  unsigned NumIntegerResults = 0;
  unsigned NumFloatResults = 0;

  /// An instruction loads from a variable that the program itself has, so that
  /// a poll by page needs no register.
  bool LoadsFromSymbols = false;

  /// Pointers with an unstable representation are the target's own in functions
  /// without a GC strategy, and not references.
  bool HasUnstablePointers = false;
};

/// The description of the target that a triple names.
class ManagedTargetInfo {
public:
  LLVM_ABI explicit ManagedTargetInfo(const Triple &TT);

  /// \returns true if the code generator lowers statepoints. If the triple is
  /// empty, the answer is true: a JIT need not name its host.
  bool hasStatepoints() const { return Facts.HasStatepoints; }

  /// \returns the number of bytes that divides the size of each instruction.
  unsigned getCodeUnit() const { return Facts.CodeUnit; }

  /// \returns true if stack maps can be of version 4. This needs 64-bit
  /// pointers, and an object format with linked sections.
  bool hasStackMapV4() const {
    return Facts.StackMapV4 && IsELF && HasLongPointers;
  }

  /// \returns the registers in stack maps, or null if nothing but version 3 can
  /// be read or written.
  const stackmap::TargetV4 *getStackMapTarget() const {
    return Facts.StackMapV4;
  }

  /// \returns true if null checks can become implicit, because there is a table
  /// of the faulting instructions. It has 64-bit code addresses.
  bool hasImplicitNullChecks() const {
    return Facts.HasImplicitNullChecks && HasLongPointers && (IsELF || IsMachO);
  }

  /// \returns true if fault maps can be of version 2, which needs linked
  /// sections and addresses relative to data.
  bool hasFaultMapV2() const { return Facts.HasFaultMapV2 && IsELF; }

  /// \returns true if a musttail call forwards all arguments of any function
  /// that has none passed byval.
  bool forwardsArguments() const { return Facts.ForwardsArguments; }

  /// \returns true if a musttail call may call an extern_weak function.
  bool tailCallsWeak() const { return Facts.TailCallsWeak; }

  /// \returns how many arguments a virtual call with a shared guard may have;
  /// zero means that guards are not shared.
  unsigned getMaxSharedGuardArgs() const { return Facts.MaxSharedGuardArgs; }

  /// \returns true if the results of dynamic_cast can be cached.
  bool hasDynamicCastCache() const {
    return Facts.HasDynamicCastCache && IsELF && HasLongVTables;
  }

  /// \returns true if the managed runtime has functions for calls of native
  /// code.
  bool hasTransitions() const {
    return Facts.NumIntegerArguments != 0 && IsELF && HasLongPointers;
  }

  /// \returns how many registers the arguments and the result of such a call
  /// may take.
  unsigned getNumIntegerArguments() const { return Facts.NumIntegerArguments; }
  unsigned getNumFloatArguments() const { return Facts.NumFloatArguments; }
  unsigned getNumIntegerResults() const { return Facts.NumIntegerResults; }
  unsigned getNumFloatResults() const { return Facts.NumFloatResults; }

  /// \returns true if polls by page can load from a variable of the program.
  bool loadsFromSymbols() const { return Facts.LoadsFromSymbols; }

  /// \returns true if unstable pointers of functions without a GC strategy are
  /// not references.
  bool hasUnstablePointers() const { return Facts.HasUnstablePointers; }

  /// \returns the hooks that the target's code generator registered, or null.
  const FaultingAccessInfo *getHooks() const { return Hooks; }

private:
  const ManagedTargetFacts &Facts;
  const FaultingAccessInfo *Hooks;
  bool IsELF;
  bool IsMachO;
  /// Pointers to code and data have 64 bits.
  bool HasLongPointers;
  /// The entries of vtables are pointers, not offsets.
  bool HasLongVTables;
};

/// \returns \p TT, or if it is empty the triple that code is generated for
/// then: that of the host.
LLVM_ABI Triple getTargetOrHost(const Triple &TT);

/// Registers \p Hooks, which live as long as the program, for \p Archs. To be
/// called while targets are initialized.
LLVM_ABI void registerManagedTargetHooks(ArrayRef<Triple::ArchType> Archs,
                                         const FaultingAccessInfo &Hooks);

/// \returns the names of all targets for which \p Has is true, for a
/// diagnostic: "x86-64, AArch64 and LoongArch".
LLVM_ABI std::string
listManagedTargets(function_ref<bool(const ManagedTargetFacts &)> Has);

} // end namespace llvm

#endif // LLVM_TARGETPARSER_MANAGEDTARGETINFO_H
