//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A SIGSEGV handler that makes implicit null checks work: when an instruction
/// listed in the program's fault map touches the page at address zero, the
/// program goes on in the null path of that very check.
///
/// Terms.  A *fault map* is what the compiler writes into the section
/// `.llvm_faultmaps`: triples (kind, faulting PC, handler PC).  The *guard* is
/// the range of addresses [0, guard size) that nothing is ever mapped at.  The
/// *previous action* is what SIGSEGV did before the handler was installed.
///
/// A fault is *recovered*, by continuing at the handler PC with all other
/// registers as they were, if all of these hold, tested in this order:
///   1. the kernel raised the signal because of an instruction (not kill());
///   2. no page was mapped at the address (SEGV_MAPERR; on x86-64 also trap
///      number 14, since a general-protection fault reports address 0 too);
///   3. the address is inside the guard;
///   4. the PC is exactly a faulting PC of the map.
/// Every other SIGSEGV goes to the previous action.
///
/// Works for 64-bit little-endian Linux programs on x86-64 and AArch64, linked
/// statically or dynamically.  Only the map of the main program is used, not
/// those of shared libraries.  Version 1 of the table names functions by
/// absolute address, so programs are best linked with -no-pie (lld refuses
/// anything else; with bfd the loader relocates the table and it works).
///
/// Limits of the version 1 table, which a handler cannot repair: if the linker
/// dropped a COMDAT function whose body differs from the one it kept, the
/// entries of the dropped body are read against the kept one.  Entries that
/// contradict each other are ignored; faults there go to the previous action.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_IMPLICITNULLCHECKS_FAULTMAPHANDLER_H
#define LLVM_EXAMPLES_IMPLICITNULLCHECKS_FAULTMAPHANDLER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Addresses the compiler assumes to fault: its default for the size of the
/// page at address zero.  Pages larger than that change nothing.
#define FAULT_MAP_DEFAULT_GUARD 4096

typedef enum {
  FaultMapSuccess = 0,
  /// The handler is installed already.
  FaultMapAlreadyInstalled,
  /// The handler is not installed.
  FaultMapNotInstalled,
  /// The SIGSEGV action was changed after installation, so it is not ours to
  /// restore.
  FaultMapNotOnTop,
  /// The guard size is zero, or part of the program lies inside the guard.
  FaultMapBadGuard,
  /// /proc/self/exe cannot be read.
  FaultMapNoExecutable,
  /// /proc/self/exe is not a well-formed ELF file of this machine, or has no
  /// section headers.
  FaultMapBadExecutable,
  /// The table ends in the middle of a record, or lies outside the program.
  FaultMapTruncated,
  /// The table is of a version other than 1.
  FaultMapBadVersion,
  /// A field of the table has a value it cannot have: a reserved field is not
  /// zero, a kind is unknown, or a PC is not in the program's text.
  FaultMapBadRecord,
  FaultMapOutOfMemory,
  /// A system call failed; see errno.
  FaultMapSystemError
} FaultMapStatus;

/// What the faulting instruction does to memory.
typedef enum {
  FaultMapLoad = 1,
  FaultMapLoadStore = 2,
  FaultMapStore = 3
} FaultMapKind;

/// One implicit null check.
typedef struct {
  /// Address of the instruction that faults on null.
  uintptr_t FaultingPC;
  /// Where the program goes on then: the null path of the check.
  uintptr_t HandlerPC;
  FaultMapKind Kind;
} FaultMapEntry;

/// Addresses from Begin up to, not including, End.
typedef struct {
  uintptr_t Begin;
  uintptr_t End;
} FaultMapRange;

/// Reads the fault map of the main program and installs the handler, with
/// \p GuardSize bytes of guard (FAULT_MAP_DEFAULT_GUARD, unless the program
/// was compiled for another size).
///
/// A program without a fault map is no error: the handler then passes every
/// fault on.  On an error nothing is installed.
///
/// Thread-safe against the other functions here; other code must not change
/// the SIGSEGV action at the same time.  Not async-signal-safe.  Every thread
/// is covered unless it blocks SIGSEGV: the kernel kills a process that faults
/// with SIGSEGV blocked.  The handler runs on the alternate signal stack of
/// the thread, if it has one.
FaultMapStatus FaultMapInstall(size_t GuardSize);

/// Restores the action SIGSEGV had before FaultMapInstall().
///
/// Fails with FaultMapNotOnTop if somebody changed the action since.  The
/// entries stay in memory, since another thread may be in the handler; the
/// next FaultMapInstall() uses them again.  Thread-safe as FaultMapInstall().
FaultMapStatus FaultMapUninstall(void);

/// Finds the check whose faulting instruction is at \p FaultingPC.
///
/// Returns null if there is none or FaultMapInstall() never succeeded.  The
/// entry belongs to the handler and stays valid for good.  Thread-safe and
/// async-signal-safe.
const FaultMapEntry *FaultMapLookup(uintptr_t FaultingPC);

/// The number of checks FaultMapLookup() knows.  Thread-safe and
/// async-signal-safe.
size_t FaultMapEntryCount(void);

/// The number of faults recovered, in all threads, since the program started.
/// Thread-safe and async-signal-safe.
uint64_t FaultMapRecoveredCount(void);

/// The number of SIGSEGVs passed on to the previous action.  Thread-safe and
/// async-signal-safe.
uint64_t FaultMapChainedCount(void);

/// Decodes \p Size bytes at \p Table: any number of version 1 tables, one
/// after the other, as the linker leaves them.  PCs must lie in one of the
/// \p NumText ranges of \p Text.
///
/// A function at address zero was discarded by the linker and is skipped.
/// Entries that agree are merged; if entries with the same faulting PC do not
/// agree, none of them is kept.
///
/// On success \p Entries is sorted by faulting PC and belongs to the caller,
/// who releases it with free(); it is null if \p NumEntries is zero.  On an
/// error both are left alone.  Thread-safe, not async-signal-safe.
FaultMapStatus FaultMapParse(const void *Table, size_t Size,
                             const FaultMapRange *Text, size_t NumText,
                             FaultMapEntry **Entries, size_t *NumEntries);

/// Finds the fault map of the main program; *\p Size is 0 if it has none.
/// The memory belongs to the program.  Thread-safe, not async-signal-safe.
FaultMapStatus FaultMapFindTable(const void **Table, size_t *Size);

/// What \p Status means, in English, lower case, without a full stop.  The
/// text is static.
const char *FaultMapStatusMessage(FaultMapStatus Status);

#ifdef __cplusplus
}
#endif

#endif // LLVM_EXAMPLES_IMPLICITNULLCHECKS_FAULTMAPHANDLER_H
