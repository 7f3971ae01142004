//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Heals an implicit null check that fails often, by recompilation.
///
/// An implicit check costs nothing while it holds, and a signal when it fails.
/// A check that keeps failing is better explicit. The runtime counts the
/// failures of each check and reports those with many, in a thread of its own.
/// This example then compiles the module anew with that one check explicit, by
/// leaving out its `!make.implicit`, and redirects its functions to the new
/// code (ReOptimizeLayer). The other checks stay implicit.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/JITLinkRedirectableSymbolManager.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ManagedCodePlugin.h"
#include "llvm/ExecutionEngine/Orc/ReOptimizeLayer.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <map>
#include <mutex>
#include <set>

using namespace llvm;
using namespace llvm::orc;

// The site id of a check is the operand of !make.implicit.
static constexpr char Program[] = R"(
  define i32 @add(ptr %a, ptr %b) "implicit-null-checks" {
    %a.null = icmp eq ptr %a, null
    br i1 %a.null, label %a.throw, label %a.load, !make.implicit !{i32 1}
  a.load:
    %x = load i32, ptr %a
    %b.null = icmp eq ptr %b, null
    br i1 %b.null, label %b.throw, label %b.load, !make.implicit !{i32 2}
  b.load:
    %y = load i32, ptr %b
    %sum = add i32 %x, %y
    ret i32 %sum
  a.throw:
    ret i32 -1
  b.throw:
    ret i32 %x
  }
)";

static ExitOnError ExitOnErr("ManagedRecompilation: ");

static ThreadSafeModule parseProgram() {
  auto Context = std::make_unique<LLVMContext>();
  SMDiagnostic Diagnostic;
  auto M = parseAssemblyString(Program, Diagnostic, *Context);
  if (!M)
    ExitOnErr(createStringError(Diagnostic.getMessage()));
  return ThreadSafeModule(std::move(M), std::move(Context));
}

/// Calls \p Visit with each branch in \p M that is a check with a site id.
static void forEachSite(Module &M,
                        function_ref<void(Instruction &, uint32_t)> Visit) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      MDNode *Mark = I.getMetadata(LLVMContext::MD_make_implicit);
      if (auto Site = Mark ? getImplicitCheckSite(*Mark) : std::nullopt)
        Visit(I, *Site);
    }
}

namespace {

/// Decides which checks are explicit.  Thread-safe.
class Healer {
public:
  using UnitID = ReOptimizeLayer::ReOptMaterializationUnitID;
  /// Of the runtime's that recompiles a unit of which it has a version.
  using ReoptimizeFunction = void(uint64_t Unit, uint32_t Version);

  explicit Healer(ReOptimizeLayer &Layer) {
    Layer.setAddProfilerFunc([this](ReOptimizeLayer &, UnitID Unit, unsigned,
                                    ThreadSafeModule &TSM) {
      TSM.withModuleDo([&](Module &M) { noteSites(Unit, M); });
      return Error::success();
    });
    Layer.setReoptimizeFunc([this](ReOptimizeLayer &, UnitID, unsigned,
                                   ResourceTrackerSP Old,
                                   ThreadSafeModule &TSM) {
      TSM.withModuleDo([&](Module &M) { makeHotSitesExplicit(M); });
      std::lock_guard<std::mutex> Lock(Mutex);
      Replaced.push_back(std::move(Old));
      return Error::success();
    });
  }

  /// To be called with each report.
  void heal(uint32_t Site, ReoptimizeFunction *Reoptimize);

  unsigned getNumHealed() const { return NumHealed; }

  /// Releases the code that was replaced. Nobody may execute it any more.
  Error releaseReplaced();

private:
  void noteSites(UnitID Unit, Module &M);
  void makeHotSitesExplicit(Module &M);

  std::mutex Mutex;
  std::map<UnitID, uint32_t> Versions;
  std::map<uint32_t, UnitID> UnitOfSite;
  std::set<uint32_t> HotSites;
  std::vector<ResourceTrackerSP> Replaced;
  std::atomic<unsigned> NumHealed{0};
};

} // end anonymous namespace

void Healer::noteSites(UnitID Unit, Module &M) {
  std::lock_guard<std::mutex> Lock(Mutex);
  forEachSite(M,
              [&](Instruction &, uint32_t Site) { UnitOfSite[Site] = Unit; });
}

void Healer::makeHotSitesExplicit(Module &M) {
  std::lock_guard<std::mutex> Lock(Mutex);
  forEachSite(M, [&](Instruction &Branch, uint32_t Site) {
    if (HotSites.count(Site))
      Branch.setMetadata(LLVMContext::MD_make_implicit, nullptr);
  });
}

void Healer::heal(uint32_t Site, ReoptimizeFunction *Reoptimize) {
  UnitID Unit;
  uint32_t Version;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    // A thread that is in the old code may have failed once more.
    if (!HotSites.insert(Site).second)
      return;
    Unit = UnitOfSite.at(Site);
    Version = Versions[Unit]++;
  }
  Reoptimize(Unit, Version);
  ++NumHealed;
}

Error Healer::releaseReplaced() {
  std::lock_guard<std::mutex> Lock(Mutex);
  Error Result = Error::success();
  for (const ResourceTrackerSP &RT : Replaced)
    Result = joinErrors(std::move(Result), RT->remove());
  Replaced.clear();
  return Result;
}

/// Ends the program unless \p Holds.
static void require(bool Holds, const char *What) {
  if (!Holds)
    ExitOnErr(createStringError(Twine("this does not hold: ") + What));
}

using AddFunction = int(const int *, const int *);

/// Calls \p Add with all combinations of null; returns the number of faults.
static uint64_t callWithNulls(AddFunction *Add) {
  uint64_t Before = LLVMManagedRecoveredFaults();
  const int A = 3, B = 4;
  require(Add(&A, &B) == 7, "the sum of 3 and 4 is 7");
  require(Add(nullptr, &B) == -1, "the check of the first operand throws");
  require(Add(&A, nullptr) == 3, "the check of the second operand throws");
  require(Add(nullptr, nullptr) == -1, "the first check comes first");
  return LLVMManagedRecoveredFaults() - Before;
}

/// How often the check of \p Entry has failed.
static uint64_t getFaultCount(const LLVMManagedFaultEntry &Entry) {
  uint64_t Count = 0;
  LLVMManagedStatus Status =
      LLVMManagedGetFaultCount(Entry.Map, Entry.FaultingPC, &Count);
  require(Status == LLVMManagedSuccess, "the check is counted");
  return Count;
}

int main(int argc, char **argv) {
  InitLLVM X(argc, argv);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();

  auto J = ExitOnErr(LLJITBuilder().create());
  ManagedCodeOptions Options;
  Options.CountFaults = true;
  Options.ReportAfter = 100;
  ExitOnErr(enableManagedCode(*J, Options));

  auto &Linker = static_cast<ObjectLinkingLayer &>(J->getObjLinkingLayer());
  auto Redirection =
      ExitOnErr(JITLinkRedirectableSymbolManager::Create(Linker));
  DataLayout Layout = J->getDataLayout();
  ReOptimizeLayer Layer(J->getExecutionSession(), Layout,
                        J->getIRCompileLayer(), *Redirection);
  Healer TheHealer(Layer);
  JITDylib &JD = J->getMainJITDylib();
  ExitOnErr(Layer.addOrcRTLiteSupport(JD, Layout));
  ExitOnErr(Layer.registerRuntimeFunctions(JD));
  ExitOnErr(Layer.add(JD, parseProgram()));
  auto *Add = ExitOnErr(J->lookup("add")).toPtr<AddFunction>();
  auto *Reoptimize = ExitOnErr(J->lookup("__orc_rt_reoptimize"))
                         .toPtr<Healer::ReoptimizeFunction>();

  LLVMManagedFaultEntry Hot;
  auto Heal = [&](const LLVMManagedFaultReport &Report) {
    Hot = Report.Entry;
    TheHealer.heal(Report.Entry.Site, Reoptimize);
  };
  using HealFunction = decltype(Heal);
  LLVMManagedStatus Status = LLVMManagedStartFaultReporter(
      [](const LLVMManagedFaultReport *Report, void *Argument) {
        (*static_cast<HealFunction *>(Argument))(*Report);
      },
      &Heal);
  if (Status != LLVMManagedSuccess)
    ExitOnErr(createStringError(LLVMManagedStatusMessage(Status)));

  uint64_t NumFaults = callWithNulls(Add);
  outs() << "with both checks implicit: " << NumFaults << " faults\n";
  require(NumFaults == 3, "each check that fails is a fault");

  // The first check fails until it is healed.
  const int B = 4;
  while (TheHealer.getNumHealed() == 0)
    require(Add(nullptr, &B) == -1, "the check throws during recompilation");

  LLVMManagedStopFaultReporter();
  require(Hot.Site == 1, "the first check is the one that was reported");

  uint64_t CountBefore = getFaultCount(Hot);
  NumFaults = callWithNulls(Add);
  outs() << "with the first check healed: " << NumFaults << " faults\n";
  require(NumFaults == 1, "only the second check is implicit");
  require(getFaultCount(Hot) == CountBefore, "the old code is not executed");

  // This thread is the only one that could be in the old code.
  ExitOnErr(TheHealer.releaseReplaced());
  require(!LLVMManagedLookupFault(Hot.FaultingPC, &Hot),
          "the old code's fault map goes with it");
  require(callWithNulls(Add) == 1, "the new code does without the old");
  return 0;
}
