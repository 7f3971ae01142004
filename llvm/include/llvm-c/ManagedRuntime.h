//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The C interface of the runtime for managed code: it knows the fault maps of
/// a process (docs/FaultMaps.md) and continues at the handler of a check whose
/// access faulted.
///
/// The library is LLVMManagedRuntime, static or shared. It needs the C library
/// and nothing of LLVM; neither does this header. It is for Linux on x86-64
/// and AArch64. docs/ManagedRuntime.md is the manual.
///
/// What holds for all functions here: they are thread-safe. Only those that
/// say so are async-signal-safe; the others may allocate memory and take a
/// lock, and must not be called from a signal handler. A pointer argument must
/// not be null unless its description allows it. Memory that a function writes
/// belongs to the caller.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_C_MANAGEDRUNTIME_H
#define LLVM_C_MANAGEDRUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifndef LLVM_MANAGED_RUNTIME_ABI
#if defined(__GNUC__)
#define LLVM_MANAGED_RUNTIME_ABI __attribute__((visibility("default")))
#else
#define LLVM_MANAGED_RUNTIME_ABI
#endif
#endif

#if defined(__GNUC__)
#define LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE __attribute__((visibility("hidden")))
#else
#define LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. It grows when something is added; what
/// exists keeps its meaning.
#define LLVM_MANAGED_RUNTIME_VERSION 1

/// The version that the library in use was built with.  Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI unsigned LLVMManagedRuntimeVersion(void);

typedef enum {
  LLVMManagedSuccess = 0,

  // The caller's fault.
  LLVMManagedInvalidArgument,
  LLVMManagedOutOfMemory,

  // The rules that a table can break.
  /// A table of version 2 does not begin at a multiple of 8.
  LLVMManagedMisalignedTable,
  /// The table ends inside an entry or record, or announces more than it has.
  LLVMManagedTruncatedTable,
  /// The table is of a version that this library does not read.
  LLVMManagedUnknownVersion,
  /// An entry's kind is none of those that are in use.
  LLVMManagedUnknownKind,
  /// Bits or bytes that have to be zero are not.
  LLVMManagedReservedBits,
  /// A faulting or handler PC is not in the code, or no address at all.
  LLVMManagedPCOutOfRange,
  /// An entry names its faulting instruction as its handler.
  LLVMManagedHandlerFaults,
  /// Two entries have the same faulting PC.
  LLVMManagedDuplicatePC,
  /// A table that is registered has an entry with the same faulting PC.
  LLVMManagedAlreadyRegistered,

  // The handler.
  /// The fault handler is not installed.
  LLVMManagedNotInstalled,
  /// Somebody changed the SIGSEGV action after the fault handler was installed.
  LLVMManagedNotOnTop,
  /// The system did not set the SIGSEGV action.
  LLVMManagedActionRefused,

  // Counters.
  /// The map was registered without LLVMManagedCountFaults.
  LLVMManagedNotCounted,
  /// There is no such entry in the map.
  LLVMManagedNoSuchEntry,
  /// Somebody gets reports already.
  LLVMManagedReporterExists,
  /// The system has no more threads or file descriptors.
  LLVMManagedNoResources
} LLVMManagedStatus;

/// What \p Status means, in English, lower case, without a full stop.  The
/// text is static.  Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI const char *
LLVMManagedStatusMessage(LLVMManagedStatus Status);

//===----------------------------------------------------------------------===//
// Registering fault maps
//===----------------------------------------------------------------------===//

/// A registered fault map.
typedef struct LLVMManagedOpaqueFaultMap *LLVMManagedFaultMapRef;

/// The guard that the compiler assumes unless told otherwise, in bytes.
#define LLVM_MANAGED_DEFAULT_GUARD 4096

/// In LLVMManagedFaultTables::Flags: count the faults of each entry.
#define LLVMManagedCountFaults 1u

/// The fault map of a code object: a function, module or image.  Set what is
/// not needed to zero.
typedef struct {
  /// sizeof(LLVMManagedFaultTables), so that later versions can add to it.
  size_t StructSize;

  /// Version 2: the short entries, from `llvm_faultmaps`, and the long ones,
  /// from `llvm_faultsites`.  A table that ascends is used where it is and has
  /// to stay readable and unchanged until the map is unregistered; the library
  /// makes a sorted copy of any other.
  const void *ShortBegin;
  const void *ShortEnd;
  const void *LongBegin;
  const void *LongEnd;

  /// Version 1: the bytes of `.llvm_faultmaps`, any number of tables one behind
  /// the other.  They are not used any more after registration.  Functions at
  /// address zero were discarded by the linker and are skipped; entries that
  /// agree are merged, and of those that contradict each other none is kept.
  const void *V1Begin;
  const void *V1End;

  /// If CodeEnd is not zero: all PCs of the map have to be in
  /// [CodeBegin, CodeEnd).
  uintptr_t CodeBegin;
  uintptr_t CodeEnd;

  /// The size of the guard, in bytes: a fault at this address or above is not a
  /// null access of this code.  Zero means LLVM_MANAGED_DEFAULT_GUARD.
  size_t GuardSize;

  /// Whatever the embedder wants to find the object by; the library only hands
  /// it back.
  void *Context;

  /// LLVMManagedCountFaults or zero.
  uint32_t Flags;

  /// With LLVMManagedCountFaults: report an entry when it has faulted this
  /// often.  Zero: never.
  uint64_t ReportAfter;
} LLVMManagedFaultTables;

/// What is wrong with a table.
typedef struct {
  /// The first byte of the entry or record, or null if it is about the whole.
  const void *Where;
  /// With LLVMManagedUnknownVersion: the table's version.
  uint32_t Version;
} LLVMManagedTableError;

/// Makes the entries of \p Tables known to the fault handler.
///
/// All or nothing: on an error nothing is registered, and \p Error, unless it
/// is null, says where the table breaks the rule that the status names. The
/// entries are found by faults and lookups that begin after this has returned.
/// A map without entries is no error.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedRegisterFaultTables(
    const LLVMManagedFaultTables *Tables, LLVMManagedFaultMapRef *Map,
    LLVMManagedTableError *Error);

/// Takes \p Map out and releases it.  When this has returned, no thread uses
/// its tables or will, not even one that was handling a fault meanwhile: they
/// may be unmapped.  Waits for the handlers that are running, which is far less
/// than a microsecond each.
///
/// A fault at an entry of \p Map during the call is recovered or passed on.
/// The code itself may be released once no thread executes it, which is the
/// caller's to know.  May be called by the code that a fault was recovered to,
/// but, as all functions here, not from within a signal handler.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedUnregisterFaultTables(LLVMManagedFaultMapRef Map);

/// As if each of the \p NumMaps maps of \p Maps were unregistered, but waiting
/// only once.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedUnregisterAllFaultTables(const LLVMManagedFaultMapRef *Maps,
                                    size_t NumMaps);

/// An entry of a registered map.
typedef struct {
  uintptr_t FaultingPC;
  uintptr_t HandlerPC;
  /// 1: the instruction loads, 2: it loads and stores, 3: it stores.
  uint32_t Kind;
  /// Whether there is a site id; it is zero if not.
  uint32_t HasSite;
  uint32_t Site;
  /// The map, and the Context that it was registered with.
  LLVMManagedFaultMapRef Map;
  void *Context;
} LLVMManagedFaultEntry;

/// Finds the entry whose faulting instruction is at \p FaultingPC and writes it
/// to \p Entry; returns 0 if there is none.  Async-signal-safe and lock-free.
LLVM_MANAGED_RUNTIME_ABI int
LLVMManagedLookupFault(uintptr_t FaultingPC, LLVMManagedFaultEntry *Entry);

//===----------------------------------------------------------------------===//
// Handling faults
//===----------------------------------------------------------------------===//

/// For embedders with a SIGSEGV handler of their own: continues at the handler
/// of the check if the signal is the fault of one.
///
/// \p Info is the `siginfo_t *` and \p Context the `ucontext_t *` that the
/// signal handler got. Returns 1 if \p Context was changed, so that returning
/// from the signal handler continues at the check's handler, and 0 if the
/// signal is something else; nothing was changed then.
///
/// Async-signal-safe and lock-free, calls nothing, leaves errno alone, and
/// needs less than 256 bytes of stack. Install the signal handler with
/// SA_SIGINFO, SA_ONSTACK, SA_EXPOSE_TAGBITS (AArch64: a tagged pointer is not
/// null) and with all asynchronous signals in sa_mask: this function must not
/// be left by a jump out of another signal's handler.
LLVM_MANAGED_RUNTIME_ABI int LLVMManagedTryHandleFault(int Signal, void *Info,
                                                       void *Context);

/// For everyone else: installs a SIGSEGV handler that recovers the faults of
/// registered maps and passes everything else on to the action that was there
/// before.
///
/// Every successful call needs a LLVMManagedUninstallFaultHandler(); only the
/// last of these changes the action. Fails with LLVMManagedNotOnTop if it was
/// installed and somebody has changed the action since. Nobody else may change
/// the action of SIGSEGV at the same time.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedInstallFaultHandler(void);

/// Restores the action that SIGSEGV had before.  Fails, and changes nothing,
/// if somebody has changed the action since.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedUninstallFaultHandler(void);

/// The number of faults that were recovered.  Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI uint64_t LLVMManagedRecoveredFaults(void);

/// The number of SIGSEGVs that the installed handler passed on.
/// Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI uint64_t LLVMManagedPassedOnFaults(void);

//===----------------------------------------------------------------------===//
// Counting faults
//===----------------------------------------------------------------------===//

/// Writes to \p Count how often the entry of \p Map at \p FaultingPC faulted.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedGetFaultCount(
    LLVMManagedFaultMapRef Map, uintptr_t FaultingPC, uint64_t *Count);

/// Writes to \p Count how often the entries of \p Map with the site id \p Site
/// faulted, all together.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedGetSiteFaultCount(
    LLVMManagedFaultMapRef Map, uint32_t Site, uint64_t *Count);

/// Starts to count the faults of the entry of \p Map at \p FaultingPC anew, so
/// that it is reported again after another ReportAfter faults.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedResetFaultCount(LLVMManagedFaultMapRef Map, uintptr_t FaultingPC);

/// An entry that faulted ReportAfter times.
typedef struct {
  LLVMManagedFaultEntry Entry;
  /// The number of faults by now.
  uint64_t Count;
} LLVMManagedFaultReport;

/// Takes up to \p MaxReports reports that are due, in no particular order, and
/// returns their number.  Each is delivered once, to one caller.  A map's
/// reports are dropped when it is unregistered; one that was taken before may
/// name a map that does not exist any more, if other threads unregister maps.
LLVM_MANAGED_RUNTIME_ABI size_t LLVMManagedDrainFaultReports(
    LLVMManagedFaultReport *Reports, size_t MaxReports);

/// Has the fault handler write the 8 bytes of the number 1 to \p Descriptor
/// when there are reports to drain and were none: after a write, drain until
/// nothing is left. It is a non-blocking eventfd, or a non-blocking pipe while
/// somebody may read it; what can block is refused as an invalid argument. -1
/// ends it; when the call has returned, the descriptor is not used any more.
/// Fails with LLVMManagedReporterExists if there is a descriptor or the
/// library's own thread already.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedSetFaultReportDescriptor(int Descriptor);

/// Is called in a thread of the library's, where it may do anything but start
/// or stop the reporter or set a descriptor.
typedef void (*LLVMManagedFaultReportCallback)(
    const LLVMManagedFaultReport *Report, void *Argument);

/// Starts a thread that calls \p Callback with each report.  It blocks the
/// asynchronous signals.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedStartFaultReporter(
    LLVMManagedFaultReportCallback Callback, void *Argument);

/// Ends that thread; when this has returned, it is gone.  Reports that were due
/// before the call have been delivered.
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedStopFaultReporter(void);

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//
//
// LLVMManagedImage.o registers the fault map of the executable or shared object
// that it is linked into, and LLVMManagedAuto.o installs the handler; both do
// so before other constructors of the image run.

/// What LLVMManagedImage.o registered; null before, and after an error. Each
/// image has its own.
extern LLVMManagedFaultMapRef LLVMManagedImageMap
    LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE;

/// An image may define this to choose the GuardSize, Context, Flags and
/// ReportAfter that LLVMManagedImage.o registers its map with; the other
/// members are ignored.
extern const LLVMManagedFaultTables LLVMManagedImageOptions
    LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE;

/// For LLVMManagedImage.o only: registers \p Tables, whose map is to be kept in
/// \p Map, a variable of the image. An error is printed to the standard error
/// stream, as there is nobody to return it to.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedRegisterImage(const LLVMManagedFaultTables *Tables,
                         LLVMManagedFaultMapRef *Map);

/// For LLVMManagedImage.o only: unregisters \p *Map unless it is null or the
/// image stays: an executable, or any image once the process exits.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedUnregisterImage(LLVMManagedFaultMapRef *Map);

/// For LLVMManagedAuto.o only: as LLVMManagedInstallFaultHandler(), but prints
/// an error.
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedInstallAtStartUp(void);

#ifdef __cplusplus
}
#endif

#endif // LLVM_C_MANAGEDRUNTIME_H
