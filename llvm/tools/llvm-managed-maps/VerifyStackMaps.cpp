//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyStackMaps.h"
#include "CalleeCounts.h"
#include "Code.h"
#include "Decoder.h"
#include "FrameAccess.h"
#include "FrameRules.h"
#include "Frames.h"
#include "FunctionCode.h"
#include "JumpTables.h"
#include "MapEncoding.h"
#include "MapSections.h"
#include "PlaceFlow.h"
#include "SectionRules.h"
#include "StackDepth.h"
#include "Writes.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;
using namespace llvm::stackmap;

namespace {

class SafepointVerifier {
public:
  SafepointVerifier(const ObjectFile &Obj, const StackMaps &Maps, const Code &C,
                    const Decoder &D, VerifyResult &Result)
      : Maps(Maps), C(C), D(D), Target(*Maps.Target), Result(Result),
        Frames(CallFrames::read(Obj, C)) {
    for (const FunctionPart &Part : C.parts())
      Parts[Part.Function].push_back(Part);
  }

  void run();

private:
  /// A safepoint, of either version.
  struct Site {
    /// Version 4.
    const StackMapFunction *Function = nullptr;
    const StackMapSite *Read = nullptr;
    /// Version 3.
    const StackMapTables *Tables = nullptr;
    const StackMapTableV3 *Table = nullptr;
    const StackMapRecordV3 *Record = nullptr;

    StringRef Section;
    uint64_t Offset = 0;
    SectionedAddress Place;
    std::optional<uint64_t> PC;
    /// Version 3: it looks like one of a statepoint.
    bool IsStatepoint = true;
    /// It is no call, but a load that may stop the thread.
    bool IsPoll = false;
    bool IsProved = true;
  };

  void collect();
  void report(Site &S, StringRef Rule, const Twine &Message,
              Finding::Severity Level = Finding::Broken);
  void checkUniqueness(ArrayRef<Site *> Ascending);
  void checkFunction(MutableArrayRef<Site *> Sites);
  void checkCall(Site &S, const FunctionCode &F);
  using AccessFunction = function_ref<bool(int64_t)>;
  void checkRecord(Site &S, std::optional<uint64_t> Depth,
                   AccessFunction IsAccessed);
  void checkSite(Site &S, std::optional<uint64_t> Depth,
                 AccessFunction IsAccessed);
  std::optional<bool> hasMark(const Site &S) const;
  void checkMarks();
  void checkWritten(Site &S, const StackMapSafepoint &Point, unsigned Call,
                    const Writes &Written);
  StackMapSafepoint normalized(const Site &S) const;
  bool isKnown(const Site &S, std::optional<uint64_t> Size);

  const StackMaps &Maps;
  const Code &C;
  const Decoder &D;
  const TargetV4 &Target;
  VerifyResult &Result;
  const CallFrames Frames;
  /// Those of each function, ascending.
  std::map<unsigned, std::vector<FunctionPart>> Parts;
  std::vector<Site> Sites;
  CalleeCounts Callees;
  /// The function, root set, frame and size of a frame whose places are right.
  std::set<std::tuple<const StackMapFunction *, uint32_t, uint32_t,
                      std::optional<uint64_t>>>
      Known;
};

} // end anonymous namespace

void SafepointVerifier::report(Site &S, StringRef Rule, const Twine &Message,
                               Finding::Severity Level) {
  S.IsProved &= Level == Finding::Suspicious;
  Result.Findings.push_back(
      {Rule,
       formatv("safepoint at {0}+{1:x}, PC {2}: {3}", S.Section, S.Offset,
               C.describePC(S.Place), Message.str())
           .str(),
       Level, Finding::Place{S.Section.str(), S.Offset, S.Place}});
}

void SafepointVerifier::collect() {
  for (const StackMapTables &Tables : Maps.Tables)
    for (const StackMapTableV3 &Table : Tables.Tables)
      for (const StackMapRecordV3 &Record : Tables.getRecords(Table)) {
        if (Tables.Functions[Record.Function].IsDiscarded)
          continue;
        Site S;
        S.Tables = &Tables;
        S.Table = &Table;
        S.Record = &Record;
        S.Section = Tables.Name;
        S.Offset = Record.Offset;
        S.Place = Record.PC;
        Expected<StackMapSafepoint> Read =
            readStatepoint(Tables, Table, Record);
        S.IsStatepoint = bool(Read);
        if (!Read)
          consumeError(Read.takeError());
        Sites.push_back(S);
      }
  for (const StackMapFunction &Function : Maps.Functions)
    for (const StackMapSite &Read : Function.Sites) {
      Site S;
      S.Function = &Function;
      S.Read = &Read;
      S.Section = MapSectionV4;
      S.Offset = Read.Offset;
      S.Place = Read.PC;
      Sites.push_back(S);
    }
  for (Site &S : Sites)
    S.PC = C.addressOfReturn(S.Place);
  Result.NumEntries = Sites.size();
}

/// No two safepoints have the same PC.  Other records of version 3 may.
void SafepointVerifier::checkUniqueness(ArrayRef<Site *> Ascending) {
  const Site *Before = nullptr;
  for (Site *S : Ascending) {
    if (!S->IsStatepoint)
      continue;
    if (Before && Before->PC == S->PC)
      report(*S, "duplicate",
             formatv("there is another safepoint at {0}+{1:x}", Before->Section,
                     Before->Offset));
    Before = S;
  }
}

/// The instruction that ends at the PC is a call.  Records of version 3 that
/// are no statepoints follow any instruction.
void SafepointVerifier::checkCall(Site &S, const FunctionCode &F) {
  if (std::optional<uint64_t> Gap = F.findGapBefore(*S.PC - 1)) {
    report(S, "call",
           "cannot be told from data: there is no instruction at " +
               C.describe(*Gap),
           Finding::Unproved);
    return;
  }
  std::optional<unsigned> Number = F.findAround(*S.PC - 1);
  const DecodedInst *I = Number ? &F.instructions()[*Number] : nullptr;
  if (!I || I->Address + I->Size != *S.PC) {
    // A record may be at a function's beginning.
    if (!S.Record || S.IsStatepoint || !F.find(*S.PC))
      report(S, "call", "does not follow an instruction");
    return;
  }
  if (D.describe(*I).isCall())
    return;
  S.IsPoll = !S.Record && D.getVerifier().isPagePoll(*I);
  if (S.IsPoll)
    return;
  if (S.Record)
    S.IsStatepoint = false;
  else if (D.getVerifier().isPadding(*I))
    report(S, "call", "follows '" + D.print(*I) + "', which may become a call",
           Finding::Unproved);
  else
    report(S, "call", "follows '" + D.print(*I) + "', which is not a call");
}

/// What a frame has besides its stack, in bytes: the return address.
static uint64_t entrySize(const TargetV4 &Target) {
  return Target.ReturnAddress == NoRegister ? WordSize : 0;
}

/// The stack size is that of the call frame information, if one can be told
/// from the other.  \p Depth is the size of the frame as the code makes it.
void SafepointVerifier::checkRecord(Site &S, std::optional<uint64_t> Depth,
                                    AccessFunction IsAccessed) {
  const StackMapFunctionV3 &Function = S.Tables->Functions[S.Record->Function];
  const CallFrame *Row = Frames.find(*S.PC - 1);
  const StackMapFrame Frame = Row ? frameOf(*Row, Target) : StackMapFrame();
  std::optional<uint64_t> Size = Depth;
  if (Frame.Base == FromSP)
    Size = Frame.Offset;
  if (Function.StackSize != UnknownStackSizeV3 && Size &&
      Function.StackSize + entrySize(Target) != *Size)
    report(S, "stack-size",
           formatv("the stack size is {0}, and the frame has {1} bytes",
                   Function.StackSize, *Size - entrySize(Target)));
  if (!S.IsStatepoint)
    return;
  checkPlaces(
      cantFail(readStatepoint(*S.Tables, *S.Table, *S.Record)), Frame, Size,
      S.IsPoll, D, Target, IsAccessed,
      [&](StringRef Rule, const Twine &Message, Finding::Severity Level) {
        report(S, Rule, Message, Level);
      });
}

/// Whether the places of \p S have been found right before.
bool SafepointVerifier::isKnown(const Site &S, std::optional<uint64_t> Size) {
  return Known.count({S.Function, S.Read->Set, S.Read->Frame, Size});
}

void SafepointVerifier::checkSite(Site &S, std::optional<uint64_t> Depth,
                                  AccessFunction IsAccessed) {
  const StackMapFrame &Frame = S.Function->Frames[S.Read->Frame];
  auto Report = [&](StringRef Rule, const Twine &Message,
                    Finding::Severity Level) {
    report(S, Rule, Message, Level);
  };
  if (const CallFrame *Row = Frames.find(*S.PC - 1))
    checkFrame(Frame, frameOf(*Row, Target), Report);
  else
    report(S, "cfi", "there is no call frame information");
  std::optional<uint64_t> Size = Depth;
  if (Frame.Base == FromSP)
    Size = Frame.Offset;
  if (!S.Read->Deopt && !S.IsPoll && isKnown(S, Size))
    return;
  const size_t NumFindings = Result.Findings.size();
  checkPlaces(getSafepoint(*S.Function, *S.Read), Frame, Size, S.IsPoll, D,
              Target, IsAccessed, Report);
  if (Result.Findings.size() == NumFindings && !S.IsPoll)
    Known.insert({S.Function, S.Read->Set, S.Read->Frame, Size});
}

/// Whether the hash of \p S is in a mark at the last byte of its call; nothing
/// if there is no mark.
std::optional<bool> SafepointVerifier::hasMark(const Site &S) const {
  const CodeSection *Text = C.sectionOf(S.Place.SectionIndex);
  const uint64_t Place = *S.PC - 1;
  auto First = llvm::lower_bound(
      Text->Relocations, Place,
      [](const CodeRelocation &R, uint64_t A) { return R.Address < A; });
  std::optional<uint64_t> Hash;
  std::optional<bool> Found;
  for (; First != Text->Relocations.end() && First->Address == Place; ++First) {
    if (!First->IsMark)
      continue;
    if (!Hash)
      Hash = hashSafepoint(
          encodedFrom(getSafepoint(*S.Function, *S.Read), Target));
    // If sections are put together, addends grow by the offset.
    Found = Found.value_or(false) ||
            uint64_t(First->Addend) - *Hash <= Text->Bytes.size();
  }
  return Found;
}

/// Where some safepoints have marks with the hash that our compiler computes,
/// others do, too.
void SafepointVerifier::checkMarks() {
  std::vector<std::pair<Site *, std::optional<bool>>> Marked;
  bool AreOurs = false;
  for (Site &S : Sites)
    if (S.Function && S.PC) {
      Marked.push_back({&S, hasMark(S)});
      AreOurs |= Marked.back().second == true;
    }
  if (!AreOurs)
    return;
  for (const auto &[S, IsRight] : Marked)
    if (!IsRight)
      report(*S, "mark", "there is no mark in the code");
    else if (!*IsRight)
      report(*S, "mark", "the mark in the code belongs to another safepoint");
}

/// What \p S says, with places from the CFA where they can be.
StackMapSafepoint SafepointVerifier::normalized(const Site &S) const {
  StackMapSafepoint Point =
      S.Record ? cantFail(readStatepoint(*S.Tables, *S.Table, *S.Record))
               : getSafepoint(*S.Function, *S.Read);
  StackMapFrame Frame;
  if (S.Function)
    Frame = S.Function->Frames[S.Read->Frame];
  else if (const CallFrame *Row = Frames.find(*S.PC - 1))
    Frame = frameOf(*Row, Target);
  normalizeSafepoint(Point, Frame, Target);
  return Point;
}

/// Something has been put where a reference or a value is said to be.
void SafepointVerifier::checkWritten(Site &S, const StackMapSafepoint &Point,
                                     unsigned Call, const Writes &Written) {
  const Writes::State Here = Written.writtenAt(Call);
  // At a poll, an argument may still be where the function was given it.
  auto MayBeArgument = [&](const StackMapLocation &Place) {
    if (!S.IsPoll || Place.Kind != StackMapLocation::InRegister)
      return false;
    const std::optional<MCRegister> Reg =
        D.getRegisterInfo().getLLVMRegNum(Place.Register, /*isEH=*/true);
    return Reg &&
           D.getVerifier().mayHoldArgument(D.getVerifier().wholeRegister(*Reg));
  };
  auto Check = [&](const StackMapLocation &Place) {
    if (!Written.mayHave(Here, Place) && !MayBeArgument(Place))
      report(S, "unwritten", "nothing has been written to " + toString(Place),
             Finding::Suspicious);
  };
  for (const StackMapLocation &Root : Point.Roots)
    Check(Root);
  for (const StackMapDerived &P : Point.Derived)
    Check(P.Derived);
  if (Point.Deopt && !Point.Deopt->IsEarly)
    for (const StackMapValue &Value : Point.Deopt->Values)
      if (Value.Kind == StackMapValue::Contents)
        Check(Value.Where);
}

/// What \p F may access in the frame of its caller.
static std::vector<FrameAccess>
accessesOfArguments(const FunctionCode &F, const FrameAccesses &Accesses) {
  std::vector<FrameAccess> Found;
  for (unsigned Number = 0; Number != F.instructions().size(); ++Number)
    if (const std::optional<FrameAccess> A = Accesses.at(Number);
        A && (!A->Begin || *A->Begin + int64_t(A->Size) > 0))
      Found.push_back(*A);
  return Found;
}

/// \p Sites are all in the same function.
void SafepointVerifier::checkFunction(MutableArrayRef<Site *> Sites) {
  const unsigned Function = C.partAt(*Sites.front()->PC - 1)->Function;
  const FunctionCode F(C, D, Parts[Function]);
  const std::vector<unsigned> JumpTargets = findJumpTargets(F, C, D);
  const Flow Ways(F, D, {}, JumpTargets);
  const StackDepth Depth(F, Ways, D);
  const Writes Written(F, Ways, Depth, D, entrySize(Target));
  const FrameAccesses Accesses(F, Depth, D, entrySize(Target));
  const std::vector<FrameAccess> Arguments = accessesOfArguments(F, Accesses);
  auto IsAccessed = [&](int64_t Offset) {
    return Accesses.isOpen() || any_of(Arguments, [&](const FrameAccess &A) {
             return A.mayBe(Offset, Offset + WordSize);
           });
  };
  std::vector<PlacesAtCall> Followed;
  std::vector<Site *> FollowedSites;
  const StackMapFrame None;
  bool IsComplete = true;
  for (Site *S : Sites) {
    checkCall(*S, F);
    std::optional<uint64_t> Size;
    if (std::optional<unsigned> Number = F.findAround(*S->PC - 1))
      if (std::optional<int64_t> Stack = Depth.stackAt(*Number);
          Stack && *Stack <= 0)
        Size = entrySize(Target) - *Stack;
    if (S->Record)
      checkRecord(*S, Size, IsAccessed);
    else
      checkSite(*S, Size, IsAccessed);
    if (!S->IsStatepoint || !S->IsProved)
      continue;
    const StackMapSafepoint Point = normalized(*S);
    const unsigned Call = *F.findAround(*S->PC - 1);
    checkWritten(*S, Point, Call, Written);
    Followed.push_back(
        {Point, S->Function ? S->Function->Frames[S->Read->Frame] : None,
         Call});
    FollowedSites.push_back(S);
    // It is not known what else version 3 describes.
    IsComplete &= S->Function != nullptr;
  }
  IsComplete &= Followed.size() == Sites.size();
  if (IsComplete)
    Callees.add(F, D, Followed);

  std::vector<PlaceFinding> Found;
  checkPlaceFlow(F, Ways, Accesses, D, Followed, Found);
  for (const PlaceFinding &P : Found)
    report(*FollowedSites[P.Safepoint], P.Rule, P.Message, Finding::Suspicious);
  if (!IsComplete)
    return;
  for (const UnusedStore &U : findUnusedStores(F, Ways, Accesses, D, Followed))
    Result.Findings.push_back(
        {"unused",
         formatv("instruction at {0}: the value stored to {1} is used neither "
                 "by the code nor at a safepoint",
                 C.describe(F.instructions()[U.Instruction].Address),
                 toString(U.Place))
             .str(),
         Finding::Suspicious});
}

void SafepointVerifier::run() {
  collect();
  std::vector<Site *> Placed;
  for (Site &S : Sites)
    if (S.PC)
      Placed.push_back(&S);
    else if (!S.Record || S.Record->InstructionOffset)
      report(S, "pc-code", "is not in a section with code");
  llvm::stable_sort(
      Placed, [](const Site *A, const Site *B) { return *A->PC < *B->PC; });

  std::map<unsigned, std::vector<Site *>> ByFunction;
  for (Site *S : Placed)
    if (const FunctionPart *Part = C.partAt(*S->PC - 1))
      ByFunction[Part->Function].push_back(S);
    else
      report(*S, "pc-function", "is not in a function",
             C.parts().empty() ? Finding::Unproved : Finding::Broken);
  for (auto &[Function, InFunction] : ByFunction)
    checkFunction(InFunction);
  Callees.check(C, Result.Findings);
  checkUniqueness(Placed);
  if (C.isRelocatable())
    checkMarks();
  for (const Site &S : Sites)
    Result.NumProved += S.IsProved;
}

DenseMap<uint64_t, size_t>
llvm::managed_maps::countStackMapMarks(const StackMaps &Maps) {
  DenseMap<uint64_t, size_t> Number;
  for (const StackMapFunction &Function : Maps.Functions)
    for (const StackMapSite &Site : Function.Sites)
      if (Site.PC.SectionIndex != SectionedAddress::UndefSection)
        ++Number[Site.PC.SectionIndex];
  return Number;
}

Expected<VerifyResult>
llvm::managed_maps::verifyStackMaps(const ObjectFile &Obj,
                                    const StackMaps &Maps, const Code &C,
                                    const Decoder &D) {
  VerifyResult Result;
  if (Error E = checkSections(Obj, C, describeSections(Maps), Result.Findings))
    return std::move(E);
  checkMapCovered(Maps, Result.Findings);
  if (!Maps.Target)
    return Result;
  if (Error E = checkMapEncoding(Obj, Maps, Result.Findings))
    return std::move(E);
  SafepointVerifier(Obj, Maps, C, D, Result).run();
  return Result;
}
