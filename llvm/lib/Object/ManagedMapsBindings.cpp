//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C interface to the maps in object files.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedCode.h"
#include "llvm/Object/Binary.h"
#include "llvm/Object/ManagedMaps.h"
#include "llvm/Object/ManagedStackMaps.h"
#include "llvm/Support/Error.h"
#include <vector>

using namespace llvm;
using namespace llvm::object;

static Expected<const ObjectFile *> getObject(LLVMBinaryRef Object) {
  if (const auto *Obj = dyn_cast<ObjectFile>(unwrap(Object)))
    return Obj;
  return createStringError("'" + unwrap(Object)->getFileName() +
                           "' is no object file");
}

static LLVMMapAddress convert(const SectionedAddress &Address) {
  return {Address.Address, Address.SectionIndex};
}

LLVMErrorRef LLVMVisitFaultMaps(LLVMBinaryRef Object, LLVMFaultMapVisitor Visit,
                                void *Context) {
  Expected<const ObjectFile *> Obj = getObject(Object);
  if (!Obj)
    return wrap(Obj.takeError());
  Expected<std::vector<FaultMapEntry>> Entries = readFaultMaps(**Obj);
  if (!Entries)
    return wrap(Entries.takeError());
  for (const FaultMapEntry &E : *Entries) {
    LLVMFaultMapEntry Entry = {};
    Entry.Kind = static_cast<LLVMFaultKind>(E.Kind);
    Entry.Faulting = convert(E.FaultingPC);
    Entry.Handler = convert(E.HandlerPC);
    Entry.HasSite = E.Site.has_value();
    Entry.Site = E.Site.value_or(0);
    if (!Visit(&Entry, Context))
      break;
  }
  return LLVMErrorSuccess;
}

static LLVMStackMapLocation convert(const StackMapLocation &L) {
  LLVMStackMapLocation Location = {};
  switch (L.Kind) {
  case StackMapLocation::InRegister:
    Location.Kind = LLVMInRegister;
    break;
  case StackMapLocation::FromCFA:
    Location.Kind = LLVMFromCFA;
    break;
  case StackMapLocation::FromRegister:
    Location.Kind = LLVMFromRegister;
    break;
  }
  Location.Register = L.Register;
  Location.Offset = L.Offset;
  return Location;
}

static LLVMStackMapValue convert(const StackMapValue &V) {
  LLVMStackMapValue Value = {};
  switch (V.Kind) {
  case StackMapValue::Constant:
    Value.Kind = LLVMDeoptConstant;
    break;
  case StackMapValue::Contents:
    Value.Kind = LLVMDeoptContents;
    break;
  case StackMapValue::Address:
    Value.Kind = LLVMDeoptAddress;
    break;
  }
  Value.Number = V.Number;
  Value.Where = convert(V.Where);
  Value.Bytes = V.Size;
  return Value;
}

static LLVMStackMapFrameBase convert(stackmap::FrameBase Base) {
  switch (Base) {
  case stackmap::FromSP:
    return LLVMFrameFromStackPointer;
  case stackmap::FromFP:
    return LLVMFrameFromFramePointer;
  case stackmap::Unwalkable:
    break;
  }
  return LLVMUnwalkableFrame;
}

static LLVMBool visit(const StackMapSafepoint &S, LLVMStackMapVisitor Visit,
                      void *Context) {
  std::vector<LLVMStackMapSave> Saves;
  std::vector<LLVMStackMapLocation> Roots;
  std::vector<LLVMStackMapDerived> Derived;
  std::vector<LLVMStackMapValue> Deopt;
  LLVMStackMapSafepoint Safepoint = {};
  Safepoint.Address = convert(S.PC);
  Safepoint.HasId = S.Id.has_value();
  Safepoint.Id = S.Id.value_or(0);
  if (S.Frame) {
    Safepoint.FrameBase = convert(S.Frame->Base);
    Safepoint.FrameOffset = S.Frame->Offset;
    for (const StackMapSave &Save : S.Frame->Saves)
      Saves.push_back({Save.Register, Save.Offset});
  }
  for (const StackMapLocation &Root : S.Roots)
    Roots.push_back(convert(Root));
  for (const StackMapDerived &D : S.Derived)
    Derived.push_back({convert(D.Base), convert(D.Derived)});
  if (S.Deopt) {
    Safepoint.HasDeopt = true;
    Safepoint.IsDeoptEarly = S.Deopt->IsEarly;
    for (const StackMapValue &Value : S.Deopt->Values)
      Deopt.push_back(convert(Value));
  }
  Safepoint.Saves = Saves.data();
  Safepoint.NumSaves = Saves.size();
  Safepoint.Roots = Roots.data();
  Safepoint.NumRoots = Roots.size();
  Safepoint.Derived = Derived.data();
  Safepoint.NumDerived = Derived.size();
  Safepoint.Deopt = Deopt.data();
  Safepoint.NumDeopt = Deopt.size();
  return Visit(&Safepoint, Context);
}

/// \returns the safepoints of \p Maps, those of version 3 first. What linkers
/// discarded is left out.
static Expected<std::vector<StackMapSafepoint>>
getSafepoints(const StackMaps &Maps) {
  std::vector<StackMapSafepoint> Safepoints;
  for (const StackMapTables &Tables : Maps.Tables)
    for (const StackMapTableV3 &Table : Tables.Tables)
      for (const StackMapRecordV3 &Record : Tables.getRecords(Table)) {
        if (Tables.Functions[Record.Function].IsDiscarded)
          continue;
        Expected<StackMapSafepoint> S = readStatepoint(Tables, Table, Record);
        if (!S)
          return S.takeError();
        Safepoints.push_back(std::move(*S));
      }
  for (const StackMapFunction &Function : Maps.Functions)
    for (const StackMapSite &Site : Function.Sites)
      Safepoints.push_back(getSafepoint(Function, Site));
  return Safepoints;
}

LLVMErrorRef LLVMVisitStackMaps(LLVMBinaryRef Object, LLVMStackMapVisitor Visit,
                                void *Context) {
  Expected<const ObjectFile *> Obj = getObject(Object);
  if (!Obj)
    return wrap(Obj.takeError());
  Expected<StackMaps> Maps = readStackMaps(**Obj);
  if (!Maps)
    return wrap(Maps.takeError());
  Expected<std::vector<StackMapSafepoint>> Safepoints = getSafepoints(*Maps);
  if (!Safepoints)
    return wrap(Safepoints.takeError());
  for (const StackMapSafepoint &S : *Safepoints)
    if (!visit(S, Visit, Context))
      break;
  return LLVMErrorSuccess;
}
