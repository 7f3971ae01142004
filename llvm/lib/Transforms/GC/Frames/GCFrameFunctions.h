//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions that stand for the parts of a frame between placement and
/// lowering. Their names begin with the prefix of the strategy and a dot; with
/// the prefix "managed":
///
///   ptr  @managed.new_gc_frame(i32 N)
///     Memory for N slots. N is a constant; a function has one frame.
///   void @managed.push_gc_frame(ptr F, i32 N)
///     Clears all slots and the references in objects, and makes F the
///     innermost frame; its outer frame is the one that was. N is the number of
///     slots of F.
///   ptr  @managed.get_gc_frame_slot(ptr F, i32 I)
///     The address of slot I, a constant less than the number of slots.
///   ptr  @managed.get_gc_frame_object(ptr F, i32 Offset, i32 Size,
///                                     [i32 Skip, i32 Count]...)
///     The address of an object of Size bytes. In it are references: after
///     Skip bytes, Count of them, and so on. Offset counts from the first
///     multiple of 16 bytes after the slots. All are constants. Calls with the
///     same operands have the same object; others do not overlap.
///   void @managed.pop_gc_frame(ptr F)
///     Makes the outer frame of F the innermost.
///   void @managed.relink_gc_frame(ptr F)
///     Makes F the innermost frame again, and leaves its slots and its outer
///     frame alone. That is for where control comes back without the callees'
///     own pops: landing pads, and the second return of setjmp.
///   ptr  @managed.save_gc_frames()
///     The innermost frame, or null if there is none.
///   void @managed.restore_gc_frames(ptr H)
///     Makes H the innermost frame: for landing pads at which the function has
///     no frame of its own in the list.
///
/// A call of get_gc_frame_slot with the attribute "gc-frame-object" returns the
/// address of an object whose words are slots: I and some after it. All slots
/// from the first such I on belong to objects. Not all layouts of frames have a
/// place for other objects.
///
/// Each frame F is the result of new_gc_frame itself.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEFUNCTIONS_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {

class CallBase;
class FunctionCallee;
class FunctionType;
class LLVMContext;
class Module;
struct GCRootStrategy;

enum class GCFrameFunction : uint8_t {
  New,
  Push,
  GetSlot,
  GetObject,
  Pop,
  Relink,
  Save,
  Restore
};

/// How objects are aligned that are not made of slots.
constexpr uint64_t GCFrameObjectAlignment = 16;

/// What marks the address of an object in the frame that is made of slots.
constexpr StringLiteral GCFrameObjectAttribute = "gc-frame-object";

/// Returns all of them, in the order above.
ArrayRef<GCFrameFunction> getGCFrameFunctions();

std::string getGCFrameFunctionName(GCFrameFunction Part,
                                   const GCRootStrategy &Strategy);
FunctionType *getGCFrameFunctionType(GCFrameFunction Part,
                                     LLVMContext &Context);

/// Declares a function in \p M, if it is not there, and returns it.
FunctionCallee getGCFrameFunction(GCFrameFunction Part, Module &M,
                                  const GCRootStrategy &Strategy);

/// Returns which function \p Call calls by its name, if it is one. The type may
/// be another.
std::optional<GCFrameFunction>
findGCFrameFunction(const CallBase &Call, const GCRootStrategy &Strategy);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEFUNCTIONS_H
