//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What compilers of managed languages need, through the C interface: null
/// checks that may become implicit, strategies of garbage collection, managed
/// code in LLJIT, and the maps in object files. docs/CInterface.md is the
/// manual; it also says what upstream's C interface has for these compilers,
/// such as operand bundles and passes.
///
/// llvm-c/ManagedRuntime.h is the interface of the runtime, which is in the
/// programs that are compiled.
///
/// A structure that a function reads or writes begins with its size, which the
/// caller sets to sizeof the structure that it was compiled with, so that later
/// versions can add members at the end. A function that returns an LLVMErrorRef
/// returns null if it succeeded; LLVMGetErrorMessage or LLVMConsumeError
/// disposes of the error. A pointer argument must not be null unless its
/// description allows it.
///
/// Functions on one context must not run at the same time, as ever. What takes
/// no context is thread-safe unless it says otherwise. Nothing here may be
/// called in a signal handler.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_C_MANAGEDCODE_H
#define LLVM_C_MANAGEDCODE_H

#include "llvm-c/Error.h"
#include "llvm-c/ExternC.h"
#include "llvm-c/LLJIT.h"
#include "llvm-c/Orc.h"
#include "llvm-c/Types.h"
#include "llvm-c/Visibility.h"
#include <stddef.h>
#include <stdint.h>

LLVM_C_EXTERN_C_BEGIN

/**
 * @defgroup LLVMCManagedCode Managed code
 * @ingroup LLVMC
 *
 * @{
 */

/**
 * What a front end says of a null check.
 */
typedef struct {
  /** sizeof(LLVMImplicitNullCheck). */
  size_t Size;
  /** Whether the check has a site id, which stands in the fault map. */
  LLVMBool HasSite;
  uint32_t Site;
  /**
   * How many bytes from the pointer on can be read when the branch is executed
   * and the pointer is not null; 0 for no promise. A check with a promise has a
   * site id, too.
   */
  uint64_t Readable;
} LLVMImplicitNullCheck;

/**
 * Says that the runtime of Fn, a function, recovers the faults of its accesses,
 * so that marked null checks may become implicit.
 */
LLVM_C_ABI void LLVMEnableImplicitNullChecks(LLVMValueRef Fn);

/**
 * Whether implicit null checks are enabled for Fn, a function.
 */
LLVM_C_ABI LLVMBool LLVMHasImplicitNullChecks(LLVMValueRef Fn);

/**
 * Marks a conditional branch on a comparison of a pointer with null. Without
 * LLVMEnableImplicitNullChecks for its function, the mark has no effect.
 *
 * It is an error if Branch is something else, or if Check has a promise and no
 * site id. Check may be null: no site id and no promise.
 */
LLVM_C_ABI LLVMErrorRef LLVMMarkImplicitNullCheck(
    LLVMValueRef Branch, const LLVMImplicitNullCheck *Check);

/**
 * Whether Branch, an instruction, is marked. If it is, and Check is not null,
 * writes what the mark says.
 */
LLVM_C_ABI LLVMBool LLVMGetImplicitNullCheck(LLVMValueRef Branch,
                                             LLVMImplicitNullCheck *Check);

/**
 * Ends the builder's block with a marked null check of Pointer, which continues
 * at IsNull or else at NotNull. IsNull is taken to be unlikely. Returns the
 * branch. Check may be null. One with a promise and no site id gets site id 0.
 */
LLVM_C_ABI LLVMValueRef LLVMBuildImplicitNullCheck(
    LLVMBuilderRef Builder, LLVMValueRef Pointer, LLVMBasicBlockRef IsNull,
    LLVMBasicBlockRef NotNull, const LLVMImplicitNullCheck *Check);

/**
 * Bits of the field PollPlaces of an LLVMGCStrategy.
 */
enum {
  LLVMGCPollAtEntry = 1,
  LLVMGCPollAtBackedges = 2,
  LLVMGCPollAtReturns = 4
};

/**
 * The form of a poll. See docs/Polls.md.
 */
typedef enum {
  /** The function gc.safepoint_poll of the module, inlined. */
  LLVMGCPollByCall = 0,
  /**
   * A test of the thread's poll word, and a call of PollFunction if it is not
   * zero.
   */
  LLVMGCPollByFlag = 1,
  /** A load from a page that the runtime protects; needs version 4. */
  LLVMGCPollByPage = 2
} LLVMGCPollForm;

/**
 * The properties of a strategy of garbage collection with statepoints. See
 * llvm/IR/GCStrategyTraits.h. Strings may be null, which is the same as empty.
 */
typedef struct {
  /** sizeof(LLVMGCStrategy). */
  size_t Size;
  /** The version of the stack map, 3 or 4. */
  uint32_t StackMapVersion;
  /** Whether references may stay in callee-saved registers; needs version 4. */
  LLVMBool KeepsRootsInRegisters;
  /** Whether the collector moves objects. */
  LLVMBool MovesObjects;
  /** The address spaces whose pointers are references. One at least. */
  const unsigned *ReferenceSpaces;
  size_t NumReferenceSpaces;
  /** Those of them in which an access through null faults. */
  const unsigned *UnmappedNullSpaces;
  size_t NumUnmappedNullSpaces;
  /**
   * Where place-safepoints puts polls in functions whose attributes do not say
   * otherwise: LLVMGCPollAtEntry, LLVMGCPollAtBackedges and LLVMGCPollAtReturns
   * in any combination; 0 for nowhere.
   */
  unsigned PollPlaces;
  LLVMGCPollForm PollForm;
  /**
   * At most how many instructions of IR are executed without a safepoint; 0 for
   * the default, 10000.
   */
  uint64_t PollDistance;
  /**
   * The thread-local variable that is the structure of the current thread, in
   * the initial-exec model. That of the managed runtime is
   * "LLVMManagedThisThread" (llvm-c/ManagedThreads.h).
   */
  const char *ThreadVariable;
  /**
   * The register that has the address of the structure, as llvm.read_register
   * names it, instead of ThreadVariable.
   */
  const char *ThreadRegister;
  /**
   * The offset of the 32-bit poll word in the structure, a multiple of 4 below
   * 2 GiB. That of the managed runtime is offsetof(LLVMManagedThread, Poll).
   */
  uint64_t PollOffset;
  /**
   * The function, void(void), that a poll by flag calls: "LLVMManagedPoll" in
   * the managed runtime.
   */
  const char *PollFunction;
  /**
   * The constant variable with the address of the page that polls load from:
   * "LLVMManagedPollAddress" in the managed runtime.
   */
  const char *PollPage;
  /**
   * The function that calls with a "gc-transition" bundle call instead, which
   * gets the target in the register of a parameter with the attribute nest:
   * "LLVMManagedTransition" in the managed runtime. There are more functions
   * whose names have 64, 256, 1024 or 4096 appended, for targets with as many
   * bytes of arguments on the stack at most. Without a name, the bundle is a
   * flag in the stack map, and the target is called directly.
   */
  const char *Transition;
} LLVMGCStrategy;

/**
 * Registers the strategy Name for the rest of the process; the arguments are
 * copied. Functions then have it by LLVMSetGC, and rewrite-statepoints-for-gc
 * rewrites them.
 *
 * Fails if there is a strategy of that name, if the properties contradict each
 * other, if the strategy wants polls that it lacks something for, or if sixteen
 * strategies were registered like this. Must not run at the same time as
 * anything else of LLVM.
 */
LLVM_C_ABI LLVMErrorRef LLVMRegisterGCStrategy(const char *Name,
                                               const LLVMGCStrategy *Strategy);

/**
 * Whether a function may have the strategy Name.
 */
LLVM_C_ABI LLVMBool LLVMIsKnownGCStrategy(const char *Name);

/**
 * Which code in a JIT is managed. A walk of the stack that comes to a return
 * address in managed code that is no safepoint fails.
 */
typedef enum {
  /** What has a safepoint, and nothing else is known. */
  LLVMManagedCodeSafepoints,
  /** All code that is linked together with a stack map, a module as a rule. */
  LLVMManagedCodeMappedGraphs,
  /** All code that the layer links. */
  LLVMManagedCodeAllGraphs
} LLVMManagedCodeExtent;

/**
 * What holds for all maps of a JIT. See orc::ManagedCodeOptions.
 */
typedef struct {
  /** sizeof(LLVMManagedCodeOptions). */
  size_t Size;
  /**
   * The size of the guard, in bytes, that the code was compiled for; 0 for the
   * compiler's default.
   */
  uint64_t GuardSize;
  /** Whether the faults of each check are counted. */
  LLVMBool CountFaults;
  /** With CountFaults: after how many faults a check is reported; 0: never. */
  uint64_t ReportAfter;
  /** What the runtime hands back with entries and frames. */
  LLVMOrcExecutorAddress Context;
  LLVMManagedCodeExtent Extent;
} LLVMManagedCodeOptions;

/**
 * Makes J link code with fault maps and stack maps, registers them with the
 * runtime for managed code in its executor, and installs the fault handler
 * there. To be called before anything is linked. Options may be null.
 *
 * Fails if J does not link with JITLink, if its executor has no runtime, or if
 * the handler cannot be installed.
 */
LLVM_C_ABI LLVMErrorRef LLVMOrcLLJITEnableManagedCode(
    LLVMOrcLLJITRef J, const LLVMManagedCodeOptions *Options);

/**
 * Undoes the installation of the fault handler in the executor of ES by one
 * LLVMOrcLLJITEnableManagedCode. Code that was linked must not fault after the
 * last.
 */
LLVM_C_ABI LLVMErrorRef
LLVMOrcUninstallManagedFaultHandler(LLVMOrcExecutionSessionRef ES);

/**
 * A place in the code of an object file: an offset in a section, or the address
 * in a linked image, whose Section is UINT64_MAX.
 */
typedef struct {
  uint64_t Address;
  uint64_t Section;
} LLVMMapAddress;

/**
 * Values of the field Kind of an LLVMFaultMapEntry.
 */
typedef enum {
  LLVMFaultingLoad = 1,
  LLVMFaultingLoadStore = 2,
  LLVMFaultingStore = 3,
  /** The same, anywhere in the wide guard. */
  LLVMWideFaultingLoad = 4,
  LLVMWideFaultingLoadStore = 5,
  LLVMWideFaultingStore = 6,
  /** A poll by page; its handler is where it ends. */
  LLVMPollingPage = 7
} LLVMFaultKind;

/**
 * An entry of a fault map.
 */
typedef struct {
  LLVMFaultKind Kind;
  /** The instruction that faults. */
  LLVMMapAddress Faulting;
  /** Where the program continues. */
  LLVMMapAddress Handler;
  /** Whether the check has a site id. */
  LLVMBool HasSite;
  uint32_t Site;
} LLVMFaultMapEntry;

/**
 * Receives an entry, which is valid until it returns. Returns whether to go on.
 */
typedef LLVMBool (*LLVMFaultMapVisitor)(const LLVMFaultMapEntry *Entry,
                                        void *Context);

/**
 * Calls Visit with each entry of the fault maps of an object file (ELF or
 * Mach-O), in the order of the file. Nothing in the file is trusted: if a map
 * is malformed, the error says what and where, and no entry is visited.
 */
LLVM_C_ABI LLVMErrorRef LLVMVisitFaultMaps(LLVMBinaryRef Object,
                                           LLVMFaultMapVisitor Visit,
                                           void *Context);

/**
 * Where a value is. Registers have the numbers of DWARF.
 */
typedef enum {
  LLVMInRegister,
  /** In memory, at the frame's canonical frame address plus Offset. */
  LLVMFromCFA,
  /** In memory, at what Register holds plus Offset. */
  LLVMFromRegister
} LLVMStackMapLocationKind;

typedef struct {
  LLVMStackMapLocationKind Kind;
  uint16_t Register;
  int64_t Offset;
} LLVMStackMapLocation;

/**
 * A pointer into an object, and the reference to the object.
 */
typedef struct {
  LLVMStackMapLocation Base;
  LLVMStackMapLocation Derived;
} LLVMStackMapDerived;

/**
 * Where a frame has a register of its caller: 8 bytes at the canonical frame
 * address plus Offset.
 */
typedef struct {
  uint16_t Register;
  int64_t Offset;
} LLVMStackMapSave;

/**
 * How to get from a frame to its caller's.
 */
typedef enum {
  /** The frame cannot be walked, or (version 3) the map does not tell. */
  LLVMUnwalkableFrame,
  /** The canonical frame address is the stack pointer plus Offset. */
  LLVMFrameFromStackPointer,
  /** The canonical frame address is the frame pointer plus Offset. */
  LLVMFrameFromFramePointer
} LLVMStackMapFrameBase;

/**
 * A value of the deoptimization state.
 */
typedef enum {
  /** Number. */
  LLVMDeoptConstant,
  /** What Where holds, of Bytes bytes. */
  LLVMDeoptContents,
  /** The address of Where. */
  LLVMDeoptAddress
} LLVMStackMapValueKind;

typedef struct {
  LLVMStackMapValueKind Kind;
  uint64_t Number;
  LLVMStackMapLocation Where;
  uint64_t Bytes;
} LLVMStackMapValue;

/**
 * All that a stack map says of a safepoint.
 */
typedef struct {
  /** The return address of the call. */
  LLVMMapAddress Address;
  LLVMBool HasId;
  uint64_t Id;
  LLVMStackMapFrameBase FrameBase;
  uint64_t FrameOffset;
  const LLVMStackMapSave *Saves;
  size_t NumSaves;
  const LLVMStackMapLocation *Roots;
  size_t NumRoots;
  const LLVMStackMapDerived *Derived;
  size_t NumDerived;
  LLVMBool HasDeopt;
  /** Whether the state is there when the call begins, and perhaps not later. */
  LLVMBool IsDeoptEarly;
  const LLVMStackMapValue *Deopt;
  size_t NumDeopt;
} LLVMStackMapSafepoint;

/**
 * Receives a safepoint, which is valid until it returns. Returns whether to go
 * on.
 */
typedef LLVMBool (*LLVMStackMapVisitor)(const LLVMStackMapSafepoint *Safepoint,
                                        void *Context);

/**
 * Calls Visit with each safepoint of the stack maps of an object file, those of
 * version 4 (ELF) and statepoints in those of version 3 (ELF or Mach-O).
 * Nothing in the file is trusted, as in LLVMVisitFaultMaps. A record of version
 * 3 that is no statepoint's is an error.
 */
LLVM_C_ABI LLVMErrorRef LLVMVisitStackMaps(LLVMBinaryRef Object,
                                           LLVMStackMapVisitor Visit,
                                           void *Context);

/**
 * @}
 */

LLVM_C_EXTERN_C_END

#endif // LLVM_C_MANAGEDCODE_H
