//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds stores to stack objects that nothing reads any more. LICM moves such
/// stores to after statepoints that do not list the object.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTDEADSTORES_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTDEADSTORES_H

namespace llvm {

class MachineInstr;

/// Whether \p MI does nothing but store to objects of the IR whose address is
/// not captured, and whatever may read one of these is on no path from \p MI.
/// Takes time linear in the uses of the objects and the blocks of the function.
bool isDeadStore(const MachineInstr &MI);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTDEADSTORES_H
