//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Field and method descriptors (JVMS 4.3).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_DESCRIPTOR_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_DESCRIPTOR_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace java {

/// A type in a descriptor. The text is the descriptor itself.
class TypeDescriptor {
public:
  TypeDescriptor() = default;
  explicit TypeDescriptor(llvm::StringRef Text) : Text(Text) {}

  llvm::StringRef text() const { return Text; }
  /// B C D F I J S Z V, L for classes, [ for arrays.
  char kind() const { return Text.front(); }
  bool isReference() const { return kind() == 'L' || kind() == '['; }
  bool isVoid() const { return kind() == 'V'; }
  /// Whether it takes two local variables: long and double.
  bool isWide() const { return kind() == 'J' || kind() == 'D'; }
  /// Of a reference: "java/lang/String", or the descriptor of an array, as
  /// CONSTANT_Class has it.
  llvm::StringRef className() const;
  /// Of an array: what it consists of.
  TypeDescriptor element() const { return TypeDescriptor(Text.drop_front()); }

private:
  llvm::StringRef Text;
};

struct MethodDescriptor {
  llvm::SmallVector<TypeDescriptor, 6> Parameters;
  TypeDescriptor Result;

  /// Slots of local variables that the parameters take, without `this`.
  unsigned numSlots() const;
};

/// Dimensions of an array at most (JVMS 4.3.2).
constexpr unsigned MaxDimensions = 255;
/// Slots of parameters at most, `this` included (JVMS 4.3.3).
constexpr unsigned MaxParameterSlots = 255;

/// Names (JVMS 4.2), without the characters that descriptors and paths have: no
/// `.`, so no path that is made of a class name leaves its directory.
bool isUnqualifiedName(llvm::StringRef Name);
/// Also `<init>` and `<clinit>`.
bool isMethodName(llvm::StringRef Name);
/// Unqualified names with slashes between them. Arrays have none.
bool isClassName(llvm::StringRef Name);

/// Errors quote the text.
llvm::Expected<TypeDescriptor> parseFieldDescriptor(llvm::StringRef Text);
llvm::Expected<MethodDescriptor> parseMethodDescriptor(llvm::StringRef Text);

} // namespace java

#endif
