//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/GCPolls.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include <optional>

using namespace llvm;

const GCThreadTraits &llvm::getManagedThreadTraits() {
  // The offset is that of LLVMManagedThread::Poll.
  static const GCThreadTraits Traits = {/*Variable=*/"LLVMManagedThisThread",
                                        /*Register=*/"",
                                        /*PollOffset=*/20,
                                        /*PollFunction=*/"LLVMManagedPoll",
                                        /*PollPage=*/"LLVMManagedPollAddress",
                                        /*Transition=*/"LLVMManagedTransition"};
  return Traits;
}

static Error makeError(StringRef Name, const Attribute &A, const Twine &Why) {
  return createStringError("attribute \"" + Name + "\"=\"" +
                           A.getValueAsString() + "\": " + Why);
}

/// Reads the places of \p A into \p Polls.
static Error readPlaces(const Attribute &A, GCPolls &Polls) {
  Polls.AtEntry = Polls.AtBackedges = Polls.AtReturns = false;
  if (A.getValueAsString().empty())
    return Error::success();
  for (const StringRef Item : split(A.getValueAsString(), ',')) {
    bool *Place = StringSwitch<bool *>(Item)
                      .Case("entry", &Polls.AtEntry)
                      .Case("backedge", &Polls.AtBackedges)
                      .Case("return", &Polls.AtReturns)
                      .Default(nullptr);
    if (!Place)
      return makeError(GCPollsAttr, A,
                       "'" + Item +
                           "' is not one of 'entry', 'backedge' and 'return'");
    if (*Place)
      return makeError(GCPollsAttr, A, "'" + Item + "' is listed twice");
    *Place = true;
  }
  return Error::success();
}

Expected<GCPolls> llvm::getGCPolls(const Function &F) {
  GCPolls Polls;
  if (!F.hasGC())
    return Polls;
  Polls = getGCStrategyTraits(F).Polls;
  if (const Attribute A = F.getFnAttribute(GCPollsAttr); A.isValid())
    if (Error E = readPlaces(A, Polls))
      return std::move(E);
  if (const Attribute A = F.getFnAttribute(GCPollFormAttr); A.isValid()) {
    const auto Form =
        StringSwitch<std::optional<GCPollForm>>(A.getValueAsString())
            .Case("call", GCPollForm::Call)
            .Case("flag", GCPollForm::Flag)
            .Case("page", GCPollForm::Page)
            .Default(std::nullopt);
    if (!Form)
      return makeError(GCPollFormAttr, A, "use 'call', 'flag' or 'page'");
    Polls.Form = *Form;
  }
  if (const Attribute A = F.getFnAttribute(GCPollDistanceAttr); A.isValid())
    if (A.getValueAsString().getAsInteger(10, Polls.Distance) ||
        Polls.Distance == 0)
      return makeError(GCPollDistanceAttr, A,
                       "it is not a positive number of instructions");
  return Polls;
}
