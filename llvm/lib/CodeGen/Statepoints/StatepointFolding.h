//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How code generation may fold values of the IR: to constants, or to the same
/// as others.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTFOLDING_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTFOLDING_H

namespace llvm {

class DataLayout;
class Value;

/// Whether nothing is known of \p V but that it is the result of an
/// instruction, an argument, or at a constant distance from one.
bool isOpaque(const Value *V);

/// Whether nothing folds \p V to a constant that a STATEPOINT can list. Those
/// have no more than 64 bits.
bool isNeverConstant(const Value *V, const DataLayout &DL);

/// Whether \p A and \p B may have become one value.
bool mayBeEqual(const Value *A, const Value *B, const DataLayout &DL);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTFOLDING_H
