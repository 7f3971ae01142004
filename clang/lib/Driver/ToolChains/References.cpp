//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -fgc-address-spaces becomes the default function attribute
/// "gc-address-spaces" of the cc1 job, from which clang's code generation takes
/// the data layout.
///
//===----------------------------------------------------------------------===//

#include "References.h"
#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Driver/Action.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace clang::driver;
using llvm::opt::Arg;
using llvm::opt::ArgList;
using llvm::opt::ArgStringList;

/// Whether \p Word is the number of an address space other than that of
/// ordinary pointers.
static bool isAddressSpace(llvm::StringRef Word) {
  unsigned Space;
  return llvm::to_integer(Word, Space, 10) && Space && llvm::isUInt<24>(Space);
}

void tools::addReferenceArgs(const ToolChain &TC, const JobAction &JA,
                             const ArgList &Args, ArgStringList &CmdArgs) {
  const Arg *A = Args.getLastArg(options::OPT_fgc_address_spaces_EQ);
  // The code of other devices has no references.
  if (!A || JA.getOffloadingDeviceKind() != Action::OFK_None)
    return;
  const llvm::StringRef Spaces = A->getValue();
  for (const llvm::StringRef Word : llvm::split(Spaces, ','))
    if (!isAddressSpace(Word)) {
      TC.getDriver().Diag(diag::err_drv_invalid_value)
          << A->getSpelling() << Word;
      return;
    }
  CmdArgs.push_back("-default-function-attr");
  CmdArgs.push_back(Args.MakeArgString("gc-address-spaces=" + Spaces));
}
