//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a GC strategy promises its runtime beyond what GCStrategy says.
///
/// These properties belong to the strategy and to nobody else: each is a
/// contract with the runtime. They are registered by the strategy's name,
/// beside GCStrategy, because a member of that class would change its layout
/// for every unit that sees it, code generators of other targets included.
///
/// A front end that defines a strategy registers its traits with it:
/// \code
///   static GCRegistry::Add<MyGC> X("my-gc", "my collector");
///   static RegisterGCStrategyTraits
///       Y("my-gc", {/*StackMapVersion=*/4, /*KeepsRootsInRegisters=*/true,
///                   /*MovesObjects=*/true, /*UnmappedNullSpaces=*/{1}});
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_IR_GCSTRATEGYTRAITS_H
#define LLVM_IR_GCSTRATEGYTRAITS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class Function;

/// The properties of a strategy. The defaults are those of strategies that
/// register none.
struct GCStrategyTraits {
  /// The version of the stack map that statepoints are recorded in unless the
  /// module asks for another one: 3, or 4 where the target has it. See
  /// docs/StackMaps.md.
  unsigned StackMapVersion = 3;

  /// References that are live across a statepoint may stay in callee-saved
  /// registers. The runtime then finds and updates them where the frames of the
  /// callees saved these registers.
  bool KeepsRootsInRegisters = false;

  /// References may differ after a statepoint, and need a gc.relocate. If
  /// unset, the collector leaves objects where they are: statepoints list what
  /// has to stay alive, and nothing is relocated.
  bool MovesObjects = true;

  /// The address spaces of references in which nothing is mapped at null, so
  /// that an access through a null reference faults, and null checks can be
  /// implicit. See docs/ImplicitNullChecks.md.
  SmallVector<unsigned, 4> UnmappedNullSpaces = {};
};

/// \returns the traits of the strategy \p Name.
LLVM_ABI GCStrategyTraits getGCStrategyTraits(StringRef Name);

/// \returns the traits of the strategy of \p F, which has one.
LLVM_ABI GCStrategyTraits getGCStrategyTraits(const Function &F);

/// Registers the traits of a strategy for as long as it exists. It is a global
/// variable; registration is not synchronized.
class RegisterGCStrategyTraits {
public:
  LLVM_ABI RegisterGCStrategyTraits(StringLiteral Name,
                                    const GCStrategyTraits &Traits);
  LLVM_ABI ~RegisterGCStrategyTraits();
  RegisterGCStrategyTraits(const RegisterGCStrategyTraits &) = delete;
  RegisterGCStrategyTraits &
  operator=(const RegisterGCStrategyTraits &) = delete;

private:
  friend GCStrategyTraits getGCStrategyTraits(StringRef Name);

  const StringLiteral Name;
  const GCStrategyTraits Traits;
  /// The one that was registered before.
  RegisterGCStrategyTraits *Next;
};

} // end namespace llvm

#endif // LLVM_IR_GCSTRATEGYTRAITS_H
