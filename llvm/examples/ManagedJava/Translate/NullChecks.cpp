//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Null checks: branches to a cold block that throws. They are marked, so that
/// code generation makes them implicit, with the number of the check and with
/// how many bytes of each object can be read (docs/ImplicitNullChecks.md).
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"

using namespace llvm;
using namespace java;

/// All objects whose static type is \p Type have as many bytes. That is known
/// since all types are verified, but for interfaces.
uint64_t MethodTranslator::dereferenceableBytes(const VerificationType &Type) {
  constexpr uint64_t Smallest = alignTo<8>(FirstField);
  if (Type.K != VerificationType::Object || Type.Class.starts_with("["))
    return Smallest;
  const JavaClass *C = load(Type.Class);
  if (!C || C->isInterface())
    return Smallest;
  return std::max<uint64_t>(C->instanceSize(), Smallest);
}

void MethodTranslator::checkNull(const TypedValue &Object) {
  if (T.options().Checks == NullChecks::None ||
      !NotNull.insert(Object.V).second)
    return;
  BranchInst *Branch = branchIfUnlikely(B.CreateIsNull(Object.V), "null", [&] {
    call("java_throw_null", {});
    B.CreateUnreachable();
  });
  const unsigned Site = T.NumSites++;
  if (T.options().Checks == NullChecks::Explicit)
    return;
  Metadata *Operands[] = {
      ConstantAsMetadata::get(B.getInt32(Site)),
      ConstantAsMetadata::get(B.getInt64(dereferenceableBytes(Object.Type)))};
  Branch->setMetadata(LLVMContext::MD_make_implicit,
                      MDNode::get(Context, Operands));
}
