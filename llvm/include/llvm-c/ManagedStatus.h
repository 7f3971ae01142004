//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the functions of the managed runtime return, and who sees them. Part of
/// llvm-c/ManagedRuntime.h, which includes this.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_C_MANAGEDSTATUS_H
#define LLVM_C_MANAGEDSTATUS_H

#ifndef LLVM_MANAGED_RUNTIME_ABI
#if defined(__GNUC__)
#define LLVM_MANAGED_RUNTIME_ABI __attribute__((visibility("default")))
#else
#define LLVM_MANAGED_RUNTIME_ABI
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  LLVMManagedSuccess = 0,

  // The caller's fault.
  /// An argument makes no sense, such as a table or code of an impossible
  /// extent: from or to address zero, with an end before its beginning, where
  /// no address is, of more than 4 GiB; or tables of one map that overlap each
  /// other or the guard.
  LLVMManagedInvalidArgument,
  LLVMManagedOutOfMemory,

  // The rules that a table can break.
  /// A fault map of version 2 does not begin at a multiple of 8, or the index
  /// of a stack map at a multiple of 4.
  LLVMManagedMisalignedTable,
  /// The table ends inside an entry or record, or announces more than it has.
  LLVMManagedTruncatedTable,
  /// The table has a version that this library does not read.
  LLVMManagedUnknownVersion,
  /// An entry's kind is none of those that are in use; or the kind of a frame
  /// or value of a stack map.
  LLVMManagedUnknownKind,
  /// Bits or bytes that have to be zero are not.
  LLVMManagedReservedBits,
  /// A faulting or handler PC, or that of a safepoint, is not in the code, or
  /// no address at all; or the safepoints of a stack map are 4 GiB apart.
  LLVMManagedPCOutOfRange,
  /// An entry names its faulting instruction as its handler.
  LLVMManagedHandlerFaults,
  /// Two entries have the same faulting PC, or two safepoints the same PC.
  LLVMManagedDuplicatePC,
  /// A table that is registered has an entry with the same faulting PC, or a
  /// safepoint with the same PC, or code in common.
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
  /// There is already a reporter or a descriptor for reports.
  LLVMManagedReporterExists,
  /// The system has no more threads or file descriptors.
  LLVMManagedNoResources,

  // Since version 2: the rules that a stack map can break.
  /// A number has more than 64 bits or is not in its shortest form.
  LLVMManagedMalformedNumber,
  /// An entry of the index points outside the map.
  LLVMManagedRunOutOfRange,
  /// The safepoints of a run are not before those of the next, or runs share
  /// bytes.
  LLVMManagedRunsOverlap,
  /// An optional list is present but empty.
  LLVMManagedEmptyList,
  /// A frame saves what cannot be saved, or where it cannot be, or twice, or
  /// not the return address; or a safepoint names a frame that is not there.
  LLVMManagedBadFrame,
  /// A location is in a register that does not exist, or occurs twice.
  LLVMManagedBadLocation,
  /// A set names a location that is not there, or one as root and as derived
  /// pointer, or a base pointer that is no root; or a safepoint names a set
  /// that is not there.
  LLVMManagedBadRootSet,
  /// Deoptimization state names a location or register that is not there.
  LLVMManagedBadDeopt,
  /// A safepoint has an id that it must not have.
  LLVMManagedBadId,

  // Reading a frame.
  /// The walk is not at a frame.
  LLVMManagedNoFrame,
  /// A location is relative to the CFA of a frame that cannot be walked, in a
  /// register that nobody saved, not at a multiple of 8, or outside of the
  /// stack.
  LLVMManagedNoPlace,

  // Since version 4: images.
  /// A section of an image's map was removed after linking.
  LLVMManagedRemovedTable,

  // Since version 5: the wide guard.
  /// A table has entries for the wide guard, which is not reserved.
  LLVMManagedGuardNotReserved,
  /// Something is mapped in the wide guard.
  LLVMManagedGuardInUse,
  /// The process may not have so much address space (RLIMIT_AS).
  LLVMManagedGuardLimited,
  /// The kernel does not reserve it: it has fewer addresses, as with 36 bits on
  /// AArch64, or refuses them.
  LLVMManagedGuardUnsupported,
  /// A page of the kernel's half can be read (vsyscall=emulate on x86-64), or
  /// a sandbox keeps the kernel from saying whether one can.
  LLVMManagedGuardReadable,

  // Since version 7: threads (llvm-c/ManagedThreads.h).
  /// The thread is attached already.
  LLVMManagedAlreadyAttached,
  /// The thread is not attached.
  LLVMManagedNotAttached,
  /// The thread is in another state than the function is for.
  LLVMManagedWrongState,
  /// Managed code waits for the caller.
  LLVMManagedHasFrames,
  /// The caller has stopped the threads already.
  LLVMManagedAlreadyStopped,
  /// The caller has not stopped the threads.
  LLVMManagedNotStopped,
  /// Another stop did not end in time.
  LLVMManagedStopInProgress,
  /// Some threads did not stop in time.
  LLVMManagedThreadsRun,
  /// The polls are not armed.
  LLVMManagedNotArmed,
  /// On x86-64: the kernel refuses membarrier(2), and a change of permissions
  /// does not help either.
  LLVMManagedNoBarrier
} LLVMManagedStatus;

/// What \p Status means, in English, lower case, without a full stop.  The
/// text is static.  Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI const char *
LLVMManagedStatusMessage(LLVMManagedStatus Status);

#ifdef __cplusplus
}
#endif

#endif // LLVM_C_MANAGEDSTATUS_H
