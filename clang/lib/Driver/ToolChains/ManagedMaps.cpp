//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// gold and mold do not know that a fragment of a map is linked to its code, so
/// they neither keep one for the other nor drop both. As a rule that costs no
/// more than dead code. Where it loses a map, the link is refused.
///
/// With the flag -fimplicit-null-checks, there are fault maps. Stack maps have
/// no flag, so the driver looks for them in the object files; but only if the
/// linker is one of these and has such an option.
///
//===----------------------------------------------------------------------===//

#include "ManagedMaps.h"
#include "ImplicitNullChecks.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace clang;
using namespace clang::driver;
using llvm::opt::Arg;
using llvm::opt::ArgList;
using llvm::opt::ArgStringList;

/// Calls \p Visit with each word that is passed through to the linker, and the
/// argument that has it.
static void visitLinkerWords(
    const ArgList &Args,
    llvm::function_ref<void(llvm::StringRef Word, const Arg *A)> Visit) {
  for (const Arg *A :
       Args.filtered(options::OPT_Wl_COMMA, options::OPT_Xlinker))
    for (const llvm::StringRef Word : A->getValues())
      Visit(Word, A);
}

/// The argument that has the linker fold identical code, unless a later one is
/// against that.
static const Arg *findFolding(const ArgList &Args) {
  const Arg *Last = nullptr;
  // The value may be another word than the option.
  bool IsNextValue = false;
  visitLinkerWords(Args, [&](llvm::StringRef Word, const Arg *A) {
    llvm::StringRef Name = Word.ltrim('-');
    const bool IsOption = Name != Word;
    if (IsNextValue || (IsOption && Name.consume_front("icf=")))
      Last = Name == "none" ? nullptr : A;
    IsNextValue = !IsNextValue && IsOption && Name == "icf";
  });
  return Last;
}

/// The argument that has the linker make an object file.
static const Arg *findRelocatable(const ArgList &Args) {
  const Arg *Found = Args.getLastArg(options::OPT_r);
  visitLinkerWords(Args, [&](llvm::StringRef Word, const Arg *A) {
    if (Word == "-r" || Word == "-i" || Word == "--relocatable" ||
        Word == "-relocatable")
      Found = A;
  });
  return Found;
}

/// Which map \p File, an object file, has fragments of; empty if none.
static llvm::StringRef findMap(const llvm::object::Binary &File) {
  const auto *Object = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(&File);
  if (!Object)
    return {};
  for (const llvm::object::SectionRef Section : Object->sections()) {
    llvm::Expected<llvm::StringRef> Name = Section.getName();
    if (!Name) {
      // The linker is going to say what is wrong with the file.
      llvm::consumeError(Name.takeError());
      continue;
    }
    if (*Name == llvm::faultmap::SectionV2 ||
        *Name == llvm::faultmap::SitesSectionV2)
      return "fault map";
    if (*Name == llvm::stackmap::IndexSectionV4 ||
        *Name == llvm::stackmap::MapSectionV4)
      return "stack map";
  }
  return {};
}

/// The same of the members of \p Archive.
static llvm::StringRef findMap(const llvm::object::Archive &Archive) {
  llvm::Error Problem = llvm::Error::success();
  llvm::StringRef Map;
  for (const llvm::object::Archive::Child &Member : Archive.children(Problem)) {
    if (!Map.empty())
      continue;
    if (auto File = Member.getAsBinary())
      Map = findMap(**File);
    else
      llvm::consumeError(File.takeError());
  }
  llvm::consumeError(std::move(Problem));
  return Map;
}

/// Which map the file \p Name has. Files that do not exist yet, because they
/// are going to be compiled, have none.
static llvm::StringRef findMap(const Driver &D, llvm::StringRef Name,
                               bool LookIntoArchives) {
  auto Buffer = D.getVFS().getBufferForFile(Name, /*FileSize=*/-1,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return {};
  llvm::Expected<std::unique_ptr<llvm::object::Binary>> File =
      llvm::object::createBinary(**Buffer);
  if (!File) {
    llvm::consumeError(File.takeError());
    return {};
  }
  if (const auto *Archive = llvm::dyn_cast<llvm::object::Archive>(File->get()))
    return LookIntoArchives ? findMap(*Archive) : llvm::StringRef();
  return findMap(**File);
}

namespace {
/// An option that a linker cannot do with maps.
struct ImpossibleOption {
  const Arg *A;
  const char *Reason;
  /// Whether archives are looked into. Their members need not become part of
  /// an executable, which is told at its start what is wrong.
  bool LookIntoArchives;
};
} // namespace

/// Reports an error for each option in \p Options that was given, if the inputs
/// have a map.
static void refuse(const Driver &D, const ArgList &Args,
                   const InputInfoList &Inputs,
                   llvm::ArrayRef<ImpossibleOption> Options,
                   llvm::StringRef Linker, bool HasFaultMaps) {
  clang::DiagnosticsEngine &Diags = D.getDiags();
  const unsigned ID =
      Diags.getCustomDiagID(clang::DiagnosticsEngine::Error,
                            "'%0' is not possible with '%1' and %2: %3");
  for (const ImpossibleOption &Option : Options) {
    if (!Option.A)
      continue;
    std::string Map;
    if (HasFaultMaps)
      Map = "'-fimplicit-null-checks'";
    for (const InputInfo &Input : Inputs) {
      if (!Map.empty())
        break;
      if (!Input.isFilename())
        continue;
      const llvm::StringRef Name = Input.getFilename();
      if (const llvm::StringRef Kind =
              findMap(D, Name, Option.LookIntoArchives);
          !Kind.empty())
        Map = ("the " + Kind + " of '" + Name + "'").str();
    }
    if (!Map.empty())
      Diags.Report(ID) << Option.A->getAsString(Args) << Linker << Map
                       << Option.Reason;
  }
}

/// The path of the linker. If there is none, that is for others to report.
static std::string getLinkerPath(const ToolChain &TC) {
  clang::DiagnosticsEngine &Diags = TC.getDriver().getDiags();
  const bool WasSuppressed = Diags.getSuppressAllDiagnostics();
  Diags.setSuppressAllDiagnostics(true);
  std::string Path = TC.GetLinkerPath();
  Diags.setSuppressAllDiagnostics(WasSuppressed);
  return Path;
}

void tools::addManagedMapsLinkArgs(const ToolChain &TC,
                                   const InputInfoList &Inputs,
                                   const ArgList &Args,
                                   ArgStringList &CmdArgs) {
  const llvm::ManagedTargetInfo Target(TC.getTriple());
  if (!Target.hasImplicitNullChecks() && !Target.hasStackMapV4())
    return;
  const Arg *Checks = Args.getLastArg(options::OPT_fimplicit_null_checks,
                                      options::OPT_fimplicit_null_checks_EQ,
                                      options::OPT_fno_implicit_null_checks);
  const bool HasFaultMaps =
      Target.hasImplicitNullChecks() && Checks &&
      !Checks->getOption().matches(options::OPT_fno_implicit_null_checks);
  const Arg *Relocatable = findRelocatable(Args);
  if (HasFaultMaps && !Relocatable)
    addImplicitNullChecksLinkArgs(TC, Inputs, Args, CmdArgs);
  const Arg *Folding = findFolding(Args);
  const Arg *StaticPIE = Args.getLastArg(options::OPT_static_pie);
  if (!HasFaultMaps && !Relocatable && !Folding && !StaticPIE)
    return;

  const std::string Path = getLinkerPath(TC);
  const llvm::StringRef Linker = llvm::sys::path::filename(Path);
  // Some systems have gold or mold as `ld`.
  llvm::SmallString<128> RealPath(Path);
  if (TC.getVFS().getRealPath(Path, RealPath))
    RealPath = Path;
  const llvm::StringRef RealLinker = llvm::sys::path::filename(RealPath);
  const bool IsGold = Linker.ends_with("gold") || RealLinker.ends_with("gold");
  const bool IsMold = Linker.ends_with("mold") || RealLinker.ends_with("mold");

  if (IsGold || IsMold) {
    const ImpossibleOption Options[] = {
        {Relocatable,
         "the map loses the link to its code, and a later link may drop it",
         /*LookIntoArchives=*/true},
        {Folding,
         "the maps of folded functions stay, so that instructions have several "
         "entries",
         /*LookIntoArchives=*/false},
        {IsGold ? StaticPIE : nullptr,
         "gold does not link static position-independent executables",
         /*LookIntoArchives=*/false}};
    refuse(TC.getDriver(), Args, Inputs, Options, Linker, HasFaultMaps);
    return;
  }
  // What others do anyway, they need not know as an option.
  if (HasFaultMaps && (Linker == "ld" || Linker.ends_with("ld.bfd") ||
                       Linker.ends_with("-ld"))) {
    CmdArgs.push_back("-z");
    CmdArgs.push_back("start-stop-gc");
  }
}
