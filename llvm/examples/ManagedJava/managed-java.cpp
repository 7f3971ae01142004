//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// managed-java: an ahead-of-time compiler of Java class files. The manual is
/// docs/ManagedJava.md.
///
//===----------------------------------------------------------------------===//

#include "ClassFile/ClassPath.h"
#include "ClassFile/Dump.h"
#include "Pipeline/Command.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace java;

static cl::OptionCategory Category("Options of managed-java");

static cl::list<std::string> Names(cl::Positional, cl::desc("CLASS..."),
                                   cl::cat(Category));
static cl::opt<std::string>
    Path("cp",
         cl::desc("directories, jars and jmods that have the classes, "
                  "separated by colons"),
         cl::value_desc("PATH"), cl::init("."), cl::cat(Category));
static cl::opt<bool> All("all", cl::desc("all classes of the class path"),
                         cl::cat(Category));
static cl::opt<bool> DumpOnly("dump", cl::desc("print the class files as text"),
                              cl::cat(Category));

/// Whether there was an error; the others are reported too.
static bool HasFailed = false;

/// Names in messages are those of files that are not trusted, so there may be
/// characters that control a terminal.
static void report(Error E) {
  handleAllErrors(std::move(E), [](const ErrorInfoBase &Failure) {
    raw_ostream &OS = WithColor::error(errs(), "managed-java");
    for (char C : Failure.message()) {
      if (uint8_t(C) < ' ' || C == 0x7F)
        OS << '\\' << hexdigit(uint8_t(C) >> 4) << hexdigit(C & 15);
      else
        OS << C;
    }
    OS << '\n';
  });
  HasFailed = true;
}

static void dump(ClassPath &Classes, StringRef Name) {
  // Names with dots are those of the language.
  std::string Internal = Name.str();
  std::replace(Internal.begin(), Internal.end(), '.', '/');
  Expected<const ClassFile *> File = Classes.find(Internal);
  if (!File)
    return report(File.takeError());
  if (!*File)
    return report(createStringError(Path + ": there is no class " + Internal));
  if (Error E = dump(**File, outs()))
    report(std::move(E));
}

static void dumpAll(ClassPath &Classes) {
  for (const std::unique_ptr<ClassPathEntry> &Entry : Classes.entries()) {
    Expected<std::vector<std::string>> Found = Entry->list();
    if (!Found) {
      report(Found.takeError());
      continue;
    }
    for (StringRef Name : *Found)
      dump(Classes, Name);
  }
}

int main(int Argc, char **Argv) {
  InitLLVM X(Argc, Argv);
  cl::HideUnrelatedOptions({&Category, &getCompilerOptions()});
  cl::ParseCommandLineOptions(Argc, Argv, "compiler of Java class files\n");
  Expected<ClassPath> Classes = ClassPath::open(Path);
  if (!Classes) {
    report(Classes.takeError());
    return 1;
  }
  if (Names.empty() && !All)
    report(createStringError("no class is named; --all is for all classes"));
  if (!DumpOnly) {
    if (Error E = runCompiler(std::move(*Classes), Names, All))
      report(std::move(E));
    return HasFailed;
  }
  if (All)
    dumpAll(*Classes);
  for (StringRef Name : Names)
    dump(*Classes, Name);
  return HasFailed;
}
