//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runner.h for AArch64 Linux, on a processor or under qemu-user.
///
/// The vector state is a list of records after the signal frame.  V registers
/// are the low parts of Z registers; both records are written, alike.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNERAARCH64_H
#define LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNERAARCH64_H

#include "Runner.h"
#include <asm/sigcontext.h>

#define HANDLER
#define ARCH_SYSTEM_CALLS SYS_exit

#define NZCV (UINT64_C(0xf) << 28)
/// Traps of all floating-point exceptions enabled.
#define FPCR_TRAPS 0x9f00

/// Those of FPCR_TRAPS this processor has.
static uint64_t Traps;

static void archInitialize(void) {
  uint64_t Old;
  __asm__ volatile("mrs %0, fpcr" : "=r"(Old));
  __asm__ volatile("msr fpcr, %0" ::"r"(Old | FPCR_TRAPS));
  __asm__ volatile("mrs %0, fpcr" : "=r"(Traps));
  __asm__ volatile("msr fpcr, %0" ::"r"(Old));
  Traps &= FPCR_TRAPS;
}

static void archFillTraps(unsigned char *Code, unsigned Size) {
  static const uint32_t Break = 0xd4200000;
  for (unsigned I = 0; I + 4 <= Size; I += 4)
    memcpy(Code + I, &Break, 4);
}

static void archTrap(void) { __asm__ volatile("brk #0" ::: "memory"); }

static uint64_t archPC(const ucontext_t *UC, int Signal) {
  (void)Signal;
  return UC->uc_mcontext.pc;
}

/// The record with \p Magic in the signal frame, or null.
static void *findRecord(const ucontext_t *UC, uint32_t Magic) {
  unsigned char *At = (unsigned char *)UC->uc_mcontext.__reserved;
  for (;;) {
    struct _aarch64_ctx *Head = (struct _aarch64_ctx *)At;
    if (Head->magic == Magic)
      return Head;
    if (Head->magic == EXTRA_MAGIC)
      At = (unsigned char *)(uintptr_t)((struct extra_context *)At)->datap;
    else if (Head->magic == 0 || Head->size == 0)
      return NULL;
    else
      At += Head->size;
  }
}

/// The record of scalable registers, or null if it holds none.
static struct sve_context *findScalable(const ucontext_t *UC) {
  struct sve_context *SVE = (struct sve_context *)findRecord(UC, SVE_MAGIC);
  if (!SVE || SVE->head.size < SVE_SIG_CONTEXT_SIZE(sve_vq_from_vl(SVE->vl)))
    return NULL;
  return SVE;
}

static void archSetState(ucontext_t *UC, int State, uint64_t PC, uint64_t Base,
                         int HasIndex, uint64_t Index) {
  mcontext_t *Context = &UC->uc_mcontext;
  for (unsigned I = 1; I < 31; ++I)
    Context->regs[I] = generalValue(State, I);
  Context->regs[0] = Base;
  if (HasIndex)
    Context->regs[2] = Index;
  Context->sp = SCRATCH_STACK;
  Context->pc = PC;
  Context->pstate = (Context->pstate & ~NZCV) | (allMasksSet(State) ? NZCV : 0);

  struct fpsimd_context *FP =
      (struct fpsimd_context *)findRecord(UC, FPSIMD_MAGIC);
  FP->fpsr = 0;
  FP->fpcr = State == StateExceptions ? (uint32_t)Traps : 0;
  unsigned char *V = (unsigned char *)FP->vregs;
  for (unsigned I = 0; I < sizeof(FP->vregs); ++I)
    V[I] = vectorByte(State, I);

  struct sve_context *SVE = findScalable(UC);
  if (!SVE)
    return;
  unsigned VQ = sve_vq_from_vl(SVE->vl);
  unsigned char *Bytes = (unsigned char *)SVE;
  for (unsigned I = SVE_SIG_ZREGS_OFFSET; I < SVE_SIG_PREGS_OFFSET(VQ); ++I)
    Bytes[I] = vectorByte(State, I - SVE_SIG_ZREGS_OFFSET);
  // Predicates and, after them, the first-fault register.
  memset(Bytes + SVE_SIG_PREGS_OFFSET(VQ), allMasksSet(State) ? 0xff : 0,
         SVE_SIG_CONTEXT_SIZE(VQ) - SVE_SIG_PREGS_OFFSET(VQ));
}

static void archCapture(const ucontext_t *UC, struct Image *Image) {
  const mcontext_t *Context = &UC->uc_mcontext;
  for (unsigned I = 0; I < 31; ++I)
    Image->General[I] = Context->regs[I];
  Image->General[31] = Context->sp;
  Image->Flags = Context->pstate & NZCV;

  const struct fpsimd_context *FP =
      (const struct fpsimd_context *)findRecord(UC, FPSIMD_MAGIC);
  unsigned char *Out = Image->Vector;
  memcpy(Out, &FP->fpsr, 4);
  memcpy(Out + 4, &FP->fpcr, 4);
  memcpy(Out + 8, FP->vregs, sizeof(FP->vregs));
  Out += 8 + sizeof(FP->vregs);
  const struct sve_context *SVE = findScalable(UC);
  if (SVE) {
    unsigned VQ = sve_vq_from_vl(SVE->vl);
    unsigned Size = SVE_SIG_CONTEXT_SIZE(VQ) - SVE_SIG_ZREGS_OFFSET;
    if (Size > sizeof(Image->Vector) - (size_t)(Out - Image->Vector))
      Size = 0;
    memcpy(Out, (const unsigned char *)SVE + SVE_SIG_ZREGS_OFFSET, Size);
    Out += Size;
  }
  Image->VectorSize = (unsigned)(Out - Image->Vector);
}

#endif // LLVM_TOOLS_LLVM_FAULTING_SWEEP_RUNNERAARCH64_H
