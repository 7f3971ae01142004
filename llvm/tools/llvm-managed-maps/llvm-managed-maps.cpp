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

#include "Convert.h"
#include "Decoder.h"
#include "Describe.h"
#include "Dump.h"
#include "Verify.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/Binary.h"
#include "llvm/Object/Error.h"
#include "llvm/Object/MachOUniversal.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileOutputBuffer.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

static constexpr char ToolName[] = "llvm-managed-maps";

static cl::OptionCategory Category("llvm-managed-maps options");

static cl::SubCommand
    DumpCommand("dump", "Print the fault maps and stack maps of files");
static cl::SubCommand
    VerifyCommand("verify", "Prove that fault maps and stack maps are sound");
static cl::SubCommand
    DescribeCommand("describe", "Print whether and how single instructions, "
                                "given in hexadecimal, fault reliably");

static cl::list<std::string> Files(cl::Positional, cl::sub(DumpCommand),
                                   cl::sub(VerifyCommand), cl::OneOrMore,
                                   cl::desc("<file>..."), cl::cat(Category));

static cl::SubCommand
    ConvertCommand("convert",
                   "Write a copy of a relocatable object whose stack maps are "
                   "converted from version 3 to version 4");
static cl::opt<std::string> ConvertInput(cl::Positional, cl::Required,
                                         cl::sub(ConvertCommand),
                                         cl::desc("<file>"), cl::cat(Category));
static cl::opt<std::string> ConvertOutput("o", cl::Required,
                                          cl::sub(ConvertCommand),
                                          cl::desc("The file to write"),
                                          cl::value_desc("file"),
                                          cl::cat(Category));

static cl::opt<bool> WriteJSON("json", cl::sub(DumpCommand),
                               cl::sub(VerifyCommand), cl::desc("Print JSON"),
                               cl::cat(Category));

static cl::opt<uint64_t>
    GuardSize("guard-size", cl::sub(VerifyCommand), cl::init(4096),
              cl::desc("Number of bytes from address zero that are never "
                       "mapped (default: 4096)"),
              cl::value_desc("bytes"), cl::cat(Category));
static cl::opt<bool> AllowUnproved(
    "allow-unproved", cl::sub(VerifyCommand),
    cl::desc(
        "Pass even if some entries are neither proved nor shown to be wrong"),
    cl::cat(Category));

static cl::opt<bool> Strict("strict", cl::sub(VerifyCommand),
                            cl::desc("Do not pass if something is suspicious"),
                            cl::cat(Category));

static cl::opt<std::string> TripleName("triple", cl::sub(DescribeCommand),
                                       cl::desc("The target"), cl::Required,
                                       cl::cat(Category));
static cl::opt<std::string>
    DescribeFile(cl::Positional, cl::sub(DescribeCommand),
                 cl::desc("<file with one instruction per line>"),
                 cl::init("-"), cl::cat(Category));

static bool reportError(Error E, StringRef File) {
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    WithColor::error(errs(), ToolName)
        << (File.empty() ? "" : "'" + File.str() + "': ") << Info.message()
        << '\n';
  });
  return false;
}

/// Calls \p Visit for each object file in \p File, with its name, which for a
/// member of an archive or slice of a universal file is "file(member)".
/// Returns whether all could be read and \p Visit was true for each.
static bool
forEachObject(StringRef File,
              function_ref<bool(const ObjectFile &, StringRef)> Visit) {
  Expected<OwningBinary<Binary>> Owner = createBinary(File);
  if (!Owner)
    return reportError(Owner.takeError(), File);
  bool Passed = true;
  auto VisitBinary = [&](const Binary &B, const std::string &Title) {
    if (const auto *Obj = dyn_cast<ObjectFile>(&B))
      Passed &= Visit(*Obj, Title);
    else if (!B.isIR())
      Passed = reportError(refuse("is not an object file"), Title);
  };
  auto VisitArchive = [&](const Archive &A, const std::string &Title) {
    Error E = Error::success();
    for (const Archive::Child &Child : A.children(E)) {
      Expected<StringRef> Name = Child.getName();
      const std::string Member =
          Title + "(" + (Name ? Name->str() : std::string("?")) + ")";
      if (!Name)
        consumeError(Name.takeError());
      Expected<std::unique_ptr<Binary>> B = Child.getAsBinary();
      if (B)
        VisitBinary(**B, Member);
      else if (auto Other = isNotObjectErrorInvalidFileType(B.takeError()))
        Passed = reportError(std::move(Other), Member);
    }
    if (E)
      Passed = reportError(std::move(E), Title);
  };

  const Binary &B = *Owner->getBinary();
  if (const auto *A = dyn_cast<Archive>(&B)) {
    VisitArchive(*A, File.str());
  } else if (const auto *Universal = dyn_cast<MachOUniversalBinary>(&B)) {
    for (const MachOUniversalBinary::ObjectForArch &Slice :
         Universal->objects()) {
      const std::string Title =
          (File + "(" + Slice.getArchFlagName() + ")").str();
      if (auto Obj = Slice.getAsObjectFile()) {
        VisitBinary(**Obj, Title);
        continue;
      } else {
        consumeError(Obj.takeError());
      }
      if (auto Inside = Slice.getAsArchive())
        VisitArchive(**Inside, Title);
      else
        Passed = reportError(Inside.takeError(), Title);
    }
  } else {
    VisitBinary(B, File.str());
  }
  return Passed;
}

static bool dump() {
  bool Passed = true;
  auto DumpAll = [&](function_ref<Error(const ObjectFile &, StringRef)> Dump) {
    for (const std::string &File : Files)
      Passed &=
          forEachObject(File, [&](const ObjectFile &Obj, StringRef Title) {
            if (Error E = Dump(Obj, Title))
              return reportError(std::move(E), Title);
            return true;
          });
  };
  if (!WriteJSON) {
    DumpAll([&](const ObjectFile &Obj, StringRef Title) {
      return dumpText(Obj, Title, outs());
    });
    return Passed;
  }
  json::OStream J(outs(), /*IndentSize=*/2);
  J.array([&] {
    DumpAll([&](const ObjectFile &Obj, StringRef Title) {
      return dumpJSON(Obj, Title, J);
    });
  });
  outs() << '\n';
  return Passed;
}

/// Prints what is said of the entries of \p Title, which are called \p What,
/// and returns whether there is no error.
static bool report(const VerifyResult &Result, StringRef Title, StringRef What,
                   const VerifyOptions &Options) {
  size_t Number[3] = {};
  bool Passed = true;
  for (const Finding &F : Result.Findings) {
    ++Number[F.Level];
    const bool IsError = Options.isError(F);
    Passed &= !IsError;
    StringRef Note = F.Level == Finding::Unproved     ? ", unproved"
                     : F.Level == Finding::Suspicious ? ", suspicious"
                                                      : "";
    (IsError ? WithColor::error(errs(), ToolName)
             : WithColor::warning(errs(), ToolName))
        << '\'' << Title << "': " << F.Message << " [" << F.Rule << Note
        << "]\n";
  }
  outs() << Title << ": " << Result.NumEntries << ' ' << What << ", "
         << Result.NumProved
         << " proved; rules broken: " << Number[Finding::Broken]
         << ", unproved: " << Number[Finding::Unproved]
         << "; suspicions: " << Number[Finding::Suspicious] << '\n';
  return Passed;
}

static bool verify() {
  VerifyOptions Options;
  Options.GuardSize = GuardSize;
  Options.AllowUnproved = AllowUnproved;
  Options.IsStrict = Strict;
  bool Passed = true;
  using ReportFunction =
      function_ref<bool(const FileResult &, const ObjectFile &, StringRef)>;
  auto VerifyAll = [&](ReportFunction Report) {
    for (const std::string &File : Files)
      Passed &=
          forEachObject(File, [&](const ObjectFile &Obj, StringRef Title) {
            Expected<FileResult> Result = verifyMaps(Obj, Options);
            if (!Result)
              return reportError(Result.takeError(), Title);
            return Report(*Result, Obj, Title);
          });
  };
  if (!WriteJSON) {
    VerifyAll([&](const FileResult &Result, const ObjectFile &,
                  StringRef Title) {
      bool HasPassed = report(Result.FaultMaps, Title, "entries", Options);
      if (Result.StackMaps)
        HasPassed &= report(*Result.StackMaps, Title, "safepoints", Options);
      return HasPassed;
    });
    return Passed;
  }
  json::OStream J(outs(), /*IndentSize=*/2);
  J.array([&] {
    VerifyAll(
        [&](const FileResult &Result, const ObjectFile &Obj, StringRef Title) {
          return writeResult(Result, Obj, Title, Options, J);
        });
  });
  outs() << '\n';
  return Passed;
}

/// Writes \p Bytes to \p File, all or nothing.
static Error writeFile(StringRef File, ArrayRef<uint8_t> Bytes) {
  Expected<std::unique_ptr<FileOutputBuffer>> Output =
      FileOutputBuffer::create(File, Bytes.size());
  if (!Output)
    return Output.takeError();
  llvm::copy(Bytes, (*Output)->getBufferStart());
  return (*Output)->commit();
}

static bool convert() {
  Expected<OwningBinary<Binary>> Owner = createBinary(ConvertInput);
  if (!Owner)
    return reportError(Owner.takeError(), ConvertInput);
  const auto *Obj = dyn_cast<ObjectFile>(Owner->getBinary());
  if (!Obj)
    return reportError(refuse("is not an object file"), ConvertInput);
  Expected<std::vector<uint8_t>> Bytes = convertStackMaps(*Obj);
  if (!Bytes)
    return reportError(Bytes.takeError(), ConvertInput);
  if (Error E = writeFile(ConvertOutput, *Bytes))
    return reportError(std::move(E), ConvertOutput);
  return true;
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
  else if (ConvertCommand)
    Passed = convert();
  else if (DumpCommand)
    Passed = dump();
  else if (VerifyCommand)
    Passed = verify();
  else
    Passed = reportError(refuse("no command given; see --help"), "");
  return Passed ? 0 : 1;
}
