//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which polls a function has, and how generated code reaches the current
/// thread of the runtime. The GC strategy says so (GCStrategyTraits), and
/// attributes of a function override what is said of polls:
///
///   "gc-polls"="entry,backedge,return"   where; empty for nowhere
///   "gc-poll-form"="call|flag|page"      how
///   "gc-poll-distance"="N"               at most N instructions without one
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_IR_GCPOLLS_H
#define LLVM_IR_GCPOLLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace llvm {

class Function;

constexpr StringLiteral GCPollsAttr = "gc-polls";
constexpr StringLiteral GCPollFormAttr = "gc-poll-form";
constexpr StringLiteral GCPollDistanceAttr = "gc-poll-distance";

/// What place-safepoints leaves at functions whose polls it has placed.
constexpr StringLiteral GCPollsPlacedAttr = "gc-polls-placed";

/// What a call of the address of a page has that is a poll by page.
constexpr StringLiteral GCPagePollAttr = "gc-page-poll";

/// The value of that attribute once lower-gc-frame has seen the poll: all
/// references that are live there are in a frame in memory.
constexpr StringLiteral GCFramePoll = "frame";

enum class GCPollForm {
  /// The function gc.safepoint_poll of the module, inlined.
  Call,
  /// A test of a word of the thread, and a call of the runtime if it is not
  /// zero.
  Flag,
  /// A load from a page that the runtime protects to stop threads.
  Page
};

/// The polls of a function.
struct GCPolls {
  bool AtEntry = false;
  bool AtBackedges = false;
  bool AtReturns = false;
  GCPollForm Form = GCPollForm::Call;
  /// The most instructions of IR that may be executed without a poll. Loops
  /// that execute no more get none, and other counted loops are divided.
  uint64_t Distance = 10000;

  bool any() const { return AtEntry || AtBackedges || AtReturns; }
};

/// How generated code reaches the thread that executes it, and what of the
/// runtime it calls. The strings live as long as the strategy is registered.
struct GCThreadTraits {
  /// The thread-local variable that is the structure of the thread, in the
  /// initial-exec model; or empty.
  StringRef Variable;
  /// A register that has the address of the structure, as llvm.read_register
  /// names it, instead of a variable.
  StringRef Register;
  /// The offset of the 32-bit word that polls test, in bytes.
  uint64_t PollOffset = 0;
  /// What a poll calls if the word is not zero: void(void), a safepoint.
  StringRef PollFunction;
  /// The constant variable with the address of the page that polls load from.
  StringRef PollPage;
  /// What a call with a "gc-transition" bundle calls instead: a function that
  /// has all arguments of the call, and its target as another one, `nest`. The
  /// functions for targets with arguments on the stack have the size appended
  /// (64, 256, 1024 or 4096 bytes).
  StringRef Transition;

  /// \returns true if there is a way to the structure.
  bool hasThread() const { return !Variable.empty() || !Register.empty(); }
};

/// The structure and the functions of the managed runtime
/// (llvm-c/ManagedThreads.h).
LLVM_ABI const GCThreadTraits &getManagedThreadTraits();

/// \returns the polls of \p F by its attributes and its strategy, or an error
/// that names the wrong attribute. A function without a strategy has none.
LLVM_ABI Expected<GCPolls> getGCPolls(const Function &F);

} // end namespace llvm

#endif // LLVM_IR_GCPOLLS_H
