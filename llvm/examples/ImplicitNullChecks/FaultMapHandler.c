//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finding, decoding and using the fault map of the running program.
///
/// Three parts: the ELF file behind /proc/self/exe says where the section is
/// (the program headers do not); the decoder turns the section into a sorted
/// array; the signal handler searches the array.  Only the third runs in a
/// signal handler.  It reads immutable data published with one atomic store,
/// allocates nothing and takes no lock.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "FaultMapHandler.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define NATIVE_MACHINE EM_AARCH64
#else
#error "the fault map handler knows x86-64 and AArch64 only"
#endif

// AArch64 ignores the top byte of an address, and the kernel clears it in
// si_addr unless asked not to.  A tagged pointer is not null.
#ifndef SA_EXPOSE_TAGBITS
#define SA_EXPOSE_TAGBITS 0x800
#endif

// The signal path must not fall back on a lock inside an atomic operation.
_Static_assert(ATOMIC_POINTER_LOCK_FREE == 2, "pointers must be lock-free");
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "counters must be lock-free");
_Static_assert(sizeof(uintptr_t) == 8, "addresses in the table have 64 bits");

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

// Version 1, all little-endian and unaligned:
//   table:    u8 version, u8 0, u16 0, u32 number of functions
//   function: u64 address, u32 number of entries, u32 0
//   entry:    u32 kind, u32 faulting PC offset, u32 handler PC offset
enum { TableVersion = 1, EntrySize = 12 };

// The bytes not decoded yet.
typedef struct {
  const uint8_t *Next;
  size_t Left;
} Reader;

// Takes \p Size bytes as a little-endian number; false if there are fewer.
static bool readInt(Reader *R, size_t Size, uint64_t *Value) {
  if (R->Left < Size)
    return false;
  *Value = 0;
  for (size_t I = 0; I < Size; ++I)
    *Value |= (uint64_t)R->Next[I] << (8 * I);
  R->Next += Size;
  R->Left -= Size;
  return true;
}

static bool contains(const FaultMapRange *Ranges, size_t NumRanges,
                     uint64_t Address) {
  for (size_t I = 0; I < NumRanges; ++I)
    if (Ranges[I].Begin <= Address && Address < Ranges[I].End)
      return true;
  return false;
}

typedef struct {
  FaultMapEntry *Data;
  size_t Count;
  size_t Capacity;
} EntryVector;

// Makes room for \p Extra more entries.
static bool reserve(EntryVector *V, size_t Extra) {
  if (V->Capacity - V->Count >= Extra)
    return true;
  size_t Capacity = V->Capacity * 2;
  if (Capacity < V->Count + Extra)
    Capacity = V->Count + Extra;
  if (Capacity > SIZE_MAX / sizeof(FaultMapEntry))
    return false;
  FaultMapEntry *Data = realloc(V->Data, Capacity * sizeof(FaultMapEntry));
  if (!Data)
    return false;
  V->Data = Data;
  V->Capacity = Capacity;
  return true;
}

static FaultMapStatus parseFunction(Reader *R, const FaultMapRange *Text,
                                    size_t NumText, EntryVector *Out) {
  uint64_t Address, NumEntries, Reserved;
  if (!readInt(R, 8, &Address) || !readInt(R, 4, &NumEntries) ||
      !readInt(R, 4, &Reserved))
    return FaultMapTruncated;
  if (Reserved)
    return FaultMapBadRecord;
  // Before reserving memory, so that a wrong count cannot ask for too much.
  if (NumEntries > R->Left / EntrySize)
    return FaultMapTruncated;
  bool Discarded = Address == 0;
  if (!Discarded && !contains(Text, NumText, Address))
    return FaultMapBadRecord;
  if (!Discarded && !reserve(Out, NumEntries))
    return FaultMapOutOfMemory;

  for (uint64_t I = 0; I < NumEntries; ++I) {
    uint64_t Kind, FaultingOffset, HandlerOffset;
    if (!readInt(R, 4, &Kind) || !readInt(R, 4, &FaultingOffset) ||
        !readInt(R, 4, &HandlerOffset))
      return FaultMapTruncated;
    if (Kind < FaultMapLoad || Kind > FaultMapStore)
      return FaultMapBadRecord;
    if (Discarded)
      continue;
    // An address in the text plus 32 bits cannot wrap around.
    if (!contains(Text, NumText, Address + FaultingOffset) ||
        !contains(Text, NumText, Address + HandlerOffset))
      return FaultMapBadRecord;
    FaultMapEntry *Entry = &Out->Data[Out->Count++];
    Entry->FaultingPC = Address + FaultingOffset;
    Entry->HandlerPC = Address + HandlerOffset;
    Entry->Kind = (FaultMapKind)Kind;
  }
  return FaultMapSuccess;
}

static FaultMapStatus parseTables(Reader *R, const FaultMapRange *Text,
                                  size_t NumText, EntryVector *Out) {
  while (R->Left) {
    uint64_t Version, Reserved8, Reserved16, NumFunctions;
    if (!readInt(R, 1, &Version))
      return FaultMapTruncated;
    if (Version != TableVersion)
      return FaultMapBadVersion;
    if (!readInt(R, 1, &Reserved8) || !readInt(R, 2, &Reserved16) ||
        !readInt(R, 4, &NumFunctions))
      return FaultMapTruncated;
    if (Reserved8 || Reserved16)
      return FaultMapBadRecord;
    for (uint64_t I = 0; I < NumFunctions; ++I) {
      FaultMapStatus Status = parseFunction(R, Text, NumText, Out);
      if (Status != FaultMapSuccess)
        return Status;
    }
  }
  return FaultMapSuccess;
}

static int compareEntries(const void *Left, const void *Right) {
  const FaultMapEntry *L = Left, *R = Right;
  if (L->FaultingPC != R->FaultingPC)
    return L->FaultingPC < R->FaultingPC ? -1 : 1;
  if (L->HandlerPC != R->HandlerPC)
    return L->HandlerPC < R->HandlerPC ? -1 : 1;
  return (L->Kind > R->Kind) - (L->Kind < R->Kind);
}

// Sorts, merges entries that agree and drops those that contradict others.
static void normalize(EntryVector *V) {
  if (!V->Count)
    return;
  qsort(V->Data, V->Count, sizeof(FaultMapEntry), compareEntries);
  size_t Kept = 0;
  for (size_t Begin = 0, End; Begin < V->Count; Begin = End) {
    bool Agree = true;
    for (End = Begin + 1;
         End < V->Count && V->Data[End].FaultingPC == V->Data[Begin].FaultingPC;
         ++End)
      Agree &= compareEntries(&V->Data[Begin], &V->Data[End]) == 0;
    if (Agree)
      V->Data[Kept++] = V->Data[Begin];
  }
  V->Count = Kept;
}

FaultMapStatus FaultMapParse(const void *Table, size_t Size,
                             const FaultMapRange *Text, size_t NumText,
                             FaultMapEntry **Entries, size_t *NumEntries) {
  Reader R = {Table, Size};
  EntryVector V = {NULL, 0, 0};
  FaultMapStatus Status = parseTables(&R, Text, NumText, &V);
  if (Status == FaultMapSuccess)
    normalize(&V);
  if (Status != FaultMapSuccess || !V.Count) {
    free(V.Data);
    V.Data = NULL;
  }
  if (Status != FaultMapSuccess)
    return Status;
  *Entries = V.Data;
  *NumEntries = V.Count;
  return FaultMapSuccess;
}

//===----------------------------------------------------------------------===//
// Finding the section
//===----------------------------------------------------------------------===//

// The main program as the loader sees it.
typedef struct {
  const ElfW(Phdr) * Headers;
  size_t NumHeaders;
  uintptr_t Bias;
} Program;

static int recordFirstObject(struct dl_phdr_info *Info, size_t Size,
                             void *Result) {
  (void)Size;
  Program *P = Result;
  P->Headers = Info->dlpi_phdr;
  P->NumHeaders = Info->dlpi_phnum;
  P->Bias = Info->dlpi_addr;
  return 1; // The first object is the main program; stop.
}

static Program getProgram(void) {
  Program P = {NULL, 0, 0};
  dl_iterate_phdr(recordFirstObject, &P);
  return P;
}

// Whether the program loads [Address, Address + Size) from its file, with all
// of \p Flags allowed.
static bool isLoaded(const Program *P, uintptr_t Address, size_t Size,
                     unsigned Flags) {
  for (size_t I = 0; I < P->NumHeaders; ++I) {
    const ElfW(Phdr) *H = &P->Headers[I];
    if (H->p_type != PT_LOAD || (H->p_flags & Flags) != Flags)
      continue;
    uintptr_t Offset = Address - (P->Bias + H->p_vaddr);
    if (Offset <= H->p_filesz && Size <= H->p_filesz - Offset)
      return true;
  }
  return false;
}

// An open ELF file, whose size bounds every read.
typedef struct {
  int File;
  uint64_t Size;
  uint64_t SectionOffset;
  uint64_t NumSections;
} ElfFile;

static bool readAt(const ElfFile *Elf, uint64_t Offset, void *To, size_t Size) {
  if (Offset > Elf->Size || Size > Elf->Size - Offset)
    return false;
  char *Next = To;
  while (Size) {
    ssize_t Got = pread(Elf->File, Next, Size, (off_t)Offset);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return false;
    Next += Got;
    Offset += (uint64_t)Got;
    Size -= (size_t)Got;
  }
  return true;
}

static bool readSection(const ElfFile *Elf, uint64_t Index, Elf64_Shdr *To) {
  return Index < Elf->NumSections &&
         readAt(Elf, Elf->SectionOffset + Index * sizeof(*To), To, sizeof(*To));
}

// Fills in where the section headers are and gives the one of their names.
static bool openSections(ElfFile *Elf, Elf64_Shdr *Names) {
  Elf64_Ehdr Header;
  if (!readAt(Elf, 0, &Header, sizeof(Header)) ||
      memcmp(Header.e_ident, ELFMAG, SELFMAG) != 0 ||
      Header.e_ident[EI_CLASS] != ELFCLASS64 ||
      Header.e_ident[EI_DATA] != ELFDATA2LSB ||
      Header.e_machine != NATIVE_MACHINE || !Header.e_shoff ||
      Header.e_shentsize != sizeof(Elf64_Shdr))
    return false;

  Elf64_Shdr First;
  Elf->SectionOffset = Header.e_shoff;
  Elf->NumSections = 1;
  if (!readSection(Elf, 0, &First))
    return false;
  // Numbers too large for the file header are in the first section header.
  Elf->NumSections = Header.e_shnum ? Header.e_shnum : First.sh_size;
  uint64_t NamesIndex =
      Header.e_shstrndx == SHN_XINDEX ? First.sh_link : Header.e_shstrndx;
  if (Elf->NumSections > (Elf->Size - Header.e_shoff) / sizeof(Elf64_Shdr))
    return false;
  return readSection(Elf, NamesIndex, Names) && Names->sh_type == SHT_STRTAB;
}

static const char SectionName[] = ".llvm_faultmaps";

// Whether \p Section is called SectionName.
static bool isFaultMap(const ElfFile *Elf, const Elf64_Shdr *Names,
                       const Elf64_Shdr *Section) {
  char Name[sizeof(SectionName)];
  if (Section->sh_name > Names->sh_size ||
      sizeof(Name) > Names->sh_size - Section->sh_name ||
      Names->sh_offset > Elf->Size ||
      !readAt(Elf, Names->sh_offset + Section->sh_name, Name, sizeof(Name)))
    return false;
  return memcmp(Name, SectionName, sizeof(Name)) == 0;
}

static FaultMapStatus findTable(ElfFile *Elf, const Program *P,
                                const void **Table, size_t *Size) {
  Elf64_Shdr Names, Section;
  if (!openSections(Elf, &Names))
    return FaultMapBadExecutable;
  *Table = NULL;
  *Size = 0;
  for (uint64_t I = 1; I < Elf->NumSections; ++I) {
    if (!readSection(Elf, I, &Section))
      return FaultMapBadExecutable;
    if (!isFaultMap(Elf, &Names, &Section))
      continue;
    uintptr_t Address = P->Bias + Section.sh_addr;
    if (Section.sh_type != SHT_PROGBITS || !(Section.sh_flags & SHF_ALLOC) ||
        !isLoaded(P, Address, Section.sh_size, PF_R))
      return FaultMapTruncated;
    *Table = (const void *)Address;
    *Size = Section.sh_size;
    return FaultMapSuccess; // Linkers merge sections of one name into one.
  }
  return FaultMapSuccess;
}

FaultMapStatus FaultMapFindTable(const void **Table, size_t *Size) {
  Program P = getProgram();
  ElfFile Elf = {open("/proc/self/exe", O_RDONLY | O_CLOEXEC), 0, 0, 0};
  if (Elf.File < 0)
    return FaultMapNoExecutable;
  FaultMapStatus Status = FaultMapNoExecutable;
  struct stat Info;
  if (fstat(Elf.File, &Info) == 0 && Info.st_size > 0) {
    Elf.Size = (uint64_t)Info.st_size;
    Status = findTable(&Elf, &P, Table, Size);
  }
  close(Elf.File);
  return Status;
}

//===----------------------------------------------------------------------===//
// Signal path
//===----------------------------------------------------------------------===//

// What the handler uses; immutable once published.
typedef struct {
  const FaultMapEntry *Entries;
  size_t Count;
} EntryTable;

static _Atomic(const EntryTable *) CurrentTable;
static atomic_size_t CurrentGuard;
static atomic_ullong NumRecovered;
static atomic_ullong NumChained;

// Written while the handler is not installed, read by the handler.
static struct sigaction PreviousAction;
// Whether a previous action that asked for SA_RESETHAND has run.
static atomic_bool PreviousUsedUp;

static const FaultMapEntry *search(const EntryTable *Table, uintptr_t PC) {
  const FaultMapEntry *First = Table->Entries;
  for (size_t Count = Table->Count; Count > 0;) {
    size_t Half = Count / 2;
    if (First[Half].FaultingPC == PC)
      return &First[Half];
    if (First[Half].FaultingPC < PC) {
      First += Half + 1;
      Count -= Half + 1;
    } else {
      Count = Half;
    }
  }
  return NULL;
}

const FaultMapEntry *FaultMapLookup(uintptr_t FaultingPC) {
  const EntryTable *Table =
      atomic_load_explicit(&CurrentTable, memory_order_acquire);
  return Table ? search(Table, FaultingPC) : NULL;
}

size_t FaultMapEntryCount(void) {
  const EntryTable *Table =
      atomic_load_explicit(&CurrentTable, memory_order_acquire);
  return Table ? Table->Count : 0;
}

uint64_t FaultMapRecoveredCount(void) {
  return atomic_load_explicit(&NumRecovered, memory_order_relaxed);
}

uint64_t FaultMapChainedCount(void) {
  return atomic_load_explicit(&NumChained, memory_order_relaxed);
}

static uintptr_t getPC(const ucontext_t *Context) {
#if defined(__x86_64__)
  return (uintptr_t)Context->uc_mcontext.gregs[REG_RIP];
#else
  return (uintptr_t)Context->uc_mcontext.pc;
#endif
}

static void setPC(ucontext_t *Context, uintptr_t PC) {
#if defined(__x86_64__)
  Context->uc_mcontext.gregs[REG_RIP] = (greg_t)PC;
#else
  Context->uc_mcontext.pc = PC;
#endif
}

// Whether the processor raised a page fault, rather than another exception
// that arrives as the same signal.
static bool isPageFault(const ucontext_t *Context) {
#if defined(__x86_64__)
  return Context->uc_mcontext.gregs[REG_TRAPNO] == 14;
#else
  (void)Context;
  return true; // SEGV_MAPERR says so.
#endif
}

// Continues in the null path of the check that faulted, if one did.
static bool recover(const siginfo_t *Info, ucontext_t *Context) {
  if (Info->si_code <= 0)
    return false;
  if (Info->si_code != SEGV_MAPERR || !isPageFault(Context))
    return false;
  if ((uintptr_t)Info->si_addr >=
      atomic_load_explicit(&CurrentGuard, memory_order_relaxed))
    return false;
  const FaultMapEntry *Entry = FaultMapLookup(getPC(Context));
  if (!Entry)
    return false;
  setPC(Context, Entry->HandlerPC);
  atomic_fetch_add_explicit(&NumRecovered, 1, memory_order_relaxed);
  return true;
}

// Ends the process the way SIGSEGV does by default.  A fault happens again
// when the handler returns; a signal somebody sent is sent again.
static void dieByDefault(int Signal, const siginfo_t *Info) {
  struct sigaction Default;
  memset(&Default, 0, sizeof(Default));
  Default.sa_handler = SIG_DFL;
  sigaction(Signal, &Default, NULL);
  if (Info->si_code <= 0)
    raise(Signal);
}

// Calls the previous handler with the signals blocked that it asked for, and
// without the address tag unless it asked for it.
static void callPrevious(int Signal, siginfo_t *Info, void *Context) {
  const struct sigaction *Previous = &PreviousAction;
#if defined(__aarch64__)
  if (Info->si_code > 0 && !(Previous->sa_flags & SA_EXPOSE_TAGBITS))
    Info->si_addr = (void *)((uintptr_t)Info->si_addr << 8 >> 8);
#endif
  sigset_t Segv;
  sigemptyset(&Segv);
  sigaddset(&Segv, Signal);
  pthread_sigmask(SIG_BLOCK, &Previous->sa_mask, NULL);
  if ((Previous->sa_flags & SA_NODEFER) &&
      sigismember(&Previous->sa_mask, Signal) == 0)
    pthread_sigmask(SIG_UNBLOCK, &Segv, NULL);
  if (Previous->sa_flags & SA_SIGINFO)
    Previous->sa_sigaction(Signal, Info, Context);
  else
    Previous->sa_handler(Signal);
  // Returning from the signal restores the mask of the interrupted code.
}

static void chain(int Signal, siginfo_t *Info, void *Context) {
  const struct sigaction *Previous = &PreviousAction;
  atomic_fetch_add_explicit(&NumChained, 1, memory_order_relaxed);
  bool IsHandler =
      (Previous->sa_flags & SA_SIGINFO) ||
      (Previous->sa_handler != SIG_DFL && Previous->sa_handler != SIG_IGN);
  if (!IsHandler && Previous->sa_handler == SIG_IGN && Info->si_code <= 0)
    return; // Faults cannot be ignored, signals from others can.
  if (!IsHandler || ((Previous->sa_flags & SA_RESETHAND) &&
                     atomic_exchange(&PreviousUsedUp, true))) {
    dieByDefault(Signal, Info);
    return;
  }
  callPrevious(Signal, Info, Context);
}

static void handleFault(int Signal, siginfo_t *Info, void *Context) {
  int SavedErrno = errno;
  if (!recover(Info, Context))
    chain(Signal, Info, Context);
  errno = SavedErrno;
}

//===----------------------------------------------------------------------===//
// Installing
//===----------------------------------------------------------------------===//

static pthread_mutex_t InstallMutex = PTHREAD_MUTEX_INITIALIZER;
static bool IsInstalled; // Guarded by InstallMutex.

// Publishes the map of the main program unless that is done already: the
// program and its map do not change while it runs.
static FaultMapStatus publishTable(const Program *P) {
  static EntryTable Table;
  if (atomic_load(&CurrentTable))
    return FaultMapSuccess;

  const void *Bytes;
  size_t Size;
  FaultMapStatus Status = FaultMapFindTable(&Bytes, &Size);
  if (Status != FaultMapSuccess)
    return Status;

  FaultMapRange *Text = calloc(P->NumHeaders + 1, sizeof(FaultMapRange));
  if (!Text)
    return FaultMapOutOfMemory;
  size_t NumText = 0;
  for (size_t I = 0; I < P->NumHeaders; ++I) {
    const ElfW(Phdr) *H = &P->Headers[I];
    if (H->p_type != PT_LOAD || !(H->p_flags & PF_X))
      continue;
    Text[NumText].Begin = P->Bias + H->p_vaddr;
    Text[NumText].End = Text[NumText].Begin + H->p_filesz;
    ++NumText;
  }
  FaultMapEntry *Entries = NULL;
  size_t Count = 0;
  Status = FaultMapParse(Bytes, Size, Text, NumText, &Entries, &Count);
  free(Text);
  if (Status != FaultMapSuccess)
    return Status;
  Table.Entries = Entries;
  Table.Count = Count;
  atomic_store_explicit(&CurrentTable, &Table, memory_order_release);
  return FaultMapSuccess;
}

// Whether nothing of the program lies inside the guard.
static bool isGuardFree(const Program *P, size_t GuardSize) {
  if (!GuardSize)
    return false;
  for (size_t I = 0; I < P->NumHeaders; ++I)
    if (P->Headers[I].p_type == PT_LOAD && P->Headers[I].p_memsz &&
        P->Bias + P->Headers[I].p_vaddr < GuardSize)
      return false;
  return true;
}

static FaultMapStatus installLocked(size_t GuardSize) {
  if (IsInstalled)
    return FaultMapAlreadyInstalled;
  Program P = getProgram();
  if (!isGuardFree(&P, GuardSize))
    return FaultMapBadGuard;
  FaultMapStatus Status = publishTable(&P);
  if (Status != FaultMapSuccess)
    return Status;

  // The previous action must be in place before a fault can need it.
  if (sigaction(SIGSEGV, NULL, &PreviousAction))
    return FaultMapSystemError;
  atomic_store(&PreviousUsedUp, false);
  atomic_store(&CurrentGuard, GuardSize);
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_sigaction = handleFault;
  // A signal sent by others interrupts system calls as it did before.
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_EXPOSE_TAGBITS |
                    (PreviousAction.sa_flags & SA_RESTART);
  sigemptyset(&Action.sa_mask);
  if (sigaction(SIGSEGV, &Action, NULL))
    return FaultMapSystemError;
  IsInstalled = true;
  return FaultMapSuccess;
}

static FaultMapStatus uninstallLocked(void) {
  if (!IsInstalled)
    return FaultMapNotInstalled;
  struct sigaction Current;
  if (sigaction(SIGSEGV, NULL, &Current))
    return FaultMapSystemError;
  if (!(Current.sa_flags & SA_SIGINFO) || Current.sa_sigaction != handleFault)
    return FaultMapNotOnTop;
  struct sigaction Restored = PreviousAction;
  if ((Restored.sa_flags & SA_RESETHAND) && atomic_load(&PreviousUsedUp)) {
    Restored.sa_flags &= ~SA_SIGINFO;
    Restored.sa_handler = SIG_DFL;
  }
  if (sigaction(SIGSEGV, &Restored, NULL))
    return FaultMapSystemError;
  IsInstalled = false;
  return FaultMapSuccess;
}

FaultMapStatus FaultMapInstall(size_t GuardSize) {
  pthread_mutex_lock(&InstallMutex);
  FaultMapStatus Status = installLocked(GuardSize);
  pthread_mutex_unlock(&InstallMutex);
  return Status;
}

FaultMapStatus FaultMapUninstall(void) {
  pthread_mutex_lock(&InstallMutex);
  FaultMapStatus Status = uninstallLocked();
  pthread_mutex_unlock(&InstallMutex);
  return Status;
}

const char *FaultMapStatusMessage(FaultMapStatus Status) {
  switch (Status) {
  case FaultMapSuccess:
    return "success";
  case FaultMapAlreadyInstalled:
    return "the fault handler is installed already";
  case FaultMapNotInstalled:
    return "the fault handler is not installed";
  case FaultMapNotOnTop:
    return "the SIGSEGV action was changed after the fault handler was "
           "installed";
  case FaultMapBadGuard:
    return "the guard is empty or part of the program lies in it";
  case FaultMapNoExecutable:
    return "/proc/self/exe cannot be read";
  case FaultMapBadExecutable:
    return "/proc/self/exe is not an ELF file of this machine with section "
           "headers";
  case FaultMapTruncated:
    return "the fault map is truncated or outside the program";
  case FaultMapBadVersion:
    return "the fault map is of an unknown version";
  case FaultMapBadRecord:
    return "the fault map has a record that makes no sense";
  case FaultMapOutOfMemory:
    return "out of memory";
  case FaultMapSystemError:
    return "a system call failed";
  }
  return "unknown status";
}
