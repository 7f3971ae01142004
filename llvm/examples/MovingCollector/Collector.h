//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the references of managed code and has the heap move their objects.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MOVINGCOLLECTOR_COLLECTOR_H
#define LLVM_EXAMPLES_MOVINGCOLLECTOR_COLLECTOR_H

#include "Heap.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// A heap, the references to it that native code has, and those of the frames
/// of managed code.
class Collector {
public:
  explicit Collector(size_t SpaceSize) : TheHeap(SpaceSize) {}

  /// Collects whenever something is allocated, instead of when the heap is
  /// full.
  void setCollectAlways(bool Value) { CollectAlways = Value; }
  /// Compares the stack map with the unwind tables before each collection.
  void setVerify(bool Value) { Verify = Value; }

  /// A new object. Collects if need be; ends the process if there is no memory
  /// even so.
  ///
  /// This and the next are for native code that managed code called through an
  /// entry (llvm-c/ManagedNativeEntry.h), or that no managed code called.
  Object *allocate(uint32_t NumRefs, uint32_t NumInts);
  void collect();

  uint64_t numCollections() const { return TheHeap.numCollections(); }
  uint64_t numFrames() const { return NumFrames; }

  /// A reference of native code, which the collector keeps up to date.
  class Handle {
  public:
    Handle(Collector &C, Object *Value) : C(C), Value(Value) {
      C.Handles.push_back(&this->Value);
    }
    Handle(const Handle &) = delete;
    ~Handle() {
      C.Handles.erase(
          std::find(C.Handles.begin(), C.Handles.end(), &this->Value));
    }
    Object *operator*() const { return Value; }
    Handle &operator=(Object *New) {
      Value = New;
      return *this;
    }

  private:
    Collector &C;
    Object *Value;
  };

private:
  void verifyStack();

  Heap TheHeap;
  std::vector<Object **> Handles;
  bool CollectAlways = false, Verify = false;
  uint64_t NumFrames = 0;
};

inline Object *Collector::allocate(uint32_t NumRefs, uint32_t NumInts) {
  if (CollectAlways)
    collect();
  Object *Result = TheHeap.allocate(NumRefs, NumInts);
  if (!Result && !CollectAlways) {
    collect();
    Result = TheHeap.allocate(NumRefs, NumInts);
  }
  if (!Result) {
    std::fputs("the heap is full\n", stderr);
    std::abort();
  }
  return Result;
}

#endif // LLVM_EXAMPLES_MOVINGCOLLECTOR_COLLECTOR_H
