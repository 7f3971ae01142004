//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks that are made at run time. Each occupies a slot of 32 bytes in
/// executable memory:
///
///   Load     loads from its argument, and returns
///   Handler  returns the number of the slot
///   Foreign  returns PassedOn
///
/// A fault at Load is recovered at Handler by the runtime, if the slot is
/// registered; otherwise the program's own SIGSEGV handler continues at
/// Foreign. So what a call returns says exactly what happened.
///
//===----------------------------------------------------------------------===//

#ifndef MANAGED_RUNTIME_STRESS_SLOTS_H
#define MANAGED_RUNTIME_STRESS_SLOTS_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

constexpr int PassedOn = -2;

struct alignas(32) Slot {
#if defined(__x86_64__)
  uint8_t Load[8] = {0x8b, 0x07, 0xc3};          // movl (%rdi), %eax; ret
  uint8_t Handler[8] = {0xb8, 0, 0, 0, 0, 0xc3}; // movl $N, %eax; ret
  uint8_t Foreign[8] = {0xb8, 0xfe, 0xff, 0xff, 0xff, 0xc3};

  explicit Slot(uint32_t Number) { memcpy(Handler + 1, &Number, 4); }
#elif defined(__aarch64__)
  uint32_t Load[2] = {0xb9400000, 0xd65f03c0}; // ldr w0, [x0]; ret
  // movz w0, #N; movk w0, #N, lsl #16; ret
  uint32_t Handler[3] = {0x52800000, 0x72a00000, 0xd65f03c0};
  uint32_t Foreign[2] = {0x12800020, 0xd65f03c0}; // mov w0, #-2; ret

  explicit Slot(uint32_t Number) {
    Handler[0] |= (Number & 0xffff) << 5;
    Handler[1] |= (Number >> 16) << 5;
  }
#endif

  uintptr_t pc() const { return reinterpret_cast<uintptr_t>(Load); }
  uintptr_t handler() const { return reinterpret_cast<uintptr_t>(Handler); }
  uintptr_t foreign() const { return reinterpret_cast<uintptr_t>(Foreign); }

  /// Executes the load.  Not inlined into anything that could assume what it
  /// does.
  int call(uintptr_t Address) const {
    using Function = int (*)(uintptr_t);
    return reinterpret_cast<Function>(pc())(Address);
  }
};
static_assert(sizeof(Slot) == 32, "slots have no room between them");

/// Executable slots, and memory for tables within reach of them.
class SlotArena {
public:
  SlotArena(size_t NumSlots, size_t TableSize) : NumSlots(NumSlots) {
    size_t CodeSize = (NumSlots * sizeof(Slot) + 0xffff) / 0x10000 * 0x10000;
    void *Memory = mmap(nullptr, CodeSize + TableSize, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == MAP_FAILED)
      _exit(98);
    Slots = static_cast<Slot *>(Memory);
    for (size_t I = 0; I < NumSlots; ++I)
      new (&Slots[I]) Slot(I);
    Next = static_cast<char *>(Memory) + CodeSize;
    __builtin___clear_cache(static_cast<char *>(Memory), Next);
    if (mprotect(Memory, CodeSize, PROT_READ | PROT_EXEC))
      _exit(98);
  }

  const Slot &operator[](size_t I) const { return Slots[I]; }
  size_t size() const { return NumSlots; }

  /// The slot whose load is at \p PC, or null.
  const Slot *find(uintptr_t PC) const {
    uintptr_t Offset = PC - reinterpret_cast<uintptr_t>(Slots);
    if (Offset >= NumSlots * sizeof(Slot) || Offset % sizeof(Slot))
      return nullptr;
    return &Slots[Offset / sizeof(Slot)];
  }

  /// Memory for \p Count of \p T, which is never released.
  template <typename T> T *allocate(size_t Count) {
    T *Result = reinterpret_cast<T *>(Next);
    Next += (Count * sizeof(T) + 15) / 16 * 16;
    return Result;
  }

private:
  Slot *Slots;
  size_t NumSlots;
  char *Next;
};

#endif // MANAGED_RUNTIME_STRESS_SLOTS_H
