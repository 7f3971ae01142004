//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Call sites of invokedynamic: which bootstrap method it is, and the class
/// that is made of it.
///
//===----------------------------------------------------------------------===//

#include "Translate/CallSites.h"
#include "Translate/CallSiteClasses.h"

using namespace llvm;
using namespace java;

Expected<const JavaMethod *> CallSites::get(const JavaClass &Owner,
                                            unsigned Index) {
  auto [It, IsNew] = Methods.try_emplace({&Owner, Index}, nullptr);
  if (!IsNew && It->second)
    return It->second;

  const ClassFile &File = *Owner.file();
  Expected<DynamicRef> Ref = File.Constants.invokeDynamic(Index);
  if (!Ref)
    return Ref.takeError();
  if (Ref->Bootstrap >= File.Bootstraps.size())
    return createStringError("there is no bootstrap method " +
                             Twine(Ref->Bootstrap));
  Expected<MethodDescriptor> Type = parseMethodDescriptor(Ref->Descriptor);
  if (!Type)
    return Type.takeError();
  CallSite Site = {
      W,           Owner, File.Bootstraps[Ref->Bootstrap],
      *Ref,        *Type, (Owner.name() + "$$Site$" + Twine(Index)).str(),
      Owner.name()};
  if (!File.NestHost.empty())
    Site.NestHost = File.NestHost;

  const MemberRef &Bootstrap = Site.Bootstrap.Handle.Member;
  const std::string Name = (Bootstrap.Class + "." + Bootstrap.Name).str();
  Expected<std::unique_ptr<MemoryBuffer>> Made = nullptr;
  if (Name == "java/lang/invoke/StringConcatFactory.makeConcat" ||
      Name == "java/lang/invoke/StringConcatFactory.makeConcatWithConstants")
    Made = makeConcatenation(Site);
  else if (Name == "java/lang/invoke/LambdaMetafactory.metafactory" ||
           Name == "java/lang/invoke/LambdaMetafactory.altMetafactory")
    Made = makeLambda(Site);
  else if (Name == "java/lang/runtime/ObjectMethods.bootstrap")
    Made = makeRecordMethod(Site);
  else
    return Site.unsupported("bootstrap method " + Name);
  if (!Made)
    return Made.takeError();

  Expected<const JavaClass *> Class = W.define(std::move(*Made));
  if (!Class)
    return Class.takeError();
  const JavaMethod *Method =
      (*Class)->findOwnMethod(CallSite::MethodName, Ref->Descriptor);
  Methods[{&Owner, Index}] = Method;
  return Method;
}

Error CallSite::unsupported(const Twine &Reason) const {
  return make_error<TranslationError>(TranslationError::Kind::Unsupported,
                                      Owner.name().str(), ~0u, Reason.str());
}

Error CallSite::malformed(const Twine &Reason) const {
  return make_error<TranslationError>(TranslationError::Kind::Malformed,
                                      Owner.name().str(), ~0u, Reason.str());
}
