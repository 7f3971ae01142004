//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// toyc, a compiler that uses nothing but LLVM's C interface.
///
///   toyc FILE -o OBJECT    compiles FILE ahead of time
///   toyc FILE --maps       prints the maps of the object
///   toyc FILE --run N      compiles FILE while the process runs, and calls
///   main
///
/// A program links the object with the runtime in MovingCollector and
/// Runtime.cpp.
///
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "Runtime.h"
#include "llvm-c/Analysis.h"
#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/LLJIT.h"
#include "llvm-c/ManagedCode.h"
#include "llvm-c/Object.h"
#include "llvm-c/Orc.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Transforms/PassBuilder.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *Message) {
  fprintf(stderr, "toyc: error: %s\n", Message);
  exit(1);
}

static void check(LLVMErrorRef Error) {
  if (Error)
    fail(LLVMGetErrorMessage(Error));
}

/// The text of a file, which ends with a zero byte.
static LLVMMemoryBufferRef readFile(const char *File) {
  LLVMMemoryBufferRef Buffer;
  char *Message;
  if (LLVMCreateMemoryBufferWithContentsOfFile(File, &Buffer, &Message)) {
    fprintf(stderr, "toyc: error: %s: %s\n", File, Message);
    exit(1);
  }
  return Buffer;
}

static LLVMTargetMachineRef createTargetMachine(void) {
  char *Triple = LLVMGetDefaultTargetTriple(), *Message;
  LLVMTargetRef Target;
  if (LLVMGetTargetFromTriple(Triple, &Target, &Message))
    fail(Message);
  LLVMTargetMachineRef Machine =
      LLVMCreateTargetMachine(Target, Triple, "", "", LLVMCodeGenLevelDefault,
                              LLVMRelocPIC, LLVMCodeModelDefault);
  LLVMDisposeMessage(Triple);
  return Machine;
}

/// Optimizes and makes the references that live across calls explicit, which is
/// last.
static void optimize(LLVMModuleRef Module, LLVMTargetMachineRef Machine) {
  char *Triple = LLVMGetTargetMachineTriple(Machine), *Message;
  LLVMTargetDataRef Layout = LLVMCreateTargetDataLayout(Machine);
  LLVMSetTarget(Module, Triple);
  LLVMSetModuleDataLayout(Module, Layout);
  if (LLVMVerifyModule(Module, LLVMReturnStatusAction, &Message))
    fail(Message);
  LLVMDisposeMessage(Message);
  LLVMPassBuilderOptionsRef Options = LLVMCreatePassBuilderOptions();
  check(LLVMRunPasses(Module, "default<O2>,rewrite-statepoints-for-gc", Machine,
                      Options));
  LLVMDisposePassBuilderOptions(Options);
  LLVMDisposeTargetData(Layout);
  LLVMDisposeMessage(Triple);
}

static void writeFile(const char *File, LLVMMemoryBufferRef Object) {
  FILE *Out = fopen(File, "wb");
  const size_t Size = LLVMGetBufferSize(Object);
  int Failed = !Out || fwrite(LLVMGetBufferStart(Object), 1, Size, Out) != Size;
  if (Out)
    Failed |= fclose(Out);
  if (Failed) {
    fprintf(stderr, "toyc: error: %s: %s\n", File, strerror(errno));
    remove(File);
    exit(1);
  }
}

static LLVMBool printFault(const LLVMFaultMapEntry *Entry, void *Context) {
  (void)Context;
  printf("line %" PRIu32 ": implicit null check\n", Entry->Site);
  return 1;
}

static LLVMBool countSafepoint(const LLVMStackMapSafepoint *Safepoint,
                               void *Context) {
  size_t *Counts = Context;
  ++Counts[0];
  for (size_t I = 0; I != Safepoint->NumRoots; ++I)
    ++Counts[Safepoint->Roots[I].Kind == LLVMInRegister ? 1 : 2];
  return 1;
}

static void printMaps(LLVMContextRef Context, LLVMMemoryBufferRef Object) {
  char *Message;
  size_t Counts[3] = {0, 0, 0};
  LLVMBinaryRef Binary = LLVMCreateBinary(Object, Context, &Message);
  if (!Binary)
    fail(Message);
  check(LLVMVisitFaultMaps(Binary, printFault, NULL));
  check(LLVMVisitStackMaps(Binary, countSafepoint, Counts));
  printf("%zu safepoints, %zu references in registers, %zu in memory\n",
         Counts[0], Counts[1], Counts[2]);
  LLVMDisposeBinary(Binary);
}

static void compileAhead(const char *File, const char *Output, int Maps) {
  LLVMContextRef Context = LLVMContextCreate();
  LLVMMemoryBufferRef Text = readFile(File), Object;
  LLVMModuleRef Module = compileToy(Context, File, LLVMGetBufferStart(Text));
  LLVMTargetMachineRef Machine = createTargetMachine();
  char *Message;
  optimize(Module, Machine);
  if (LLVMTargetMachineEmitToMemoryBuffer(Machine, Module, LLVMObjectFile,
                                          &Message, &Object))
    fail(Message);
  if (Output)
    writeFile(Output, Object);
  if (Maps)
    printMaps(Context, Object);
  LLVMDisposeMemoryBuffer(Object);
  LLVMDisposeMemoryBuffer(Text);
  LLVMDisposeTargetMachine(Machine);
  LLVMDisposeModule(Module);
  LLVMContextDispose(Context);
}

/// Lets compiled code call the runtime that is linked into this program.
static void defineRuntime(LLVMOrcLLJITRef JIT) {
  const struct {
    const char *Name;
    void (*Function)(void);
  } Runtime[] = {{"gc_allocate", gc_allocate},
                 {"gc_poll", gc_poll},
                 {"toy_null", (void (*)(void))toy_null}};
  enum { NumFunctions = sizeof(Runtime) / sizeof(*Runtime) };
  LLVMOrcCSymbolMapPair Symbols[NumFunctions];
  for (size_t I = 0; I != NumFunctions; ++I) {
    const LLVMJITSymbolFlags Flags = {LLVMJITSymbolGenericFlagsExported, 0};
    Symbols[I].Name = LLVMOrcLLJITMangleAndIntern(JIT, Runtime[I].Name);
    Symbols[I].Sym.Address = (LLVMOrcJITTargetAddress)Runtime[I].Function;
    Symbols[I].Sym.Flags = Flags;
  }
  check(LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(JIT),
                              LLVMOrcAbsoluteSymbols(Symbols, NumFunctions)));
}

static int compileAndRun(const char *File, const char *Argument) {
  LLVMOrcLLJITRef JIT;
  check(LLVMOrcCreateLLJIT(&JIT, NULL));
  // Maps are registered before code can be called, and faults are recovered.
  LLVMManagedCodeOptions Options = {0};
  Options.Size = sizeof(Options);
  Options.Extent = LLVMManagedCodeMappedGraphs;
  check(LLVMOrcLLJITEnableManagedCode(JIT, &Options));
  defineRuntime(JIT);

  LLVMContextRef Context = LLVMContextCreate();
  LLVMMemoryBufferRef Text = readFile(File);
  LLVMModuleRef Module = compileToy(Context, File, LLVMGetBufferStart(Text));
  LLVMTargetMachineRef Machine = createTargetMachine();
  optimize(Module, Machine);
  LLVMOrcThreadSafeContextRef SafeContext =
      LLVMOrcCreateNewThreadSafeContextFromLLVMContext(Context);
  check(LLVMOrcLLJITAddLLVMIRModule(
      JIT, LLVMOrcLLJITGetMainJITDylib(JIT),
      LLVMOrcCreateNewThreadSafeModule(Module, SafeContext)));
  LLVMOrcDisposeThreadSafeContext(SafeContext);

  LLVMOrcExecutorAddress Main;
  check(LLVMOrcLLJITLookup(JIT, &Main, "managed_main"));
  const int Code = runManagedProgram((int64_t (*)(int64_t))Main, Argument);
  LLVMDisposeTargetMachine(Machine);
  LLVMDisposeMemoryBuffer(Text);
  check(LLVMOrcUninstallManagedFaultHandler(
      LLVMOrcLLJITGetExecutionSession(JIT)));
  check(LLVMOrcDisposeLLJIT(JIT));
  return Code;
}

int main(int argc, char **argv) {
  const char *File = argc > 1 ? argv[1] : NULL, *Output = NULL, *Run = NULL;
  int Maps = 0;
  for (int I = 2; I < argc; ++I) {
    if (!strcmp(argv[I], "-o") && I + 1 < argc)
      Output = argv[++I];
    else if (!strcmp(argv[I], "--run") && I + 1 < argc)
      Run = argv[++I];
    else if (!strcmp(argv[I], "--maps"))
      Maps = 1;
    else
      File = NULL;
  }
  if (!File || (!Output && !Run && !Maps))
    fail("usage: toyc FILE [-o OBJECT] [--maps] [--run N]");
  if (LLVMInitializeNativeTarget() || LLVMInitializeNativeAsmPrinter())
    fail("this machine is no target of this LLVM");
  registerToyStrategy();
  if (Output || Maps)
    compileAhead(File, Output, Maps);
  const int Code = Run ? compileAndRun(File, Run) : 0;
  LLVMShutdown();
  return Code;
}
