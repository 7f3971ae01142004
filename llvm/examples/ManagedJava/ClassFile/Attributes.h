//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Attributes (JVMS 4.7): finding them, and reading the large ones.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_ATTRIBUTES_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_ATTRIBUTES_H

#include "ClassFile/ByteReader.h"
#include "ClassFile/ClassFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace java {

/// The attributes of a class, a member or a method's code.
class Attributes {
public:
  /// Takes them from \p Bytes.
  static llvm::Expected<Attributes> read(ByteReader &Bytes,
                                         const ConstantPool &Constants);

  /// Calls \p Read with the contents of each attribute \p Name; it has to take
  /// all of them. Errors name the attribute.
  llvm::Error forEach(llvm::StringRef Name,
                      llvm::function_ref<llvm::Error(ByteReader &)> Read) const;
  /// As forEach(); more than one is an error.
  llvm::Error forOnly(llvm::StringRef Name,
                      llvm::function_ref<llvm::Error(ByteReader &)> Read) const;
  bool has(llvm::StringRef Name) const;

private:
  struct Attribute {
    llvm::StringRef Name;
    ByteReader Contents;
  };
  llvm::SmallVector<Attribute, 4> List;
};

/// \returns the contents of a Code attribute of \p M (JVMS 4.7.3). The
/// instructions are left to Bytecode.h.
llvm::Expected<Code> readCode(ByteReader &Bytes, const ClassFile &File,
                              const Method &M);

/// Appends to C.Frames what a StackMapTable attribute of \p M has (JVMS 4.7.4).
llvm::Error readStackMapTable(ByteReader &Bytes, const ClassFile &File,
                              const Method &M, Code &C);

} // namespace java

#endif
