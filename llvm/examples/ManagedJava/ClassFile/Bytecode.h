//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes and checks bytecodes (JVMS chapter 6): each instruction is known,
/// lies within the method, and jumps to the begin of another; operands that are
/// indices name an entry of the right tag.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_BYTECODE_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_BYTECODE_H

#include "ClassFile/ClassFile.h"

namespace java {

/// The opcodes of JVMS 6.5, under their names: Op::iadd, Op::new_ and so on.
/// C++ keywords have an underscore at their end.
enum class Op : uint8_t {
#define JAVA_OPCODE(NAME, VALUE, FORM) NAME = VALUE,
#include "ClassFile/Opcodes.def"
};

llvm::StringRef getName(Op Opcode);

struct SwitchCase {
  int32_t Value;
  uint32_t Target;
};

/// One instruction. Those with an implied operand have it explicitly: iload_2
/// has the opcode iload and Index 2, iconst_m1 and sipush have the opcode
/// bipush and Value, ldc_w is ldc, goto_w is goto_. `wide` is not there.
struct Instruction {
  uint32_t Offset;
  Op Opcode;
  /// Of a local variable, or in the constant pool.
  uint16_t Index = 0;
  /// The constant of bipush, sipush, iinc; the dimensions of multianewarray;
  /// the type of newarray (JVMS table 6.5.newarray-A); of lconst, fconst and
  /// dconst the number.
  int32_t Value = 0;
  /// Of a branch; of a switch, the default.
  uint32_t Target = 0;
  /// Of lookupswitch and tableswitch.
  std::vector<SwitchCase> Cases;

  bool isConditionalBranch() const;
  bool isSwitch() const;
  /// Whether the next instruction is not executed after this one.
  bool isTerminator() const;
};

/// The instructions of a method in the order of their offsets.
class Bytecode {
public:
  /// An error names the offset. jsr, jsr_w and ret are errors, as no class file
  /// of version 51 or later has them, and so is a method that can run off its
  /// end. Ranges of handlers and stack map frames have to begin at
  /// instructions, and uninitialized objects in frames at `new`.
  static llvm::Expected<Bytecode> decode(const Code &C,
                                         const ConstantPool &Constants);

  llvm::ArrayRef<Instruction> instructions() const { return Instructions; }
  /// \returns the index of the instruction at \p Offset, which has to be one.
  unsigned indexAt(uint32_t Offset) const { return Indices[Offset]; }

private:
  llvm::Error checkTarget(uint32_t Offset, const llvm::Twine &What) const;
  llvm::Error checkTargets() const;
  llvm::Error checkHandlers(const Code &C) const;
  llvm::Error checkFrames(const Code &C) const;

  std::vector<Instruction> Instructions;
  std::vector<unsigned> Indices;
};

} // namespace java

#endif
