//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runner.h for x86-64 Linux.
///
/// The vector state is the XSAVE area after the signal frame: a legacy part
/// of 512 bytes, a header of 64 bytes whose first word tells which components
/// are not in their initial state, then components at offsets the processor
/// reports.  A component that is in its initial state is not written, so its
/// bytes are taken as zero.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNERX86_H
#define LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNERX86_H

#include "Runner.h"
#include <asm/prctl.h>
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

/// An instruction may change a segment base, which no signal frame holds.
#define ARCH_SYSTEM_CALLS SYS_arch_prctl

/// qemu-user does not align the stack of a signal handler.
#define HANDLER __attribute__((force_align_arg_pointer))

enum {
  ComponentX87,
  ComponentSSE,
  ComponentAVX,
  /// Of MPX, which compilers do not use any more: the processor does not keep
  /// all bits that are written here.
  ComponentBounds,
  ComponentBoundsControl,
  ComponentOpmask,
  ComponentZMMHigh,
  ComponentHighZMM,
  NumComponents
};

#define LEGACY_SIZE 512
#define XSAVE_HEADER LEGACY_SIZE
/// All arithmetic flags and the direction flag.
#define ARITHMETIC_FLAGS 0xcd5
#define DEFAULT_FLAGS 0x202

struct Component {
  unsigned Offset, Size;
};

static struct Component Components[NumComponents] = {
    // Control, status and tag word, opcode and pointers, then the registers;
    // MXCSR lies in between and is handled apart.
    [ComponentX87] = {32, 128},
    [ComponentSSE] = {160, 256},
};

static void archInitialize(void) {
  for (unsigned I = ComponentAVX; I < NumComponents; ++I) {
    unsigned Size = 0, Offset = 0, C, D;
    if (I == ComponentBounds || I == ComponentBoundsControl)
      continue;
    if (__get_cpuid_count(0xd, I, &Size, &Offset, &C, &D))
      Components[I] = (struct Component){Offset, Size};
  }
}

static void archFillTraps(unsigned char *Code, unsigned Size) {
  memset(Code, 0xcc, Size);
}

static void archTrap(void) { __asm__ volatile("int3" ::: "memory"); }

static uint64_t archPC(const ucontext_t *UC, int Signal) {
  uint64_t PC = (uint64_t)UC->uc_mcontext.gregs[REG_RIP];
  return Signal == SIGTRAP ? PC - 1 : PC;
}

/// The components the frame has room for and the kernel will load.
static uint64_t frameComponents(const unsigned char *Area) {
  struct _fpx_sw_bytes Software;
  memcpy(&Software, Area + LEGACY_SIZE - sizeof(Software), sizeof(Software));
  if (Software.magic1 != FP_XSTATE_MAGIC1)
    return 0;
  return Software.xstate_bv;
}

static void archSetState(ucontext_t *UC, int State, uint64_t PC, uint64_t Base,
                         int HasIndex, uint64_t Index) {
  static const int Order[] = {REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI,
                              REG_RBP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                              REG_R12, REG_R13, REG_R14, REG_R15};
  syscall(SYS_arch_prctl, ARCH_SET_GS, SCRATCH_ADDRESS);
  syscall(SYS_arch_prctl, ARCH_SET_FS, SCRATCH_ADDRESS);
  greg_t *General = UC->uc_mcontext.gregs;
  for (unsigned I = 0; I < sizeof(Order) / sizeof(*Order); ++I)
    General[Order[I]] = (greg_t)generalValue(State, I);
  General[REG_RDI] = (greg_t)Base;
  if (HasIndex)
    General[REG_RSI] = (greg_t)Index;
  General[REG_RSP] = SCRATCH_STACK;
  General[REG_RIP] = (greg_t)PC;
  General[REG_EFL] =
      DEFAULT_FLAGS | (allMasksSet(State) ? ARITHMETIC_FLAGS : 0);

  unsigned char *Area = (unsigned char *)UC->uc_mcontext.fpregs;
  uint64_t Present = frameComponents(Area);
  // Control word: exceptions masked, or all enabled; status word: nothing, or
  // invalid operation pending; tag word: nothing in use.
  uint16_t Control = State == StateExceptions ? 0x340 : 0x37f;
  uint16_t Status = State == StateExceptions ? 0x8081 : 0;
  uint32_t MXCSR = State == StateExceptions ? 0 : 0x1f80;
  memset(Area, 0, 24);
  memcpy(Area, &Control, 2);
  memcpy(Area + 2, &Status, 2);
  memcpy(Area + 24, &MXCSR, 4);
  for (unsigned C = ComponentX87; C < NumComponents; ++C) {
    int IsLegacy = C <= ComponentSSE;
    if (!Components[C].Size || (!IsLegacy && !(Present >> C & 1)))
      continue;
    unsigned char *Bytes = Area + Components[C].Offset;
    for (unsigned I = 0; I < Components[C].Size; ++I)
      Bytes[I] = C == ComponentX87      ? 0
                 : C == ComponentOpmask ? (allMasksSet(State) ? 0xff : 0)
                                        : vectorByte(State, I);
    if (Present) {
      uint64_t InUse;
      memcpy(&InUse, Area + XSAVE_HEADER, 8);
      InUse |= UINT64_C(1) << C;
      memcpy(Area + XSAVE_HEADER, &InUse, 8);
    }
  }
}

static void archCapture(const ucontext_t *UC, struct Image *Image) {
  // The processor sets the resume flag in what it saves at a fault.
  for (unsigned I = 0; I <= REG_RSP; ++I)
    Image->General[I] = (uint64_t)UC->uc_mcontext.gregs[I];
  Image->Flags = (uint64_t)UC->uc_mcontext.gregs[REG_EFL] & ARITHMETIC_FLAGS;

  const unsigned char *Area = (const unsigned char *)UC->uc_mcontext.fpregs;
  uint64_t Present = frameComponents(Area), InUse = 3;
  if (Present)
    memcpy(&InUse, Area + XSAVE_HEADER, 8);
  unsigned char *Out = Image->Vector;
  // Control, status and tag word; not the last opcode and its pointers.
  if (InUse & 1) {
    memcpy(Out, Area, 6);
  } else {
    memset(Out, 0, 6);
    Out[0] = 0x7f;
    Out[1] = 0x03;
  }
  memcpy(Out + 6, Area + 24, 4);
  Out += 10;
  for (unsigned C = ComponentX87; C < NumComponents; ++C) {
    if (C > ComponentSSE && !(Present >> C & 1))
      continue;
    if (InUse >> C & 1)
      memcpy(Out, Area + Components[C].Offset, Components[C].Size);
    else
      memset(Out, 0, Components[C].Size);
    Out += Components[C].Size;
  }
  Image->VectorSize = (unsigned)(Out - Image->Vector);
}

#endif // LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNERX86_H
