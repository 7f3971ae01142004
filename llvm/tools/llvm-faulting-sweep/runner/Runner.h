//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Runner.c asks of a processor architecture.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNER_H
#define LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNER_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

/// Mapped memory that hostile registers point to.  An eighth of any address
/// in the 32-bit range that is a multiple of eight times this one, so that
/// bit offsets, which the processor divides by eight, can lead here too.
#define SCRATCH_ADDRESS UINT64_C(0x08000000)
#define SCRATCH_SIZE 0x10000
/// The stack pointer while an instruction runs; points into the middle.
#define SCRATCH_STACK (SCRATCH_ADDRESS + SCRATCH_SIZE / 2)

/// The states.  In the first NumHostile, the base register is null.
enum {
  /// Every register, flag and mask is zero.
  StateZeros,
  /// Every register, flag and mask has all bits set.
  StateOnes,
  /// General registers point to mapped memory, vectors and masks are zero.
  StateMapped,
  /// General registers are eight times such a pointer, vectors hold such
  /// pointers, masks and flags are set.
  StateMappedByEight,
  /// Small numbers, masks zero; floating-point exceptions are enabled and,
  /// where there is such a thing, one is pending.
  StateExceptions,
  NumHostile,
  /// The access begins where a mapped area begins.
  StateAtBegin = NumHostile,
  /// The access ends where a mapped area ends.
  StateAtEnd,
  LastState = StateAtEnd
};

/// What of the state an instruction changed.
enum {
  ChangedGeneral = 1,
  ChangedFlags = 2,
  ChangedVector = 4,
  ChangedMemory = 8,
};

#define MAX_IMAGE 16384

/// A register state in a form two of which can be compared.
struct Image {
  uint64_t General[32];
  uint64_t Flags;
  unsigned VectorSize;
  unsigned char Vector[MAX_IMAGE];
};

/// Does what must be done once.
static void archInitialize(void);
/// Fills \p Size bytes with instructions that raise SIGTRAP.
static void archFillTraps(unsigned char *Code, unsigned Size);
/// The address of the instruction that raised the signal.
static uint64_t archPC(const ucontext_t *UC, int Signal);
/// Makes \p UC state \p State at \p PC, and whatever can be a base besides a
/// register point to mapped memory, so that no thread-local variable may be
/// used any more.  The base register holds \p Base and,
/// if \p HasIndex, the index register holds \p Index.
static void archSetState(ucontext_t *UC, int State, uint64_t PC, uint64_t Base,
                         int HasIndex, uint64_t Index);
/// Saves the state of \p UC.
static void archCapture(const ucontext_t *UC, struct Image *Image);
/// Raises SIGTRAP.
static void archTrap(void);

/// The value of general register \p Number in \p State.
static inline uint64_t generalValue(int State, unsigned Number) {
  switch (State) {
  case StateOnes:
    return ~UINT64_C(0);
  case StateMapped:
    return SCRATCH_STACK + 64 * Number;
  case StateMappedByEight:
    return 8 * (SCRATCH_STACK + 64 * Number);
  case StateExceptions:
    return Number + 1;
  default:
    return 0;
  }
}

/// Byte \p Position of every vector register in \p State.
static inline unsigned char vectorByte(int State, unsigned Position) {
  static const unsigned char SignallingNaN[4] = {0, 0, 0xa0, 0x7f};
  switch (State) {
  case StateOnes:
    return 0xff;
  case StateMappedByEight:
    return (unsigned char)(SCRATCH_STACK >> (8 * (Position % 4)));
  case StateExceptions:
    return SignallingNaN[Position % 4];
  default:
    return 0;
  }
}

/// All flags and masks are set in \p State.
static inline int allMasksSet(int State) {
  return State == StateOnes || State == StateMappedByEight;
}

#endif // LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNER_H
