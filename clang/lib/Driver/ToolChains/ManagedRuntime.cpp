//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the managed runtime and links it.
///
/// The library is the shared one if it is there, unless the whole program is
/// static: all images of a process must have the same runtime, those that are
/// opened later included. Where the loader finds it is recorded in the image.
///
//===----------------------------------------------------------------------===//

#include "ManagedRuntime.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

using namespace clang;
using namespace clang::driver;
using llvm::opt::ArgList;
using llvm::opt::ArgStringList;

static constexpr llvm::StringLiteral ImageObject = "LLVMManagedImage.o";
static constexpr llvm::StringLiteral SharedLibrary = "libLLVMManagedRuntime.so";

static std::string pathTo(llvm::StringRef Directory, llvm::StringRef Name) {
  llvm::SmallString<256> Path(Directory);
  llvm::sys::path::append(Path, Name);
  return std::string(Path);
}

/// Whether \p Path is an object file for the target of \p TC.
static bool isForTarget(const ToolChain &TC, const std::string &Path) {
  auto Buffer = TC.getVFS().getBufferForFile(Path);
  if (!Buffer)
    return false;
  auto Object = llvm::object::ObjectFile::createObjectFile(**Buffer);
  if (!Object) {
    llvm::consumeError(Object.takeError());
    return false;
  }
  return (*Object)->getArch() == TC.getArch();
}

/// The directory with the runtime for the target of \p TC: one for the target
/// alone, or the one of all libraries, which are those for the system that
/// clang runs on. Empty if there is none.
static std::string findRuntime(const ToolChain &TC) {
  // The loader must find it from everywhere.
  llvm::SmallString<256> Bin(TC.getDriver().Dir);
  if (TC.getVFS().makeAbsolute(Bin))
    return "";
  llvm::sys::path::remove_dots(Bin);
  const std::string Libraries =
      pathTo(llvm::sys::path::parent_path(Bin), "lib");
  const std::string OfTarget = pathTo(Libraries, TC.getTripleString());
  if (isForTarget(TC, pathTo(OfTarget, ImageObject)))
    return OfTarget;
  const llvm::Triple Own(llvm::sys::getDefaultTargetTriple());
  if (TC.getTriple().getEnvironment() == Own.getEnvironment() &&
      isForTarget(TC, pathTo(Libraries, ImageObject)))
    return Libraries;
  return "";
}

void tools::addManagedRuntime(const ToolChain &TC, const InputInfoList &Inputs,
                              const ArgList &Args, bool IsWide,
                              ArgStringList &CmdArgs) {
  if (!TC.getTriple().isOSLinux() ||
      Args.hasArg(options::OPT_nostdlib, options::OPT_nodefaultlibs,
                  options::OPT_nostartfiles) ||
      !Args.hasFlag(options::OPT_fsanitize_link_runtime,
                    options::OPT_fno_sanitize_link_runtime, true))
    return;
  // Whoever links some of it by hand knows what else to link.
  if (llvm::any_of(Inputs, [](const InputInfo &Input) {
        return Input.isFilename() &&
               llvm::sys::path::filename(Input.getFilename()) == ImageObject;
      }))
    return;
  const std::string Directory = findRuntime(TC);
  if (Directory.empty())
    return;

  auto Add = [&](llvm::StringRef Name) {
    CmdArgs.push_back(Args.MakeArgString(pathTo(Directory, Name)));
  };
  if (IsWide && !Args.hasArg(options::OPT_shared))
    Add("LLVMManagedGuard.o");
  Add(ImageObject);
  Add("LLVMManagedAuto.o");
  if (Args.hasArg(options::OPT_static, options::OPT_static_pie) ||
      !TC.getVFS().exists(pathTo(Directory, SharedLibrary))) {
    Add("libLLVMManagedRuntime.a");
    return;
  }
  Add(SharedLibrary);
  CmdArgs.push_back("-rpath");
  CmdArgs.push_back(Args.MakeArgString(Directory));
}
