//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A null access in JIT'd code that is recovered: the access stands in for the
/// null check, and its fault leads to the block that the check would have.
///
//===----------------------------------------------------------------------===//

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ManagedCodePlugin.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::orc;

static constexpr char Program[] = R"(
  define i32 @length(ptr %list) "implicit-null-checks" {
    %null = icmp eq ptr %list, null
    br i1 %null, label %throw, label %load, !make.implicit !{}
  load:
    %length = load i32, ptr %list
    ret i32 %length
  throw:
    ret i32 -1
  }
)";

static ExitOnError ExitOnErr("ManagedNullAccess: ");

static ThreadSafeModule parseProgram() {
  auto Context = std::make_unique<LLVMContext>();
  SMDiagnostic Diagnostic;
  auto M = parseAssemblyString(Program, Diagnostic, *Context);
  if (!M)
    ExitOnErr(createStringError(Diagnostic.getMessage()));
  return ThreadSafeModule(std::move(M), std::move(Context));
}

int main(int argc, char **argv) {
  InitLLVM X(argc, argv);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();

  auto J = ExitOnErr(LLJITBuilder().create());
  // Registers the fault maps of all code from now on, and handles the faults.
  ExitOnErr(enableManagedCode(*J));
  ExitOnErr(J->addIRModule(parseProgram()));
  auto *Length = ExitOnErr(J->lookup("length")).toPtr<int(const int *)>();

  const int List[] = {2, 10, 20};
  outs() << "length of a list: " << Length(List) << "\n";
  outs() << "length of null: " << Length(nullptr) << "\n";
  return 0;
}
