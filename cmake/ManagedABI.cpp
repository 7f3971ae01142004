//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines what objects that include the headers of an installed prefix refer
/// to, and looks for another LLVM in the same program when it starts.
///
/// Two LLVMs in one program are right if each calls its own functions alone. If
/// functions of one call those of the other, layouts of classes differ, and the
/// program does anything. That happens if a program is linked with the archives
/// of one and the shared library of the other, or if the symbols of a shared
/// library with our archives are preempted by those of the other.
///
//===----------------------------------------------------------------------===//

#include "llvm/Config/managed-llvm.h"
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

namespace llvm {
extern int MANAGED_LLVM_ABI;
int MANAGED_LLVM_ABI = 0;

/// The symbol that the archives of another LLVM have in its place.
extern int DisableABIBreakingChecks __attribute__((weak, visibility("hidden")));

/// Any function that a shared library may define, too.
[[noreturn]] void report_fatal_error(const char *Reason, bool GenCrashDiag);
} // namespace llvm

namespace {
/// The program or shared library that an address is in.
struct Module {
  uintptr_t Address;
  uintptr_t Base = 0;
  const char *Name = nullptr;
  const ElfW(Dyn) *Dynamic = nullptr;
};
} // namespace

static int findModule(struct dl_phdr_info *Info, size_t, void *Data) {
  Module &M = *static_cast<Module *>(Data);
  const ElfW(Dyn) *Dynamic = nullptr;
  bool Found = false;
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Header = Info->dlpi_phdr[I];
    uintptr_t Begin = Info->dlpi_addr + Header.p_vaddr;
    if (Header.p_type == PT_LOAD)
      Found |= M.Address - Begin < Header.p_memsz;
    else if (Header.p_type == PT_DYNAMIC)
      Dynamic = reinterpret_cast<const ElfW(Dyn) *>(Begin);
  }
  if (!Found)
    return 0;
  M.Base = Info->dlpi_addr;
  M.Name = *Info->dlpi_name ? Info->dlpi_name : "this program";
  M.Dynamic = Dynamic;
  return 1;
}

static Module getModule(uintptr_t Address) {
  Module M = {Address};
  dl_iterate_phdr(findModule, &M);
  return M;
}

/// The name of a shared library that contains LLVM and that `M` was linked
/// with; null if there is none.
static const char *findSharedLLVM(const Module &M) {
  uintptr_t Strings = 0;
  for (const ElfW(Dyn) *Entry = M.Dynamic; Entry && Entry->d_tag; ++Entry)
    if (Entry->d_tag == DT_STRTAB)
      Strings = Entry->d_un.d_ptr;
  if (!Strings)
    return nullptr;
  // Some dynamic linkers replace the offset in the file by the address.
  if (Strings < M.Base)
    Strings += M.Base;
  for (const ElfW(Dyn) *Entry = M.Dynamic; Entry->d_tag; ++Entry) {
    if (Entry->d_tag != DT_NEEDED)
      continue;
    const char *Name =
        reinterpret_cast<const char *>(Strings + Entry->d_un.d_val);
    const char *const Others[] = {"libLLVM.so", "libLLVM-", "libclang-cpp."};
    for (const char *Other : Others)
      if (!strncmp(Name, Other, strlen(Other)))
        return Name;
  }
  return nullptr;
}

static void print(const char *Text) {
  [[maybe_unused]] ssize_t Written = write(2, Text, strlen(Text));
}

[[noreturn]] static void refuse(const Module &M, const char *What) {
  print(M.Name ? M.Name : "this program");
  print(": error: Managed LLVM " MANAGED_LLVM_VERSION_STRING
        " and another LLVM, whose classes have other layouts, are mixed in "
        "it: ");
  print(What);
  print("\n");
  _exit(1);
}

__attribute__((constructor)) static void lookForAnotherLLVM() {
  Module Here = getModule(reinterpret_cast<uintptr_t>(&lookForAnotherLLVM));
  if (&llvm::DisableABIBreakingChecks)
    refuse(Here, "it was linked with static libraries of both");
  if (const char *Library = findSharedLLVM(Here))
    refuse(Here, Library);
  Module There =
      getModule(reinterpret_cast<uintptr_t>(&llvm::report_fatal_error));
  if (There.Name && There.Base != Here.Base)
    refuse(Here, There.Name);
}
