//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What "verify --json" prints.  docs/ManagedMaps.md lists the keys.
///
//===----------------------------------------------------------------------===//

#include "Dump.h"
#include "Verify.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

static StringRef nameOf(Finding::Severity Level) {
  switch (Level) {
  case Finding::Broken:
    return "broken";
  case Finding::Unproved:
    return "unproved";
  case Finding::Suspicious:
    return "suspicious";
  }
  llvm_unreachable("no other level");
}

/// Returns whether nothing is an error.  If \p AreCalls, entries are calls.
static bool writeFindings(const VerifyResult &Result, const FileResult &File,
                          bool AreCalls, const VerifyOptions &Options,
                          json::OStream &J) {
  bool Passed = true;
  J.attribute(AreCalls ? "safepoints" : "entries", Result.NumEntries);
  J.attribute("proved", Result.NumProved);
  J.attributeArray("findings", [&] {
    for (const Finding &F : Result.Findings)
      J.object([&] {
        const bool IsError = Options.isError(F);
        Passed &= !IsError;
        J.attribute("rule", F.Rule);
        J.attribute("level", nameOf(F.Level));
        J.attribute("error", IsError);
        J.attribute("message", json::fixUTF8(F.Message));
        if (!F.Where)
          return;
        J.attribute("section", json::fixUTF8(F.Where->Section));
        J.attribute("offset", F.Where->Offset);
        if (File.C)
          writePlace("pc", F.Where->PC, *File.C, J, AreCalls);
      });
  });
  return Passed;
}

bool llvm::managed_maps::writeResult(const FileResult &Result,
                                     const ObjectFile &Obj, StringRef Title,
                                     const VerifyOptions &Options,
                                     json::OStream &J) {
  bool Passed = true;
  J.object([&] {
    J.attribute("file", json::fixUTF8(Title));
    J.attribute("format", Obj.getFileFormatName());
    J.attributeObject("faultMaps", [&] {
      Passed &= writeFindings(Result.FaultMaps, Result, /*AreCalls=*/false,
                              Options, J);
    });
    if (Result.StackMaps)
      J.attributeObject("stackMaps", [&] {
        Passed &= writeFindings(*Result.StackMaps, Result, /*AreCalls=*/true,
                                Options, J);
      });
    J.attribute("passed", Passed);
  });
  return Passed;
}
