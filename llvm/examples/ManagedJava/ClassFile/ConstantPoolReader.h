//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads and checks the constant pool.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_CONSTANTPOOLREADER_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_CONSTANTPOOLREADER_H

#include "ClassFile/ByteReader.h"
#include "ClassFile/ConstantPool.h"

namespace java {

class ConstantPoolReader {
public:
  /// \p Major is the class file's version. Whether bootstrap methods exist is
  /// for the caller to check.
  static llvm::Expected<ConstantPool> read(ByteReader &Bytes, uint16_t Major);

private:
  ConstantPoolReader(ByteReader &Bytes, uint16_t Major)
      : Bytes(Bytes), Major(Major) {}
  llvm::Error readEntry();
  /// What entry \p Index is and refers to.
  llvm::Error check(unsigned Index);
  llvm::Error checkMember(unsigned Index);
  llvm::Error checkHandle(unsigned Index);
  static llvm::Error atConstant(unsigned Index, llvm::Error E);

  ByteReader &Bytes;
  uint16_t Major;
  ConstantPool Pool;
};

} // namespace java

#endif
