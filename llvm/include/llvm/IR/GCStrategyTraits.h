//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a GC strategy promises its runtime beyond what GCStrategy says, and
/// which strategies there are.
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
/// A strategy with frames has no GCStrategy, because code generation never sees
/// it. It registers its traits, and a GCRootStrategyProvider.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_IR_GCSTRATEGYTRAITS_H
#define LLVM_IR_GCSTRATEGYTRAITS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/Support/Compiler.h"
#include <memory>
#include <string>

namespace llvm {

class Function;
class GCStrategy;

/// The module flag that names the strategy, with frames, of functions that name
/// none.
constexpr StringLiteral GCRootStrategyFlag = "gc-root-strategy";

/// What lower-gc-frame puts on functions whose strategy is that of the module:
/// they have none any longer.
constexpr StringLiteral GCFrameLoweredAttribute = "gc-frame-lowered";

/// Metadata of the memory of a frame, which the collector finds through the
/// list of frames wherever it is inlined.
constexpr StringLiteral GCFrameMemoryMetadata = "gc-frame-memory";

/// The name of no strategy, for functions that have none whatever the module
/// flag says.
constexpr StringLiteral NoGCStrategy = "none";

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

  /// References are in frames: place-gc-roots and lower-gc-frame see to that,
  /// and take the strategy from the function.
  bool HasFrames = false;

  /// The polls of functions whose attributes do not say otherwise.
  GCPolls Polls = {};

  /// The current thread, for polls and for calls with a "gc-transition" bundle.
  /// The defaults are those of a runtime of which nothing is known.
  GCThreadTraits Thread = {};
};

/// \returns the traits of the strategy \p Name.
LLVM_ABI GCStrategyTraits getGCStrategyTraits(StringRef Name);

/// \returns the traits of the strategy of \p F, which has one.
LLVM_ABI GCStrategyTraits getGCStrategyTraits(const Function &F);

/// Registers the traits of a strategy for as long as it exists. It is a global
/// variable; registration is not synchronized. The characters of the name
/// outlive it.
class RegisterGCStrategyTraits {
public:
  LLVM_ABI RegisterGCStrategyTraits(StringRef Name,
                                    const GCStrategyTraits &Traits);
  LLVM_ABI ~RegisterGCStrategyTraits();
  RegisterGCStrategyTraits(const RegisterGCStrategyTraits &) = delete;
  RegisterGCStrategyTraits &
  operator=(const RegisterGCStrategyTraits &) = delete;

private:
  friend void visitGCStrategyTraits(
      function_ref<void(StringRef, const GCStrategyTraits &)> Visit);

  const StringRef Name;
  const GCStrategyTraits Traits;
  /// The one that was registered before.
  RegisterGCStrategyTraits *Next;
};

/// Calls \p Visit with the name and the traits of each strategy that has some.
/// Of two with one name, the one that was registered last comes first.
LLVM_ABI void visitGCStrategyTraits(
    function_ref<void(StringRef, const GCStrategyTraits &)> Visit);

/// \returns true if a strategy \p Name or its traits are registered, or if it
/// is the name of no strategy.
LLVM_ABI bool isKnownGCStrategy(StringRef Name);

/// \returns the strategy of \p F, or null if it has none, one with frames, or
/// one that is not known. getGCStrategy() ends the program then.
LLVM_ABI std::unique_ptr<GCStrategy> findGCStrategy(const Function &F);

/// \returns what to say of \p Name, which is no known strategy: also which one
/// may be meant.
LLVM_ABI std::string describeUnknownGCStrategy(StringRef Name);

/// \returns why there is no GCStrategy of the name \p Name: it is not known, or
/// has frames.
LLVM_ABI std::string describeMissingGCStrategy(StringRef Name);

/// \returns what to say of \p F if its strategy is not known, or cannot have
/// references in the address spaces that F wants; see GCAddressSpaces.h. Empty
/// if all is right.
LLVM_ABI std::string describeWrongGCStrategy(const Function &F);

/// Reports what describeWrongGCStrategy() says of \p F as an error
/// (DiagnosticInfoUnsupported). \returns true if there is one.
LLVM_ABI bool diagnoseWrongGCStrategy(const Function &F);

/// Ends the program, because code asked for the strategy \p Name, which does
/// not exist, or has frames only.
[[noreturn]] LLVM_ABI void reportMissingGCStrategy(StringRef Name);

} // end namespace llvm

#endif // LLVM_IR_GCSTRATEGYTRAITS_H
