//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackMapFuzz.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/StackMapEncoder.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

namespace {

/// Writes down what a reader has read of version 3.
class Writer : public FuzzWriter {
public:
  using FuzzWriter::FuzzWriter;

  void write(const StackMapTables &Tables);

private:
  void write(const StackMapRecordV3 &Record);
};

} // end anonymous namespace

void Writer::write(const StackMapRecordV3 &Record) {
  uint64_t Offset = Record.Offset;
  put<uint64_t>(Offset, Record.Id);
  put<uint32_t>(Offset + 8, Record.InstructionOffset);
  put<uint16_t>(Offset + 14, Record.Locations.size());
  Offset += sizeof(RecordV3);
  for (const LocationV3 &L : Record.Locations) {
    put<uint8_t>(Offset, L.Kind);
    put<uint16_t>(Offset + 2, L.Size);
    put<uint16_t>(Offset + 4, L.Register);
    put<int32_t>(Offset + 8, L.Offset);
    Offset += sizeof(LocationV3);
  }
  Offset = alignTo(Offset, AlignmentV3);
  put<uint16_t>(Offset + 2, Record.LiveOuts.size());
  Offset += sizeof(LiveOutsV3);
  for (const LiveOutV3 &L : Record.LiveOuts) {
    put<uint16_t>(Offset, L.Register);
    put<uint8_t>(Offset + 3, L.Size);
    Offset += sizeof(LiveOutV3);
  }
}

void Writer::write(const StackMapTables &Tables) {
  for (const StackMapTableV3 &Table : Tables.Tables) {
    put<uint8_t>(Table.Offset, 3);
    put<uint32_t>(Table.Offset + 4, Table.NumFunctions);
    put<uint32_t>(Table.Offset + 8, Table.NumConstants);
    put<uint32_t>(Table.Offset + 12, Table.NumRecords);
    uint64_t Offset = Table.Offset + sizeof(HeaderV3);
    for (size_t I = 0; I != Table.NumFunctions; ++I) {
      const StackMapFunctionV3 &F = Tables.Functions[Table.FirstFunction + I];
      if (F.Offset != Offset)
        failFuzzing("a function is elsewhere");
      put<uint64_t>(Offset, F.AddressField);
      put<uint64_t>(Offset + 8, F.StackSize);
      put<uint64_t>(Offset + 16, F.NumRecords);
      Offset += sizeof(FunctionV3);
    }
    for (size_t I = 0; I != Table.NumConstants; ++I, Offset += 8)
      put<uint64_t>(Offset, Tables.Constants[Table.FirstConstant + I]);
  }
  for (const StackMapRecordV3 &Record : Tables.Records)
    write(Record);
}

void llvm::fuzzStackMapTables(const ManagedMapFuzzInput &Input) {
  Expected<StackMapTables> Tables = parseStackMapTables(Input.Bytes);
  if (!Tables)
    return checkFuzzError(Tables.takeError(), Input);
  Writer W(Input.Bytes);
  W.write(*Tables);
  W.compare();
  for (const StackMapTableV3 &Table : Tables->Tables)
    for (const StackMapRecordV3 &Record :
         ArrayRef(Tables->Records).slice(Table.FirstRecord, Table.NumRecords)) {
      Expected<StackMapSafepoint> S = readStatepoint(*Tables, Table, Record);
      if (!S) {
        consumeError(S.takeError());
        continue;
      }
      if (S->Roots.size() + S->Derived.size() > Record.Locations.size() * 8192)
        failFuzzing("there are too many roots");
    }
}

// Version 4.

static Location toEncoder(const StackMapLocation &L, const TargetV4 &Target) {
  switch (L.Kind) {
  case StackMapLocation::InRegister:
    return Location::inRegister(L.Register);
  case StackMapLocation::FromCFA:
    return {BelowCFA, uint64_t(-L.Offset) / WordSize - 1, 0};
  case StackMapLocation::FromRegister:
    break;
  }
  if (L.Register == Target.SP && L.Offset >= 0 && L.Offset % WordSize == 0)
    return {AboveSP, uint64_t(L.Offset) / WordSize, 0};
  return {AtRegister, L.Register, L.Offset};
}

static DeoptValue toEncoder(const StackMapValue &V, const TargetV4 &Target) {
  DeoptValue Result;
  Result.Size = V.Size;
  if (V.Kind == StackMapValue::Constant) {
    Result.Value = V.Number;
    return Result;
  }
  if (V.Where.Kind == StackMapLocation::InRegister) {
    Result.Kind = DeoptValue::Register;
    Result.Base = V.Where.Register;
    return Result;
  }
  Result.Kind = V.Kind == StackMapValue::Address ? DeoptValue::Address
                                                 : DeoptValue::Memory;
  const bool IsFromCFA = V.Where.Kind == StackMapLocation::FromCFA;
  Result.Base = IsFromCFA ? 0 : uint64_t(V.Where.Register) + 1;
  Result.Offset = V.Where.Offset;
  return Result;
}

/// What the encoder takes; nothing if it does not take that much.
static std::optional<Safepoint> toEncoder(const StackMapSafepoint &S,
                                          const TargetV4 &Target) {
  Safepoint Result;
  Result.Id = S.Id;
  Result.Caller.Base = S.Frame->Base;
  Result.Caller.Words = S.Frame->Offset / WordSize;
  for (const StackMapSave &Save : S.Frame->Saves) {
    const uint64_t Word = -Save.Offset / int64_t(WordSize);
    if (Save.Register > UINT8_MAX || Word > UINT32_MAX)
      return std::nullopt;
    Result.Caller.Saves.push_back({uint8_t(Save.Register), uint32_t(Word)});
  }
  llvm::sort(Result.Caller.Saves, [](const auto &A, const auto &B) {
    return A.Register < B.Register;
  });
  // One place in two ways is one for the encoder.
  std::set<StackMapLocation> Places;
  for (const StackMapLocation &Root : S.Roots) {
    if (!Places.insert(Root).second)
      return std::nullopt;
    Result.Roots.push_back(toEncoder(Root, Target));
  }
  for (const StackMapDerived &P : S.Derived) {
    if (!Places.insert(P.Derived).second)
      return std::nullopt;
    Result.Derived.push_back(
        {toEncoder(P.Base, Target), toEncoder(P.Derived, Target)});
  }
  if (S.Deopt) {
    Result.Deopt.emplace();
    Result.Deopt->Early = S.Deopt->IsEarly;
    for (const StackMapValue &Value : S.Deopt->Values)
      Result.Deopt->Values.push_back(toEncoder(Value, Target));
  }
  return Result;
}

/// What differs although it means the same.
static void normalize(StackMapSafepoint &S) {
  llvm::sort(S.Roots);
  llvm::sort(S.Derived);
  llvm::sort(S.Frame->Saves, [](const StackMapSave &A, const StackMapSave &B) {
    return A.Register < B.Register;
  });
}

static bool isSame(StackMapSafepoint A, StackMapSafepoint B) {
  normalize(A);
  normalize(B);
  return A.PC == B.PC && A.Id == B.Id && A.Frame == B.Frame &&
         A.Roots == B.Roots && A.Derived == B.Derived && A.Deopt == B.Deopt;
}

void llvm::checkStackMapFunction(const StackMapFunction &F,
                                 const TargetV4 &Target) {
  if (F.Sites.empty() || F.Frames.empty())
    failFuzzing("a function has no safepoint or no frame");
  size_t Size = 0;
  std::vector<Safepoint> Sites;
  for (const StackMapSite &Site : F.Sites) {
    if (Site.Frame >= F.Frames.size() || Site.Set >= F.Sets.size())
      failFuzzing("a number is out of range");
    if (&Site != &F.Sites.front() && (&Site)[-1].PC.Address >= Site.PC.Address)
      failFuzzing("safepoints do not ascend");
    // Safepoints may share large sets.
    const StackMapSet &Set = F.Sets[Site.Set];
    Size += Set.Roots.size() + Set.Derived.size();
    if (Size > 20000)
      return;
    std::optional<Safepoint> S = toEncoder(getSafepoint(F, Site), Target);
    if (!S)
      return;
    Sites.push_back(std::move(*S));
  }

  const EncodedFunction Encoded = encodeFunction(Sites, Target);
  SmallVector<char, 256> Run(Encoded.Head.begin(), Encoded.Head.end());
  for (size_t I = 0; I != Sites.size(); ++I) {
    if (I)
      appendDistance(Run, (F.Sites[I].PC.Address - F.Sites[I - 1].PC.Address) /
                              Target.CodeUnit);
    Run.append(Encoded.Sites[I].begin(), Encoded.Sites[I].end());
  }
  Run.push_back(0);
  ManagedMapBytes Bytes;
  Bytes.Contents =
      ArrayRef(reinterpret_cast<const uint8_t *>(Run.data()), Run.size());
  std::vector<StackMapFunction> Again;
  Expected<uint64_t> End =
      parseStackMapRun(Bytes, 0, F.Sites[0].PC, UINT64_MAX, Target, Again);
  if (!End)
    failFuzzing("the encoder's map is refused: " + toString(End.takeError()));
  if (*End != Run.size() || Again.size() != 1 ||
      Again[0].Sites.size() != F.Sites.size())
    failFuzzing("the encoder's map has another shape");
  for (size_t I = 0; I != F.Sites.size(); ++I)
    if (!isSame(getSafepoint(F, F.Sites[I]),
                getSafepoint(Again[0], Again[0].Sites[I])))
      failFuzzing("the encoder's map means something else");
}

void llvm::fuzzStackMapRun(const ManagedMapFuzzInput &Input) {
  const TargetV4 Target = Input.HasFlag16 ? AArch64V4 : X86_64V4;
  std::vector<StackMapFunction> Functions;
  Expected<uint64_t> End = parseStackMapRun(
      Input.Bytes, 0, {0x1000, 3}, UINT64_C(1) << 40, Target, Functions);
  if (!End)
    return checkFuzzError(End.takeError(), Input);
  if (*End > Input.Bytes.Contents.size())
    failFuzzing("the run ends past the section");
  for (const StackMapFunction &F : Functions)
    checkStackMapFunction(F, Target);
}
