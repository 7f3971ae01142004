//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The constant pool of a class file (JVMS 4.4). All names are as in the file:
/// internal names ("java/lang/Object"), descriptors ("(I[J)V"), and modified
/// UTF-8. Strings live as long as the buffer that the class file was read from.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_CONSTANTPOOL_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_CONSTANTPOOL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace java {

/// The tags of JVMS table 4.4-B. Unused stands for entry 0 and for what follows
/// a long or a double.
enum class ConstantTag : uint8_t {
  Unused = 0,
  Utf8 = 1,
  Integer = 3,
  Float = 4,
  Long = 5,
  Double = 6,
  Class = 7,
  String = 8,
  Fieldref = 9,
  Methodref = 10,
  InterfaceMethodref = 11,
  NameAndType = 12,
  MethodHandle = 15,
  MethodType = 16,
  Dynamic = 17,
  InvokeDynamic = 18,
  Module = 19,
  Package = 20,
};

/// \returns its name in JVMS, without CONSTANT_.
llvm::StringRef getName(ConstantTag Tag);

/// A field or a method that a class names.
struct MemberRef {
  llvm::StringRef Class; ///< Internal name, or the descriptor of an array.
  llvm::StringRef Name;
  llvm::StringRef Descriptor;
  bool OfInterface = false; ///< CONSTANT_InterfaceMethodref.
};

/// The kinds of JVMS table 5.4.3.5-A.
enum class HandleKind : uint8_t {
  GetField = 1,
  GetStatic,
  PutField,
  PutStatic,
  InvokeVirtual,
  InvokeStatic,
  InvokeSpecial,
  NewInvokeSpecial,
  InvokeInterface,
};

struct MethodHandle {
  HandleKind Kind;
  MemberRef Member;
};

/// A CONSTANT_Dynamic or CONSTANT_InvokeDynamic.
struct DynamicRef {
  unsigned Bootstrap; ///< An index of ClassFile::Bootstraps.
  llvm::StringRef Name;
  llvm::StringRef Descriptor;
};

/// What an entry refers to has been checked when the class file was read, so an
/// error of these functions means that \p Index is out of range or has another
/// tag. It names the index, and what is wanted.
class ConstantPool {
public:
  unsigned size() const { return Entries.size(); }
  /// \returns the tag; Unused if \p Index is out of range.
  ConstantTag tag(unsigned Index) const {
    return Index < Entries.size() ? Entries[Index].Tag : ConstantTag::Unused;
  }

  llvm::Expected<llvm::StringRef> utf8(unsigned Index) const;
  llvm::Expected<int32_t> integer(unsigned Index) const;
  llvm::Expected<float> floating(unsigned Index) const;
  llvm::Expected<int64_t> longInteger(unsigned Index) const;
  llvm::Expected<double> doubleFloating(unsigned Index) const;
  llvm::Expected<llvm::StringRef> className(unsigned Index) const;
  /// The modified UTF-8 of a CONSTANT_String.
  llvm::Expected<llvm::StringRef> string(unsigned Index) const;
  llvm::Expected<MemberRef> field(unsigned Index) const;
  /// A Methodref or an InterfaceMethodref.
  llvm::Expected<MemberRef> method(unsigned Index) const;
  llvm::Expected<MethodHandle> methodHandle(unsigned Index) const;
  llvm::Expected<llvm::StringRef> methodType(unsigned Index) const;
  llvm::Expected<DynamicRef> dynamic(unsigned Index) const;
  llvm::Expected<DynamicRef> invokeDynamic(unsigned Index) const;

private:
  friend class ConstantPoolReader;
  struct Entry {
    ConstantTag Tag = ConstantTag::Unused;
    uint8_t Kind = 0;     ///< HandleKind.
    uint16_t First = 0;   ///< The index that the entry has first.
    uint16_t Second = 0;  ///< And second.
    uint64_t Bits = 0;    ///< Of a number.
    llvm::StringRef Text; ///< Of a Utf8.
  };
  llvm::Expected<const Entry *> get(unsigned Index, ConstantTag Tag) const;
  llvm::Expected<std::pair<llvm::StringRef, llvm::StringRef>>
  nameAndType(unsigned Index) const;
  llvm::Expected<MemberRef> member(unsigned Index, ConstantTag Tag) const;
  llvm::Expected<DynamicRef> dynamicRef(unsigned Index, ConstantTag Tag) const;
  std::vector<Entry> Entries;
};

/// \returns the UTF-16 code units that the modified UTF-8 \p Text stands for;
/// an error if it is malformed (JVMS 4.4.7).
llvm::Expected<llvm::SmallVector<uint16_t, 32>>
decodeModifiedUTF8(llvm::StringRef Text);

} // namespace java

#endif
