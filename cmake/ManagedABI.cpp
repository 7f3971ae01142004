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
/// of one and the shared library of the other, or if symbols that a shared
/// library with our archives exports, be they inline functions of headers, are
/// preempted by those of the other.
///
//===----------------------------------------------------------------------===//

#include "llvm/Config/managed-llvm.h"
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

namespace llvm {
extern int MANAGED_LLVM_ABI;
int MANAGED_LLVM_ABI = 0;

/// The symbol that the archives of another LLVM have in its place.
extern int DisableABIBreakingChecks __attribute__((weak, visibility("hidden")));
} // namespace llvm

namespace {
/// The program or shared library that an address is in.
struct Module {
  uintptr_t Address = 0;
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

/// \returns what the entry with \p Tag in the dynamic section of \p M says;
/// null if there is none.
static uintptr_t getDynamic(const Module &M, ElfW(Sxword) Tag) {
  for (const ElfW(Dyn) *Entry = M.Dynamic; Entry && Entry->d_tag; ++Entry)
    if (Entry->d_tag == Tag)
      return Entry->d_un.d_ptr;
  return 0;
}

/// The same for an address.
static uintptr_t getDynamicAddress(const Module &M, ElfW(Sxword) Tag) {
  uintptr_t Address = getDynamic(M, Tag);
  // Some dynamic linkers replace the offset in the file by the address.
  return Address && Address < M.Base ? Address + M.Base : Address;
}

/// The name of a shared library that contains LLVM and that \p M was linked
/// with; null if there is none.
static const char *findSharedLLVM(const Module &M) {
  uintptr_t Strings = getDynamicAddress(M, DT_STRTAB);
  for (const ElfW(Dyn) *Entry = M.Dynamic; Strings && Entry->d_tag; ++Entry) {
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

/// The number of dynamic symbols of \p M. A hash table tells, of which there is
/// one of two kinds; the newer one has the last symbol at the end of a chain.
static uint32_t countSymbols(const Module &M) {
  using Words = const uint32_t *;
  if (auto *Table = reinterpret_cast<Words>(getDynamicAddress(M, DT_HASH)))
    return Table[1];
  auto *Table = reinterpret_cast<Words>(getDynamicAddress(M, DT_GNU_HASH));
  if (!Table)
    return 0;
  const uint32_t NumBuckets = Table[0], FirstSymbol = Table[1];
  Words Buckets = Table + 4 + Table[2] * (sizeof(ElfW(Addr)) / 4);
  Words Chains = Buckets + NumBuckets;
  uint32_t Last = 0;
  for (uint32_t I = 0; I != NumBuckets; ++I)
    if (Buckets[I] > Last)
      Last = Buckets[I];
  if (Last < FirstSymbol)
    return FirstSymbol;
  while (!(Chains[Last - FirstSymbol] & 1))
    ++Last;
  return Last + 1;
}

/// Whether \p Name is that of a function or variable in namespace llvm.
static bool isOfLLVM(const char *Name) {
  return !strncmp(Name, "_ZN4llvm", 8) || !strncmp(Name, "_ZNK4llvm", 9) ||
         !strncmp(Name, "_ZTVN4llvm", 10);
}

/// The first module, other than \p M, whose symbol takes the place of one that
/// \p M exports; its Name is null if there is none.
static Module findPreemption(const Module &M) {
  auto *Symbols =
      reinterpret_cast<const ElfW(Sym) *>(getDynamicAddress(M, DT_SYMTAB));
  uintptr_t Strings = getDynamicAddress(M, DT_STRTAB);
  const uint32_t NumSymbols = Symbols && Strings ? countSymbols(M) : 0;
  for (uint32_t I = 0; I < NumSymbols; ++I) {
    const char *Name =
        reinterpret_cast<const char *>(Strings + Symbols[I].st_name);
    if (Symbols[I].st_shndx == SHN_UNDEF || !isOfLLVM(Name))
      continue;
    void *Found = dlsym(RTLD_DEFAULT, Name);
    if (!Found)
      continue;
    Module Other = getModule(reinterpret_cast<uintptr_t>(Found));
    if (Other.Name && Other.Base != M.Base)
      return Other;
  }
  return {};
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
  // It costs a look at each symbol, so only if there is another one.
  if (!dlsym(RTLD_DEFAULT, "_ZN4llvm24DisableABIBreakingChecksE"))
    return;
  Module Other = findPreemption(Here);
  if (Other.Name)
    refuse(Here, Other.Name);
}
