//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/NullAddresses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCAddressSpaces.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

using namespace llvm;

static Expected<AddressSpaceList> parseSpaces(StringRef List) {
  return parseAddressSpaces(
      List,
      "null_pointer_is_valid decides about address space 0; leave it out");
}

/// The address spaces that the attribute of \p F lists. A list that is reported
/// as an error has none.
static AddressSpaceList getListedSpaces(const Function &F) {
  const Attribute List = F.getFnAttribute(NullCheckSpacesAttr);
  if (!List.isValid())
    return {};
  Expected<AddressSpaceList> Spaces = parseSpaces(List.getValueAsString());
  if (Spaces)
    return *Spaces;
  consumeError(Spaces.takeError());
  return {};
}

bool llvm::isNullUnmapped(const Function &F, unsigned AddressSpace) {
  if (F.nullPointerIsDefined())
    return false;
  if (AddressSpace == 0)
    return true;
  if (F.hasGC() &&
      is_contained(getGCStrategyTraits(F).UnmappedNullSpaces, AddressSpace))
    return true;
  return is_contained(getListedSpaces(F), AddressSpace);
}

void llvm::keepUnmappedNullSpaces(Function &F, StringRef Strategy) {
  if (!F.hasFnAttribute(ImplicitNullChecksAttr))
    return;
  const AddressSpaceList Listed = getListedSpaces(F);
  // What is wrong stays, to be reported.
  if (Listed.empty() && F.hasFnAttribute(NullCheckSpacesAttr))
    return;
  AddressSpaceList All = Listed;
  for (const unsigned Space : getGCStrategyTraits(Strategy).UnmappedNullSpaces)
    if (!is_contained(All, Space))
      All.push_back(Space);
  if (All.size() != Listed.size())
    F.addFnAttr(
        NullCheckSpacesAttr,
        join(map_range(All, [](unsigned N) { return utostr(N); }), ","));
}

static void diagnose(const Function &F, StringRef Attr, StringRef Reason) {
  const StringRef Value = F.getFnAttribute(Attr).getValueAsString();
  F.getContext().emitError("in function '" + F.getName() + "': attribute \"" +
                           Attr + "\"=\"" + Value + "\": " + Reason);
}

void llvm::diagnoseNullCheckAttributes(const Module &M) {
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (const Attribute Enabled = F.getFnAttribute(ImplicitNullChecksAttr);
        Enabled.isValid() && !hasImplicitNullChecks(F))
      diagnose(F, ImplicitNullChecksAttr,
               "the value is not known; it is \"wide\", or left out");
    if (const Attribute List = F.getFnAttribute(NullCheckSpacesAttr);
        List.isValid())
      if (Error E = parseSpaces(List.getValueAsString()).takeError())
        diagnose(F, NullCheckSpacesAttr, toString(std::move(E)));
  }
}
