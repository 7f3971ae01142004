//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plugin for qemu's user-mode emulators for x86-64 and AArch64 that counts
/// the instructions a program executes, and among them indirect calls, jumps
/// through the PLT, and other indirect jumps.
///
///   count_transfers.so,out=FILE[,shared=on][,functions=on]
///
/// Each process appends one line to FILE when it exits or executes another
/// program: the four counts and the number of threads that ran besides the
/// first one. A forked process starts at zero, so the sum of all lines is the
/// count of the command.
///
/// With functions=on, a line for each function of the program follows, such as
/// "= 12 main": the instructions that it executed, and its name. Functions of
/// one name are counted together. What is in no function of the program, as all
/// of shared libraries, is on no such line.
///
/// Counters are incremented inline. That loses increments if threads run at the
/// same time; a caller that sees threads runs the command again with shared=on,
/// which counts in callbacks, with counters of its own for each thread.
///
/// Counts are per translated block: a block left early, by a fault, counts in
/// full. An instruction that crosses the end of a page is in the next block,
/// although the emulator lists it in both; it is counted by itself.
///
//===----------------------------------------------------------------------===//

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The distribution ships the emulators with the plugin interface but without
// its header, so what is used of it is declared here.
typedef uint64_t PluginId;
typedef struct TranslatedBlock TranslatedBlock;
typedef struct Instruction Instruction;
enum InlineOperation { InlineAdd };
enum RegisterAccess { NoRegisters };
typedef struct {
  const char *TargetName;
} Information;

extern size_t qemu_plugin_tb_n_insns(const TranslatedBlock *Block);
extern Instruction *qemu_plugin_tb_get_insn(const TranslatedBlock *Block,
                                            size_t Index);
extern const void *qemu_plugin_insn_data(const Instruction *I);
extern size_t qemu_plugin_insn_size(const Instruction *I);
extern uint64_t qemu_plugin_insn_vaddr(const Instruction *I);
extern void *qemu_plugin_insn_haddr(const Instruction *I);
extern const char *qemu_plugin_insn_symbol(const Instruction *I);
extern void qemu_plugin_register_vcpu_init_cb(
    PluginId Id, void (*Callback)(PluginId Id, unsigned Thread));
extern void qemu_plugin_register_vcpu_tb_trans_cb(
    PluginId Id, void (*Callback)(PluginId Id, TranslatedBlock *Block));
extern void
qemu_plugin_register_vcpu_tb_exec_inline(TranslatedBlock *Block,
                                         enum InlineOperation Operation,
                                         void *Counter, uint64_t Amount);
extern void qemu_plugin_register_vcpu_tb_exec_cb(
    TranslatedBlock *Block, void (*Callback)(unsigned Thread, void *Data),
    enum RegisterAccess Access, void *Data);
extern void
qemu_plugin_register_vcpu_insn_exec_inline(Instruction *I,
                                           enum InlineOperation Operation,
                                           void *Counter, uint64_t Amount);
extern void qemu_plugin_register_vcpu_insn_exec_cb(
    Instruction *I, void (*Callback)(unsigned Thread, void *Data),
    enum RegisterAccess Access, void *Data);
extern void qemu_plugin_register_vcpu_syscall_cb(
    PluginId Id,
    void (*Callback)(PluginId Id, unsigned Thread, int64_t Number, uint64_t A1,
                     uint64_t A2, uint64_t A3, uint64_t A4, uint64_t A5,
                     uint64_t A6, uint64_t A7, uint64_t A8));
extern void qemu_plugin_register_atexit_cb(
    PluginId Id, void (*Callback)(PluginId Id, void *Data), void *Data);

// The version of the interface this was written for.
int qemu_plugin_version = 1;

enum Transfer { NoTransfer, IndirectCall, PLTJump, IndirectJump };
enum { NumCounters = 4, MaxThreads = 1024 };

// Counters[T][0] counts instructions, the others what Transfer names. Threads
// are counted apart from shared=on, and those beyond the last share its
// counters. A line of the cache has the counters of one thread.
static _Alignas(64) uint64_t Counters[MaxThreads][8];
static unsigned OtherThreads;
static bool IsX86, IsShared, CountsFunctions;
static int64_t ExecveNumber, ExecveatNumber;
static char OutputPath[4096];

/// A function of the program, in a list of those with the same hash.
typedef struct Function {
  struct Function *Next;
  uint64_t Count;
  char Name[];
} Function;

/// Instructions of one block that are in one function.
typedef struct {
  Function *In;
  uint64_t Amount;
} Part;

enum { NumHashes = 4096 };
static Function *Functions[NumHashes];

/// Whether the indirect jump \p I of \p Size bytes belongs to an entry of the
/// PLT: such a jump loads from memory at a distance from itself, and is
/// followed by what linkers write there, within its 16 bytes.
static bool isX86PLTJump(const Instruction *I, size_t Size) {
  const uint8_t *Next = (const uint8_t *)qemu_plugin_insn_haddr(I);
  if (!Next)
    return false;
  uint64_t End = qemu_plugin_insn_vaddr(I) + Size;
  size_t Left = -End & 15;
  Next += Size;
  // An unlazy entry has 8 bytes.
  if (Left == 0)
    return false;
  if (Left == 2 || Left == 10)
    if (Next[0] == 0x66 && Next[1] == 0x90)
      return true;
  // push $index; jmp, as the lazy entries of both linkers.
  if (Left == 10 && Next[0] == 0x68 && Next[5] == 0xe9)
    return true;
  static const uint8_t Nop[] = {0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00};
  if (Left == 6)
    return memcmp(Next, Nop, 6) == 0;
  return Left == 5 && memcmp(Next, Nop + 1, 5) == 0;
}

static enum Transfer classifyX86(const Instruction *I) {
  const uint8_t *Bytes = (const uint8_t *)qemu_plugin_insn_data(I);
  size_t Size = qemu_plugin_insn_size(I), At = 0;
  while (At < Size &&
         memchr("\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3", Bytes[At], 11))
    ++At;
  if (At < Size && (Bytes[At] & 0xf0) == 0x40)
    ++At;
  if (At + 1 >= Size || Bytes[At] != 0xff)
    return NoTransfer;
  uint8_t ModRM = Bytes[At + 1], Operation = (ModRM >> 3) & 7;
  if (Operation == 2 || Operation == 3)
    return IndirectCall;
  if (Operation != 4 && Operation != 5)
    return NoTransfer;
  // Mode 0 with register 5 is relative to the next instruction.
  return (ModRM & 0xc7) == 0x05 && isX86PLTJump(I, Size) ? PLTJump
                                                         : IndirectJump;
}

static uint32_t readWord(const Instruction *I) {
  uint32_t Word = 0;
  if (qemu_plugin_insn_size(I) == 4)
    memcpy(&Word, qemu_plugin_insn_data(I), 4);
  return Word;
}

/// Classifies the last instruction of \p Block, the \p Count-th. Authenticating
/// forms differ in bits 10, 11 and 24.
static enum Transfer classifyAArch64(const TranslatedBlock *Block,
                                     size_t Count) {
  uint32_t Word = readWord(qemu_plugin_tb_get_insn(Block, Count - 1));
  if ((Word & 0xfefff000) == 0xd63f0000)
    return IndirectCall;
  if ((Word & 0xfefff000) != 0xd61f0000)
    return NoTransfer;
  // An entry of the PLT ends with add x16, x16, #offset; br x17.
  if (Word == 0xd61f0220 && Count > 1 &&
      (readWord(qemu_plugin_tb_get_insn(Block, Count - 2)) & 0xffc003ff) ==
          0x91000210)
    return PLTJump;
  return IndirectJump;
}

/// The counters of a block and their amounts are in one number, since a
/// callback has just one pointer.
static void countShared(unsigned Thread, void *Data) {
  uintptr_t Packed = (uintptr_t)Data;
  unsigned Row = Thread < MaxThreads ? Thread : MaxThreads - 1;
  uint64_t *Mine = Counters[Row];
  if (Row == MaxThreads - 1) {
    __atomic_fetch_add(&Mine[0], Packed >> 2, __ATOMIC_RELAXED);
    if (Packed & 3)
      __atomic_fetch_add(&Mine[Packed & 3], 1, __ATOMIC_RELAXED);
    return;
  }
  Mine[0] += Packed >> 2;
  if (Packed & 3)
    ++Mine[Packed & 3];
}

/// The function \p Name, or null without memory for it. Blocks are translated
/// by one thread at a time.
static Function *getFunction(const char *Name) {
  unsigned Hash = 5381;
  for (const char *C = Name; *C; ++C)
    Hash = Hash * 33 + (unsigned char)*C;
  Function **List = &Functions[Hash % NumHashes];
  for (Function *F = *List; F; F = F->Next)
    if (strcmp(F->Name, Name) == 0)
      return F;
  Function *F = calloc(1, sizeof(Function) + strlen(Name) + 1);
  if (!F)
    return NULL;
  strcpy(F->Name, Name);
  F->Next = *List;
  return *List = F;
}

/// Whether \p Last, the last instruction of a block, may be listed although it
/// is in the next block. The emulator has read a part of it only then, so that
/// its size is not known.
static bool mayBeInNextBlock(const Instruction *Last, size_t Count) {
  enum { PageSize = 4096, MaxSize = 15 };
  return IsX86 && Count > 1 &&
         (-qemu_plugin_insn_vaddr(Last) & (PageSize - 1)) < MaxSize;
}

/// Adds \p Amount to \p Counter when \p Last is executed, or \p Block if it is
/// null.
static void addInline(TranslatedBlock *Block, Instruction *Last,
                      uint64_t *Counter, uint64_t Amount) {
  if (Last)
    qemu_plugin_register_vcpu_insn_exec_inline(Last, InlineAdd, Counter,
                                               Amount);
  else
    qemu_plugin_register_vcpu_tb_exec_inline(Block, InlineAdd, Counter, Amount);
}

/// Calls \p Callback with \p Data when \p Last is executed, or \p Block if it
/// is null.
static void callBack(TranslatedBlock *Block, Instruction *Last,
                     void (*Callback)(unsigned Thread, void *Data),
                     void *Data) {
  if (Last)
    qemu_plugin_register_vcpu_insn_exec_cb(Last, Callback, NoRegisters, Data);
  else
    qemu_plugin_register_vcpu_tb_exec_cb(Block, Callback, NoRegisters, Data);
}

static void countSharedPart(unsigned Thread, void *Data) {
  (void)Thread;
  const Part *P = Data;
  __atomic_fetch_add(&P->In->Count, P->Amount, __ATOMIC_RELAXED);
}

/// Counts \p Amount instructions of the function \p Name when \p Last is
/// executed, or \p Block if it is null.
static void countPart(TranslatedBlock *Block, Instruction *Last,
                      const char *Name, size_t Amount) {
  Function *In = getFunction(Name);
  // It lives as long as the code of the block.
  Part *P = In && IsShared ? malloc(sizeof(Part)) : NULL;
  if (!In || (IsShared && !P)) {
    fputs("count_transfers: out of memory\n", stderr);
    abort();
  }
  if (!IsShared) {
    addInline(Block, Last, &In->Count, Amount);
    return;
  }
  *P = (Part){In, Amount};
  callBack(Block, Last, countSharedPart, P);
}

/// The name of the function that \p I is in, or null.
static const char *getFunctionName(const Instruction *I) {
  const char *Name = qemu_plugin_insn_symbol(I);
  return Name && *Name ? Name : NULL;
}

/// Counts the first \p Count instructions of \p Block in their functions.
static void countFunctions(TranslatedBlock *Block, size_t Count) {
  const char *Name = NULL;
  size_t Amount = 0;
  for (size_t I = 0; I != Count; ++I) {
    const char *At = getFunctionName(qemu_plugin_tb_get_insn(Block, I));
    if (Name && (!At || strcmp(At, Name) != 0)) {
      countPart(Block, NULL, Name, Amount);
      Amount = 0;
    }
    Name = At;
    ++Amount;
    if (!Name)
      Amount = 0;
  }
  if (Name)
    countPart(Block, NULL, Name, Amount);
}

/// Counts \p Count instructions, the last of which does a transfer of the kind
/// \p Kind, when \p Last is executed, or \p Block if it is null.
static void count(TranslatedBlock *Block, Instruction *Last, size_t Count,
                  enum Transfer Kind) {
  if (IsShared) {
    uintptr_t Packed = (uintptr_t)Count << 2 | Kind;
    callBack(Block, Last, countShared, (void *)Packed);
    return;
  }
  addInline(Block, Last, &Counters[0][0], Count);
  if (Kind)
    addInline(Block, Last, &Counters[0][Kind], 1);
}

/// An indirect transfer is the last instruction of its block.
static void countBlock(PluginId Id, TranslatedBlock *Block) {
  (void)Id;
  size_t Count = qemu_plugin_tb_n_insns(Block);
  if (!Count)
    return;
  Instruction *Last = qemu_plugin_tb_get_insn(Block, Count - 1);
  enum Transfer Kind =
      IsX86 ? classifyX86(Last) : classifyAArch64(Block, Count);
  if (mayBeInNextBlock(Last, Count)) {
    count(Block, Last, 1, Kind);
    const char *Name = CountsFunctions ? getFunctionName(Last) : NULL;
    if (Name)
      countPart(Block, Last, Name, 1);
    Kind = NoTransfer;
    --Count;
  }
  if (CountsFunctions)
    countFunctions(Block, Count);
  count(Block, NULL, Count, Kind);
}

static void startThread(PluginId Id, unsigned Thread) {
  (void)Id;
  if (Thread)
    __atomic_fetch_add(&OtherThreads, 1, __ATOMIC_RELAXED);
}

static void reset(void) {
  memset(Counters, 0, sizeof(Counters));
  OtherThreads = 0;
  for (unsigned Hash = 0; Hash != NumHashes; ++Hash)
    for (Function *F = Functions[Hash]; F; F = F->Next)
      F->Count = 0;
}

static void writeCounts(PluginId Id, void *Data) {
  (void)Id;
  (void)Data;
  uint64_t Sums[NumCounters] = {0};
  for (unsigned Thread = 0; Thread != MaxThreads; ++Thread)
    for (unsigned I = 0; I != NumCounters; ++I)
      Sums[I] += Counters[Thread][I];
  // Another process may write at the same time. What is written at once is not
  // mixed with it.
  char *Text = NULL;
  size_t Size = 0;
  FILE *Stream = open_memstream(&Text, &Size);
  if (Stream) {
    fprintf(Stream, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u\n",
            Sums[0], Sums[1], Sums[2], Sums[3], OtherThreads);
    for (unsigned Hash = 0; Hash != NumHashes; ++Hash)
      for (const Function *F = Functions[Hash]; F; F = F->Next)
        if (F->Count)
          fprintf(Stream, "= %" PRIu64 " %s\n", F->Count, F->Name);
    if (fclose(Stream) != 0)
      Size = 0;
  }
  int File = open(OutputPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (File < 0 || !Size || write(File, Text, Size) != (ssize_t)Size)
    fprintf(stderr, "count_transfers: cannot write %s\n", OutputPath);
  if (File >= 0)
    close(File);
  free(Text);
}

/// Nothing runs at the exit of a process that executes another program.
static void beforeCall(PluginId Id, unsigned Thread, int64_t Number,
                       uint64_t A1, uint64_t A2, uint64_t A3, uint64_t A4,
                       uint64_t A5, uint64_t A6, uint64_t A7, uint64_t A8) {
  (void)Thread, (void)A1, (void)A2, (void)A3, (void)A4;
  (void)A5, (void)A6, (void)A7, (void)A8;
  if (Number != ExecveNumber && Number != ExecveatNumber)
    return;
  writeCounts(Id, NULL);
  // It may fail, and the process goes on.
  reset();
}

int qemu_plugin_install(PluginId Id, const Information *Info, int NumArguments,
                        char **Arguments);

int qemu_plugin_install(PluginId Id, const Information *Info, int NumArguments,
                        char **Arguments) {
  for (int I = 0; I != NumArguments; ++I) {
    if (strcmp(Arguments[I], "shared=on") == 0)
      IsShared = true;
    else if (strcmp(Arguments[I], "functions=on") == 0)
      CountsFunctions = true;
    else if (strncmp(Arguments[I], "out=", 4) == 0 &&
             strlen(Arguments[I] + 4) < sizeof(OutputPath))
      strcpy(OutputPath, Arguments[I] + 4);
    else
      OutputPath[0] = 0;
  }
  IsX86 = strcmp(Info->TargetName, "x86_64") == 0;
  if (!OutputPath[0] || (!IsX86 && strcmp(Info->TargetName, "aarch64") != 0)) {
    fputs("count_transfers: expected the arguments out=FILE[,shared=on]"
          "[,functions=on], and x86-64 or AArch64\n",
          stderr);
    return -1;
  }
  ExecveNumber = IsX86 ? 59 : 221;
  ExecveatNumber = IsX86 ? 322 : 281;
  // A forked process counts what itself executes.
  pthread_atfork(NULL, NULL, reset);
  qemu_plugin_register_vcpu_init_cb(Id, startThread);
  qemu_plugin_register_vcpu_tb_trans_cb(Id, countBlock);
  qemu_plugin_register_vcpu_syscall_cb(Id, beforeCall);
  qemu_plugin_register_atexit_cb(Id, writeCounts, NULL);
  return 0;
}
