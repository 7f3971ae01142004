//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Options of tools from the environment variable MANAGED_LLVM_ARGS. They
/// precede those of the command line. An error about one names the variable.
///
/// This is a header alone, so that no library of upstream gets another file.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_SUPPORT_MANAGEDOPTIONS_H
#define LLVM_SUPPORT_MANAGEDOPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <optional>
#include <string>

namespace llvm {

inline constexpr char ManagedOptionsVariable[] = "MANAGED_LLVM_ARGS";

/// Prints which of the options in \p Value, the contents of the variable, the
/// messages \p Errors of a tool quote; or, if they quote none, which there are.
inline void explainManagedOptions(StringRef Tool, StringRef Value,
                                  StringRef Errors) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 8> Options;
  cl::TokenizeGNUCommandLine(Value, Saver, Options);
  bool IsQuoted = false;
  for (const char *Option : Options) {
    std::string Quoted = ("'" + Twine(Option) + "'").str();
    if (!Errors.contains(Quoted))
      continue;
    IsQuoted = true;
    errs() << Tool << ": " << Quoted << " is from the environment variable "
           << ManagedOptionsVariable << '\n';
  }
  if (!IsQuoted && !Options.empty())
    errs() << Tool << ": note: the environment variable "
           << ManagedOptionsVariable << " adds " << join(Options, " ") << '\n';
}

/// Parses the options of a tool as cl::ParseCommandLineOptions does, with those
/// of the variable in front. Errors end the tool.
inline void parseOptionsWithManaged(int Argc, const char *const *Argv,
                                    StringRef Overview,
                                    vfs::FileSystem *VFS = nullptr) {
  std::optional<std::string> Value =
      sys::Process::GetEnv(ManagedOptionsVariable);
  if (!Value) {
    cl::ParseCommandLineOptions(Argc, Argv, Overview, /*Errs=*/nullptr, VFS);
    return;
  }
  std::string Errors;
  raw_string_ostream Stream(Errors);
  if (cl::ParseCommandLineOptions(Argc, Argv, Overview, &Stream, VFS,
                                  ManagedOptionsVariable))
    return;
  errs() << Errors;
  explainManagedOptions(sys::path::filename(Argv[0]), *Value, Errors);
  std::exit(1);
}

} // namespace llvm

#endif // LLVM_SUPPORT_MANAGEDOPTIONS_H
