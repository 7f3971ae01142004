//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits the fault map of a module, in the version the module asks for. The
/// formats are specified in docs/FaultMaps.md; version 1 is written by
/// FaultMaps, version 2 here.
///
/// Version 2 consists of fragments, at most two for each text section. The
/// relocations that keep sections with different entries apart are at the
/// faulting instructions and the handlers; they also keep a handler in another
/// section alive.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_FAULTMAPEMITTER_H
#define LLVM_CODEGEN_FAULTMAPEMITTER_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/FaultMaps.h"
#include <optional>

namespace llvm {

class AsmPrinter;
class MachineFunction;
class MachineInstr;
class MCSection;
class MCSymbol;
class Module;
class Triple;

/// The module flag that chooses the version: i32 1 or 2.
inline constexpr StringLiteral FaultMapVersionFlag = "fault-map-version";

/// The version of the fault map that is emitted for \p M on target \p TT. A
/// flag that cannot be followed counts as absent; see diagnoseFaultMapVersion.
unsigned getFaultMapVersion(const Module &M, const Triple &TT);

/// Reports a flag in \p M that cannot be followed on \p TT as an error to the
/// context of \p M.
void diagnoseFaultMapVersion(const Module &M, const Triple &TT);

/// What an AsmPrinter of X86 or AArch64 has in place of FaultMaps.
class FaultMapEmitter {
public:
  explicit FaultMapEmitter(AsmPrinter &AP) : AP(AP), V1(AP) {}

  /// Notes that \p FaultingOp, a FAULTING_OP, is about to be emitted at
  /// \p FaultingLabel in the current section.
  void recordFaultingOp(const MachineInstr &FaultingOp,
                        MCSymbol *FaultingLabel);

  /// If \p Poll, about to be emitted, is a poll by page of a function with a
  /// frame: emits a label in front of it, and returns it. Otherwise null.
  MCSymbol *startPoll(const MachineInstr &Poll);

  /// Notes the poll \p Poll from \p Start to \p End in the current section.
  void recordPoll(const MachineInstr &Poll, MCSymbol *Start, MCSymbol *End);

  /// Emits what was recorded for the module, at its end, and forgets it.
  void serializeToFaultMapSection();

  /// Forgets what was recorded.
  void reset();

private:
  struct Entry {
    MCSymbol *Faulting;
    MCSymbol *Handler;
    /// Whether the handler is in another section than the faulting instruction.
    bool InOtherSection;
    uint32_t Kind;
    std::optional<uint32_t> Site;
    bool IsShort = false;
  };

  bool fitsShort(const Entry &E, const MachineFunction &MF);
  void tieToText(const Entry &E, unsigned Number, const MCSymbol *InText);
  void requireGuard();
  void emitShort(const Entry &E);
  void emitLong(const Entry &E);

  AsmPrinter &AP;
  FaultMaps V1;
  bool HasV1 = false;
  /// The entries of each text section, in order of their instructions.
  MapVector<MCSection *, SmallVector<Entry, 4>> V2;

  /// The function whose size was looked at last, and what was found.
  std::optional<unsigned> SizedFunction;
  bool ExceedsShort = false;
};

} // end namespace llvm

#endif // LLVM_CODEGEN_FAULTMAPEMITTER_H
