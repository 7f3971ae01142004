//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where objects are the same place as before: the control flow of a function,
/// as far as safepoints are concerned.
///
/// Think of "where all objects are" as one variable, which each safepoint
/// assigns. A *state* is a definition of that variable in SSA form:
///
///   - the *entry* of the function,
///   - after a safepoint that is a *call*,
///   - an *edge*, after a safepoint that is an invoke, at the start of a
///     successor that has no other predecessor,
///   - a *join*, at the start of a block where different states meet.
///
/// Each program point is in one state, that of the last definition. Two facts
/// make states useful. Let a value be defined in state D and used in state U,
/// and let the definition dominate the use.
///
///   1. If D = U, the value is live over no safepoint between them. (After a
///      safepoint, U would have to be defined again, and what dominates the
///      definition of the value cannot lie between it and the use.)
///   2. If D != U, the definition of the value dominates that of U, so that the
///      value is live at the start of U; if U is a call, it is live across it.
///
/// So a walk from U to the states in front of it, up to D, meets exactly the
/// safepoints that the value is live over and the joins at which two copies of
/// it meet, if a safepoint moves it. Everything without safepoints, however
/// many blocks it has, is one step or none.
///
/// Joins are the iterated dominance frontier of the other states (Cytron et
/// al., "Efficiently Computing Static Single Assignment Form and the Control
/// Dependence Graph", 1991; computed as Sreedhar and Gao do, "A Linear Time
/// Algorithm for Placing phi-Nodes", 1995). Time and memory are linear in the
/// instructions and edges of the function.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_SAFEPOINTSTATES_H
#define LLVM_ANALYSIS_SAFEPOINTSTATES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <vector>

namespace llvm {

class BasicBlock;
class CallBase;
class DominatorTree;
class Function;
class Instruction;
class Use;

/// The states of one function. Valid until its blocks, edges or safepoints
/// change; other instructions may come and go.
class SafepointStates {
public:
  enum class Kind : uint8_t { Entry, Call, Edge, Join };

private:
  struct Block {
    unsigned In = 0, Out = 0;
    /// The safepoints in the block are those from First to before End.
    unsigned First = 0, End = 0;
  };
  std::vector<Block> Blocks;
  SmallVector<CallBase *, 0> Safepoints;
  /// Where each state starts: Entry, after a safepoint, then the rest.
  SmallVector<BasicBlock *, 0> Starts;
  /// For each state after the calls, the invoke of an edge, or no number.
  SmallVector<unsigned, 0> Invokes;

  unsigned addState(BasicBlock *Start, unsigned Invoke);

public:
  static constexpr unsigned None = ~0u;

  /// \p Safepoints are calls and invokes of \p F in the order of the function,
  /// all reachable, as all blocks of \p F are.
  LLVM_ABI SafepointStates(Function &F, DominatorTree &DT,
                           ArrayRef<CallBase *> Safepoints);

  /// The safepoints; what has a number N is the Nth.
  ArrayRef<CallBase *> safepoints() const { return Safepoints; }
  /// The number of states, the largest plus one. Entry is 0.
  unsigned size() const { return Starts.size(); }

  LLVM_ABI Kind getKind(unsigned State) const;
  /// The block at or in whose start the state begins; for a call, the block of
  /// the call.
  BasicBlock *getBlock(unsigned State) const { return Starts[State]; }
  /// The safepoint of a call or an edge.
  LLVM_ABI unsigned getSafepoint(unsigned State) const;

  /// The state after a safepoint that is a call. Invokes have one of these,
  /// too, for edges to blocks with several predecessors.
  unsigned getBehind(unsigned Safepoint) const { return Safepoint + 1; }
  /// The state in front of a safepoint.
  LLVM_ABI unsigned getBefore(unsigned Safepoint) const;
  /// The first safepoint in the block of \p Safepoint.
  LLVM_ABI unsigned getFirstInBlock(unsigned Safepoint) const;

  /// The states at the start and at the end of a block.
  LLVM_ABI unsigned getIn(const BasicBlock &BB) const;
  LLVM_ABI unsigned getOut(const BasicBlock &BB) const;

  /// Calls \p Visit with each operand in \p F, in order, and the state in which
  /// it is used; for a phi, that at the end of the incoming block. \p Calls are
  /// the safepoints, or what stands for them now.
  LLVM_ABI void visitUses(Function &F, ArrayRef<Instruction *> Calls,
                          function_ref<void(Use &, unsigned)> Visit) const;
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_SAFEPOINTSTATES_H
