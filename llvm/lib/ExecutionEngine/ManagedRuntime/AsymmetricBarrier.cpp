//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsymmetricBarrier.h"
#include "Futex.h"
#include <atomic>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace llvm;
using namespace llvm::managed;

// From linux/membarrier.h, which not every C library's headers come with.
static constexpr int MembarrierPrivateExpedited = 1 << 3;
static constexpr int MembarrierRegisterPrivateExpedited = 1 << 4;

static std::atomic<BarrierKind> Kind{BarrierKind::Unknown};
/// With BarrierKind::Protection.
static std::atomic<void *> Page{nullptr};

static bool callMembarrier(int Command) {
  return systemCall(SYS_membarrier, Command, 0, 0) == 0;
}

/// With INVLPGB, kernels since Linux 6.15 tell processors of a change of
/// permissions without an interrupt, which is no barrier. Those kernels have
/// membarrier(2), but a sandbox may forbid it.
static bool mayChangePermissionsInSilence() {
#if defined(__x86_64__)
  unsigned A, B, C, D;
  constexpr unsigned Leaf = 0x80000008, Invlpgb = 1u << 3;
  return __get_cpuid(Leaf, &A, &B, &C, &D) && (B & Invlpgb);
#else
  return true;
#endif
}

static size_t pageSize() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

static bool changePermission() {
  auto *Word = static_cast<std::atomic<uint32_t> *>(
      Page.load(std::memory_order_acquire));
  if (mprotect(Word, pageSize(), PROT_READ | PROT_WRITE))
    return false;
  // In the TLB, and in the page table as written, so that taking the permission
  // away has to interrupt whoever may write there.
  Word->fetch_add(1, std::memory_order_seq_cst);
  return mprotect(Word, pageSize(), PROT_READ) == 0;
}

static bool preparePage() {
  if (mayChangePermissionsInSilence())
    return false;
  if (Page.load(std::memory_order_acquire))
    return true;
  void *New = mmap(nullptr, pageSize(), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (New == MAP_FAILED)
    return false;
  // So that it stays where it is and what it is between the two calls. It is
  // one page, which a process may lock.
  mlock(New, pageSize());
  void *Old = nullptr;
  if (!Page.compare_exchange_strong(Old, New, std::memory_order_acq_rel))
    munmap(New, pageSize());
  return true;
}

bool managed::prepareBarrierFrom(BarrierKind First) {
  BarrierKind Found = BarrierKind::Unavailable;
#if defined(__aarch64__)
  if (First <= BarrierKind::NotNeeded)
    Found = BarrierKind::NotNeeded;
  else
#endif
      if (First <= BarrierKind::Membarrier &&
          callMembarrier(MembarrierRegisterPrivateExpedited))
    Found = BarrierKind::Membarrier;
  else if (First <= BarrierKind::Protection && preparePage())
    Found = BarrierKind::Protection;
  Kind.store(Found, std::memory_order_release);
  return Found != BarrierKind::Unavailable;
}

bool managed::prepareBarrier() {
  const BarrierKind Known = Kind.load(std::memory_order_acquire);
  // Whether a sandbox forbids something may change, and a page may be had
  // later.
  if (Known == BarrierKind::Unknown || Known == BarrierKind::Unavailable)
    return prepareBarrierFrom(BarrierKind::Unknown);
  return true;
}

bool managed::executeBarrier() {
  switch (Kind.load(std::memory_order_acquire)) {
  case BarrierKind::NotNeeded:
    return true;
  case BarrierKind::Membarrier:
    if (callMembarrier(MembarrierPrivateExpedited))
      return true;
    // A sandbox may have begun in between.
    return prepareBarrierFrom(BarrierKind::Protection) && changePermission();
  case BarrierKind::Protection:
    return changePermission();
  case BarrierKind::Unknown:
  case BarrierKind::Unavailable:
    break;
  }
  return false;
}

void managed::prepareBarrierInChild() {
  // Locks of memory are not inherited; neither, before Linux 4.18, is what a
  // process has registered.
  const BarrierKind Known = Kind.load(std::memory_order_relaxed);
  if (Known == BarrierKind::Membarrier)
    callMembarrier(MembarrierRegisterPrivateExpedited);
  else if (Known == BarrierKind::Protection)
    mlock(Page.load(std::memory_order_relaxed), pageSize());
}
