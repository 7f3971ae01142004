//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StartUpObjects.h"
#include <atomic>
#include <initializer_list>
#include <link.h>
#include <new>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

using namespace llvm;

namespace {

/// Memory that grows, without exceptions and the C++ library.
template <typename T> class Vector {
public:
  Vector() = default;
  ~Vector() { free(Elements); }
  Vector(const Vector &) = delete;
  Vector &operator=(const Vector &) = delete;

  /// Returns false if there is no memory.
  bool push(const T &Element) {
    if (Count == Capacity) {
      size_t More = Capacity ? 2 * Capacity : 64;
      void *Memory = realloc(Elements, More * sizeof(T));
      if (!Memory)
        return false;
      Elements = static_cast<T *>(Memory);
      Capacity = More;
    }
    Elements[Count++] = Element;
    return true;
  }
  T &operator[](size_t I) const { return Elements[I]; }
  T *begin() const { return Elements; }
  size_t size() const { return Count; }
  T pop() { return Elements[--Count]; }

private:
  T *Elements = nullptr;
  size_t Count = 0, Capacity = 0;
};

/// Where an object is.
struct Extent {
  uintptr_t Begin, End;
};

struct LoadedObject {
  Extent Where;
  const ElfW(Dyn) * Dynamic;
  /// The string table of the dynamic section; null if there is none.
  const char *Strings;
  bool IsFound;
};

/// A name that an object may be needed by.
struct ObjectName {
  const char *Name;
  /// Its place among the objects. Like the loader, take the first of a name.
  size_t Object;
};

/// Finds the objects that the process was started with among those that are
/// loaded, while nobody else can load or unload any.
class StartUpSearch {
public:
  /// Writes their places to \p Found. Returns false if there is no memory.
  bool run(Vector<Extent> &Found);

private:
  static int addObject(dl_phdr_info *Info, size_t, void *Argument);
  bool add(const dl_phdr_info &Info);
  bool find(const char *Path);
  bool findPreloaded();
  bool findNeeded(const LoadedObject &By);

  Vector<LoadedObject> Objects;
  Vector<ObjectName> Names;
  /// Objects that were found and whose needs were not looked at yet.
  Vector<size_t> ToDo;
};

} // end anonymous namespace

/// Paths may contain words that only the loader expands.
static const char *withoutDirectory(const char *Path) {
  const char *Slash = strrchr(Path, '/');
  return Slash ? Slash + 1 : Path;
}

static int compareNames(const void *Left, const void *Right) {
  const auto &L = *static_cast<const ObjectName *>(Left);
  const auto &R = *static_cast<const ObjectName *>(Right);
  int Order = strcmp(L.Name, R.Name);
  return Order ? Order : (L.Object > R.Object) - (L.Object < R.Object);
}

int StartUpSearch::addObject(dl_phdr_info *Info, size_t, void *Argument) {
  return !static_cast<StartUpSearch *>(Argument)->add(*Info);
}

bool StartUpSearch::add(const dl_phdr_info &Info) {
  uintptr_t Base = Info.dlpi_addr;
  LoadedObject Object = {{UINTPTR_MAX, 0}, nullptr, nullptr, false};
  for (unsigned I = 0; I < Info.dlpi_phnum; ++I) {
    const ElfW(Phdr) &Header = Info.dlpi_phdr[I];
    uintptr_t Begin = Base + Header.p_vaddr, End = Begin + Header.p_memsz;
    if (Header.p_type == PT_DYNAMIC)
      Object.Dynamic = reinterpret_cast<const ElfW(Dyn) *>(Begin);
    if (Header.p_type != PT_LOAD)
      continue;
    if (Begin < Object.Where.Begin)
      Object.Where.Begin = Begin;
    if (End > Object.Where.End)
      Object.Where.End = End;
  }
  const ElfW(Dyn) *Name = nullptr;
  for (auto *Entry = Object.Dynamic; Entry && Entry->d_tag != DT_NULL;
       ++Entry) {
    if (Entry->d_tag == DT_SONAME)
      Name = Entry;
    if (Entry->d_tag != DT_STRTAB)
      continue;
    // The loader relocates it where it may write.
    for (uintptr_t Value : {Entry->d_un.d_ptr, Base + Entry->d_un.d_ptr})
      if (Value >= Object.Where.Begin && Value < Object.Where.End)
        Object.Strings = reinterpret_cast<const char *>(Value);
  }

  size_t Number = Objects.size();
  // The program; a namespace of dlmopen() has none.
  if (reinterpret_cast<uintptr_t>(Info.dlpi_phdr) == getauxval(AT_PHDR)) {
    Object.IsFound = true;
    if (!ToDo.push(Number))
      return false;
  }
  if (Name && Object.Strings &&
      !Names.push({Object.Strings + Name->d_un.d_val, Number}))
    return false;
  return Objects.push(Object) &&
         Names.push({withoutDirectory(Info.dlpi_name), Number});
}

/// Notes the object that \p Path stands for, if there is one.
bool StartUpSearch::find(const char *Path) {
  const char *Wanted = withoutDirectory(Path);
  size_t First = 0, Last = Names.size();
  while (First != Last) {
    size_t Middle = First + (Last - First) / 2;
    if (strcmp(Names[Middle].Name, Wanted) < 0)
      First = Middle + 1;
    else
      Last = Middle;
  }
  if (First == Names.size() || strcmp(Names[First].Name, Wanted) != 0)
    return true;
  LoadedObject &Object = Objects[Names[First].Object];
  if (Object.IsFound)
    return true;
  Object.IsFound = true;
  return ToDo.push(Names[First].Object);
}

bool StartUpSearch::findPreloaded() {
  const char *Preloaded = getenv("LD_PRELOAD");
  char *Copy = Preloaded ? strdup(Preloaded) : nullptr;
  if (!Copy)
    return !Preloaded;
  bool HasMemory = true;
  char *Rest = nullptr;
  for (char *Path = strtok_r(Copy, " :", &Rest); Path && HasMemory;
       Path = strtok_r(nullptr, " :", &Rest))
    HasMemory = find(Path);
  free(Copy);
  return HasMemory;
}

bool StartUpSearch::findNeeded(const LoadedObject &By) {
  if (!By.Strings)
    return true;
  for (auto *Entry = By.Dynamic; Entry->d_tag != DT_NULL; ++Entry)
    if ((Entry->d_tag == DT_NEEDED || Entry->d_tag == DT_FILTER ||
         Entry->d_tag == DT_AUXILIARY) &&
        !find(By.Strings + Entry->d_un.d_val))
      return false;
  return true;
}

bool StartUpSearch::run(Vector<Extent> &Found) {
  if (dl_iterate_phdr(addObject, this))
    return false;
  if (!ToDo.size())
    return true;
  qsort(Names.begin(), Names.size(), sizeof(ObjectName), compareNames);
  if (!findPreloaded())
    return false;
  while (ToDo.size())
    if (!findNeeded(Objects[ToDo.pop()]))
      return false;
  for (size_t I = 0; I < Objects.size(); ++I)
    if (Objects[I].IsFound && !Found.push(Objects[I].Where))
      return false;
  return true;
}

/// What was found; these objects stay where they are for good, and so does
/// this.
static std::atomic<const Vector<Extent> *> StartUp;

/// Called with the loader's lock, which may be taken again: nothing is loaded
/// or unloaded meanwhile. A lock of our own could be wanted by somebody who has
/// the loader's.
static int search(dl_phdr_info *, size_t, void *) {
  if (StartUp.load(std::memory_order_relaxed))
    return 1;
  void *Memory = malloc(sizeof(Vector<Extent>));
  if (!Memory)
    return 1;
  auto *Found = new (Memory) Vector<Extent>;
  if (StartUpSearch().run(*Found)) {
    StartUp.store(Found, std::memory_order_release);
  } else {
    Found->~Vector();
    free(Memory);
  }
  return 1;
}

bool managed::isStartUpObject(const void *Address) {
  if (!StartUp.load(std::memory_order_relaxed))
    dl_iterate_phdr(search, nullptr);
  const Vector<Extent> *Found = StartUp.load(std::memory_order_acquire);
  auto Where = reinterpret_cast<uintptr_t>(Address);
  for (size_t I = 0; Found && I < Found->size(); ++I)
    if (Where >= (*Found)[I].Begin && Where < (*Found)[I].End)
      return true;
  return false;
}
