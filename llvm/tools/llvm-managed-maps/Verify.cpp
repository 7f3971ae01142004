//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules about entries and the code that they name.
///
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "Code.h"
#include "Decoder.h"
#include "Frames.h"
#include "FunctionCode.h"
#include "JumpTables.h"
#include "MapSections.h"
#include "Prover.h"
#include "SectionRules.h"
#include "StackDepth.h"
#include "Suspicions.h"
#include "Unreached.h"
#include "VerifyStackMaps.h"
#include "llvm/Object/ManagedMaps.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

namespace {

class EntryVerifier {
public:
  EntryVerifier(const Code &C, const Decoder &D, const VerifyOptions &Options,
                VerifyResult &Result)
      : C(C), D(D), Options(Options), Result(Result) {
    for (const FunctionPart &Part : C.parts())
      Parts[Part.Function].push_back(Part);
  }

  void run(ArrayRef<FaultMapSection> Sections);

private:
  /// An entry, and where it leads.
  struct Entry {
    Entry(const FaultMapEntry &Read, StringRef Section)
        : Read(Read), Section(Section) {}

    FaultMapEntry Read;
    StringRef Section;
    std::optional<uint64_t> PC, Handler;
    /// Numbers of instructions, if they begin there.
    std::optional<unsigned> Faulting, HandlerStart;
    bool IsProved = true;

    bool isPoll() const { return Read.Kind == faultmap::PollingPage; }
  };

  void report(Entry &E, StringRef Rule, const Twine &Message,
              Finding::Severity Level = Finding::Broken);
  void checkPlaces(Entry &E);
  void checkUniqueness(MutableArrayRef<Entry *> Ascending);
  void checkFunction(MutableArrayRef<Entry *> Entries);
  void checkHandlerFunction(Entry &E);
  void checkAccess(Entry &E, const FunctionCode &F, Prover &P);
  void checkPoll(Entry &E, const FunctionCode &F);
  void suspect(Entry &E, const FunctionCode &F, const Suspicions &S);
  void checkFunctionWithout(unsigned Function);
  void checkReached(const FunctionCode &F, const Flow &Ways);

  const Code &C;
  const Decoder &D;
  const VerifyOptions &Options;
  VerifyResult &Result;
  /// Those of each function, ascending.
  std::map<unsigned, std::vector<FunctionPart>> Parts;
};

} // end anonymous namespace

void EntryVerifier::report(Entry &E, StringRef Rule, const Twine &Message,
                           Finding::Severity Level) {
  E.IsProved &= Level == Finding::Suspicious;
  Result.Findings.push_back(
      {Rule,
       formatv("entry at {0}+{1:x}, faulting PC {2}: {3}", E.Section,
               E.Read.Offset, C.describe(E.Read.FaultingPC), Message.str())
           .str(),
       Level,
       Finding::Place{E.Section.str(), E.Read.Offset, E.Read.FaultingPC}});
}

/// Both places are in the code.
void EntryVerifier::checkPlaces(Entry &E) {
  E.PC = C.addressOf(E.Read.FaultingPC);
  E.Handler = C.addressOf(E.Read.HandlerPC);
  if (!E.PC)
    report(E, "pc-code", "is not in a section with code");
  if (!E.Handler)
    report(E, "handler-code",
           "handler PC " + C.describe(E.Read.HandlerPC) +
               " is not in a section with code");
  if (E.PC && E.PC == E.Handler)
    report(E, "handler-self", "the handler is the faulting instruction");
}

/// No instruction has two entries.
void EntryVerifier::checkUniqueness(MutableArrayRef<Entry *> Ascending) {
  for (size_t I = 1; I < Ascending.size(); ++I) {
    Entry &E = *Ascending[I];
    const Entry &Before = *Ascending[I - 1];
    if (E.PC == Before.PC)
      report(E, "duplicate",
             formatv("there is another entry at {0}+{1:x}", Before.Section,
                     Before.Read.Offset));
  }
}

/// The handler is in the function of the faulting instruction.
void EntryVerifier::checkHandlerFunction(Entry &E) {
  const FunctionPart *Here = C.partAt(*E.PC);
  const FunctionPart *There = C.partAt(*E.Handler);
  if (There && Here->Function == There->Function)
    return;
  const std::string Place = C.describe(*E.Handler);
  if (There && (!Here->Name.empty() || !There->Name.empty()))
    report(E, "handler-function",
           "handler PC " + Place + " is in another function");
  else
    report(E, "handler-function",
           "it is not known whether handler PC " + Place +
               " is in the same function",
           Finding::Unproved);
}

/// The instruction faults reliably, at an address in the guard.
void EntryVerifier::checkAccess(Entry &E, const FunctionCode &F, Prover &P) {
  const DecodedInst &I = F.instructions()[*E.Faulting];
  Expected<Access> A = D.getVerifier().describeAccess(I);
  auto Say = [&](const Twine &Message) {
    return "'" + D.print(I) + "' " + Message.str();
  };
  if (!A) {
    report(E, "access", Say(toString(A.takeError())));
    return;
  }
  A->IsWide = faultmap::isWide(E.Read.Kind);
  const StringRef Guard =
      A->IsWide ? "in the wide guard" : "below the guard size";
  if (A->Kind != faultmap::withoutWide(E.Read.Kind))
    report(E, "kind",
           Say("is not a " + getFaultKindName(E.Read.Kind) + " but a " +
               getFaultKindName(A->Kind)));
  switch (P.prove(*E.Faulting, *A)) {
  case Prover::Verdict::Proved:
    break;
  case Prover::Verdict::Unproved:
    report(E, "address", Say("is not proved to fault " + Guard),
           Finding::Unproved);
    // The IR may tell how large an index can be.
    Result.Findings.back().MayBeKnown = A->IsWide;
    break;
  case Prover::Verdict::Outside:
    report(E, "address", Say("does not fault " + Guard));
    break;
  }
}

/// The instruction is a poll by page, which is executed again or skipped.
void EntryVerifier::checkPoll(Entry &E, const FunctionCode &F) {
  const DecodedInst &I = F.instructions()[*E.Faulting];
  if (!D.getVerifier().isPagePoll(I))
    report(E, "poll", "'" + D.print(I) + "' is not a poll by page");
  if (E.Handler && *E.Handler != I.Address + I.Size)
    report(E, "poll-end",
           "handler PC " + C.describe(E.Read.HandlerPC) +
               " is not the end of the poll");
  if (E.Read.Site)
    report(E, "poll-site", "a poll by page has no site id");
}

/// Nothing is wrong, but it is not what a compiler does.
void EntryVerifier::suspect(Entry &E, const FunctionCode &F,
                            const Suspicions &S) {
  Expected<Access> A =
      D.getVerifier().describeAccess(F.instructions()[*E.Faulting]);
  if (!A) {
    consumeError(A.takeError());
    return;
  }
  auto Say = [&](StringRef Rule, StringRef What,
                 std::optional<unsigned> Number) {
    if (Number)
      report(E, Rule,
             "'" + D.print(F.instructions()[*Number]) + "' at " +
                 C.describe(F.instructions()[*Number].Address) + " " + What,
             Finding::Suspicious);
  };
  Say("late", "would have faulted first", S.findEarlierAccess(*E.Faulting, *A));
  if (!E.HandlerStart)
    return;
  Say("handler-faults", "in the handler faults, too",
      S.findSecondFault(*E.Faulting, *A, *E.HandlerStart));
  Say("handler-reads", "in the handler reads a location that holds nothing",
      S.findReadOfNothing(*E.Faulting, *E.HandlerStart));
  if (S.isFunctionEntry(*E.HandlerStart))
    Say("handler-entry", "begins the handler and the function", E.HandlerStart);
  else if (S.isInTheMidst(*E.HandlerStart))
    Say("handler-midst", "begins the handler in the middle of other code",
        E.HandlerStart);
}

/// \p Entries are all in the same function.
void EntryVerifier::checkFunction(MutableArrayRef<Entry *> Entries) {
  const unsigned Function = C.partAt(*Entries.front()->PC)->Function;
  const FunctionCode F(C, D, Parts[Function]);

  auto CheckStart = [&](Entry &E, uint64_t Address, StringRef Rule,
                        StringRef What) -> std::optional<unsigned> {
    std::optional<unsigned> Number = F.find(Address);
    if (std::optional<uint64_t> Gap = F.findGapBefore(Address))
      report(E, Rule,
             What + "cannot be told from data: there is no instruction at " +
                 C.describe(*Gap),
             Finding::Unproved);
    else if (!Number)
      report(E, Rule, What + "is not the beginning of an instruction");
    return Number;
  };
  std::vector<std::pair<unsigned, unsigned>> Handlers;
  for (Entry *E : Entries) {
    E->Faulting = CheckStart(*E, *E->PC, "pc-start", "");
    // That of a poll is no branch target.
    if (!E->Handler || E->isPoll())
      continue;
    checkHandlerFunction(*E);
    const FunctionPart *There = C.partAt(*E->Handler);
    if (!There || There->Function != Function)
      continue;
    E->HandlerStart =
        CheckStart(*E, *E->Handler, "handler-start",
                   ("handler PC " + C.describe(*E->Handler) + " ").c_str());
    if (E->Faulting && E->HandlerStart)
      Handlers.push_back({*E->Faulting, *E->HandlerStart});
  }

  const std::vector<unsigned> JumpTargets = findJumpTargets(F, C, D);
  const Flow Ways(F, D, Handlers, JumpTargets);
  const StackDepth Depth(F, Ways, D);
  const Suspicions S(F, Ways, D, Handlers, JumpTargets, Options.GuardSize);
  Prover P(F, Ways, D, Options.GuardSize);
  for (Entry *E : Entries) {
    if (E->Faulting && E->isPoll()) {
      checkPoll(*E, F);
    } else if (E->Faulting) {
      checkAccess(*E, F, P);
      suspect(*E, F, S);
    }
    if (E->Faulting && E->HandlerStart &&
        !Depth.mayGoOn(*E->Faulting, Ways.blockOf(*E->HandlerStart)))
      report(*E, "stack",
             "handler PC " + C.describe(*E->Handler) +
                 " needs another stack pointer");
  }
  checkReached(F, Ways);
}

/// A function that has no entries need not be one that never had any.  It need
/// not come from a compiler either, so only what is plain is looked at.
void EntryVerifier::checkFunctionWithout(unsigned Function) {
  const FunctionCode F(C, D, Parts[Function]);
  if (!hasComputedJumps(F, D))
    checkReached(F, Flow(F, D, {}, {}));
}

void EntryVerifier::checkReached(const FunctionCode &F, const Flow &Ways) {
  if (std::optional<unsigned> Number = findUnreached(F, Ways, D))
    Result.Findings.push_back(
        {"unreached",
         formatv("no path leads to {0}; is an entry missing?",
                 C.describe(F.instructions()[*Number].Address))
             .str(),
         Finding::Suspicious});
}

void EntryVerifier::run(ArrayRef<FaultMapSection> Sections) {
  std::vector<Entry> Entries;
  for (const FaultMapSection &Section : Sections) {
    std::vector<bool> IsDiscarded(Section.Entries.size(), false);
    for (const FaultMapFunction &Function : Section.Functions)
      if (Function.IsDiscarded)
        std::fill_n(IsDiscarded.begin() + Function.FirstEntry,
                    Function.NumEntries, true);
    for (size_t I = 0; I != Section.Entries.size(); ++I)
      if (!IsDiscarded[I])
        Entries.emplace_back(Section.Entries[I], Section.Name);
  }
  Result.NumEntries = Entries.size();

  std::vector<Entry *> Placed;
  for (Entry &E : Entries) {
    checkPlaces(E);
    if (E.PC)
      Placed.push_back(&E);
  }
  llvm::sort(Placed, [](const Entry *A, const Entry *B) {
    return std::tie(*A->PC, A->Read.SectionIndex, A->Read.Offset) <
           std::tie(*B->PC, B->Read.SectionIndex, B->Read.Offset);
  });
  checkUniqueness(Placed);

  std::map<unsigned, std::vector<Entry *>> ByFunction;
  for (Entry *E : Placed)
    if (const FunctionPart *Part = C.partAt(*E->PC))
      ByFunction[Part->Function].push_back(E);
    else
      report(*E, "pc-function", "is not in a function",
             C.parts().empty() ? Finding::Unproved : Finding::Broken);
  for (const auto &[Function, InFunction] : Parts)
    if (auto It = ByFunction.find(Function); It != ByFunction.end())
      checkFunction(It->second);
    else
      checkFunctionWithout(Function);

  for (const Entry &E : Entries)
    Result.NumProved += E.IsProved;
}

/// Verifies \p Sections, of \p Obj; \p NumMarks is how many marks its code has
/// for other maps.
static Error verifyFaultMaps(const ObjectFile &Obj,
                             ArrayRef<FaultMapSection> Sections, const Code &C,
                             const Decoder &D, const VerifyOptions &Options,
                             DenseMap<uint64_t, size_t> NumMarks,
                             VerifyResult &Result) {
  if (Error E = checkSections(Obj, C, describeSections(Obj, Sections),
                              Result.Findings))
    return E;
  if (C.isRelocatable())
    checkMarks(C, Sections, std::move(NumMarks), Result.Findings);
  EntryVerifier(C, D, Options, Result).run(Sections);
  return Error::success();
}

Expected<FileResult>
llvm::managed_maps::verifyMaps(const ObjectFile &Obj,
                               const VerifyOptions &Options) {
  FileResult Result;
  // No format has been defined for COFF, so that what a compiler has lost there
  // shows in the code alone.
  std::vector<FaultMapSection> Sections;
  StackMaps Maps;
  bool IsMalformed = false;
  auto AddMalformed = [&](Error E, VerifyResult &Of) {
    IsMalformed = true;
    Of.Findings.push_back(
        {"malformed", toString(std::move(E)), Finding::Broken});
  };
  Expected<std::unique_ptr<Decoder>> D = Decoder::create(Obj.makeTriple());
  if (!D && hasStackMapSection(Obj))
    return D.takeError();
  if (Obj.isCOFF()) {
    if (Error E = refuseUnreadStackMaps(Obj))
      return std::move(E);
  } else {
    if (Error E = readFaultMapSections(Obj).moveInto(Sections))
      AddMalformed(std::move(E), Result.FaultMaps);
    if (Error E = readStackMaps(Obj).moveInto(Maps))
      AddMalformed(std::move(E), Result.StackMaps.emplace());
    else if (!Maps.Tables.empty() || !Maps.Sections.empty())
      Result.StackMaps.emplace();
  }
  if (IsMalformed) {
    consumeError(D.takeError());
    return Result;
  }
  if (!D) {
    if (!Sections.empty() || Result.StackMaps)
      return D.takeError();
    consumeError(D.takeError());
    return Result;
  }
  Expected<Code> C = Code::read(Obj);
  if (!C)
    return C.takeError();
  C->addFrames(readFrameRanges(Obj, *C));
  if (Error E = verifyFaultMaps(Obj, Sections, *C, **D, Options,
                                countStackMapMarks(Maps), Result.FaultMaps))
    return std::move(E);
  if (Result.StackMaps)
    if (Error E =
            verifyStackMaps(Obj, Maps, *C, **D).moveInto(*Result.StackMaps))
      return std::move(E);
  Result.C = std::make_unique<const Code>(std::move(*C));
  return Result;
}
