//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints and verifies the tables that managed code leaves in object files;
/// see docs/ManagedMaps.md.
///
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Describe.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace llvm::managed_maps;

static constexpr char ToolName[] = "llvm-managed-maps";

static cl::OptionCategory Category("llvm-managed-maps options");

static cl::SubCommand
    DescribeCommand("describe",
                    "Say of single instructions, given in hexadecimal, "
                    "whether and how they fault reliably");

static cl::opt<std::string> TripleName("triple", cl::sub(DescribeCommand),
                                       cl::desc("The target"), cl::Required,
                                       cl::cat(Category));
static cl::opt<std::string>
    DescribeFile(cl::Positional, cl::sub(DescribeCommand),
                 cl::desc("<file with one instruction a line>"), cl::init("-"),
                 cl::cat(Category));

static bool reportError(Error E, StringRef File) {
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    WithColor::error(errs(), ToolName)
        << (File.empty() ? "" : "'" + File.str() + "': ") << Info.message()
        << '\n';
  });
  return false;
}

static bool describe() {
  auto Buffer = MemoryBuffer::getFileOrSTDIN(DescribeFile);
  if (!Buffer)
    return reportError(errorCodeToError(Buffer.getError()), DescribeFile);
  auto D = Decoder::create(Triple(Triple::normalize(TripleName)));
  if (!D)
    return reportError(D.takeError(), "");
  if (Error E = describeInstructions((*Buffer)->getBuffer(), **D, outs()))
    return reportError(std::move(E), DescribeFile);
  return true;
}

int main(int argc, char **argv) {
  InitLLVM X(argc, argv);
  cl::HideUnrelatedOptions(Category);
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86Disassembler();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64Disassembler();
  cl::ParseCommandLineOptions(argc, argv,
                              "prints and verifies tables of managed code\n");
  bool Passed = true;
  if (DescribeCommand)
    Passed = describe();
  return Passed ? 0 : 1;
}
