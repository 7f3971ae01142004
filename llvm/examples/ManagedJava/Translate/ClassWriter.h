//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes class files, with as much as the classes of call sites need.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_CLASSWRITER_H
#define LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_CLASSWRITER_H

#include "ClassFile/Bytecode.h"
#include "ClassFile/Descriptor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace java {

/// Bytes in the order of class files.
class ByteWriter {
public:
  void u1(uint8_t V) { Bytes.push_back(char(V)); }
  void u2(uint16_t V) {
    u1(V >> 8);
    u1(V & 0xff);
  }
  void u4(uint32_t V) {
    u2(V >> 16);
    u2(V & 0xffff);
  }
  void append(llvm::StringRef Other) { Bytes += Other; }
  llvm::StringRef str() const { return Bytes; }
  size_t size() const { return Bytes.size(); }

private:
  std::string Bytes;
};

class ClassWriter;

/// The code of a method.
class CodeWriter {
public:
  explicit CodeWriter(ClassWriter &Class) : Class(Class) {}

  void op(Op Opcode) { Bytes.u1(uint8_t(Opcode)); }
  void load(TypeDescriptor Type, unsigned Local);
  void loadString(llvm::StringRef Text); // modified UTF-8
  void constantInt(int8_t V) {
    op(Op::bipush);
    Bytes.u1(uint8_t(V));
  }
  void classOp(Op Opcode, llvm::StringRef Name);
  void fieldOp(Op Opcode, const MemberRef &Member);
  void call(Op Opcode, const MemberRef &Member);
  void returns(TypeDescriptor Type);
  /// A conditional branch to \p setLabel, which is called once, later.
  void branch(Op Opcode);
  /// There, the local variables are the parameters, and there is no operand.
  void setLabel();
  /// Converts the top of the stack, as LambdaMetafactory does: widens, boxes,
  /// unboxes, and casts.
  void convert(TypeDescriptor From, TypeDescriptor To);

private:
  friend class ClassWriter;
  ClassWriter &Class;
  ByteWriter Bytes;
  llvm::SmallVector<unsigned, 8> Branches; ///< Offsets.
  std::optional<unsigned> Label;
};

class ClassWriter {
public:
  ClassWriter(llvm::StringRef Name, llvm::StringRef NestHost,
              llvm::ArrayRef<llvm::StringRef> Interfaces = {});

  void addField(uint16_t Flags, llvm::StringRef Name,
                llvm::StringRef Descriptor);
  void addMethod(uint16_t Flags, llvm::StringRef Name,
                 llvm::StringRef Descriptor, const CodeWriter &Code,
                 unsigned MaxStack);
  /// An error if there is too much of anything for a class file.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> write();

  uint16_t utf8(llvm::StringRef Text);
  uint16_t classConstant(llvm::StringRef Name);
  uint16_t stringConstant(llvm::StringRef Text);
  uint16_t memberConstant(ConstantTag Tag, const MemberRef &Member);

private:
  uint16_t add(const ByteWriter &Constant);

  std::string Name;
  llvm::StringMap<uint16_t> Indices;
  ByteWriter Constants, Interfaces, Fields, Methods;
  uint16_t ThisIndex, SuperIndex, NestHost;
  unsigned NumConstants = 1, NumInterfaces = 0, NumFields = 0, NumMethods = 0;
  bool TooLarge = false;
};

} // namespace java

#endif
