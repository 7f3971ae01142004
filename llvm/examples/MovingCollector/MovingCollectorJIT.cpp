//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles Program.ll or NullChecks.ll while the process runs, and runs it as
/// Main.cpp does: the JIT registers the stack map and the fault map of the code
/// that it links.
///
/// Usage: MovingCollectorJIT FILE [N]
///
//===----------------------------------------------------------------------===//

#include "Native.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ManagedCodePlugin.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Scalar/RewriteStatepointsForGC.h"

using namespace llvm;
using namespace llvm::orc;

static ExitOnError ExitOnErr("MovingCollectorJIT: ");

/// Makes the references that live over calls explicit.
static void rewriteStatepoints(Module &M) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM =
      PB.buildPerModuleDefaultPipeline(OptimizationLevel::O2);
  MPM.addPass(RewriteStatepointsForGC());
  MPM.run(M, MAM);
}

static ThreadSafeModule readProgram(StringRef Name, const LLJIT &J) {
  auto Context = std::make_unique<LLVMContext>();
  SMDiagnostic Diagnostic;
  auto M = parseIRFile(Name, Diagnostic, *Context);
  if (!M)
    ExitOnErr(createStringError(Name + ": " + Diagnostic.getMessage()));
  M->setTargetTriple(J.getTargetTriple());
  M->setDataLayout(J.getDataLayout());
  rewriteStatepoints(*M);
  return ThreadSafeModule(std::move(M), std::move(Context));
}

int main(int argc, char **argv) {
  InitLLVM X(argc, argv);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  if (argc < 2 || argc > 3)
    ExitOnErr(createStringError("usage: MovingCollectorJIT FILE [N]"));

  auto J = ExitOnErr(LLJITBuilder().create());
  // Registers the maps of all code from now on, and where it is: a frame there
  // that waits for no safepoint is an error, and not the end of managed frames.
  // It also installs the fault handler.
  ManagedCodeOptions Options;
  Options.Extent = ManagedCodeExtent::MappedGraphs;
  ExitOnErr(enableManagedCode(*J, Options));
  auto Entry = [](void (*Function)()) {
    return ExecutorSymbolDef(ExecutorAddr::fromPtr(Function),
                             JITSymbolFlags::Exported);
  };
  ExitOnErr(J->getMainJITDylib().define(
      absoluteSymbols({{J->mangleAndIntern("gc_allocate"), Entry(gc_allocate)},
                       {J->mangleAndIntern("gc_poll"), Entry(gc_poll)}})));
  ExitOnErr(J->addIRModule(readProgram(argv[1], *J)));
  auto *Main = ExitOnErr(J->lookup("managed_main")).toPtr<int64_t(int64_t)>();
  return runManaged(Main, argc == 3 ? std::atoll(argv[2]) : 100);
}
