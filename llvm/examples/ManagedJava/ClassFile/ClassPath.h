//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A class path: directories, jars and jmods, in which classes are looked for
/// in order.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_CLASSPATH_H
#define LLVM_EXAMPLES_MANAGEDJAVA_CLASSFILE_CLASSPATH_H

#include "ClassFile/ClassFile.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

namespace java {

/// One directory or archive. Multi-release jars give their versions for Java 17
/// and older. Not thread safe.
class ClassPathEntry {
public:
  virtual ~ClassPathEntry();
  /// \returns the contents of \p Class ("java/lang/Object"); null if it is not
  /// there; an error if it cannot be read, is too large, or its CRC is wrong.
  virtual llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  find(llvm::StringRef Class) = 0;
  /// \returns the names of all classes in it, sorted, but for module-info and
  /// package-info.
  virtual llvm::Expected<std::vector<std::string>> list() = 0;
  /// As it was given.
  virtual llvm::StringRef path() const = 0;
};

/// Limits of archives: in bytes, and in members. A manifest has a few lines.
constexpr uint64_t MaxArchiveSize = uint64_t(4) << 30;
constexpr int64_t MaxArchiveMembers = 1 << 20;
constexpr size_t MaxManifestSize = size_t(16) << 20;
/// The version of Java whose classes multi-release jars give.
constexpr unsigned NewestRelease = 17;

/// \returns an archive in memory: a jar, or a jmod, whose classes are below
/// `classes/`. Its identifier is the path. An error if it is none, has the same
/// class twice, or members whose names are no paths in it (`../a`).
llvm::Expected<std::unique_ptr<ClassPathEntry>>
openArchive(std::unique_ptr<llvm::MemoryBuffer> File);

/// Whether ClassPathEntry::list() names \p Class.
bool isListedClass(llvm::StringRef Class);

class ClassPath {
public:
  /// \p Path is a list as javac's, separated by colons. What does not exist or
  /// is no archive is an error that names it.
  static llvm::Expected<ClassPath> open(llvm::StringRef Path);

  /// \returns the class; null if no entry has it. A class file that says it is
  /// another class is an error.
  llvm::Expected<const ClassFile *> find(llvm::StringRef Class);
  llvm::ArrayRef<std::unique_ptr<ClassPathEntry>> entries() const {
    return Entries;
  }

private:
  std::vector<std::unique_ptr<ClassPathEntry>> Entries;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  llvm::StringMap<std::unique_ptr<ClassFile>> Classes;
};

} // namespace java

#endif
