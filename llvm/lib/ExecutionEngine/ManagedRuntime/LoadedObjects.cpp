//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedObjects.h"
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

using namespace llvm;
using namespace llvm::managed;

namespace {

/// What the dynamic section of an object says.
struct LoadedObject {
  /// The path; belongs to the loader.
  const char *Path;
  const ElfW(Dyn) * Dynamic;
  const char *Strings;
  /// Null if it has none.
  const char *Name;
  /// Whether the address that was asked about is in here.
  bool HasAddress;
  /// Whether the program needs it.
  bool IsNeeded;

  bool isCalled(const char *Wanted) const {
    if (Name && strcmp(Name, Wanted) == 0)
      return true;
    const char *Slash = strrchr(Path, '/');
    bool IsPath = strchr(Wanted, '/');
    return strcmp(Slash && !IsPath ? Slash + 1 : Path, Wanted) == 0;
  }
};

/// The objects of the namespace that the library is loaded into.
struct LoadedObjects {
  explicit LoadedObjects(const void *Address)
      : Address(reinterpret_cast<uintptr_t>(Address)) {}
  ~LoadedObjects() { free(Objects); }
  LoadedObjects(const LoadedObjects &) = delete;
  LoadedObjects &operator=(const LoadedObjects &) = delete;

  bool add(const dl_phdr_info &Info);
  bool markNeeded(const char *Wanted);

  uintptr_t Address;
  LoadedObject *Objects = nullptr;
  size_t Count = 0, Capacity = 0;
};

} // end anonymous namespace

/// Returns false if there is no memory.
bool LoadedObjects::add(const dl_phdr_info &Info) {
  if (Count == Capacity) {
    size_t More = Capacity ? 2 * Capacity : 64;
    void *Memory = realloc(Objects, More * sizeof(LoadedObject));
    if (!Memory)
      return false;
    Objects = static_cast<LoadedObject *>(Memory);
    Capacity = More;
  }
  LoadedObject &Object = Objects[Count++];
  Object = {Info.dlpi_name, nullptr, nullptr, nullptr, false, false};
  // A namespace of dlmopen() has no program.
  Object.IsNeeded =
      reinterpret_cast<uintptr_t>(Info.dlpi_phdr) == getauxval(AT_PHDR);
  uintptr_t Base = Info.dlpi_addr;
  for (unsigned I = 0; I < Info.dlpi_phnum; ++I) {
    const ElfW(Phdr) &Header = Info.dlpi_phdr[I];
    uintptr_t Begin = Base + Header.p_vaddr;
    if (Header.p_type == PT_DYNAMIC)
      Object.Dynamic = reinterpret_cast<const ElfW(Dyn) *>(Begin);
    else if (Header.p_type == PT_LOAD && Address - Begin < Header.p_memsz)
      Object.HasAddress = true;
  }
  if (!Object.Dynamic)
    return true;
  const ElfW(Dyn) *Name = nullptr;
  for (const ElfW(Dyn) *Entry = Object.Dynamic; Entry->d_tag != DT_NULL;
       ++Entry) {
    uintptr_t Value = Entry->d_un.d_ptr;
    // The loader relocates addresses where it may write.
    if (Entry->d_tag == DT_STRTAB)
      Object.Strings =
          reinterpret_cast<const char *>(Value < Base ? Base + Value : Value);
    else if (Entry->d_tag == DT_SONAME)
      Name = Entry;
  }
  if (Name && Object.Strings)
    Object.Name = Object.Strings + Name->d_un.d_val;
  return true;
}

/// Returns whether that is news.
bool LoadedObjects::markNeeded(const char *Wanted) {
  // Like the loader, take the first.
  for (size_t I = 0; I < Count; ++I) {
    LoadedObject &Object = Objects[I];
    if (!Object.isCalled(Wanted))
      continue;
    bool IsNews = !Object.IsNeeded;
    Object.IsNeeded = true;
    return IsNews;
  }
  return false;
}

static int addObject(dl_phdr_info *Info, size_t, void *Argument) {
  return !static_cast<LoadedObjects *>(Argument)->add(*Info);
}

bool managed::staysLoaded(const void *Address) {
  LoadedObjects Loaded(Address);
  if (dl_iterate_phdr(addObject, &Loaded))
    return false;
  // The loader goes breadth first, so one round is nearly always enough.
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (size_t I = 0; I < Loaded.Count; ++I) {
      const LoadedObject &Object = Loaded.Objects[I];
      if (!Object.IsNeeded || !Object.Dynamic || !Object.Strings)
        continue;
      for (const ElfW(Dyn) *Entry = Object.Dynamic; Entry->d_tag != DT_NULL;
           ++Entry)
        if (Entry->d_tag == DT_NEEDED)
          IsChanged |= Loaded.markNeeded(Object.Strings + Entry->d_un.d_val);
    }
  }
  for (size_t I = 0; I < Loaded.Count; ++I)
    if (Loaded.Objects[I].HasAddress)
      return Loaded.Objects[I].IsNeeded;
  return false;
}
