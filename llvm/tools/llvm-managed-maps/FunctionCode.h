//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions of one function and how control flows between them.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_FUNCTIONCODE_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_FUNCTIONCODE_H

#include "Code.h"
#include "Decoder.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
namespace managed_maps {

/// A function, disassembled from the beginning of each of its parts on, one
/// instruction after the other.
class FunctionCode {
public:
  /// \p Parts are those of one function, ascending.  All arguments outlive
  /// this.
  FunctionCode(const Code &C, const Decoder &D, ArrayRef<FunctionPart> Parts);

  /// Ascending by address.
  ArrayRef<DecodedInst> instructions() const { return Instructions; }

  /// An instruction that a part begins with.
  struct Start {
    unsigned Number;
    /// The function may be called here, as far as symbols tell.
    bool IsEntry;
    /// It may be, as far as nothing tells otherwise.
    bool MayBeEntry;
  };

  ArrayRef<Start> starts() const { return Starts; }

  bool hasLandingPads() const { return HasLandingPads; }
  /// Whether symbols tell what belongs to it.
  bool hasName() const { return HasName; }
  /// Whether some of it could not be decoded.
  bool hasGaps() const { return !Gaps.empty(); }

  /// The number of the instruction that begins at \p Address.
  std::optional<unsigned> find(uint64_t Address) const;

  /// The number of the instruction that \p Address is in.
  std::optional<unsigned> findAround(uint64_t Address) const;

  /// Bytes that are no instruction before \p Address, in the same part.
  std::optional<uint64_t> findGapBefore(uint64_t Address) const;

  /// The first relocation in \p I that is no mark, or null.
  const CodeRelocation *relocationIn(const DecodedInst &I) const;

private:
  void disassemble(uint64_t Begin, uint64_t End);
  void mark(DecodedInst &I) const;

  const Code &C;
  const Decoder &D;
  std::vector<DecodedInst> Instructions;
  SmallVector<Start, 2> Starts;
  bool HasLandingPads = false;
  bool HasName = true;
  /// First addresses that could not be decoded, and where their parts begin.
  std::vector<std::pair<uint64_t, uint64_t>> Gaps;
};

/// Straight pieces of a function's code, and the paths between them.  An
/// instruction with a handler leads to it, too.
class Flow {
public:
  struct Block {
    Block(unsigned First, unsigned Last) : First(First), Last(Last) {}

    /// Numbers of instructions: [First, Last).
    unsigned First, Last;
    SmallVector<unsigned, 2> Successors;
    /// Without those that fault.
    SmallVector<unsigned, 2> Predecessors;
    /// The only successor is what follows a call, which need not return.
    bool EndsWithCall = false;
    /// A fault leads here.
    bool IsHandler = false;
    /// Control may come from somewhere unknown.
    bool IsEntry = false;
    /// As in FunctionCode::Start.
    bool IsFunctionEntry = false, MayBeFunctionEntry = false;
  };

  /// An instruction and the block that a fault of it leads to.
  struct Fault {
    unsigned Instruction;
    unsigned Handler;
  };

  /// \p Handlers are pairs of the numbers of an instruction and its handler, \p
  /// JumpTargets the numbers of those that computed jumps may lead to.
  Flow(const FunctionCode &F, const Decoder &D,
       ArrayRef<std::pair<unsigned, unsigned>> Handlers,
       ArrayRef<unsigned> JumpTargets);

  ArrayRef<Block> blocks() const { return Blocks; }
  unsigned blockOf(unsigned Instruction) const;
  /// Ascending by instruction.
  ArrayRef<Fault> faults() const { return Faults; }

private:
  std::optional<unsigned> targetOf(const FunctionCode &F, const Decoder &D,
                                   const DecodedInst &I) const;

  std::vector<Block> Blocks;
  std::vector<Fault> Faults;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_FUNCTIONCODE_H
