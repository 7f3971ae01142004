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
/// access faulted; and it knows the stack maps (docs/StackMaps.md), walks the
/// frames of managed code and finds their references.
///
/// The library is LLVMManagedRuntime, static or shared. It needs the C library
/// and nothing of LLVM; neither does this header. It is for Linux on x86-64
/// and AArch64. docs/ManagedRuntime.md is the manual.
///
/// All functions here are thread-safe. Only those that
/// say so are async-signal-safe; the others may allocate memory and take a
/// lock, and must not be called from a signal handler. A pointer argument must
/// not be null unless its description allows it. Memory that a function writes
/// belongs to the caller.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_C_MANAGEDRUNTIME_H
#define LLVM_C_MANAGEDRUNTIME_H

#include "llvm-c/ManagedStatus.h"
#include <stddef.h>
#include <stdint.h>

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
#define LLVM_MANAGED_RUNTIME_VERSION 7

/// The version that the library in use was built with.  Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI unsigned LLVMManagedRuntimeVersion(void);

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

  /// Version 1: the bytes of `.llvm_faultmaps`, any number of tables one after
  /// the other.  They are not used any more after registration.  Functions at
  /// address zero were discarded by the linker and are skipped; entries that
  /// agree are merged, and of those that contradict each other none is kept.
  const void *V1Begin;
  const void *V1End;

  /// If CodeEnd is not zero: all PCs of the map have to be in
  /// [CodeBegin, CodeEnd), which is at most 4 GiB.
  uintptr_t CodeBegin;
  uintptr_t CodeEnd;

  /// The size of the guard, in bytes: a fault at this address or above is not a
  /// null access of this code.  Zero means LLVM_MANAGED_DEFAULT_GUARD.  The
  /// tables are not in the guard, as nothing is.
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
  /// With LLVMManagedInvalidArgument: where the table or code begins whose
  /// extent is impossible, or null.
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
  /// 1: the instruction loads, 2: it loads and stores, 3: it stores; 4 to 6:
  /// the same, in the wide guard; 7: it is a poll by page, which is not
  /// recovered, and HandlerPC is its end.
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
// The wide guard
//===----------------------------------------------------------------------===//

/// How far the wide guard reaches above zero, in bytes: a fault of an entry of
/// kind 4 to 6 below this address is a null access.
#define LLVM_MANAGED_WIDE_GUARD_ABOVE                                          \
  ((UINT64_C(1) << 36) + (UINT64_C(1) << 32))
/// How far it reaches below zero, that is, below the last address.
#define LLVM_MANAGED_WIDE_GUARD_BELOW (UINT64_C(1) << 36)

/// Reserves the wide guard, without access and without memory, for as long as
/// the process exists. What is below zero needs no reservation: it is in the
/// kernel's half. Does nothing if it is reserved. Forked processes have it,
/// too.
///
/// Images that are linked with LLVMManagedImage.o and have entries for it call
/// this when they are loaded, and end the process if it fails. Whoever
/// registers such tables himself, or loads such images later and wants to know
/// before, calls it first, as early as he can.
///
/// With LLVMManagedGuardInUse, \p Mapped, unless it is null, gets the address
/// of the first page that something is mapped at; otherwise zero. The process
/// then is as it was.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedReserveGuard(uintptr_t *Mapped);

/// Whether the wide guard is reserved.  Async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI int LLVMManagedHasGuard(void);

/// For LLVMManagedGuard.o and LLVMManagedImage.o: reserves the wide guard; if
/// that fails, says why on the standard error and ends the process.
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedReserveGuardAtStartUp(void);

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
/// installed and somebody has changed the action since
/// (llvm-c/ManagedSignalChain.h). Nobody else may change the action of SIGSEGV
/// at the same time.
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
// Registering stack maps
//===----------------------------------------------------------------------===//
//
// Since version 2. Stack maps of version 4 are read; those of version 3, which
// do not tell how to get to a caller, are not.

/// A registered stack map.
typedef struct LLVMManagedOpaqueStackMap *LLVMManagedStackMapRef;

/// The stack map of a code object: a function, module or image.  Set what is
/// not needed to zero.
typedef struct {
  /// sizeof(LLVMManagedStackMapTables), so that later versions can add to it.
  size_t StructSize;

  /// The index, from `llvm_gcidx`.  It is not used any more after registration.
  const void *IndexBegin;
  const void *IndexEnd;
  /// The function maps, from `llvm_gcmap`; at most 2 GiB.  They have to stay
  /// readable and unchanged until the map is unregistered.
  const void *MapBegin;
  const void *MapEnd;

  /// If CodeEnd is not zero: all calls of the map are in [CodeBegin, CodeEnd),
  /// and all code there is managed. Then a walk tells a return address in it
  /// that is no safepoint from one in other code. No other map that says where
  /// its code is may have some of it. At most 4 GiB; takes 40 bytes for each
  /// KiB.
  uintptr_t CodeBegin;
  uintptr_t CodeEnd;

  /// Whatever the embedder wants to find the object by; the library only hands
  /// it back.
  void *Context;
} LLVMManagedStackMapTables;

/// Makes the safepoints of \p Tables known to lookups and walks.
///
/// The whole table is checked against every rule of the format. All or nothing:
/// on an error nothing is registered, and \p Error, unless it is null, says
/// where the table breaks the rule that the status names. Takes about 27 bytes
/// of memory for each safepoint and 40 for each KiB of code that has any. A map
/// without safepoints is no error.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedRegisterStackMap(
    const LLVMManagedStackMapTables *Tables, LLVMManagedStackMapRef *Map,
    LLVMManagedTableError *Error);

/// Takes \p Map out and releases it, once all lookups that are running have
/// ended; then its tables may be unmapped. No stack that is walked, now or
/// later, may have a frame of its code: as for the code itself, that is the
/// caller's to know.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedUnregisterStackMap(LLVMManagedStackMapRef Map);

/// As if each of the \p NumMaps maps of \p Maps were unregistered, but waiting
/// only once.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedUnregisterAllStackMaps(const LLVMManagedStackMapRef *Maps,
                                  size_t NumMaps);

/// A safepoint of a registered map.
typedef struct {
  /// Where the call returns to.
  uintptr_t PC;
  /// Whether there is an id; it is zero if not.
  uint32_t HasId;
  uint64_t Id;
  /// The map, and the Context that it was registered with.
  LLVMManagedStackMapRef Map;
  void *Context;
} LLVMManagedSafepoint;

/// Finds the safepoint whose call returns to \p PC and writes it to
/// \p Safepoint; returns 0 if there is none.  Async-signal-safe and lock-free.
LLVM_MANAGED_RUNTIME_ABI int
LLVMManagedLookupSafepoint(uintptr_t PC, LLVMManagedSafepoint *Safepoint);

//===----------------------------------------------------------------------===//
// Anchors
//===----------------------------------------------------------------------===//

/// The callee-saved registers of an anchor: rbp, r15, r14, r13, r12, rbx, or
/// x29, x19 to x28.
#if defined(__aarch64__)
#define LLVM_MANAGED_ANCHOR_REGISTERS 11
#else
#define LLVM_MANAGED_ANCHOR_REGISTERS 6
#endif

/// Where a walk starts: a call that managed code made to native code.
///
/// The entries of llvm-c/ManagedNativeEntry.h make anchors on the stack and
/// link them; an embedder may make his own. Managed code gets its callee-saved
/// registers back from the anchor, so writing there is how a collector updates
/// references in registers that nobody else saved.
typedef struct LLVMManagedAnchor {
  /// The anchor of the call to native code before, further up the same stack,
  /// or null.
  struct LLVMManagedAnchor *Next;
  /// The return address of the call, and the stack pointer once it has
  /// returned.
  uintptr_t PC;
  uintptr_t SP;
  /// The variable that the anchor is linked into.
  struct LLVMManagedAnchor **Head;
  uint64_t Registers[LLVM_MANAGED_ANCHOR_REGISTERS];
} LLVMManagedAnchor;

/// The last anchor of the current thread, or null: a variable of each thread.
/// May be read and written, such as to restore it after a longjmp() to native
/// code that anchors lie in between. The address is the same as long as the
/// thread lives, so another thread may read it while this one is in native
/// code.  Async-signal-safe: a signal handler finds all calls to native code
/// but one that is just being made or has just returned.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedAnchor **LLVMManagedGetAnchors(void);

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

/// What a step of a walk has come to.
typedef enum {
  /// A suspended frame of managed code.
  LLVMManagedStepFrame = 0,

  // The walk is over. After all but the first, its frame stays readable.
  /// There are no more frames: native code called managed code for the first
  /// time.
  LLVMManagedStepEnd,
  /// The map says that the caller of this frame cannot be found.
  LLVMManagedStepUnwalkable,
  /// The frame waits for no safepoint, although its code is managed: it was
  /// compiled without one, or is not suspended.
  LLVMManagedStepNoSafepoint,
  /// The stack is not as it should be: a CFA is not above the stack pointer,
  /// not at a multiple of 8 or outside of the stack; or anchors do not ascend.
  LLVMManagedStepCorrupt,
  /// By CFI only: there is none for this frame, or nobody to find it.
  LLVMManagedStepNoCFI,
  /// By CFI only: it is more than this library understands.
  LLVMManagedStepUnknownCFI,
  /// When verifying: map and CFI differ.
  LLVMManagedStepDiffers,
  /// Since version 3: the frame that made the call of an anchor is in no map,
  /// nor in code that a
  /// map says is managed: its map was not registered, or the code was compiled
  /// without one, or native code called the entry. Version 2 went on at the
  /// next anchor, as it does with NativeCallers of LLVMManagedWalkOptions.
  LLVMManagedStepNoMap
} LLVMManagedStep;

/// A walk, in memory of the caller's, who need not know what is in it.  It may
/// be copied, and needs no end.
typedef struct {
  uint64_t Storage[64];
} LLVMManagedCursor;

/// What a walk may be told.  Set what is not needed to zero.
typedef struct {
  /// sizeof(LLVMManagedWalkOptions), so that later versions can add to it.
  size_t StructSize;
  /// If StackEnd is not zero: the stack is [StackBegin, StackEnd), and no frame
  /// or reference outside of it, or of an anchor, is touched.
  uintptr_t StackBegin;
  uintptr_t StackEnd;
  /// Since version 3. If not zero: native code calls entries, too. An anchor
  /// whose call was made by code that no map knows has no frames, and the walk
  /// goes on at the next one instead of ending with LLVMManagedStepNoMap.
  /// Managed code whose map is missing is taken for native code then.
  int NativeCallers;
} LLVMManagedWalkOptions;

/// Sets \p Cursor to the frame that made the call of \p Anchor. \p Anchor and
/// \p Options may be null; without an anchor there is no frame.
///
/// This and the functions below, unless they say otherwise, are
/// async-signal-safe, lock-free, allocate nothing and need less than 4 KiB of
/// stack. The stack that is walked must not change meanwhile: it is the
/// caller's own, or its thread does not leave the native code that it called
/// through an entry, where it may be stopped. The maps of its frames must stay
/// registered; others may come and go.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStep
LLVMManagedStartWalk(LLVMManagedCursor *Cursor, const LLVMManagedAnchor *Anchor,
                     const LLVMManagedWalkOptions *Options);

/// Goes on to the caller of the frame, as the stack map says; from the first
/// frame that native code called, to the next anchor. Once the walk is over,
/// the answer stays the same.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStep
LLVMManagedNextFrame(LLVMManagedCursor *Cursor);

/// The same as the unwind tables (.eh_frame) say.  Not async-signal-safe: it
/// asks the unwinder of the process, which may take locks.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStep
LLVMManagedNextFrameByCFI(LLVMManagedCursor *Cursor);

/// How map and CFI differ.
typedef struct {
  /// 0: in the CFA, 1: in the return address, 2: in the place where Register,
  /// by its DWARF number, is.
  uint32_t What;
  uint32_t Register;
  uintptr_t ByMap;
  uintptr_t ByCFI;
} LLVMManagedFrameDifference;

/// Goes on both ways and compares the CFA, the return address and the places of
/// all registers that are callee-saved. With LLVMManagedStepDiffers,
/// \p Difference is written and the walk stays at the frame.  Not
/// async-signal-safe.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStep LLVMManagedNextFrameVerified(
    LLVMManagedCursor *Cursor, LLVMManagedFrameDifference *Difference);

/// A frame of managed code.
typedef struct {
  /// The return address of the call that it waits for, and the stack pointer
  /// at the call.
  uintptr_t PC;
  uintptr_t SP;
  /// Zero if the frame cannot be walked.
  uintptr_t CFA;
  /// Whether the safepoint has an id; it is zero if not.
  uint32_t HasId;
  uint64_t Id;
  LLVMManagedStackMapRef Map;
  void *Context;
  /// The call to native code that the walk has come from, through this frame's
  /// callees.
  const LLVMManagedAnchor *Anchor;
} LLVMManagedFrame;

/// Writes the frame of \p Cursor to \p Frame.  After
/// LLVMManagedStepNoSafepoint and LLVMManagedStepNoMap, all but PC, SP and
/// Anchor is zero.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus
LLVMManagedGetFrame(const LLVMManagedCursor *Cursor, LLVMManagedFrame *Frame);

/// What a collector does with the references of a frame.  It may write all
/// places, which may be in the frame, in those of its callees and in anchors.
typedef struct {
  /// Is called with each derived pointer first, while it and its base pointer
  /// are unchanged. May be null.
  void (*Derived)(const uint64_t *Base, uint64_t *Derived, void *Argument);
  /// Is called with each base pointer, once. May be null.
  void (*Root)(uint64_t *Root, void *Argument);
  void *Argument;
} LLVMManagedVisitor;

/// Calls \p Visitor with the references of the frame of \p Cursor.  Nothing is
/// visited if one of them has no valid location.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStatus LLVMManagedVisitFrame(
    const LLVMManagedCursor *Cursor, const LLVMManagedVisitor *Visitor);

/// Visits all frames from \p Anchor on, also those beyond other anchors.
/// Returns LLVMManagedStepEnd, or why it could not go on, and then, in
/// \p Cursor unless it is null, where it was. A frame with a reference at no
/// place is corrupt.
LLVM_MANAGED_RUNTIME_ABI LLVMManagedStep LLVMManagedVisitStack(
    const LLVMManagedAnchor *Anchor, const LLVMManagedWalkOptions *Options,
    const LLVMManagedVisitor *Visitor, LLVMManagedCursor *Cursor);

typedef enum {
  /// Value is the constant; it may be wider than what it stands for.
  LLVMManagedDeoptConstant,
  /// Value is what is at Where: Size bytes, of which Value has up to 8.
  LLVMManagedDeoptMemory,
  /// Value is an address in the frame.
  LLVMManagedDeoptAddress,
  /// The value was in a register that nobody saved, or at a place that cannot
  /// be found.
  LLVMManagedDeoptLost
} LLVMManagedDeoptKind;

/// A value of deoptimization state.
typedef struct {
  LLVMManagedDeoptKind Kind;
  /// In bytes, as the map says; what a location holds has 8.
  uint64_t Size;
  uint64_t Value;
  /// Where it is, or null.
  const void *Where;
} LLVMManagedDeoptValue;

/// Writes up to \p MaxValues values of the frame's deoptimization state to
/// \p Values, and returns how many there are. \p IsEarly, unless it is null,
/// says whether they are where they are said to be when the call begins, and
/// perhaps not later. 0 if there are none, or no frame.
LLVM_MANAGED_RUNTIME_ABI size_t LLVMManagedGetDeoptState(
    const LLVMManagedCursor *Cursor, LLVMManagedDeoptValue *Values,
    size_t MaxValues, int *IsEarly);

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//
//
// LLVMManagedImage.o registers the fault map and the stack map of the
// executable or shared object that it is linked into, and LLVMManagedAuto.o
// installs the handler; both do so before other constructors of the image run.

/// What LLVMManagedImage.o registered; null before, and after an error. Each
/// image has its own.
extern LLVMManagedFaultMapRef LLVMManagedImageMap
    LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE;
extern LLVMManagedStackMapRef LLVMManagedImageStackMap
    LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE;

/// An image may define this to choose the GuardSize, Context, Flags and
/// ReportAfter that LLVMManagedImage.o registers its map with; the other
/// members are ignored.
extern const LLVMManagedFaultTables LLVMManagedImageOptions
    LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE;

/// An image may define this to choose the CodeBegin, CodeEnd and Context that
/// LLVMManagedImage.o registers its stack map with; the other members are
/// ignored.
extern const LLVMManagedStackMapTables LLVMManagedImageStackMapOptions
    LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE;

/// Code that is compiled for the wide guard refers to this, so that it is not
/// linked without. LLVMManagedImage.o defines it, and reserves the guard before
/// it registers such code. Whoever registers the maps of an image himself
/// defines it there, of any value, and reserves the guard before the code runs.
/// Since version 5.
extern const char LLVMManagedImageHasGuard LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE;

/// A map of an image that cannot be registered.  Since version 4.
typedef struct {
  /// sizeof(LLVMManagedImageError), to which later versions may add.
  size_t StructSize;
  /// Whether it is the stack map of the image, or else its fault map.
  int IsStackMap;
  /// Why; never LLVMManagedSuccess.
  LLVMManagedStatus Status;
  LLVMManagedTableError Table;
} LLVMManagedImageError;

/// An image may define this function to decide what happens if a map of it
/// cannot be registered. LLVMManagedImage.o calls it before other constructors
/// of the image run. If it returns, the image goes on without that map. What
/// LLVMManagedImage.o defines calls LLVMManagedReportImageError().  Since
/// version 4.
void LLVMManagedHandleImageError(const LLVMManagedImageError *Error)
    LLVM_MANAGED_RUNTIME_IMAGE_PRIVATE;

/// Prints \p Error to the standard error stream. If it is about a stack map,
/// ends the process by abort(): a collector would miss the references of the
/// image's frames. Without its fault map, an image faults where its checks meet
/// null. Async-signal-safe.  Since version 4.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedReportImageError(const LLVMManagedImageError *Error);

/// For LLVMManagedImage.o only: registers the maps of its image, which are to
/// be kept in \p FaultMap and \p StackMap, variables of the image, and calls
/// \p Handler for each that cannot be registered.  Since version 4, in place of
/// a function for each kind of map.
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedRegisterImageMaps(
    const LLVMManagedFaultTables *FaultTables, LLVMManagedFaultMapRef *FaultMap,
    const LLVMManagedStackMapTables *StackMapTables,
    LLVMManagedStackMapRef *StackMap,
    void (*Handler)(const LLVMManagedImageError *Error));

/// For LLVMManagedImage.o only: unregisters \p *FaultMap and \p *StackMap,
/// unless they are null or the image stays: an executable, or any image once
/// the process exits.
LLVM_MANAGED_RUNTIME_ABI void
LLVMManagedUnregisterImageMaps(LLVMManagedFaultMapRef *FaultMap,
                               LLVMManagedStackMapRef *StackMap);

/// For LLVMManagedAuto.o only: as LLVMManagedInstallFaultHandler(), but prints
/// an error, and goes on. LLVMManagedInstallFaultHandler() tells a program that
/// wants to know.
LLVM_MANAGED_RUNTIME_ABI void LLVMManagedInstallAtStartUp(void);

#ifdef __cplusplus
}
#endif

#endif // LLVM_C_MANAGEDRUNTIME_H
