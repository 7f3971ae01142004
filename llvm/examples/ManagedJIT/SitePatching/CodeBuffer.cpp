//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeBuffer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

[[noreturn]] static void fail(const char *What) {
  perror(What);
  exit(1);
}

static void *map(size_t Size, int Protection, int Flags, int File) {
  void *Memory = mmap(nullptr, Size, Protection, Flags, File, 0);
  if (Memory == MAP_FAILED)
    fail("mmap");
  return Memory;
}

static void protect(void *Memory, size_t Size, int Protection) {
  if (mprotect(Memory, Size, Protection))
    fail("mprotect");
}

CodeBuffer::CodeBuffer(Mapping How, size_t AtLeast) : How(How) {
  size_t PageSize = sysconf(_SC_PAGESIZE);
  Size = (AtLeast + PageSize - 1) / PageSize * PageSize;
  if (How == Mapping::Once) {
    Executable = Writable = static_cast<uint8_t *>(
        map(Size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1));
    return;
  }
  int File = memfd_create("code", MFD_CLOEXEC);
  if (File < 0 || ftruncate(File, Size))
    fail("memfd_create");
  Executable = static_cast<uint8_t *>(
      map(Size, PROT_READ | PROT_EXEC, MAP_SHARED, File));
  Writable = static_cast<uint8_t *>(
      map(Size, PROT_READ | PROT_WRITE, MAP_SHARED, File));
  close(File);
}

CodeBuffer::~CodeBuffer() {
  munmap(Executable, Size);
  if (Writable != Executable)
    munmap(Writable, Size);
}

void CodeBuffer::write(size_t Offset, const void *Bytes, size_t NumBytes) {
  if (How == Mapping::Once)
    protect(Writable, Size, PROT_READ | PROT_WRITE);
  uint8_t *To = Writable + Offset;
  if (NumBytes == 1) {
    __atomic_store_n(To, *static_cast<const uint8_t *>(Bytes),
                     __ATOMIC_RELEASE);
  } else if (NumBytes == 4 && Offset % 4 == 0) {
    uint32_t Word;
    memcpy(&Word, Bytes, sizeof(Word));
    __atomic_store_n(reinterpret_cast<uint32_t *>(To), Word, __ATOMIC_RELEASE);
  } else {
    memcpy(To, Bytes, NumBytes);
  }
  if (How == Mapping::Once)
    protect(Writable, Size, PROT_READ | PROT_EXEC);
  // On AArch64, cleans the data cache and invalidates the instruction cache to
  // where they meet. That data was written at another address does not matter:
  // data caches go by physical addresses.
  char *Begin = reinterpret_cast<char *>(Executable + Offset);
  __builtin___clear_cache(Begin, Begin + NumBytes);
}
