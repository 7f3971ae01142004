//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -fimplicit-null-checks becomes the default function attribute
/// "implicit-null-checks" of the cc1 job. The attribute turns on the marks of
/// clang's code generation and the ImplicitNullChecks pass, and travels with
/// the function into bitcode.
///
/// The flag is refused where it contradicts another one: where a null check
/// may continue (the access would then fault outside of any check) and where
/// address zero may hold an object. It is ignored with a warning on targets
/// that cannot do it, and left unclaimed, hence reported as unused, where there
/// is no null check that it could apply to.
///
//===----------------------------------------------------------------------===//

#include "ImplicitNullChecks.h"
#include "ManagedRuntime.h"
#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Driver/Action.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace clang;
using namespace clang::driver;
using llvm::opt::Arg;
using llvm::opt::ArgList;
using llvm::opt::ArgStringList;

/// Whether the option \p Prefix among \p CmdArgs, "-fsanitize=" and its like,
/// names the null sanitizer. The lists that the driver has made for cc1 are
/// the one public place with groups expanded and later options applied.
static bool namesNull(const ArgStringList &CmdArgs, llvm::StringRef Prefix) {
  return llvm::any_of(CmdArgs, [&](llvm::StringRef Option) {
    return Option.consume_front(Prefix) &&
           llvm::is_contained(llvm::split(Option, ','), "null");
  });
}

void tools::addImplicitNullChecksArgs(const ToolChain &TC, const JobAction &JA,
                                      const ArgList &Args, types::ID InputType,
                                      ArgStringList &CmdArgs) {
  Arg *A = Args.getLastArgNoClaim(options::OPT_fimplicit_null_checks,
                                  options::OPT_fimplicit_null_checks_EQ,
                                  options::OPT_fno_implicit_null_checks);
  // The host job of an offloading compilation speaks for both.
  if (!A || JA.getOffloadingDeviceKind() != Action::OFK_None)
    return;

  const bool IsWide =
      A->getOption().matches(options::OPT_fimplicit_null_checks_EQ);
  if (IsWide && llvm::StringRef(A->getValue()) != "wide") {
    Args.ClaimAllArgs(options::OPT_fimplicit_null_checks_EQ);
    TC.getDriver().Diag(diag::err_drv_invalid_value)
        << A->getSpelling() << A->getValue();
    return;
  }

  // A module with marked branches needs no sanitizer, and with LTO a function
  // without checks may become the home of one that is inlined into it.
  const bool HasNullChecks = namesNull(CmdArgs, "-fsanitize=");
  const bool IsOff =
      A->getOption().matches(options::OPT_fno_implicit_null_checks);
  if (!IsOff && types::isDerivedFromC(InputType) && !HasNullChecks &&
      !TC.getDriver().isUsingLTO())
    return;

  Args.ClaimAllArgs(options::OPT_fimplicit_null_checks);
  Args.ClaimAllArgs(options::OPT_fimplicit_null_checks_EQ);
  Args.ClaimAllArgs(options::OPT_fno_implicit_null_checks);
  if (IsOff)
    return;

  const Driver &D = TC.getDriver();
  if (!llvm::ManagedTargetInfo(TC.getTriple()).hasImplicitNullChecks()) {
    D.Diag(diag::warn_drv_unsupported_opt_for_target)
        << A->getAsString(Args) << TC.getTriple().str();
    return;
  }

  if (const Arg *Valid =
          Args.getLastArgNoClaim(options::OPT_fdelete_null_pointer_checks,
                                 options::OPT_fno_delete_null_pointer_checks);
      Valid &&
      Valid->getOption().matches(options::OPT_fno_delete_null_pointer_checks)) {
    D.Diag(diag::err_drv_argument_not_allowed_with)
        << A->getAsString(Args) << Valid->getAsString(Args);
    return;
  }

  if (HasNullChecks && namesNull(CmdArgs, "-fsanitize-recover=") &&
      !namesNull(CmdArgs, "-fsanitize-trap=")) {
    D.Diag(diag::err_drv_argument_only_allowed_with)
        << A->getAsString(Args)
        << "-fsanitize-trap=null' or '-fno-sanitize-recover=null";
    return;
  }

  CmdArgs.push_back("-default-function-attr");
  if (!IsWide) {
    CmdArgs.push_back("implicit-null-checks");
    return;
  }
  // Its shadow memory is where the guard would be.
  if (llvm::any_of(CmdArgs, [](llvm::StringRef Option) {
        return Option.consume_front("-fsanitize=") &&
               llvm::is_contained(llvm::split(Option, ','), "address");
      }))
    D.Diag(diag::err_drv_argument_not_allowed_with)
        << A->getAsString(Args) << "-fsanitize=address";
  CmdArgs.push_back("implicit-null-checks=wide");
}

/// Whether the linker makes an executable that is not position-independent.
static const char *findFixedExecutable(const ToolChain &TC,
                                       const ArgList &Args) {
  if (Args.hasArg(options::OPT_shared, options::OPT_r, options::OPT_static_pie))
    return nullptr;
  if (Args.hasArg(options::OPT_static))
    return "-static";
  return Args.hasFlag(options::OPT_pie, options::OPT_no_pie,
                      TC.isPIEDefault(Args))
             ? nullptr
             : "-no-pie";
}

void tools::addImplicitNullChecksLinkArgs(const ToolChain &TC,
                                          const InputInfoList &Inputs,
                                          const ArgList &Args,
                                          ArgStringList &CmdArgs) {
  const Arg *A = Args.getLastArgNoClaim(options::OPT_fimplicit_null_checks,
                                        options::OPT_fimplicit_null_checks_EQ,
                                        options::OPT_fno_implicit_null_checks);
  if (!A || A->getOption().matches(options::OPT_fno_implicit_null_checks))
    return;
  const bool IsWide =
      A->getOption().matches(options::OPT_fimplicit_null_checks_EQ) &&
      llvm::StringRef(A->getValue()) == "wide";
  if (const char *Fixed = IsWide ? findFixedExecutable(TC, Args) : nullptr)
    TC.getDriver().Diag(diag::err_drv_argument_not_allowed_with)
        << A->getAsString(Args) << Fixed;
  addManagedRuntime(TC, Inputs, Args, IsWide, CmdArgs);
}
