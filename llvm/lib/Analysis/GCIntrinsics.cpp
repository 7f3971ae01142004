//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCIntrinsics.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

bool llvm::isElementCopy(const CallBase &Call) {
  const Intrinsic::ID ID = Call.getIntrinsicID();
  return ID == Intrinsic::memcpy_element_unordered_atomic ||
         ID == Intrinsic::memmove_element_unordered_atomic;
}

bool llvm::callsAnyFunction(const CallBase &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::experimental_patchpoint:
  case Intrinsic::experimental_patchpoint_void:
  case Intrinsic::coro_await_suspend_bool:
  case Intrinsic::coro_await_suspend_handle:
  case Intrinsic::coro_await_suspend_void:
  case Intrinsic::coro_destroy:
  case Intrinsic::coro_resume:
    return true;
  default:
    return false;
  }
}
