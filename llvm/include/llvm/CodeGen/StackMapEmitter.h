//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits version 4 of the stack map of a module, as specified in
/// docs/StackMaps.md, for the functions that have it. Those of version 3, and
/// stack maps and patchpoints, are left to StackMaps.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_STACKMAPEMITTER_H
#define LLVM_CODEGEN_STACKMAPEMITTER_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/StackMapVersion.h"
#include "llvm/BinaryFormat/StackMapEncoder.h"
#include <memory>
#include <optional>
#include <vector>

namespace llvm {

class AsmPrinter;
class FrameRules;
class Function;
class MachineInstr;
class MCSection;
class MCSymbol;

/// Prepares \p F, which has a strategy, for the stack map it will have: one of
/// version 4 needs call frame information. Returns whether \p F changed.
bool prepareForStackMap(Function &F);

/// What an AsmPrinter of X86 or AArch64 has beside StackMaps.
class StackMapEmitter {
public:
  explicit StackMapEmitter(AsmPrinter &AP);
  ~StackMapEmitter();

  /// Records \p Statepoint, whose call returns to \p Label in the current
  /// section, if its function has a map of version 4. Returns false if it has
  /// not, and the statepoint is for StackMaps to record.
  bool recordStatepoint(const MCSymbol &Label, const MachineInstr &Statepoint);

  /// Emits what was recorded for the module, at its end, and forgets it.
  void serializeToStackMapSections();

  /// Forgets what was recorded.
  void reset();

private:
  /// What a function has in a text section.
  struct Part {
    unsigned FunctionNumber;
    std::vector<const MCSymbol *> PCs;
    std::vector<stackmap::Safepoint> Sites;
  };
  using Parts = std::vector<Part>;

  void startFunction(const MachineInstr &Statepoint);
  void emitText(MCSection &Text, const Parts &Functions);
  void diagnoseFlag();

  AsmPrinter &AP;
  MapVector<MCSection *, Parts> Sections;
  bool HasStatepoints = false;

  /// The function of the statepoint that was recorded last, and, if its map is
  /// of version 4, its frames.
  std::optional<unsigned> FunctionNumber;
  std::unique_ptr<FrameRules> Rules;
};

} // end namespace llvm

#endif // LLVM_CODEGEN_STACKMAPEMITTER_H
