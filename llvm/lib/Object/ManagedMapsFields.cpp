//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManagedMapsFields.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::object;

Error object::makeManagedMapError(StringRef SectionName, uint64_t SectionIndex,
                                  uint64_t Offset, const Twine &Rule) {
  return make_error<StringError>("section '" + SectionName + "' (index " +
                                     Twine(SectionIndex) + ") at offset 0x" +
                                     Twine::utohexstr(Offset) + ": " + Rule,
                                 object_error::parse_failed);
}

Error ManagedMapFields::checkAddress() const {
  if (Bytes.Address > maxUIntN(Bytes.AddressBits) - size())
    return makeError(0, "the section is outside the address space");
  return Error::success();
}

Error ManagedMapFields::checkPassedRelocations(uint64_t Offset) const {
  if (NextRelocation == Bytes.Relocations.size())
    return Error::success();
  uint64_t Passed = Bytes.Relocations[NextRelocation].Offset;
  if (Passed >= Offset)
    return Error::success();
  return makeError(Passed, "a relocation does not belong to any field");
}

Expected<const ManagedMapRelocation *>
ManagedMapFields::takeRelocation(uint64_t Offset,
                                 ManagedMapRelocation::FieldType Type) {
  if (Error E = checkPassedRelocations(Offset))
    return E;
  if (!hasRelocation(Offset)) {
    if (!Bytes.IsRelocatable ||
        (Bytes.Unrelocated == ManagedMapUnrelocated::Absolute &&
         Type == ManagedMapRelocation::Absolute64))
      return nullptr;
    return makeError(Offset, "the field has no relocation");
  }
  const ManagedMapRelocation &R = Bytes.Relocations[NextRelocation++];
  if (R.Type != Type)
    return makeError(Offset,
                     Type == ManagedMapRelocation::Absolute64
                         ? "the relocation is not a 64-bit absolute one"
                         : "the relocation is not a 32-bit relative one");
  return &R;
}

Expected<ManagedMapPlace>
ManagedMapFields::advance(uint64_t Field, const char *Name, bool MayBeEnd,
                          ManagedMapPlace Base, int64_t Distance) const {
  uint64_t From = Base.Address.Address;
  uint64_t Sum = From + uint64_t(Distance);
  bool Wraps = Distance < 0 ? Sum > From : Sum < From;
  if (Base.Address.SectionIndex != SectionedAddress::UndefSection) {
    if (Wraps || Sum > Base.Limit || (Sum == Base.Limit && !MayBeEnd))
      return makeError(Field, Twine("the ") + Name + " is outside its section");
  } else if (Wraps || Sum > maxUIntN(Bytes.AddressBits)) {
    return makeError(Field,
                     Twine("the ") + Name + " is outside the address space");
  }
  return ManagedMapPlace{{Sum, Base.Address.SectionIndex}, Base.Limit};
}

Expected<ManagedMapPlace> ManagedMapFields::readFunction(uint64_t Field) {
  Expected<const ManagedMapRelocation *> Relocation =
      takeRelocation(Field, ManagedMapRelocation::Absolute64);
  if (!Relocation)
    return Relocation.takeError();
  ManagedMapPlace Begin;
  Begin.Address.Address = read64(Field);
  if (const ManagedMapRelocation *R = *Relocation) {
    if (!R->IsCode)
      return makeError(Field, "the function is not in a section with code");
    Begin = {R->Target, R->Limit};
  }
  return advance(Field, "function", /*MayBeEnd=*/true, Begin, 0);
}

Expected<ManagedMapPlace> ManagedMapFields::readRelative(uint64_t Field,
                                                         const char *Name,
                                                         bool MayBeEnd) {
  Expected<const ManagedMapRelocation *> Relocation =
      takeRelocation(Field, ManagedMapRelocation::Relative32);
  if (!Relocation)
    return Relocation.takeError();
  ManagedMapPlace Base;
  if (const ManagedMapRelocation *R = *Relocation) {
    if (!Bytes.IsRelocatable)
      return makeError(Field, "a relocation is left for the dynamic linker");
    Base = {R->Target, R->Limit};
    return advance(Field, Name, MayBeEnd, Base, 0);
  }
  Base.Address.Address = Bytes.Address + Field;
  return advance(Field, Name, MayBeEnd, Base, int32_t(read32(Field)));
}
