//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps what is in namespace llvm::managed inside the image that it is linked
/// into: copies of the library in several images must not mix.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_VISIBILITY_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_VISIBILITY_H

#if defined(__GNUC__)
#define LLVM_MANAGED_PRIVATE __attribute__((visibility("hidden")))
#else
#define LLVM_MANAGED_PRIVATE
#endif

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_VISIBILITY_H
