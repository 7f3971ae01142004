//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "GCFrameLowering.h"
#include "Verification/VerifiedRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include <vector>

using namespace llvm;

static GCRootStrategy makeManagedFrames(StringRef Name, bool MovesObjects) {
  // As with the strategies that have statepoints, a front end has one address
  // space, and says nothing about where in objects its pointers point.
  const std::pair<unsigned, GCPointerKind> Spaces[] = {
      {1, GCPointerKind::Derived}};
  GCRootStrategy Strategy{Name, GCPointers(Spaces)};
  Strategy.MovesObjects = MovesObjects;
  Strategy.HasMixedObjects = true;
  Strategy.CreateLowering = createShadowStackLowering;
  Strategy.CreateVerifiedRules = createVerifiedRules;
  return Strategy;
}

GCRootStrategyProvider::~GCRootStrategyProvider() = default;

LLVM_INSTANTIATE_REGISTRY(GCRootStrategyRegistry)

static std::vector<GCRootStrategy> makeStrategies() {
  std::vector<GCRootStrategy> Strategies = {
      makeManagedFrames("managed-frames", /*MovesObjects=*/true),
      makeManagedFrames("managed-frames-non-moving", /*MovesObjects=*/false)};
  for (const auto &Entry : GCRootStrategyRegistry::entries())
    Strategies.push_back(Entry.instantiate()->getStrategy());
  sort(Strategies, [](const GCRootStrategy &L, const GCRootStrategy &R) {
    return L.Name < R.Name;
  });
  return Strategies;
}

ArrayRef<GCRootStrategy> llvm::getGCRootStrategies() {
  static const std::vector<GCRootStrategy> Strategies = makeStrategies();
  return Strategies;
}

/// Returns what says which strategy \p F has, or nothing.
static StringRef getStrategyName(const Function &F) {
  if (F.hasGC())
    return F.getGC();
  // The flag is still there when the module is linked with others.
  if (F.hasFnAttribute(GCFrameLoweredAttribute))
    return StringRef();
  const auto *Name = dyn_cast_or_null<MDString>(
      F.getParent()->getModuleFlag(GCRootStrategyFlag));
  return Name ? Name->getString() : StringRef();
}

const GCRootStrategy *llvm::getGCRootStrategy(const Function &F) {
  const StringRef Name = getStrategyName(F);
  for (const GCRootStrategy &Strategy : getGCRootStrategies())
    if (Strategy.Name == Name)
      return &Strategy;
  return nullptr;
}
