//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCAddressSpaces.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <optional>

using namespace llvm;

/// The last one that was registered. It is initialized before any constructor
/// runs.
static RegisterGCStrategyTraits *Last = nullptr;

/// The polls that a strategy wants whose runtime has none but those.
static GCPolls atEntryAndBackedges(GCPollForm Form) {
  GCPolls Polls;
  Polls.AtEntry = Polls.AtBackedges = true;
  Polls.Form = Form;
  return Polls;
}

/// A strategy of the managed runtime.
static GCStrategyTraits managed(bool MovesObjects, bool HasFrames) {
  GCStrategyTraits Traits;
  if (!HasFrames) {
    Traits.StackMapVersion = 4;
    Traits.KeepsRootsInRegisters = true;
  }
  Traits.MovesObjects = MovesObjects;
  Traits.UnmappedNullSpaces = {1};
  Traits.HasFrames = HasFrames;
  Traits.Polls = atEntryAndBackedges(GCPollForm::Flag);
  Traits.Thread = getManagedThreadTraits();
  return Traits;
}

void llvm::visitGCStrategyTraits(
    function_ref<void(StringRef, const GCStrategyTraits &)> Visit) {
  // Strategies of ours are here, so that they have their traits wherever these
  // are asked for.
  Visit("managed", managed(/*MovesObjects=*/true, /*HasFrames=*/false));
  Visit("managed-non-moving",
        managed(/*MovesObjects=*/false, /*HasFrames=*/false));
  Visit("managed-frames", managed(/*MovesObjects=*/true, /*HasFrames=*/true));
  Visit("managed-frames-non-moving",
        managed(/*MovesObjects=*/false, /*HasFrames=*/true));
  // Its front end places polls, and its own passes lower its transitions.
  GCStrategyTraits Julia;
  Julia.MovesObjects = false;
  Julia.UnmappedNullSpaces = {10, 11, 12, 13};
  Julia.HasFrames = true;
  Visit("julia", Julia);
  for (const RegisterGCStrategyTraits *R = Last; R; R = R->Next)
    Visit(R->Name, R->Traits);
  // Upstream's, unless their authors registered more.
  GCStrategyTraits Upstream;
  Upstream.UnmappedNullSpaces = {1};
  Upstream.Polls = atEntryAndBackedges(GCPollForm::Call);
  Visit("statepoint-example", Upstream);
  Visit("coreclr", Upstream);
}

static std::optional<GCStrategyTraits> findTraits(StringRef Name) {
  std::optional<GCStrategyTraits> Found;
  visitGCStrategyTraits([&](StringRef Known, const GCStrategyTraits &Traits) {
    if (!Found && Known == Name)
      Found = Traits;
  });
  return Found;
}

GCStrategyTraits llvm::getGCStrategyTraits(StringRef Name) {
  return findTraits(Name).value_or(GCStrategyTraits());
}

GCStrategyTraits llvm::getGCStrategyTraits(const Function &F) {
  return getGCStrategyTraits(F.getGC());
}

RegisterGCStrategyTraits::RegisterGCStrategyTraits(
    StringRef Name, const GCStrategyTraits &Traits)
    : Name(Name), Traits(Traits), Next(Last) {
  Last = this;
}

RegisterGCStrategyTraits::~RegisterGCStrategyTraits() {
  RegisterGCStrategyTraits **Link = &Last;
  while (*Link != this)
    Link = &(*Link)->Next;
  *Link = Next;
}

static bool isRegistered(StringRef Name) {
  return any_of(GCRegistry::entries(), [&](const GCRegistry::entry &Entry) {
    return Entry.getName() == Name;
  });
}

/// The names of all strategies, sorted.
static SmallVector<StringRef, 16> getKnownGCStrategies() {
  SmallVector<StringRef, 16> Names;
  for (const GCRegistry::entry &Entry : GCRegistry::entries())
    Names.push_back(Entry.getName());
  visitGCStrategyTraits(
      [&](StringRef Name, const GCStrategyTraits &) { Names.push_back(Name); });
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  return Names;
}

bool llvm::isKnownGCStrategy(StringRef Name) {
  return isRegistered(Name) || findTraits(Name) || Name == NoGCStrategy;
}

std::unique_ptr<GCStrategy> llvm::findGCStrategy(const Function &F) {
  if (!F.hasGC() || !isRegistered(F.getGC()))
    return nullptr;
  return applyGCAddressSpaces(getGCStrategy(F.getGC()), F);
}

std::string llvm::describeUnknownGCStrategy(StringRef Name) {
  const SmallVector<StringRef, 16> Names = getKnownGCStrategies();
  std::string Text = "unknown GC strategy '" + Name.str() + "'; ";
  // A third of the letters may be wrong.
  unsigned Least = Name.size() / 3 + 1;
  StringRef Nearest;
  for (StringRef Known : Names) {
    const unsigned Distance =
        Name.edit_distance_insensitive(Known, /*AllowReplacements=*/true);
    if (Distance >= Least)
      continue;
    Least = Distance;
    Nearest = Known;
  }
  if (!Nearest.empty())
    return Text + "did you mean '" + Nearest.str() + "'?";
  return Text + "use one of '" + join(Names, "', '") + "'";
}

std::string llvm::describeMissingGCStrategy(StringRef Name) {
  if (!getGCStrategyTraits(Name).HasFrames)
    return describeUnknownGCStrategy(Name);
  return "the GC strategy '" + Name.str() +
         "' has no statepoints; run place-gc-roots and lower-gc-frame";
}

std::string llvm::describeWrongGCStrategy(const Function &F) {
  if (!F.hasGC() || F.getGC() == NoGCStrategy)
    return "";
  if (!isKnownGCStrategy(F.getGC()))
    return describeUnknownGCStrategy(F.getGC());
  // Those with frames are known elsewhere.
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  if (Strategy && !Strategy->useStatepoints() &&
      F.hasFnAttribute(GCAddressSpacesAttr))
    return ("attribute \"" + GCAddressSpacesAttr + "\": the GC strategy '" +
            F.getGC() +
            "' has references in its own address spaces; leave the attribute "
            "out, or use a strategy with statepoints")
        .str();
  return describeWrongGCAddressSpaces(F, Strategy.get());
}

bool llvm::diagnoseWrongGCStrategy(const Function &F) {
  const std::string Text = describeWrongGCStrategy(F);
  if (Text.empty())
    return false;
  F.getContext().diagnose(DiagnosticInfoUnsupported(F, Text));
  return true;
}

void llvm::reportMissingGCStrategy(StringRef Name) {
  reportFatalUsageError(Twine(describeMissingGCStrategy(Name)));
}
