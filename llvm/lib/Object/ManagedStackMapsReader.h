//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The readers of stack maps for each object file format.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_OBJECT_MANAGEDSTACKMAPSREADER_H
#define LLVM_LIB_OBJECT_MANAGEDSTACKMAPSREADER_H

#include "llvm/Object/ManagedStackMaps.h"

namespace llvm {
namespace object {

class MachOObjectFile;

Expected<StackMaps> readELFStackMaps(const ObjectFile &Obj,
                                     const ManagedMapReadOptions &Options);
Expected<StackMaps> readMachOStackMaps(const MachOObjectFile &Obj,
                                       const ManagedMapReadOptions &Options);

} // end namespace object
} // end namespace llvm

#endif // LLVM_LIB_OBJECT_MANAGEDSTACKMAPSREADER_H
