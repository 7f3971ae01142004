//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The classes that call sites of invokedynamic become.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_CALLSITECLASSES_H
#define LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_CALLSITECLASSES_H

#include "Translate/ClassWriter.h"
#include "Translate/TranslationError.h"
#include "World/World.h"

namespace java {

struct CallSite {
  World &W;
  const JavaClass &Owner;
  const BootstrapMethod &Bootstrap;
  DynamicRef Ref;
  MethodDescriptor Type;
  std::string ClassName; ///< Of the class to make.
  llvm::StringRef NestHost;

  /// The static method that the instruction calls.
  static constexpr const char *MethodName = "call";

  const ConstantPool &constants() const { return Owner.file()->Constants; }
  llvm::Error unsupported(const llvm::Twine &Reason) const;
  llvm::Error malformed(const llvm::Twine &Reason) const;
};

using ClassBytes = llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>;

/// Concatenation.cpp: of StringConcatFactory, a StringBuilder.
ClassBytes makeConcatenation(const CallSite &Site);
/// Lambdas.cpp: of LambdaMetafactory, a class that implements the interface and
/// has what is captured in fields.
ClassBytes makeLambda(const CallSite &Site);
/// Records.cpp: of ObjectMethods, the method of the record.
ClassBytes makeRecordMethod(const CallSite &Site);

} // namespace java

#endif
