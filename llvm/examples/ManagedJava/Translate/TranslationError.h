//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Why a method has no translation.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_TRANSLATIONERROR_H
#define LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_TRANSLATIONERROR_H

#include "llvm/Support/Error.h"

namespace java {

class TranslationError : public llvm::ErrorInfo<TranslationError> {
public:
  enum class Kind {
    Unsupported, ///< The translator does not do it.
    Malformed,   ///< The class file is wrong (JVMS 4.10).
    Unresolved,  ///< A class or member is missing or may not be used.
    Internal,    ///< The IR is wrong: a bug of the translator.
  };

  TranslationError(Kind K, std::string Where, uint32_t Offset,
                   std::string Reason)
      : K(K), Where(std::move(Where)), Reason(std::move(Reason)),
        Offset(Offset) {}

  Kind kind() const { return K; }
  /// Without class, method and offset.
  llvm::StringRef reason() const { return Reason; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

  static char ID;

private:
  Kind K;
  std::string Where, Reason;
  uint32_t Offset;
};

} // namespace java

#endif
