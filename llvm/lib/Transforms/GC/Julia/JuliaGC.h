//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of the preset for Julia, which is one user of late root placement:
/// address spaces, functions, calling conventions and metadata that its front
/// end and its runtime know. Nothing of this is known outside of the files
/// whose names begin with Julia.
///
/// A function is one of Julia if it has no `gc` attribute or that of the
/// preset, and calls `julia.get_pgcstack` or `julia.get_pgcstack_or_new` in its
/// entry block, or has a parameter with the attribute "gcstack". Others may
/// have pointers of these address spaces, but have no frame.
///
/// docs/RootPlacement.md says what becomes of each of these names.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAGC_H
#define LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAGC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/GCPointers.h"
#include <optional>

namespace llvm {

class CallBase;
class Function;
class LLVMContext;
class MDNode;
class Value;

namespace julia {

/// What pointers are, by their address space.
enum AddressSpace : unsigned {
  Tracked = 10,
  Derived = 11,
  CalleeRooted = 12,
  Loaded = 13,
};
inline constexpr unsigned FirstSpace = Tracked;
inline constexpr unsigned LastSpace = Loaded;

/// Whether \p Space is one of the above.
inline bool isSpecialAddressSpace(unsigned Space) {
  return Space >= FirstSpace && Space <= LastSpace;
}

/// Calling conventions of boxed calls, whose arguments become an array.
inline constexpr unsigned BoxedCallConvention = 37;
inline constexpr unsigned BoxedCallConventionWithoutFunction = 38;

/// The strategy (GCRootStrategy.h).
inline constexpr StringLiteral StrategyName = "julia";

// Functions that stand for boxed calls.
inline constexpr StringLiteral BoxedCall = "julia.call";
inline constexpr StringLiteral BoxedCallWithExtra = "julia.call2";
inline constexpr StringLiteral BoxedCallOfDerived = "julia.call3";

// Functions and parameters that give access to the list of frames.
inline constexpr StringLiteral GetStack = "julia.get_pgcstack";
inline constexpr StringLiteral GetOrMakeStack = "julia.get_pgcstack_or_new";
inline constexpr StringLiteral StackParameter = "gcstack";
/// A parameter through which roots are returned, as many as it says.
inline constexpr StringLiteral ReturnRoots = "julia.return_roots";

// Functions that the front end writes for placement.
inline constexpr StringLiteral PreserveBegin = "llvm.julia.gc_preserve_begin";
inline constexpr StringLiteral PreserveEnd = "llvm.julia.gc_preserve_end";
inline constexpr StringLiteral PointerFromObject = "julia.pointer_from_objref";
inline constexpr StringLiteral MemoryOfObject = "julia.gc_loaded";
inline constexpr StringLiteral TypeOf = "julia.typeof";
inline constexpr StringLiteral FlushRoots = "julia.gcroot_flush";
inline constexpr StringLiteral AllocateObject = "julia.gc_alloc_obj";
inline constexpr StringLiteral AllocateMemory = "julia.gc_alloc_memory";
inline constexpr StringLiteral BlackBox = "julia.blackbox";

// Write barriers: of objects, the former name of that, and of fields, with a
// suffix for the address space of pointers to fields.
inline constexpr StringLiteral ObjectWriteBarrier =
    "julia.object_write_barrier";
inline constexpr StringLiteral FormerWriteBarrier = "julia.write_barrier";
inline constexpr StringLiteral FieldWriteBarrier = "julia.field_write_barrier.";

// Functions that stay until frames are lowered.
inline constexpr StringLiteral AllocateBytes = "julia.gc_alloc_bytes";
inline constexpr StringLiteral QueueRoot = "julia.queue_gc_root";
inline constexpr StringLiteral Safepoint = "julia.safepoint";

// Functions of the runtime.
inline constexpr StringLiteral RuntimeSmallAlloc = "ijl_gc_small_alloc";
inline constexpr StringLiteral RuntimeBigAlloc = "ijl_gc_big_alloc";
inline constexpr StringLiteral RuntimeTypedAlloc = "ijl_gc_alloc_typed";
inline constexpr StringLiteral RuntimeQueueRoot = "ijl_gc_queue_root";
inline constexpr StringLiteral RuntimeMemoryAlloc =
    "jl_alloc_genericmemory_unchecked";

// Operand bundles: additional operands, and memory of a new object to clear.
inline constexpr StringLiteral RootsBundle = "jl_roots";
inline constexpr StringLiteral PointerOffsetsBundle =
    "julia.gc_alloc_ptr_offsets";
inline constexpr StringLiteral ZeroInitBundle = "julia.gc_alloc_zeroinit";
inline constexpr StringLiteral IndirectZeroInitBundle =
    "julia.gc_alloc_zeroinit_indirect";

/// Operand bundle of a call during which a collector need not wait for the
/// thread, whose state is the operand.
inline constexpr StringLiteral TransitionBundle = "gc-transition";

/// A function that only jumps to another one, whatever it contains.
inline constexpr StringLiteral Thunk = "thunk";

/// A call of a function with this attribute is a safepoint although it does not
/// write memory.
inline constexpr StringLiteral SafepointAttribute = "julia.safepoint";
/// The domain of the scopes (`!alias.scope`) that say what sort of memory is
/// accessed.
inline constexpr StringLiteral Regions = "jnoalias";
/// Global variables whose contents are never collected.
inline constexpr StringLiteral ConstantGlobal = "julia.constgv";

/// In the runtime's description of a task, the innermost frame, one word, and
/// the state of the thread are next to each other. JuliaLayout.h has the rest.
inline constexpr unsigned WordsToThread = 2;
/// The state of a thread for which no collector has to wait.
inline constexpr unsigned StateSafe = 2;
/// What an object of memory begins with: how many elements there are, and where
/// they are, which may be right behind.
inline constexpr unsigned MemoryHeaderBytes = 16;
/// The word in front of an object has its type and, in the lowest bits, what
/// the collector knows of it.
inline constexpr unsigned Marked = 1, OldAndMarked = 3, TagBits = 15;
/// Two of these bits say whether the object is in an image and, if so, has not
/// been queued.
inline constexpr unsigned ImageBits = 12, InImage = 4;
/// The largest object, with that word, that lies in a pool.
inline constexpr unsigned MaxPoolBytes = 2032;
/// Pools, as named metadata, from the smallest on; see JuliaLayout.h.
inline constexpr StringLiteral Pools = "julia.gc_pools";

/// Metadata of calls that may be executed while a region is open to which the
/// thread may be reset at any instruction: the runtime has functions of their
/// own for these, whose names end so.
inline constexpr StringLiteral ResetRegion = "julia.reset_region";
inline constexpr StringLiteral ResetSafeSuffix = "_reset_safe";

// How loops are marked; see JuliaPasses.h.
inline constexpr StringLiteral LoopMarker = "julia.loopinfo_marker";
inline constexpr StringLiteral LoopMetadata = "julia.loopinfo";
inline constexpr StringLiteral MarkPrefix = "julia";
inline constexpr StringLiteral SIMDLoop = "julia.simdloop";
inline constexpr StringLiteral IndependentIterations = "julia.ivdep";

} // end namespace julia

/// Returns the kinds of the four address spaces.
const GCPointers &getJuliaGCPointers();

/// Returns whether the preset is in charge of \p F.
bool isJuliaFunction(const Function &F);

/// Returns whether \p Call returns the address of the innermost frame.
bool getsJuliaStack(const CallBase &Call);

/// Returns the address of the innermost frame in \p F: a parameter, a call in
/// the entry block, or null if there is none.
Value *getJuliaStack(const Function &F);

/// Returns whether \p Call calls the function \p Name.
bool callsJulia(const CallBase &Call, StringRef Name);

/// Returns whether \p Call calls a function of the runtime in which nothing is
/// collected, although its attributes do not say so.
bool callsJuliaLeaf(const CallBase &Call);

/// Returns whether \p Call calls a write barrier, whatever its operands are.
bool isJuliaWriteBarrier(const CallBase &Call);

/// Returns Julia's tag for accesses to memory of kind \p Name, a child of its
/// root or of \p Parent.
MDNode *getJuliaTBAA(LLVMContext &Context, StringRef Name,
                     StringRef Parent = "");

/// Returns the kind that argument \p Number of \p Call has to have because it
/// is one of a boxed call, if that is so.
std::optional<GCPointerKind> getJuliaBoxedKind(const CallBase &Call,
                                               unsigned Number);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAGC_H
