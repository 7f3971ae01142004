//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Translates the bytecodes of one method. A file for each concern implements a
/// part of this class:
///
///   MethodTranslator.cpp  blocks, and the order in which they are translated
///   Dispatch.cpp          which function translates which opcode
///   Operands.cpp          operand stack and local variables
///   Verification.cpp      which type may stand where another is wanted
///   Constants.cpp Arithmetic.cpp Branches.cpp Fields.cpp Arrays.cpp
///   NullChecks.cpp TypeChecks.cpp Calls.cpp Objects.cpp Exceptions.cpp
///   Natives.cpp
///
/// The verification types at the begin of blocks come from the StackMapTable.
/// They are not trusted: all that JVMS 4.10.1 wants of types is checked while
/// the method is translated.
///
/// The first fault is remembered, and what is translated until the end of the
/// instruction is thrown away with the function. So the functions below need
/// not return errors; after a fault, values are poison.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_METHODTRANSLATOR_H
#define LLVM_EXAMPLES_MANAGEDJAVA_TRANSLATE_METHODTRANSLATOR_H

#include "ClassFile/Bytecode.h"
#include "Translate/TranslationError.h"
#include "Translate/Translator.h"
#include "llvm/IR/IRBuilder.h"
#include <map>
#include <set>

namespace java {

/// A value on the operand stack or in a local variable.
struct TypedValue {
  VerificationType Type;
  /// Null in a local variable that was not loaded yet in this block.
  llvm::Value *V = nullptr;
};

/// How a value is represented.
enum class Kind { Int, Long, Float, Double, Reference };

class MethodTranslator {
public:
  MethodTranslator(ModuleTranslator &T, const JavaMethod &M, llvm::Function &F);

  /// Adds the body to the function, which is empty.
  llvm::Error translate();
  llvm::Error translateNative();
  /// ModuleTranslator::defineEntry.
  void translateEntry();

private:
  /// A piece of the bytecodes without jumps into it or out of it, in which all
  /// instructions have the same exception handlers.
  struct Block {
    unsigned Begin, End; ///< Indices of instructions.
    llvm::BasicBlock *Entry = nullptr;
    const StackMapFrame *Frame = nullptr;
    /// Indices of Code::Handlers, the innermost first.
    llvm::SmallVector<unsigned, 4> Handlers;
    bool IsReached = false;
    /// At the begin; from Frame, or from the only predecessor.
    llvm::SmallVector<VerificationType, 8> Locals;
    llvm::SmallVector<VerificationType, 4> Stack;
  };

  // Faults.
  void fail(const llvm::Twine &Reason); // the class file is malformed
  void unsupported(const llvm::Twine &Reason);
  void unresolved(llvm::Error E);
  void setFailure(TranslationError::Kind K, std::string Reason);
  bool failed() const { return Failure.has_value(); }
  llvm::Error makeError(TranslationError::Kind K, llvm::StringRef Reason);
  /// \returns the value, or null after a fault.
  template <typename T> const T *check(llvm::Expected<const T *> Value) {
    if (Value)
      return *Value;
    unresolved(Value.takeError());
    return nullptr;
  }
  const JavaClass *load(llvm::StringRef Name) { return check(W.load(Name)); }

  // Blocks.
  void makeBlocks();
  void addFrames();
  void nameNew(VerificationType &Type);
  void enterMethod();
  void translateBlock(Block &B);
  void translateInstruction(const Instruction &I);
  Block &blockAt(uint32_t Offset);
  /// Control may go to \p To with the current types. \returns its entry.
  llvm::BasicBlock *flowTo(Block &To);
  void reach(Block &To);
  llvm::BasicBlock *newBlock(const llvm::Twine &Name);
  llvm::BasicBlock *newColdBlock(const llvm::Twine &Name);
  /// Continues in a new block if \p Condition is false. If it is true, which is
  /// unlikely, \p Cold is executed, and then the new block unless it ended with
  /// a throw. \returns the branch.
  llvm::BranchInst *branchIfUnlikely(llvm::Value *Condition,
                                     const llvm::Twine &Name,
                                     llvm::function_ref<void()> Cold);

  // Operands.
  static Kind kindOf(const VerificationType &Type);
  static bool isWide(const VerificationType &Type);
  llvm::Type *typeOf(Kind K);
  VerificationType typeOf(TypeDescriptor Type);
  void push(VerificationType Type, llvm::Value *V);
  void push(TypeDescriptor Type, llvm::Value *V) { push(typeOf(Type), V); }
  void pushInt(llvm::Value *V) { push({VerificationType::Int}, V); }
  TypedValue popAny();
  llvm::Value *pop(VerificationType::Kind K);
  llvm::Value *popInt() { return pop(VerificationType::Int); }
  /// A reference to an object that may be assigned to \p Class.
  TypedValue popObject(llvm::StringRef Class);
  /// A reference to any object.
  TypedValue popObject();
  llvm::Value *pop(TypeDescriptor Type);
  void permute(Op Opcode);
  void loadLocal(unsigned Index, VerificationType::Kind K);
  void loadReference(unsigned Index);
  void storeLocal(unsigned Index, VerificationType::Kind K);
  void storeReference(unsigned Index);
  void increment(unsigned Index, int32_t By);
  void setLocal(unsigned Index, TypedValue Value);
  llvm::Value *localValue(unsigned Index);
  llvm::AllocaInst *localSlot(unsigned Index, Kind K);
  llvm::AllocaInst *stackSlot(unsigned Index, Kind K);
  llvm::AllocaInst *newSlot(llvm::Type *Type, const llvm::Twine &Name);
  void spillStack();
  void promoteSlots();

  // Verification.
  bool isAssignable(const VerificationType &From, const VerificationType &To);
  bool isAssignable(llvm::StringRef From, llvm::StringRef To);
  std::string describe(const VerificationType &Type);
  void checkLocals(const Block &To, const llvm::Twine &Where);
  void checkFlow(const Block &To);
  void checkHandlers();

  // Constants.
  void translateConstant(unsigned Index);
  llvm::Value *classMirror(const JavaClass &Class);

  // Arithmetic.
  void translateBinary(Op Opcode);
  void translateShift(Op Opcode);
  void translateNegation(VerificationType::Kind K);
  void translateConversion(Op Opcode);
  void translateComparison(Op Opcode);
  llvm::Value *divide(llvm::Value *A, llvm::Value *B, bool IsRemainder);
  /// What a parameter or a result of a small type has (JVMS 2.11.1).
  llvm::Value *narrow(llvm::Value *V, char Type);

  // Branches.
  void translateBranch(const Instruction &I);
  void translateGoto(uint32_t Target);
  void translateSwitch(const Instruction &I);
  void translateReturn(Op Opcode);

  // Fields.
  void translateGetField(unsigned Index);
  void translatePutField(unsigned Index);
  void translateGetStatic(unsigned Index);
  void translatePutStatic(unsigned Index);
  const JavaField *resolveField(unsigned Index, bool IsStatic, bool IsPut);
  llvm::Value *address(llvm::Value *Object, uint64_t Offset);
  /// Unordered, or sequentially consistent if volatile. \p Place is the name of
  /// the field, or of the kind of elements: other names are other memory.
  llvm::Value *loadFrom(llvm::Value *Address, TypeDescriptor Type,
                        bool IsVolatile, llvm::StringRef Place);
  void storeTo(llvm::Value *Address, TypeDescriptor Type, llvm::Value *V,
               bool IsVolatile, llvm::StringRef Place);
  llvm::MDNode *aliasTag(llvm::StringRef Place);
  void markCard(llvm::Value *Object);

  // Arrays.
  void translateNewArray(unsigned Type);
  void translateNewReferenceArray(unsigned Index);
  void translateMultiNewArray(unsigned Index, unsigned Dimensions);
  void translateArrayLength();
  void translateArrayLoad(Op Opcode);
  void translateArrayStore(Op Opcode);
  TypedValue popArray(Op Opcode, char &Element);
  llvm::Value *arrayLength(llvm::Value *Array);
  llvm::Value *elementAddress(llvm::Value *Array, llvm::Value *Index,
                              char Element);
  void checkStore(const TypedValue &Array, const TypedValue &Value);
  void newArray(const JavaClass &Class);

  // Null checks.
  void checkNull(const TypedValue &Object);
  uint64_t dereferenceableBytes(const VerificationType &Type);

  // Type checks.
  void translateInstanceOf(unsigned Index);
  void translateCheckCast(unsigned Index);
  /// An i1. \p Object is not null.
  llvm::Value *isInstance(llvm::Value *Object, const JavaClass &Class);
  llvm::Value *testObject(llvm::Value *Object, bool IfNull,
                          llvm::function_ref<llvm::Value *()> Test);
  llvm::Value *typeWord(llvm::Value *Object);
  llvm::Value *loadConstant(llvm::Type *Type, llvm::Value *Base,
                            uint64_t Offset);
  /// The entry of the hash table of interfaces.
  llvm::Value *interfaceEntry(llvm::Value *Type, const JavaClass &Interface,
                              llvm::Value *&IsEntry);

  // Calls.
  void translateInvoke(const Instruction &I);
  void translateInvokeDynamic(unsigned Index);
  void callMethod(const JavaMethod &M, llvm::ArrayRef<llvm::Value *> Arguments,
                  llvm::Value *Callee);
  llvm::Value *virtualCallee(const JavaMethod &M, llvm::Value *Receiver);
  llvm::Value *interfaceCallee(const JavaMethod &M, llvm::Value *Receiver);
  void callGuarded(const JavaMethod &M, const JavaMethod &Target,
                   llvm::ArrayRef<llvm::Value *> Arguments,
                   llvm::Value *Callee);
  bool popArguments(const MethodDescriptor &Type,
                    llvm::SmallVectorImpl<llvm::Value *> &Arguments);
  void constructed(const TypedValue &Object, llvm::StringRef Class);
  /// A call, or an invoke where something handles exceptions.
  llvm::CallBase *call(llvm::FunctionCallee Callee,
                       llvm::ArrayRef<llvm::Value *> Arguments);
  llvm::CallBase *call(llvm::StringRef Runtime,
                       llvm::ArrayRef<llvm::Value *> Arguments) {
    return call(T.runtime(Runtime), Arguments);
  }

  // Objects.
  void translateNew(unsigned Index, uint32_t Offset);
  void translateMonitor(bool IsEnter);
  llvm::Value *allocate(llvm::FunctionCallee Fast, llvm::FunctionCallee Slow,
                        llvm::ArrayRef<llvm::Value *> FastArguments,
                        llvm::ArrayRef<llvm::Value *> SlowArguments);
  void initialize(const JavaClass &Class);
  void testState(const JavaClass &Class);
  void enterMonitor();
  void exitMonitor();

  // Exceptions.
  void translateThrow();
  /// Where calls in the current block unwind to; null for the caller.
  llvm::BasicBlock *landingPad();
  void translateLandingPad(llvm::ArrayRef<unsigned> Handlers,
                           llvm::BasicBlock *Pad);

  // Natives.
  /// \returns what a call of a static method is computed by; null if that is
  /// no intrinsic.
  llvm::Value *intrinsic(const JavaMethod &M,
                         llvm::ArrayRef<llvm::Value *> Arguments);

  // Lines.
  void startLines();
  void setLine(uint32_t Offset);

  ModuleTranslator &T;
  World &W;
  const JavaMethod &Method;
  const JavaClass &Class;
  const ConstantPool &Constants;
  llvm::Function &F;
  llvm::LLVMContext &Context;
  llvm::IRBuilder<> B;

  const Code *Source = nullptr;
  llvm::ArrayRef<Instruction> Instructions;
  std::optional<Bytecode> Decoded;
  std::vector<Block> Blocks;
  /// By index of instruction: the block that begins there, or -1.
  std::vector<int> BlockOf;
  std::set<unsigned> Worklist; ///< Indices of blocks, the first ones first.

  // Where translation is.
  Block *Current = nullptr;
  uint32_t Offset = 0;
  llvm::SmallVector<TypedValue, 8> Stack;
  llvm::SmallVector<TypedValue, 8> Locals;
  unsigned StackDepth = 0; ///< In slots.
  bool LocalsChanged = false;
  /// Values of this block that were tested or cannot be null.
  llvm::SmallPtrSet<llvm::Value *, 16> NotNull;
  /// Arrays of this block whose class is exactly the static one.
  llvm::SmallPtrSet<llvm::Value *, 4> Exact;

  std::optional<std::pair<TranslationError::Kind, std::string>> Failure;
  std::map<std::pair<unsigned, Kind>, llvm::AllocaInst *> LocalSlots,
      StackSlots;
  std::map<llvm::SmallVector<unsigned, 4>, llvm::BasicBlock *> LandingPads;
  /// The local variable 0 is `this` everywhere.
  bool ThisIsConstant = false;
  llvm::Value *Monitor = nullptr; ///< Of a synchronized method.
  llvm::DISubprogram *Subprogram = nullptr;
};

} // namespace java

#endif
