//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a language brings along in a plugin: a strategy of garbage collection,
/// and a pass that marks its null checks.
///
///   opt -load-pass-plugin=ClientPlugin.so \
///     -passes='function(mark-null-checks),rewrite-statepoints-for-gc' \
///     program.ll -o out.bc
///   llc -load-pass-plugin=ClientPlugin.so out.bc
///
//===----------------------------------------------------------------------===//

#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace {
/// References are pointers of address space 7.
class ClientGC : public GCStrategy {
public:
  static constexpr char Name[] = "client-gc";
  static constexpr unsigned ReferenceSpace = 7;

  ClientGC() {
    UseStatepoints = true;
    UseRS4GC = true;
  }

  std::optional<bool> isGCManagedPointer(const Type *Ty) const override {
    return Ty->getScalarType()->getPointerAddressSpace() == ReferenceSpace;
  }
};

/// Marks the null checks of references, so that they may become implicit.
struct MarkNullChecks : PassInfoMixin<MarkNullChecks> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    if (!F.hasGC() || F.getGC() != ClientGC::Name)
      return PreservedAnalyses::all();
    for (Instruction &I : instructions(F)) {
      const Value *Pointer = getPointerOfCheck(I);
      if (Pointer && Pointer->getType()->getPointerAddressSpace() ==
                         ClientGC::ReferenceSpace)
        I.setMetadata(LLVMContext::MD_make_implicit,
                      MDNode::get(F.getContext(), {}));
    }
    F.addFnAttr(ImplicitNullChecksAttr);
    return PreservedAnalyses::all();
  }
};
} // namespace

static GCRegistry::Add<ClientGC> Strategy(ClientGC::Name, "a client's");
static RegisterGCStrategyTraits
    Traits(ClientGC::Name,
           {/*StackMapVersion=*/4, /*KeepsRootsInRegisters=*/true,
            /*MovesObjects=*/true,
            /*UnmappedNullSpaces=*/{ClientGC::ReferenceSpace}});

extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "client", "1", [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(
                [](StringRef Name, FunctionPassManager &FPM,
                   ArrayRef<PassBuilder::PipelineElement>) {
                  if (Name != "mark-null-checks")
                    return false;
                  FPM.addPass(MarkNullChecks());
                  return true;
                });
          }};
}
