//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideGuard.h"
#include "WriterLock.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::managed;

// Since Linux 4.17; older kernels take the address as a hint.
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

std::atomic<bool> managed::IsGuardReserved;

/// Pages below this address may be closed to the process; Linux has 64 KiB
/// unless the administrator says otherwise (vm.mmap_min_addr).
static constexpr uintptr_t MaxClosed = uintptr_t(1) << 20;

/// Reserves [Begin, End) without access and without memory. Returns zero or an
/// error number; EEXIST if something is mapped there, or the process may not
/// map there and the kernel does not say so.
static int reserve(uintptr_t Begin, uintptr_t End) {
  void *Wanted = reinterpret_cast<void *>(Begin);
  void *Got = mmap(
      Wanted, End - Begin, PROT_NONE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (Got == MAP_FAILED)
    return errno;
  if (Got == Wanted)
    return 0;
  munmap(Got, End - Begin);
  return EEXIST;
}

/// The first page from \p Begin on that the process may map, or that something
/// is mapped at; \p Begin if there is none close to it.
static uintptr_t findMappable(uintptr_t Begin, uintptr_t PageSize) {
  for (uintptr_t Page = Begin; Page < MaxClosed; Page += PageSize) {
    void *Address = reinterpret_cast<void *>(Page);
    if (!reserve(Page, Page + PageSize)) {
      munmap(Address, PageSize);
      return Page;
    }
    // It fails where nothing is mapped, and does nothing otherwise.
    if (!msync(Address, PageSize, MS_ASYNC))
      return Page;
  }
  return Begin;
}

/// The first page in [Begin, End) that something is mapped at.
static uintptr_t findMapped(uintptr_t Begin, uintptr_t End,
                            uintptr_t PageSize) {
  while (End - Begin > PageSize) {
    const uintptr_t Middle = Begin + (End - Begin) / 2 / PageSize * PageSize;
    if (reserve(Begin, Middle)) {
      End = Middle;
      continue;
    }
    munmap(reinterpret_cast<void *>(Begin), Middle - Begin);
    Begin = Middle;
  }
  return Begin;
}

#if defined(__x86_64__)
/// Whether the page of the kernel's half that old programs call can be read.
/// With "vsyscall=emulate" it can, with "xonly", the default of today, and with
/// "none" it cannot. The kernel is asked to read it, since the attempt may be
/// what faults.
static bool mayReadKernelHalf() {
  constexpr uintptr_t Vsyscall = 0xffffffffff600000;
  char Byte;
  const iovec Local = {&Byte, 1};
  const iovec Remote = {reinterpret_cast<void *>(Vsyscall), 1};
  const ssize_t Read =
      syscall(SYS_process_vm_readv, getpid(), &Local, 1L, &Remote, 1L, 0L);
  if (Read >= 0 || errno == EFAULT)
    return Read > 0;
  // Some sandboxes forbid the call.
  const int Memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (Memory < 0)
    return true;
  const bool IsReadable =
      lseek(Memory, static_cast<off_t>(Vsyscall), SEEK_SET) == -1 ||
      read(Memory, &Byte, 1) > 0;
  close(Memory);
  return IsReadable;
}
#else
static bool mayReadKernelHalf() { return false; }
#endif

LLVMManagedStatus managed::reserveGuard(uintptr_t &Mapped) {
  Mapped = 0;
  if (IsGuardReserved.load(std::memory_order_acquire))
    return LLVMManagedSuccess;
  prepareForFork();
  WriterLock Lock;
  if (IsGuardReserved.load(std::memory_order_relaxed))
    return LLVMManagedSuccess;
  if (mayReadKernelHalf())
    return LLVMManagedGuardReadable;

  // The first page is unmapped anyway. Whatever the process may not map, nobody
  // else can.
  const auto PageSize = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  constexpr uintptr_t End = faultmap::WideGuardAbove;
  const uintptr_t Begin = findMappable(PageSize, PageSize);
  const int Error = reserve(Begin, End);
  if (!Error) {
    // Not for core files, however they are configured.
    madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_DONTDUMP);
    IsGuardReserved.store(true, std::memory_order_release);
    return LLVMManagedSuccess;
  }
  if (Error == EEXIST) {
    Mapped = findMapped(Begin, End, PageSize);
    return LLVMManagedGuardInUse;
  }
  rlimit Limit;
  if (Error == ENOMEM && !getrlimit(RLIMIT_AS, &Limit) &&
      Limit.rlim_cur != RLIM_INFINITY)
    return LLVMManagedGuardLimited;
  return LLVMManagedGuardUnsupported;
}
