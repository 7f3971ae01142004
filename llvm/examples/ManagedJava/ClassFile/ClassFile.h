//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A class file (JVMS chapter 4), read and checked: lengths, indices, flags,
/// names and descriptors. Bytecodes are decoded by Bytecode.h, which also
/// checks them. Nothing is trusted: each input is a ClassFile or an error that
/// names the file, the class, the member and what is wrong.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_CLASSFILE_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_CLASSFILE_H

#include "ClassFile/ConstantPool.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>
#include <optional>

namespace java {

/// The flags of JVMS tables 4.1-B, 4.5-A and 4.6-A.
enum AccessFlags : uint16_t {
  ACC_PUBLIC = 0x0001,
  ACC_PRIVATE = 0x0002,
  ACC_PROTECTED = 0x0004,
  ACC_STATIC = 0x0008,
  ACC_FINAL = 0x0010,
  ACC_SUPER = 0x0020,        // classes
  ACC_SYNCHRONIZED = 0x0020, // methods
  ACC_VOLATILE = 0x0040,     // fields
  ACC_BRIDGE = 0x0040,       // methods
  ACC_VARARGS = 0x0080,
  ACC_TRANSIENT = 0x0080,
  ACC_NATIVE = 0x0100,
  ACC_INTERFACE = 0x0200,
  ACC_ABSTRACT = 0x0400,
  ACC_STRICT = 0x0800,
  ACC_SYNTHETIC = 0x1000,
  ACC_ANNOTATION = 0x2000,
  ACC_ENUM = 0x4000,
  ACC_MODULE = 0x8000,
};

/// A verification type (JVMS 4.7.4). Longs and doubles are one entry.
struct VerificationType {
  enum Kind : uint8_t {
    Top,
    Int,
    Float,
    Double,
    Long,
    Null,
    UninitializedThis,
    Object,
    Uninitialized, ///< Made by the `new` at Offset, and not constructed yet.
  };
  Kind K = Top;
  uint16_t Offset = 0;
  /// Of Object: internal name or array descriptor.
  llvm::StringRef Class = {};

  bool isReference() const { return K >= Null; }
};

/// The types at the begin of a block, expanded from the deltas of the file.
/// Locals has an entry for each local variable slot: Top follows a long or a
/// double. Stack has one entry for each value.
struct StackMapFrame {
  uint16_t Offset;
  llvm::SmallVector<VerificationType, 8> Locals;
  llvm::SmallVector<VerificationType, 4> Stack;
};

/// An entry of an exception table: handles what instructions in [Begin, End)
/// throw; an empty class catches everything.
struct ExceptionHandler {
  uint16_t Begin, End, Handler;
  llvm::StringRef Class;
};

struct LineNumber {
  uint16_t Offset, Line;
};

struct LocalVariable {
  uint16_t Begin, Length, Index;
  llvm::StringRef Name, Descriptor;
};

struct Code {
  uint16_t MaxStack, MaxLocals;
  llvm::ArrayRef<uint8_t> Bytes;
  std::vector<ExceptionHandler> Handlers;
  std::vector<StackMapFrame> Frames; ///< In the order of offsets.
  std::vector<LineNumber> Lines;     ///< As in the file.
  std::vector<LocalVariable> Variables;
};

struct Field {
  uint16_t Flags;
  llvm::StringRef Name, Descriptor;
  unsigned ConstantValue = 0; ///< Index in the constant pool; 0 for none.
};

struct Method {
  uint16_t Flags;
  llvm::StringRef Name, Descriptor;
  std::optional<Code> Body; ///< Missing if abstract or native.
};

struct BootstrapMethod {
  MethodHandle Handle;
  llvm::SmallVector<uint16_t, 4> Arguments; ///< Indices in the constant pool.
};

struct RecordComponent {
  llvm::StringRef Name, Descriptor;
};

struct ClassFile {
  std::string Path; ///< For messages: "a.jar(b/C.class)".
  uint16_t Minor, Major, Flags;
  ConstantPool Constants;
  llvm::StringRef Name;
  /// The name in the source; empty for anonymous classes.
  llvm::StringRef SimpleName;
  llvm::StringRef Super; ///< Empty for java/lang/Object and modules.
  std::vector<llvm::StringRef> Interfaces;
  std::vector<Field> Fields;
  std::vector<Method> Methods;
  std::vector<BootstrapMethod> Bootstraps;
  std::vector<RecordComponent> Components;
  bool IsRecord = false;
  llvm::StringRef SourceFile;
  llvm::StringRef NestHost; ///< Empty: the class itself.
  std::vector<llvm::StringRef> NestMembers;
  /// Subclasses that a sealed class permits.
  std::vector<llvm::StringRef> Permitted;
  bool IsSealed = false;

  bool isInterface() const { return Flags & ACC_INTERFACE; }
};

/// The oldest and the newest version that is read, that of Java 17.
constexpr uint16_t OldestMajor = 45, NewestMajor = 61;
/// Older class files have no frames, and may have jsr and ret.
constexpr uint16_t FirstMajorWithStackMaps = 50;
/// Of a class file, in bytes.
constexpr size_t MaxClassFileSize = size_t(64) << 20;
/// Verification types of all frames of a class: more than compilers write, as
/// a few bytes of a file stand for any number of them.
constexpr size_t MaxFrameTypes = size_t(4) << 20;

/// \returns the class file in \p Buffer, whose identifier stands in messages.
/// It refers to the buffer's bytes. Thread safe.
llvm::Expected<std::unique_ptr<ClassFile>>
readClassFile(llvm::MemoryBufferRef Buffer);

} // namespace java

#endif
