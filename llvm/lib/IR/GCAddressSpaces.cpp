//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/GCAddressSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

/// The largest number that the type of a pointer can have.
static constexpr unsigned MaxAddressSpace = (1u << 24) - 1;

Expected<AddressSpaceList> llvm::parseAddressSpaces(StringRef List,
                                                    StringRef AboutZero) {
  AddressSpaceList Spaces;
  for (const StringRef Item : split(List, ',')) {
    unsigned Space;
    if (Item.getAsInteger(10, Space) || Space > MaxAddressSpace)
      return createStringError("'" + Item +
                               "' is not the number of an address space");
    if (Space == 0)
      return createStringError(AboutZero);
    if (is_contained(Spaces, Space))
      return createStringError("address space " + Item + " is listed twice");
    Spaces.push_back(Space);
  }
  return Spaces;
}

static Expected<AddressSpaceList> parse(const Function &F) {
  const Attribute List = F.getFnAttribute(GCAddressSpacesAttr);
  if (!List.isValid())
    return AddressSpaceList();
  return parseAddressSpaces(
      List.getValueAsString(),
      "references have an address space of their own; leave 0 out");
}

AddressSpaceList llvm::getGCAddressSpaces(const Function &F) {
  Expected<AddressSpaceList> Spaces = parse(F);
  if (Spaces)
    return *Spaces;
  consumeError(Spaces.takeError());
  return {};
}

static bool isIn(const AddressSpaceList &Spaces, const Type *Ty) {
  return Ty->isPtrOrPtrVectorTy() &&
         is_contained(Spaces, Ty->getPointerAddressSpace());
}

std::optional<bool> llvm::isNamedReference(const Type *Ty, const Function &F) {
  const AddressSpaceList Spaces = getGCAddressSpaces(F);
  if (Spaces.empty())
    return std::nullopt;
  return isIn(Spaces, Ty);
}

namespace {

/// A strategy with references in other address spaces.
class NamedSpacesGC : public GCStrategy {
  const AddressSpaceList Spaces;

public:
  NamedSpacesGC(const GCStrategy &Strategy, AddressSpaceList Spaces)
      : GCStrategy(Strategy), Spaces(std::move(Spaces)) {}

  std::optional<bool> isGCManagedPointer(const Type *Ty) const override {
    return isIn(Spaces, Ty);
  }
};

} // end anonymous namespace

std::unique_ptr<GCStrategy>
llvm::applyGCAddressSpaces(std::unique_ptr<GCStrategy> Strategy,
                           const Function &F) {
  AddressSpaceList Spaces = getGCAddressSpaces(F);
  if (!Strategy || Spaces.empty())
    return Strategy;
  return std::make_unique<NamedSpacesGC>(*Strategy, std::move(Spaces));
}

bool llvm::haveSameGCAddressSpaces(const Function &Caller,
                                   const Function &Callee) {
  AddressSpaceList Ours = getGCAddressSpaces(Caller),
                   Theirs = getGCAddressSpaces(Callee);
  llvm::sort(Ours);
  llvm::sort(Theirs);
  return Ours == Theirs;
}

static bool hasOtherWidth(unsigned Space, const DataLayout &DL) {
  return DL.getPointerSizeInBits(Space) != DL.getPointerSizeInBits(0);
}

static std::string describeWidth(unsigned Space, const DataLayout &DL) {
  return "references of address space " + utostr(Space) + " have " +
         utostr(DL.getPointerSizeInBits(Space)) + " bits, and pointers have " +
         utostr(DL.getPointerSizeInBits(0)) +
         "; no collector can find references of another size, so keep them as "
         "integers, and make a reference of one where it is used";
}

/// An address space of another width that references of \p F have, or 0.
static unsigned findOtherWidth(const Function &F, const GCStrategy &Strategy) {
  const DataLayout &DL = F.getDataLayout();
  const auto IsOther = [&](const Type *Ty) {
    return Ty->isPtrOrPtrVectorTy() &&
           hasOtherWidth(Ty->getPointerAddressSpace(), DL) &&
           Strategy.isGCManagedPointer(Ty->getScalarType()).value_or(false);
  };
  for (const Argument &A : F.args())
    if (IsOther(A.getType()))
      return A.getType()->getPointerAddressSpace();
  for (const Instruction &I : instructions(F))
    if (IsOther(I.getType()))
      return I.getType()->getPointerAddressSpace();
  return 0;
}

std::string llvm::describeWrongGCAddressSpaces(const Function &F,
                                               const GCStrategy *Strategy) {
  const std::string Name =
      ("attribute \"" + GCAddressSpacesAttr + "\"=\"" +
       F.getFnAttribute(GCAddressSpacesAttr).getValueAsString() + "\": ")
          .str();
  Expected<AddressSpaceList> Spaces = parse(F);
  if (!Spaces)
    return Name + toString(Spaces.takeError());
  const DataLayout &DL = F.getDataLayout();
  for (const unsigned Space : *Spaces)
    if (hasOtherWidth(Space, DL))
      return Name + describeWidth(Space, DL);
  if (Strategy)
    if (const unsigned Space = findOtherWidth(F, *Strategy))
      return describeWidth(Space, DL);
  return "";
}
