//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -fdevirtualize is -fstrict-vtable-pointers, and -fdevirtualize-speculatively
/// where no linker optimizes what is compiled: the linker knows all classes,
/// and -fwhole-program-vtables is what has it use that.
///
//===----------------------------------------------------------------------===//

#include "Devirtualization.h"
#include "clang/Driver/Driver.h"
#include "clang/Options/Options.h"
#include "llvm/Option/ArgList.h"

using namespace clang;
using namespace clang::driver;
using namespace llvm::opt;

void tools::addDevirtualizeArgs(const Driver &D, const ArgList &Args,
                                ArgStringList &CmdArgs) {
  if (!Args.hasFlag(options::OPT_fdevirtualize, options::OPT_fno_devirtualize,
                    false))
    return;
  if (!Args.hasArg(options::OPT_fstrict_vtable_pointers,
                   options::OPT_fno_strict_vtable_pointers))
    CmdArgs.push_back("-fstrict-vtable-pointers");
  if (!D.isUsingLTO() &&
      !Args.hasArg(options::OPT_fdevirtualize_speculatively,
                   options::OPT_fno_devirtualize_speculatively))
    CmdArgs.push_back("-fdevirtualize-speculatively");
}
