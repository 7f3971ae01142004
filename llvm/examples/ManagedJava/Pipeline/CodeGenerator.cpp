//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline/CodeGenerator.h"
#include "Pipeline/RuntimeBodies.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace java;

void NullCheckCounts::operator+=(const NullCheckCounts &Other) {
  Marked += Other.Marked;
  Implicit += Other.Implicit;
  for (const auto &[Reason, Count] : Other.Explicit)
    Explicit[Reason] += Count;
}

namespace {
/// Collects errors, and the remarks about null checks.
class Diagnostics : public DiagnosticHandler {
public:
  Diagnostics(std::string &Errors, NullCheckCounts &Counts)
      : Errors(Errors), Counts(Counts) {}

  bool isAnalysisRemarkEnabled(StringRef) const override { return false; }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return Pass == "implicit-null-checks";
  }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override {
    return Pass == "implicit-null-checks";
  }
  bool isAnyRemarkEnabled() const override { return true; }

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() == DS_Error) {
      raw_string_ostream OS(Errors);
      DiagnosticPrinterRawOStream Printer(OS);
      if (!Errors.empty())
        OS << '\n';
      Info.print(Printer);
      return true;
    }
    if (const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&Info)) {
      if (Remark->getPassName() != "implicit-null-checks")
        return true;
      ++Counts.Marked;
      if (Remark->isPassed())
        ++Counts.Implicit;
      else
        ++Counts.Explicit[Remark->getRemarkName().str()];
      return true;
    }
    return Info.getSeverity() != DS_Warning;
  }

private:
  std::string &Errors;
  NullCheckCounts &Counts;
};
} // namespace

/// Runs \p Body, and makes an error of what it reports.
static Error collectErrors(LLVMContext &Context, NullCheckCounts &Counts,
                           function_ref<Error()> Body) {
  std::string Errors;
  std::unique_ptr<DiagnosticHandler> Before = Context.getDiagnosticHandler();
  Context.setDiagnosticHandler(std::make_unique<Diagnostics>(Errors, Counts));
  Error E = Body();
  Context.setDiagnosticHandler(std::move(Before));
  if (!E && !Errors.empty())
    return createStringError(Errors);
  return E;
}

/// References in slots are what these options of code generation ask for.
static void keepRootsInSlots() {
  for (auto [Name, Value] :
       {std::pair("max-registers-for-gc-values", "0"),
        std::pair("fixup-allow-gcptr-in-csr", "false"),
        std::pair("use-registers-for-gc-values-in-landing-pad", "false")}) {
    cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
    if (Option && !Option->getNumOccurrences())
      Option->addOccurrence(0, Name, Value);
  }
}

Expected<std::unique_ptr<CodeGenerator>>
CodeGenerator::create(CodeOptions Options) {
  const Triple &Triple = Options.Target;
  if (!Triple.isOSBinFormatELF() || (Triple.getArch() != Triple::x86_64 &&
                                     Triple.getArch() != Triple::aarch64))
    return createStringError("target '" + Triple.str() +
                             "': only x86-64 and AArch64 with ELF are there");

  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64AsmParser();
  if (Options.Where == Roots::Slots)
    keepRootsInSlots();

  std::string Message;
  const llvm::Target *Target = TargetRegistry::lookupTarget(Triple, Message);
  if (!Target)
    return createStringError(Message);
  static constexpr CodeGenOptLevel Levels[] = {
      CodeGenOptLevel::None, CodeGenOptLevel::Less, CodeGenOptLevel::Default,
      CodeGenOptLevel::Aggressive};
  TargetOptions TargetSpecific;
  // A trap follows what throws, so that no code seems to be reached from there
  // (docs/ManagedMaps.md).
  TargetSpecific.TrapUnreachable = true;
  std::unique_ptr<TargetMachine> Machine(Target->createTargetMachine(
      Triple, /*CPU=*/"", /*Features=*/"", TargetSpecific, Reloc::PIC_,
      std::nullopt, Levels[Options.Level]));
  if (!Machine)
    return createStringError("no code is generated for '" + Triple.str() + "'");
  return std::unique_ptr<CodeGenerator>(
      new CodeGenerator(std::move(Options), std::move(Machine)));
}

void CodeGenerator::setTranslationOptions(TranslationOptions &Result) const {
  Result.Strategy =
      Options.Where == Roots::Frames ? "managed-frames" : "managed";
  static constexpr const char *Forms[] = {"", "flag", "page", "call"};
  if (Options.Form == Polls::None)
    Result.Attributes.emplace_back("gc-polls", "");
  else
    Result.Attributes.emplace_back("gc-poll-form", Forms[int(Options.Form)]);
}

void CodeGenerator::prepare(Module &M) const {
  M.setTargetTriple(Options.Target);
  // References are no integers.
  M.setDataLayout(Machine->createDataLayout().getStringRepresentation() +
                  "-ni:1");
  M.setPICLevel(PICLevel::BigPIC);
  M.setUwtable(UWTableKind::Default);
}

/// The passes as `opt -passes` has them (docs/Polls.md, docs/Statepoints.md,
/// docs/RootPlacement.md). Variables of the translator become values first, at
/// all levels.
std::string CodeGenerator::passes() const {
  if (!Options.Passes.empty())
    return Options.Passes;
  std::string Passes =
      "function(mem2reg),default<O" + utostr(Options.Level) + ">";
  if (Options.NoCollector)
    return Passes;
  Passes += ",function(place-safepoints)";
  if (Options.Verify)
    Passes += ",function(verify<safepoint-polls>)";
  if (Options.Where == Roots::Frames)
    return Passes + ",place-gc-roots,lower-gc-frame";
  Passes += ",rewrite-statepoints-for-gc";
  if (Options.Verify)
    Passes += ",function(verify<safepoint-ir>)";
  return Passes;
}

static Error runPasses(Module &M, TargetMachine &Machine, StringRef Passes) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Graph;
  ModuleAnalysisManager Modules;
  PassBuilder PB(&Machine);
  PB.registerModuleAnalyses(Modules);
  PB.registerCGSCCAnalyses(Graph);
  PB.registerFunctionAnalyses(Functions);
  PB.registerLoopAnalyses(Loops);
  PB.crossRegisterProxies(Loops, Functions, Graph, Modules);
  ModulePassManager Manager;
  if (Error E = PB.parsePassPipeline(Manager, Passes))
    return E;
  Manager.run(M, Modules);
  return Error::success();
}

Error CodeGenerator::optimize(Module &M) {
  defineCardMark(M);
  if (Options.Form == Polls::Call && !Options.NoCollector)
    definePoll(M);
  if (Options.NoCollector)
    for (Function &F : M)
      F.clearGC();
  return collectErrors(M.getContext(), Counts, [&]() -> Error {
    if (Error E = runPasses(M, *Machine, passes()))
      return E;
    if (M.getFunction("java_card_mark")) {
      inlineCardMarks(M);
      if (Error E = runPasses(M, *Machine, "always-inline"))
        return E;
    }
    std::string Message;
    raw_string_ostream OS(Message);
    if (verifyModule(M, &OS))
      return createStringError("the passes left invalid IR: " + Message);
    return Error::success();
  });
}

Error CodeGenerator::emit(Module &M, raw_pwrite_stream &OS,
                          CodeGenFileType Type) {
  return collectErrors(M.getContext(), Counts, [&]() -> Error {
    legacy::PassManager Manager;
    Manager.add(new TargetLibraryInfoWrapperPass(M.getTargetTriple()));
    if (Machine->addPassesToEmitFile(Manager, OS, nullptr, Type,
                                     /*DisableVerify=*/!Options.Verify))
      return createStringError("the target emits no such file");
    Manager.run(M);
    return Error::success();
  });
}
