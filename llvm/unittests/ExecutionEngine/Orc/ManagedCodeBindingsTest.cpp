//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// llvm-c/ManagedCode.h: marks, strategies, managed code in LLJIT, and the maps
/// of object files.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/Analysis.h"
#include "llvm-c/BitWriter.h"
#include "llvm-c/Core.h"
#include "llvm-c/IRReader.h"
#include "llvm-c/ManagedCode.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm-c/Object.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Transforms/PassBuilder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using testing::HasSubstr;
using testing::Not;

/// \returns the message of \p Error; empty if there is none.
static std::string take(LLVMErrorRef Error) {
  if (!Error)
    return {};
  char *Message = LLVMGetErrorMessage(Error);
  std::string Text = Message;
  LLVMDisposeErrorMessage(Message);
  return Text;
}

namespace {

class ManagedCodeBindingsTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
  }

  void SetUp() override {
#if !defined(__linux__) || !(defined(__x86_64__) || defined(__aarch64__))
    GTEST_SKIP();
#endif
    Context = LLVMContextCreate();
    Builder = LLVMCreateBuilderInContext(Context);
    char *Triple = LLVMGetDefaultTargetTriple(), *Message = nullptr;
    LLVMTargetRef Target;
    ASSERT_FALSE(LLVMGetTargetFromTriple(Triple, &Target, &Message));
    Machine =
        LLVMCreateTargetMachine(Target, Triple, "", "", LLVMCodeGenLevelDefault,
                                LLVMRelocPIC, LLVMCodeModelDefault);
    LLVMDisposeMessage(Triple);
  }

  void TearDown() override {
    if (Module)
      LLVMDisposeModule(Module);
    if (Builder)
      LLVMDisposeBuilder(Builder);
    if (Machine)
      LLVMDisposeTargetMachine(Machine);
    if (Context)
      LLVMContextDispose(Context);
  }

  void parse(const std::string &Text) {
    char *Message = nullptr;
    LLVMMemoryBufferRef Buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
        Text.data(), Text.size(), "test");
    ASSERT_FALSE(LLVMParseIRInContext(Context, Buffer, &Module, &Message))
        << Message;
    char *Triple = LLVMGetTargetMachineTriple(Machine);
    LLVMTargetDataRef Layout = LLVMCreateTargetDataLayout(Machine);
    LLVMSetTarget(Module, Triple);
    LLVMSetModuleDataLayout(Module, Layout);
    LLVMDisposeTargetData(Layout);
    LLVMDisposeMessage(Triple);
  }

  /// Adds a function that returns what its argument points to, or -1 for null.
  LLVMValueRef addGet(unsigned Space, const LLVMImplicitNullCheck *Check) {
    Module = LLVMModuleCreateWithNameInContext("test", Context);
    LLVMTypeRef Pointer = LLVMPointerTypeInContext(Context, Space);
    LLVMTypeRef Int = LLVMInt64TypeInContext(Context);
    LLVMValueRef Get =
        LLVMAddFunction(Module, "get", LLVMFunctionType(Int, &Pointer, 1, 0));
    LLVMBasicBlockRef Entry = LLVMAppendBasicBlockInContext(Context, Get, "");
    LLVMBasicBlockRef Null = LLVMAppendBasicBlockInContext(Context, Get, "");
    LLVMBasicBlockRef Ok = LLVMAppendBasicBlockInContext(Context, Get, "");
    LLVMPositionBuilderAtEnd(Builder, Null);
    LLVMBuildRet(Builder, LLVMConstAllOnes(Int));
    LLVMPositionBuilderAtEnd(Builder, Ok);
    LLVMBuildRet(Builder,
                 LLVMBuildLoad2(Builder, Int, LLVMGetParam(Get, 0), ""));
    LLVMPositionBuilderAtEnd(Builder, Entry);
    Branch = LLVMBuildImplicitNullCheck(Builder, LLVMGetParam(Get, 0), Null, Ok,
                                        Check);
    return Get;
  }

  void rewrite(const char *Passes = "rewrite-statepoints-for-gc") {
    LLVMPassBuilderOptionsRef Options = LLVMCreatePassBuilderOptions();
    EXPECT_EQ(take(LLVMRunPasses(Module, Passes, Machine, Options)), "");
    LLVMDisposePassBuilderOptions(Options);
  }

  LLVMMemoryBufferRef emitAs(LLVMCodeGenFileType Type) {
    char *Message = nullptr;
    LLVMMemoryBufferRef Buffer;
    EXPECT_FALSE(LLVMVerifyModule(Module, LLVMReturnStatusAction, &Message))
        << Message;
    EXPECT_FALSE(LLVMTargetMachineEmitToMemoryBuffer(Machine, Module, Type,
                                                     &Message, &Buffer))
        << Message;
    return Buffer;
  }

  std::string emitAssembly() {
    LLVMMemoryBufferRef Buffer = emitAs(LLVMAssemblyFile);
    std::string Result(LLVMGetBufferStart(Buffer), LLVMGetBufferSize(Buffer));
    LLVMDisposeMemoryBuffer(Buffer);
    return Result;
  }

  LLVMBinaryRef emit() {
    char *Message = nullptr;
    LLVMMemoryBufferRef Object = emitAs(LLVMObjectFile);
    LLVMBinaryRef Binary = LLVMCreateBinary(Object, Context, &Message);
    EXPECT_TRUE(Binary) << Message;
    LLVMDisposeMemoryBuffer(Object);
    return Binary;
  }

  LLVMContextRef Context = nullptr;
  LLVMModuleRef Module = nullptr;
  LLVMBuilderRef Builder = nullptr;
  LLVMTargetMachineRef Machine = nullptr;
  LLVMValueRef Branch = nullptr;
};

} // end anonymous namespace

TEST_F(ManagedCodeBindingsTest, EnablesChecks) {
  LLVMValueRef Get = addGet(0, nullptr);
  EXPECT_FALSE(LLVMHasImplicitNullChecks(Get));
  LLVMEnableImplicitNullChecks(Get);
  EXPECT_TRUE(LLVMHasImplicitNullChecks(Get));
}

TEST_F(ManagedCodeBindingsTest, ReadsMarks) {
  LLVMImplicitNullCheck Check = {sizeof(Check), true, 7, 16}, Found;
  addGet(0, &Check);
  Found.Size = sizeof(Found);
  ASSERT_TRUE(LLVMGetImplicitNullCheck(Branch, &Found));
  EXPECT_TRUE(Found.HasSite);
  EXPECT_EQ(Found.Site, 7u);
  EXPECT_EQ(Found.Readable, 16u);
  EXPECT_TRUE(LLVMGetImplicitNullCheck(Branch, nullptr));

  Check = {sizeof(Check), false, 0, 0};
  EXPECT_EQ(take(LLVMMarkImplicitNullCheck(Branch, &Check)), "");
  ASSERT_TRUE(LLVMGetImplicitNullCheck(Branch, &Found));
  EXPECT_FALSE(Found.HasSite);
  EXPECT_EQ(Found.Readable, 0u);
  EXPECT_EQ(take(LLVMMarkImplicitNullCheck(Branch, nullptr)), "");

  Check = {sizeof(Check), true, 0xffffffff, 0};
  EXPECT_EQ(take(LLVMMarkImplicitNullCheck(Branch, &Check)), "");
  ASSERT_TRUE(LLVMGetImplicitNullCheck(Branch, &Found));
  EXPECT_TRUE(Found.HasSite);
  EXPECT_EQ(Found.Site, 0xffffffffu);
}

TEST_F(ManagedCodeBindingsTest, GivesPromisesASite) {
  LLVMImplicitNullCheck Check = {sizeof(Check), false, 0, 16}, Found;
  addGet(0, &Check);
  Found.Size = sizeof(Found);
  ASSERT_TRUE(LLVMGetImplicitNullCheck(Branch, &Found));
  EXPECT_TRUE(Found.HasSite);
  EXPECT_EQ(Found.Site, 0u);
  EXPECT_EQ(Found.Readable, 16u);
}

/// A program that was compiled with an older header has a shorter structure.
TEST_F(ManagedCodeBindingsTest, TakesShorterStructures) {
  LLVMImplicitNullCheck Check = {offsetof(LLVMImplicitNullCheck, Readable),
                                 true, 7, 16};
  addGet(0, &Check);
  LLVMImplicitNullCheck Found = {};
  Found.Size = sizeof(Found);
  ASSERT_TRUE(LLVMGetImplicitNullCheck(Branch, &Found));
  EXPECT_EQ(Found.Site, 7u);
  EXPECT_EQ(Found.Readable, 0u);
  Found = {offsetof(LLVMImplicitNullCheck, Readable), false, 0, 99};
  ASSERT_TRUE(LLVMGetImplicitNullCheck(Branch, &Found));
  EXPECT_EQ(Found.Site, 7u);
  EXPECT_EQ(Found.Readable, 99u) << "what the caller does not know is written";
}

TEST_F(ManagedCodeBindingsTest, RefusesMarks) {
  LLVMValueRef Get = addGet(0, nullptr);
  LLVMBasicBlockRef Null = LLVMGetNextBasicBlock(LLVMGetEntryBasicBlock(Get));
  LLVMValueRef Return = LLVMGetBasicBlockTerminator(Null);
  for (LLVMValueRef Wrong : {Return, Get, LLVMGetCondition(Branch)})
    EXPECT_THAT(take(LLVMMarkImplicitNullCheck(Wrong, nullptr)),
                HasSubstr("no conditional branch on a comparison"));
  EXPECT_FALSE(LLVMGetImplicitNullCheck(Return, nullptr));
  LLVMImplicitNullCheck Check = {sizeof(Check), false, 0, 8};
  EXPECT_THAT(take(LLVMMarkImplicitNullCheck(Branch, &Check)),
              HasSubstr("needs a site id"));
}

TEST_F(ManagedCodeBindingsTest, VisitsFaultMaps) {
  LLVMImplicitNullCheck Check = {sizeof(Check), true, 7, 0};
  LLVMEnableImplicitNullChecks(addGet(0, &Check));
  LLVMBinaryRef Binary = emit();
  std::vector<LLVMFaultMapEntry> Entries;
  auto Visit = [](const LLVMFaultMapEntry *Entry, void *Entries) {
    static_cast<std::vector<LLVMFaultMapEntry> *>(Entries)->push_back(*Entry);
    return LLVMBool(true);
  };
  EXPECT_EQ(take(LLVMVisitFaultMaps(Binary, Visit, &Entries)), "");
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].Kind, LLVMFaultingLoad);
  EXPECT_TRUE(Entries[0].HasSite);
  EXPECT_EQ(Entries[0].Site, 7u);
  EXPECT_EQ(Entries[0].Faulting.Section, Entries[0].Handler.Section);
  EXPECT_LT(Entries[0].Faulting.Address, Entries[0].Handler.Address);
  LLVMDisposeBinary(Binary);
}

TEST_F(ManagedCodeBindingsTest, ReportsMalformedMaps) {
  // Version 1 with a reserved byte that is not zero.
  Module = LLVMModuleCreateWithNameInContext("test", Context);
  LLVMValueRef Bytes = LLVMConstStringInContext(
      Context, "\1\1\0\0\0\0\0\0\0\0\0\0", 12, /*DontNullTerminate=*/true);
  LLVMValueRef Map = LLVMAddGlobal(Module, LLVMTypeOf(Bytes), "map");
  LLVMSetInitializer(Map, Bytes);
  LLVMSetSection(Map, ".llvm_faultmaps");
  LLVMValueRef Stack = LLVMAddGlobal(Module, LLVMTypeOf(Bytes), "stack");
  LLVMSetInitializer(Stack, Bytes);
  LLVMSetSection(Stack, ".llvm_stackmaps");
  LLVMBinaryRef Binary = emit();
  auto NoFault = [](const LLVMFaultMapEntry *, void *) {
    ADD_FAILURE();
    return LLVMBool(true);
  };
  auto NoSafepoint = [](const LLVMStackMapSafepoint *, void *) {
    ADD_FAILURE();
    return LLVMBool(true);
  };
  EXPECT_THAT(take(LLVMVisitFaultMaps(Binary, NoFault, nullptr)),
              HasSubstr("'.llvm_faultmaps'"));
  EXPECT_THAT(take(LLVMVisitStackMaps(Binary, NoSafepoint, nullptr)),
              HasSubstr("'.llvm_stackmaps'"));
  LLVMDisposeBinary(Binary);
}

TEST_F(ManagedCodeBindingsTest, RefusesBinaries) {
  parse("define void @f() { ret void }");
  LLVMMemoryBufferRef Bitcode = LLVMWriteBitcodeToMemoryBuffer(Module);
  char *Message = nullptr;
  LLVMBinaryRef Binary = LLVMCreateBinary(Bitcode, Context, &Message);
  ASSERT_TRUE(Binary) << Message;
  EXPECT_THAT(take(LLVMVisitFaultMaps(Binary, nullptr, nullptr)),
              HasSubstr("is no object file"));
  EXPECT_THAT(take(LLVMVisitStackMaps(Binary, nullptr, nullptr)),
              HasSubstr("is no object file"));
  LLVMDisposeBinary(Binary);
  LLVMDisposeMemoryBuffer(Bitcode);
}

static const char Text[] = R"(
  declare void @collect()
  define i64 @use(ptr addrspace(3) %object) gc "STRATEGY" {
    %place = getelementptr i64, ptr addrspace(3) %object, i64 1
    call void @collect() [ "deopt"(i32 42) ]
    %value = load i64, ptr addrspace(3) %place
    ret i64 %value
  }
)";

static std::string withStrategy(const std::string &Name) {
  std::string Result = Text;
  return Result.replace(Result.find("STRATEGY"), 8, Name);
}

TEST_F(ManagedCodeBindingsTest, VisitsStackMaps) {
  const unsigned Spaces[] = {3};
  LLVMGCStrategy Strategy = {sizeof(Strategy), 4, false,  true,
                             Spaces,           1, Spaces, 1};
  ASSERT_EQ(take(LLVMRegisterGCStrategy("visited-gc", &Strategy)), "");
  EXPECT_TRUE(LLVMIsKnownGCStrategy("visited-gc"));
  parse(withStrategy("visited-gc"));
  rewrite();
  LLVMBinaryRef Binary = emit();
  int Visited = 0;
  auto Visit = [](const LLVMStackMapSafepoint *S, void *Visited) {
    ++*static_cast<int *>(Visited);
    EXPECT_EQ(S->FrameBase, LLVMFrameFromStackPointer);
    EXPECT_EQ(S->NumRoots, 1u);
    EXPECT_EQ(S->Roots[0].Kind, LLVMFromCFA);
    EXPECT_TRUE(S->HasDeopt);
    EXPECT_EQ(S->NumDeopt, 1u);
    EXPECT_EQ(S->Deopt[0].Kind, LLVMDeoptConstant);
    EXPECT_EQ(S->Deopt[0].Number, 42u);
    return LLVMBool(true);
  };
  EXPECT_EQ(take(LLVMVisitStackMaps(Binary, Visit, &Visited)), "");
  EXPECT_EQ(Visited, 1);
  LLVMDisposeBinary(Binary);
}

TEST_F(ManagedCodeBindingsTest, StopsVisiting) {
  const unsigned Spaces[] = {3};
  LLVMGCStrategy Strategy = {sizeof(Strategy), 3, false,   true,
                             Spaces,           1, nullptr, 0};
  ASSERT_EQ(take(LLVMRegisterGCStrategy("stopping-gc", &Strategy)), "");
  parse(withStrategy("stopping-gc") + R"(
    define void @again() gc "stopping-gc" {
      call void @collect()
      ret void
    })");
  rewrite();
  LLVMBinaryRef Binary = emit();
  std::vector<bool> Answers = {true, false};
  for (bool Answer : Answers) {
    std::pair<int, bool> State = {0, Answer};
    auto Visit = [](const LLVMStackMapSafepoint *S, void *State) {
      // Version 3 does not tell.
      EXPECT_EQ(S->FrameBase, LLVMUnwalkableFrame);
      auto *Pair = static_cast<std::pair<int, bool> *>(State);
      ++Pair->first;
      return LLVMBool(Pair->second);
    };
    EXPECT_EQ(take(LLVMVisitStackMaps(Binary, Visit, &State)), "");
    EXPECT_EQ(State.first, Answer ? 2 : 1);
  }
  LLVMDisposeBinary(Binary);
}

/// A strategy with polls by flag and transitions, of a runtime of its own.
static LLVMGCStrategy getPollingStrategy() {
  static const unsigned Spaces[] = {3};
  LLVMGCStrategy Strategy = {};
  Strategy.Size = sizeof(Strategy);
  Strategy.StackMapVersion = 4;
  Strategy.KeepsRootsInRegisters = true;
  Strategy.MovesObjects = true;
  Strategy.ReferenceSpaces = Spaces;
  Strategy.NumReferenceSpaces = 1;
  Strategy.PollPlaces = LLVMGCPollAtEntry | LLVMGCPollAtBackedges;
  Strategy.PollForm = LLVMGCPollByFlag;
  Strategy.ThreadVariable = "own_thread";
  Strategy.PollOffset = 232;
  Strategy.PollFunction = "own_poll";
  Strategy.Transition = "own_transition";
  return Strategy;
}

static std::string getPollingCode(const std::string &Strategy) {
  return R"(
    declare i64 @native(i64)
    define i64 @leaf(ptr addrspace(3) %object) gc ")" +
         Strategy + R"(" {
      %value = load i64, ptr addrspace(3) %object
      ret i64 %value
    }
    define i64 @leaves(i64 %n) gc ")" +
         Strategy + R"(" {
      %value = call i64 @native(i64 %n) [ "gc-transition"() ]
      ret i64 %value
    })";
}

TEST_F(ManagedCodeBindingsTest, PlacesPollsAndTransitions) {
  // The strings are copied.
  std::string Thread = "own_thread";
  LLVMGCStrategy Strategy = getPollingStrategy();
  Strategy.ThreadVariable = Thread.c_str();
  ASSERT_EQ(take(LLVMRegisterGCStrategy("polling-gc", &Strategy)), "");
  Thread = "overwritten";
  parse(getPollingCode("polling-gc"));
  rewrite("function(place-safepoints),verify<safepoint-polls>,"
          "rewrite-statepoints-for-gc");
  char *IR = LLVMPrintModuleToString(Module);
  EXPECT_THAT(IR,
              HasSubstr("@own_thread = external thread_local(initialexec)"));
  EXPECT_THAT(IR, HasSubstr("i64 232"));
  LLVMDisposeMessage(IR);
  const std::string Assembly = emitAssembly();
  EXPECT_THAT(Assembly, HasSubstr("own_thread"));
  EXPECT_THAT(Assembly, HasSubstr("own_poll"));
  EXPECT_THAT(Assembly, HasSubstr("own_transition"));
}

TEST_F(ManagedCodeBindingsTest, PlacesPollsByPage) {
  LLVMGCStrategy Strategy = getPollingStrategy();
  Strategy.PollForm = LLVMGCPollByPage;
  Strategy.PollPage = "own_page";
  Strategy.ThreadVariable = Strategy.PollFunction = "";
  Strategy.PollOffset = 0;
  Strategy.Transition = nullptr;
  ASSERT_EQ(take(LLVMRegisterGCStrategy("paging-gc", &Strategy)), "");
  parse(getPollingCode("paging-gc"));
  rewrite("function(place-safepoints),rewrite-statepoints-for-gc");
  const std::string Assembly = emitAssembly();
  EXPECT_THAT(Assembly, HasSubstr("own_page"));
  EXPECT_THAT(Assembly, Not(HasSubstr("own_poll")));
  EXPECT_THAT(Assembly, Not(HasSubstr("own_transition")));
}

TEST_F(ManagedCodeBindingsTest, PlacesPollsOfARegister) {
  LLVMGCStrategy Strategy = getPollingStrategy();
  Strategy.ThreadVariable = nullptr;
  Strategy.ThreadRegister = "own_register";
  ASSERT_EQ(take(LLVMRegisterGCStrategy("register-gc", &Strategy)), "");
  parse(getPollingCode("register-gc"));
  rewrite("function(place-safepoints),verify<safepoint-polls>");
  char *IR = LLVMPrintModuleToString(Module);
  EXPECT_THAT(IR, HasSubstr("!\"own_register\""));
  EXPECT_THAT(IR, Not(HasSubstr("own_thread")));
  LLVMDisposeMessage(IR);
}

/// A target machine without registers for vectors passes them elsewhere, and
/// the functions need not say so.
TEST_F(ManagedCodeBindingsTest, RefusesTransitionsWithoutRegisters) {
  LLVMTargetRef Target = LLVMGetTargetMachineTarget(Machine);
  char *Triple = LLVMGetTargetMachineTriple(Machine);
  const bool IsX86 = std::string(Triple).rfind("x86", 0) == 0;
  LLVMDisposeTargetMachine(Machine);
  Machine = LLVMCreateTargetMachine(
      Target, Triple, "", IsX86 ? "-sse2" : "-neon", LLVMCodeGenLevelDefault,
      LLVMRelocPIC, LLVMCodeModelDefault);
  LLVMDisposeMessage(Triple);
  parse(R"(
    declare void @native(<4 x i32>)
    define void @leaves(<4 x i32> %v) gc "managed" {
      call void @native(<4 x i32> %v) [ "gc-transition"() ]
      ret void
    })");
  rewrite();
  std::string Messages;
  auto Take = [](LLVMDiagnosticInfoRef Info, void *Messages) {
    char *Text = LLVMGetDiagInfoDescription(Info);
    *static_cast<std::string *>(Messages) += Text;
    LLVMDisposeMessage(Text);
  };
  LLVMContextSetDiagnosticHandler(Context, Take, &Messages);
  char *Message = nullptr;
  LLVMMemoryBufferRef Buffer = nullptr;
  LLVMTargetMachineEmitToMemoryBuffer(Machine, Module, LLVMObjectFile, &Message,
                                      &Buffer);
  if (Buffer)
    LLVMDisposeMemoryBuffer(Buffer);
  EXPECT_THAT(Messages, HasSubstr("it is not known where"));
}

/// The structure of a program that was compiled with an older header ends
/// before the polls.
TEST_F(ManagedCodeBindingsTest, TakesStrategiesWithoutPolls) {
  LLVMGCStrategy Strategy = getPollingStrategy();
  Strategy.Size = offsetof(LLVMGCStrategy, PollPlaces);
  ASSERT_EQ(take(LLVMRegisterGCStrategy("older-gc", &Strategy)), "");
  parse(getPollingCode("older-gc"));
  rewrite("function(place-safepoints),rewrite-statepoints-for-gc");
  const std::string Assembly = emitAssembly();
  EXPECT_THAT(Assembly, Not(HasSubstr("own_")));
}

TEST_F(ManagedCodeBindingsTest, RefusesPolls) {
  const LLVMGCStrategy Right = getPollingStrategy();
  using Change = void (*)(LLVMGCStrategy &);
  const std::pair<Change, const char *> Wrongs[] = {
      {[](LLVMGCStrategy &S) { S.PollPlaces = 9; }, "no places of polls 8"},
      {[](LLVMGCStrategy &S) { S.PollForm = static_cast<LLVMGCPollForm>(3); },
       "no form of polls 3"},
      {[](LLVMGCStrategy &S) { S.ThreadRegister = "r15"; },
       "in a variable, 'own_thread', or in a register, 'r15', not in both"},
      {[](LLVMGCStrategy &S) { S.PollOffset = 234; },
       "234, is not a multiple of 4 below 2 GiB"},
      {[](LLVMGCStrategy &S) { S.PollOffset = uint64_t(1) << 31; },
       "2147483648, is not a multiple of 4 below 2 GiB"},
      {[](LLVMGCStrategy &S) { S.ThreadVariable = nullptr; },
       "neither a variable nor a register"},
      {[](LLVMGCStrategy &S) {
         S.ThreadVariable = "";
         S.PollOffset = 0;
       },
       "polls by flag need a variable or a register"},
      {[](LLVMGCStrategy &S) { S.PollFunction = nullptr; },
       "polls by flag need a function"},
      {[](LLVMGCStrategy &S) { S.PollForm = LLVMGCPollByPage; },
       "need a variable with the address of the page"},
      {[](LLVMGCStrategy &S) {
         S.PollForm = LLVMGCPollByPage;
         S.PollPage = "own_page";
         S.StackMapVersion = 3;
         S.KeepsRootsInRegisters = false;
       },
       "polls by page need version 4"},
      {[](LLVMGCStrategy &S) { S.Transition = "own_poll"; },
       "'own_poll' cannot be two things"}};
  for (const auto &[Spoil, Message] : Wrongs) {
    LLVMGCStrategy Wrong = Right;
    Spoil(Wrong);
    EXPECT_THAT(take(LLVMRegisterGCStrategy("wrong", &Wrong)),
                HasSubstr(Message));
    EXPECT_FALSE(LLVMIsKnownGCStrategy("wrong"));
  }
}

TEST_F(ManagedCodeBindingsTest, RefusesStrategies) {
  const unsigned Spaces[] = {1}, Others[] = {2};
  const LLVMGCStrategy Right = {sizeof(Right), 4, true,   true,
                                Spaces,        1, Spaces, 1};
  auto Refused = [](const char *Name, const LLVMGCStrategy &Strategy) {
    return take(LLVMRegisterGCStrategy(Name, &Strategy));
  };
  for (const char *Name : {"", "none", "statepoint-example", "managed"})
    EXPECT_THAT(Refused(Name, Right), HasSubstr("of the name"));
  LLVMGCStrategy Wrong = Right;
  Wrong.StackMapVersion = 5;
  EXPECT_THAT(Refused("wrong", Wrong), HasSubstr("no version 5"));
  Wrong.StackMapVersion = 3;
  EXPECT_THAT(Refused("wrong", Wrong), HasSubstr("need version 4"));
  Wrong = Right;
  Wrong.NumReferenceSpaces = 0;
  EXPECT_THAT(Refused("wrong", Wrong), HasSubstr("no address space"));
  Wrong = Right;
  Wrong.UnmappedNullSpaces = Others;
  EXPECT_THAT(Refused("wrong", Wrong), HasSubstr("address space 2"));
  EXPECT_FALSE(LLVMIsKnownGCStrategy("wrong"));
  EXPECT_FALSE(LLVMIsKnownGCStrategy("never-registered"));

  // Others were registered above if all tests run, and none if this runs alone.
  std::vector<std::string> Names;
  std::string Message;
  while (Message.empty() && Names.size() < 17) {
    Names.push_back("numbered-" + std::to_string(Names.size()));
    Message = Refused(Names.back().c_str(), Right);
  }
  EXPECT_THAT(Message, HasSubstr("no more than 16"));
  EXPECT_FALSE(LLVMIsKnownGCStrategy(Names.back().c_str()));
  EXPECT_TRUE(LLVMIsKnownGCStrategy(Names.front().c_str()));
}

TEST_F(ManagedCodeBindingsTest, RunsManagedCode) {
  LLVMOrcLLJITRef J;
  ASSERT_EQ(take(LLVMOrcCreateLLJIT(&J, nullptr)), "");
  LLVMManagedCodeOptions Options = {};
  Options.Size = sizeof(Options);
  Options.Extent = static_cast<LLVMManagedCodeExtent>(9);
  EXPECT_THAT(take(LLVMOrcLLJITEnableManagedCode(J, &Options)),
              HasSubstr("no extent of managed code 9"));
  Options.Extent = LLVMManagedCodeMappedGraphs;
  Options.CountFaults = true;
  Options.Context = 77;
  ASSERT_EQ(take(LLVMOrcLLJITEnableManagedCode(J, &Options)), "");

  LLVMImplicitNullCheck Check = {sizeof(Check), true, 7, 0};
  LLVMEnableImplicitNullChecks(addGet(0, &Check));
  char *Triple = LLVMGetTargetMachineTriple(Machine);
  LLVMSetTarget(Module, Triple);
  LLVMDisposeMessage(Triple);
  LLVMSetDataLayout(Module, LLVMOrcLLJITGetDataLayoutStr(J));
  LLVMOrcThreadSafeContextRef Safe =
      LLVMOrcCreateNewThreadSafeContextFromLLVMContext(Context);
  ASSERT_EQ(take(LLVMOrcLLJITAddLLVMIRModule(
                J, LLVMOrcLLJITGetMainJITDylib(J),
                LLVMOrcCreateNewThreadSafeModule(Module, Safe))),
            "");
  LLVMOrcDisposeThreadSafeContext(Safe);
  LLVMOrcExecutorAddress Address;
  ASSERT_EQ(take(LLVMOrcLLJITLookup(J, &Address, "get")), "");
  auto *Get = reinterpret_cast<int64_t (*)(const int64_t *)>(Address);
  const int64_t Value = 42;
  EXPECT_EQ(Get(&Value), 42);
  const uint64_t Before = LLVMManagedRecoveredFaults();
  EXPECT_EQ(Get(nullptr), -1);
  EXPECT_EQ(LLVMManagedRecoveredFaults(), Before + 1);

  LLVMDisposeBuilder(Builder);
  Builder = nullptr;
  EXPECT_EQ(take(LLVMOrcUninstallManagedFaultHandler(
                LLVMOrcLLJITGetExecutionSession(J))),
            "");
  EXPECT_EQ(take(LLVMOrcDisposeLLJIT(J)), "");
  // They belonged to the JIT.
  Module = nullptr;
  Context = nullptr;
}
