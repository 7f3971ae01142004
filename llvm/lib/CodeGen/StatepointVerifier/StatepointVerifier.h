//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds references that were not relocated in machine code with physical
/// registers. This is the part of -verify-machineinstrs that knows what a
/// statepoint means.
///
/// Theory
/// ------
/// A collector may run during the call of a STATEPOINT. It finds references
/// where the STATEPOINT lists them and changes them there. What is left in
/// other places, be it the same reference or one that was derived from it, is
/// stale: its object may have moved.
///
/// Places are general registers, and words of stack slots and of objects of the
/// IR whose address no instruction computes. Forward value numbering with phis
/// (StatepointValueNumbers.h) tells what each place holds: copies, spills and
/// reloads keep the number, a STATEPOINT gives the places it lists the number
/// relocated(v), places that its call clobbers a new one, and all others the
/// number stale(v). A number denotes one value, so that it is a reference
/// everywhere if it is one anywhere. It is one if
///   - a STATEPOINT lists it, or a phi of it; but not with null as its base on
///     the same path,
///   - it is what a STATEPOINT relocated,
///   - it is a reference plus something that is none. What single instructions
///     add is known to the target (SumOf in FaultingAccess.h),
///   - the IR says so where it is used: as an address, an argument, a result or
///     what is stored (StatepointReferences.h). What the IR computes from null
///     or from a global is none: it points into no object that moves. Where
///     that may be on some path, such as one on which a check found null, the
///     IR says nothing.
/// A value that was loaded, passed or returned and is listed somewhere after a
/// statepoint that does not list it is a reference too.
///
/// It is an error to read stale(v) if v is a reference. Moving it elsewhere is
/// no read, and neither is an undefined operand or a debug instruction, nor a
/// test of nothing but it, or a comparison with a constant: whether a reference
/// is null stays the same. A conditional move that takes it only where the
/// flags say that it is null takes null. Nor is it a read to add something to
/// it: who uses the sum reads it. The difference and the order of two stale
/// references are those from before the collection. To read less than a word is
/// an error only if what is there is stale on each path: it may be a narrow
/// number on the others.
///
/// Joins
/// -----
/// What arrives over several paths is a phi, and it is stale if it is stale on
/// one path. The code before us has no place to know that a path cannot be
/// taken: references are relocated in SSA form, where each use is dominated by
/// its definition. What could arrive and is not meant to are values that
/// nothing defined. These are undefined in the source, or killed before: an
/// IMPLICIT_DEF or a kill flag ends a value. A path on which a branch found a
/// pointer to be null leaves nothing to be stale.
///
/// Once an access stands in for that branch, its fault leads to the null block
/// with what was there before the access, and with the pointer being null. In
/// functions with statepoints, no path joins between the check and the access
/// (lib/CodeGen/ImplicitNullChecks), so that nothing arrives there in addition.
///
/// What else is checked
/// --------------------
/// A pair of base and derived pointer is wrong if the derived one came from
/// another reference, or the base is derived itself. A slot that is listed has
/// been stored to, on each path. A call to a function that the IR calls through
/// statepoints alone has to be a STATEPOINT.
///
/// The IR of the function says more. A STATEPOINT names the call there that it
/// was made from (llvm/CodeGen/StatepointOrigin.h), and
///   - lists what lowering makes of that call: as many pointers, in the same
///     order, with the same bases, and constants only where the IR may have one
///     (StatepointRecords.h),
///   - lists no place that holds stale(v), whatever v is, if the IR has a
///     reference there: one that was loaded, passed, returned or relocated,
///   - has no reference in its deopt state that is in a place which it does not
///     list. The deopt state is read after the collection.
/// One that names none, in machine code written by hand, is not compared.
///
/// What is sufficient
/// ------------------
/// If all code moves references with instructions that the target recognizes as
/// copies, loads and stores of slots, and each reference is listed by some
/// statepoint while it is alive, every use of a stale register or slot is
/// found, on whatever path. Not found are uses of
///   - references that no statepoint lists at all, where the IR has no call,
///   - vectors in registers, and objects whose address is known or that are
///     large,
///   - values that were computed in other ways than by adding, which select
///     instructions are,
///   - slots, once the frame is laid out, in functions that move the stack
///     pointer from block to block or by what is not known, or that do not say
///     what the prologue saves,
///   - what code that the machine outliner moved reads and does to slots,
///   - another reference than the IR has, if the collector knows it,
///   - two places, one from before a collection and one from before another
///     one, which are compared or subtracted.
///
/// Known false positives
/// ---------------------
///   - An integer that was made from a reference (ptrtoint) and is used after
///     a statepoint, and a reference that was made from an integer (inttoptr)
///     which is older than a statepoint.
///   - IR that uses what is derived from a reference after a statepoint
///     without gc.relocate, because its collector does not move, which its
///     strategy does not say. A function in which that is true of a reference
///     itself, and it is in gc-live, has no stale ones.
///   - IR that lists a derived pointer with another base than it has.
///   - A reference that is undefined on a path, in code where neither an
///     IMPLICIT_DEF nor a kill flag says so, and a slot that is listed and has
///     only been stored to where the reference is defined. Undefined references
///     are null once code generation has prepared the IR (UndefinedRoots.h).
///   - Reads of a stale reference whose result does not depend on where the
///     object is, other than those above, such as the sign of an address.
///   - Edges that are never taken for other reasons than StatepointEdges.h
///     knows.
///   - Machine code in a file whose relocates had another order than that of
///     the text or that of gc-live.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTVERIFIER_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTVERIFIER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace llvm {

class MachineFunction;
class MachineInstr;

/// Calls \p Report for each error that there is around the statepoints of
/// \p MF, with the instruction that is wrong, in the order of the code. Does
/// nothing if \p MF has virtual registers or no GC strategy. The statepoints
/// have well-formed operands.
void verifyStatepoints(
    const MachineFunction &MF,
    function_ref<void(const Twine &, const MachineInstr &)> Report);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTVERIFIER_H
