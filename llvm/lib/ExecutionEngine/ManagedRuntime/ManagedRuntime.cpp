//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C interface: checks arguments and calls what does the work.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"
#include "CodeRegistry.h"
#include "FaultHandler.h"
#include "FaultProfile.h"
#include "FaultReporter.h"
#include "PreviousActions.h"
#include "Readers.h"
#include "StackMapRegistry.h"
#include "WideGuard.h"
#include "llvm-c/ManagedSignalChain.h"
#include <initializer_list>
#include <string.h>

using namespace llvm;
using namespace llvm::managed;

static CodeObject *unwrap(LLVMManagedFaultMapRef Map) {
  return reinterpret_cast<CodeObject *>(Map);
}

static LLVMManagedFaultMapRef wrap(CodeObject *Object) {
  return reinterpret_cast<LLVMManagedFaultMapRef>(Object);
}

unsigned LLVMManagedRuntimeVersion(void) {
  return LLVM_MANAGED_RUNTIME_VERSION;
}

const char *LLVMManagedStatusMessage(LLVMManagedStatus Status) {
  switch (Status) {
  case LLVMManagedSuccess:
    return "success";
  case LLVMManagedInvalidArgument:
    return "an argument is invalid";
  case LLVMManagedOutOfMemory:
    return "out of memory";
  case LLVMManagedMisalignedTable:
    return "a table is not aligned to 8 bytes, or an index to 4";
  case LLVMManagedTruncatedTable:
    return "a table ends inside an entry or record";
  case LLVMManagedUnknownVersion:
    return "a table has an unknown version";
  case LLVMManagedUnknownKind:
    return "an entry has an unknown kind";
  case LLVMManagedReservedBits:
    return "reserved bits of a table are not zero";
  case LLVMManagedPCOutOfRange:
    return "an address in a table is outside the code";
  case LLVMManagedHandlerFaults:
    return "the handler of an entry is its faulting instruction";
  case LLVMManagedDuplicatePC:
    return "two entries have the same address";
  case LLVMManagedAlreadyRegistered:
    return "an address in a table is already registered";
  case LLVMManagedNotInstalled:
    return "the fault handler is not installed";
  case LLVMManagedNotOnTop:
    return "the action of SIGSEGV was changed after the fault handler was "
           "installed";
  case LLVMManagedActionRefused:
    return "the action of SIGSEGV could not be set";
  case LLVMManagedNotCounted:
    return "the map has no counters";
  case LLVMManagedNoSuchEntry:
    return "the map has no such entry";
  case LLVMManagedReporterExists:
    return "there is already a reporter or a descriptor for reports";
  case LLVMManagedNoResources:
    return "no more threads or file descriptors";
  case LLVMManagedMalformedNumber:
    return "a number has too many bits or bytes";
  case LLVMManagedRunOutOfRange:
    return "an entry points outside the map";
  case LLVMManagedRunsOverlap:
    return "runs overlap or are out of order";
  case LLVMManagedEmptyList:
    return "an optional list is present but empty";
  case LLVMManagedBadFrame:
    return "a frame or its number is invalid";
  case LLVMManagedBadLocation:
    return "a location is in a register that does not exist, or occurs twice";
  case LLVMManagedBadRootSet:
    return "a root set or its number is invalid";
  case LLVMManagedBadDeopt:
    return "deoptimization state names a location or register that does not "
           "exist";
  case LLVMManagedBadId:
    return "a safepoint has a reserved id";
  case LLVMManagedNoFrame:
    return "the walk is not at a frame";
  case LLVMManagedNoPlace:
    return "a reference of the frame has no valid location";
  case LLVMManagedRemovedTable:
    return "its section was removed after linking";
  case LLVMManagedGuardNotReserved:
    return "the wide guard is not reserved (LLVMManagedReserveGuard)";
  case LLVMManagedGuardInUse:
    return "something is mapped in the wide guard, as in a program that is not "
           "position-independent or has a sanitizer";
  case LLVMManagedGuardLimited:
    return "the address space of the process is limited (ulimit -v), so that "
           "the wide guard cannot be reserved";
  case LLVMManagedGuardUnsupported:
    return "the kernel does not reserve the wide guard";
  case LLVMManagedGuardReadable:
    return "a page of the kernel's half can be read; boot the kernel with "
           "vsyscall=xonly or vsyscall=none";
  case LLVMManagedAlreadyAttached:
    return "the thread is attached already";
  case LLVMManagedNotAttached:
    return "the thread is not attached";
  case LLVMManagedWrongState:
    return "the thread is in another state";
  case LLVMManagedHasFrames:
    return "managed code waits for the caller";
  case LLVMManagedAlreadyStopped:
    return "the caller has stopped the threads already";
  case LLVMManagedNotStopped:
    return "the caller has not stopped the threads";
  case LLVMManagedStopInProgress:
    return "another stop of the threads did not end in time";
  case LLVMManagedThreadsRun:
    return "some threads did not stop in time";
  case LLVMManagedNotArmed:
    return "the polls are not armed";
  case LLVMManagedNoBarrier:
    return "the kernel refuses membarrier(2), without which threads cannot be "
           "stopped here";
  }
  return "unknown status";
}

//===----------------------------------------------------------------------===//
// Registering fault maps
//===----------------------------------------------------------------------===//

namespace {

/// The addresses [Begin, End) that an argument says something is at.
struct Extent {
  Extent(const void *Begin, const void *End)
      : Begin(reinterpret_cast<uintptr_t>(Begin)),
        End(reinterpret_cast<uintptr_t>(End)) {}
  Extent(uintptr_t Begin, uintptr_t End) : Begin(Begin), End(End) {}

  /// Whether there can be a process with it: nothing is at address zero, the
  /// end is not before the beginning, and both are addresses. Entries lead
  /// 2 GiB far, so neither a table nor the code of one has more than 4 GiB.
  bool isPossible() const {
    return !End ? !Begin
                : Begin && Begin <= End && End < EndOfCode &&
                      End - Begin <= MaxExtent;
  }
  bool overlaps(const Extent &Other) const {
    return (Begin < Other.Begin ? Other.Begin : Begin) <
           (End < Other.End ? End : Other.End);
  }

  static constexpr uintptr_t MaxExtent = uintptr_t(1) << 32;

  uintptr_t Begin, End;
};

} // end anonymous namespace

/// Refuses what is impossible, or overlaps another. \p Error says where.
static LLVMManagedStatus checkExtents(std::initializer_list<Extent> Tables,
                                      const Extent &Code,
                                      LLVMManagedTableError &Error) {
  auto Refuse = [&Error](const Extent &E) {
    Error.Where = reinterpret_cast<const void *>(E.Begin);
    return LLVMManagedInvalidArgument;
  };
  for (const Extent &Table : Tables) {
    if (!Table.isPossible())
      return Refuse(Table);
    for (const Extent *Other = Tables.begin(); Other != &Table; ++Other)
      if (Table.overlaps(*Other))
        return Refuse(Table);
  }
  return Code.isPossible() ? LLVMManagedSuccess : Refuse(Code);
}

LLVMManagedStatus
LLVMManagedRegisterFaultTables(const LLVMManagedFaultTables *Tables,
                               LLVMManagedFaultMapRef *Map,
                               LLVMManagedTableError *Error) {
  LLVMManagedTableError Unused;
  LLVMManagedTableError &Details = Error ? *Error : Unused;
  Details = {nullptr, 0};
  if (Tables->StructSize != sizeof(LLVMManagedFaultTables) ||
      (Tables->Flags & ~LLVMManagedCountFaults))
    return LLVMManagedInvalidArgument;
  const Extent Short(Tables->ShortBegin, Tables->ShortEnd),
      Long(Tables->LongBegin, Tables->LongEnd),
      V1(Tables->V1Begin, Tables->V1End);
  LLVMManagedStatus Status = checkExtents(
      {Short, Long, V1}, {Tables->CodeBegin, Tables->CodeEnd}, Details);
  if (Status != LLVMManagedSuccess)
    return Status;
  // Nothing is mapped in the guard, and the tables are.
  const Extent Guard(uintptr_t(0), Tables->GuardSize);
  if (Guard.End >= EndOfCode || Guard.overlaps(Short) || Guard.overlaps(Long) ||
      Guard.overlaps(V1))
    return LLVMManagedInvalidArgument;
  CodeObject *Object;
  Status = registerObject(*Tables, Object, Details);
  if (Status == LLVMManagedSuccess)
    *Map = wrap(Object);
  return Status;
}

void LLVMManagedUnregisterFaultTables(LLVMManagedFaultMapRef Map) {
  LLVMManagedUnregisterAllFaultTables(&Map, 1);
}

void LLVMManagedUnregisterAllFaultTables(const LLVMManagedFaultMapRef *Maps,
                                         size_t NumMaps) {
  if (NumMaps)
    unregisterObjects(reinterpret_cast<CodeObject *const *>(Maps), NumMaps);
}

int LLVMManagedLookupFault(uintptr_t FaultingPC, LLVMManagedFaultEntry *Entry) {
  const IndexSlot *Slot = prepareLookup(FaultIndex, FaultingPC);
  ReadSection Section;
  FoundEntry Found;
  if (!findInIndex(Slot, FaultingPC, Found))
    return 0;
  describe(Found.Where, Found.In->How, Found.Object, Found.In->Context, *Entry);
  return 1;
}

//===----------------------------------------------------------------------===//
// Registering stack maps
//===----------------------------------------------------------------------===//

LLVMManagedStatus
LLVMManagedRegisterStackMap(const LLVMManagedStackMapTables *Tables,
                            LLVMManagedStackMapRef *Map,
                            LLVMManagedTableError *Error) {
  LLVMManagedTableError Unused;
  LLVMManagedTableError &Details = Error ? *Error : Unused;
  Details = {nullptr, 0};
  if (Tables->StructSize != sizeof(LLVMManagedStackMapTables))
    return LLVMManagedInvalidArgument;
  LLVMManagedStatus Status =
      checkExtents({{Tables->IndexBegin, Tables->IndexEnd},
                    {Tables->MapBegin, Tables->MapEnd}},
                   {Tables->CodeBegin, Tables->CodeEnd}, Details);
  if (Status != LLVMManagedSuccess)
    return Status;
  StackMapObject *Object;
  Status = registerStackMap(*Tables, Object, Details);
  if (Status == LLVMManagedSuccess)
    *Map = wrap(Object);
  return Status;
}

void LLVMManagedUnregisterStackMap(LLVMManagedStackMapRef Map) {
  LLVMManagedUnregisterAllStackMaps(&Map, 1);
}

void LLVMManagedUnregisterAllStackMaps(const LLVMManagedStackMapRef *Maps,
                                       size_t NumMaps) {
  if (NumMaps)
    unregisterStackMaps(reinterpret_cast<StackMapObject *const *>(Maps),
                        NumMaps);
}

int LLVMManagedLookupSafepoint(uintptr_t PC, LLVMManagedSafepoint *Safepoint) {
  const IndexSlot *Slot = prepareLookup(StackMapIndex, PC);
  ReadSection Section;
  FoundSafepoint Found;
  findSafepoint(Slot, PC, Found);
  if (!Found.Record)
    return 0;
  describeSafepoint(*Found.Object, *Found.Record, PC, *Safepoint);
  return 1;
}

//===----------------------------------------------------------------------===//
// The wide guard
//===----------------------------------------------------------------------===//

LLVMManagedStatus LLVMManagedReserveGuard(uintptr_t *Mapped) {
  uintptr_t Unused;
  return reserveGuard(Mapped ? *Mapped : Unused);
}

int LLVMManagedHasGuard(void) {
  return IsGuardReserved.load(std::memory_order_acquire);
}

//===----------------------------------------------------------------------===//
// Handling faults
//===----------------------------------------------------------------------===//

int LLVMManagedTryHandleFault(int Signal, void *Info, void *Context) {
  auto &Interrupted = *static_cast<ucontext_t *>(Context);
  auto &Signalled = *static_cast<siginfo_t *>(Info);
  return Signal == SIGSEGV && (recoverFault(Signalled, Interrupted) ||
                               handlePoll(Signalled, Interrupted));
}

LLVMManagedStatus LLVMManagedInstallFaultHandler(void) {
  return installHandler();
}

LLVMManagedStatus LLVMManagedUninstallFaultHandler(void) {
  return uninstallHandler();
}

LLVMManagedStatus LLVMManagedReinstallFaultHandler(void) {
  return reinstallHandler();
}

LLVMManagedStatus LLVMManagedChainAction(const struct sigaction *New,
                                         struct sigaction *Old) {
  return chainAction(New, Old);
}

void LLVMManagedSetSystemSigaction(LLVMManagedSigactionFunction Function) {
  SystemSigaction.store(Function, std::memory_order_relaxed);
}

uint64_t LLVMManagedRecoveredFaults(void) { return numRecovered(); }

uint64_t LLVMManagedPassedOnFaults(void) { return numPassedOn(); }

//===----------------------------------------------------------------------===//
// Counting faults
//===----------------------------------------------------------------------===//

/// Writes to \p Index the number of the entry of \p Object at \p PC.
static LLVMManagedStatus findCounter(const CodeObject &Object, uintptr_t PC,
                                     size_t &Index) {
  if (!Object.Profile)
    return LLVMManagedNotCounted;
  const IndexSlot *Slot = prepareLookup(FaultIndex, PC);
  ReadSection Section;
  FoundEntry Found;
  if (!findInIndex(Slot, PC, Found) || Found.Object != &Object)
    return LLVMManagedNoSuchEntry;
  Index = Object.indexOf(Found.Where, Found.In->How);
  return LLVMManagedSuccess;
}

LLVMManagedStatus LLVMManagedGetFaultCount(LLVMManagedFaultMapRef Map,
                                           uintptr_t FaultingPC,
                                           uint64_t *Count) {
  const CodeObject &Object = *unwrap(Map);
  size_t Index;
  LLVMManagedStatus Status = findCounter(Object, FaultingPC, Index);
  if (Status == LLVMManagedSuccess)
    *Count = Object.Profile->Counts[Index].load(std::memory_order_relaxed);
  return Status;
}

LLVMManagedStatus LLVMManagedGetSiteFaultCount(LLVMManagedFaultMapRef Map,
                                               uint32_t Site, uint64_t *Count) {
  const CodeObject &Object = *unwrap(Map);
  if (!Object.Profile)
    return LLVMManagedNotCounted;
  bool Exists = false;
  uint64_t Sum = 0;
  for (size_t I = 0, End = Object.numEntries(); I < End; ++I) {
    Encoding How;
    const void *Where = Object.entryAt(I, How);
    DecodedEntry Entry = decode(Where, How);
    if (!hasSite(Entry) || Entry.Site != Site)
      continue;
    Exists = true;
    Sum += Object.Profile->Counts[I].load(std::memory_order_relaxed);
  }
  if (!Exists)
    return LLVMManagedNoSuchEntry;
  *Count = Sum;
  return LLVMManagedSuccess;
}

LLVMManagedStatus LLVMManagedResetFaultCount(LLVMManagedFaultMapRef Map,
                                             uintptr_t FaultingPC) {
  const CodeObject &Object = *unwrap(Map);
  size_t Index;
  LLVMManagedStatus Status = findCounter(Object, FaultingPC, Index);
  if (Status == LLVMManagedSuccess)
    Object.Profile->Counts[Index].store(0, std::memory_order_relaxed);
  return Status;
}

size_t LLVMManagedDrainFaultReports(LLVMManagedFaultReport *Reports,
                                    size_t MaxReports) {
  return drainReports(Reports, MaxReports);
}

LLVMManagedStatus LLVMManagedSetFaultReportDescriptor(int Descriptor) {
  return reportToDescriptor(Descriptor);
}

LLVMManagedStatus
LLVMManagedStartFaultReporter(LLVMManagedFaultReportCallback Callback,
                              void *Argument) {
  return startReporter(Callback, Argument);
}

void LLVMManagedStopFaultReporter(void) { stopReporter(); }
