# What the library is made of and how it is compiled, wherever it is built.

set(MANAGED_RUNTIME_SOURCES
  AsymmetricBarrier.cpp
  CodeIndex.cpp
  CodeRegistry.cpp
  ContextAnchors.cpp
  FaultHandler.cpp
  FaultProfile.cpp
  FaultReporter.cpp
  FaultTable.cpp
  FrameCFI.cpp
  FrameContents.cpp
  FrameWalker.cpp
  Futex.cpp
  ImageRegistration.cpp
  ManagedRuntime.cpp
  NativeEntry.cpp
  PagePolls.cpp
  PollPage.cpp
  PreviousActions.cpp
  Readers.cpp
  SafepointSet.cpp
  SignalStack.cpp
  StackMapFunction.cpp
  StackMapRegistry.cpp
  StackMapTable.cpp
  StartUpObjects.cpp
  StopThreads.cpp
  ThreadWaits.cpp
  Threads.cpp
  Transition.cpp
  WideGuard.cpp
  WriterLock.cpp
  X86FaultAddress.cpp
  )

set(MANAGED_RUNTIME_IS_SUPPORTED OFF)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND
   CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|aarch64|arm64)$")
  set(MANAGED_RUNTIME_IS_SUPPORTED ON)
endif()

# Without -fno-plt the loader would resolve functions on the signal stack.
set(MANAGED_RUNTIME_OPTIONS
  -fPIC -fno-plt -fvisibility=hidden -ffunction-sections -fdata-sections
  -Wall -Wextra)
# A program whose branches and returns are protected keeps that only if all of
# its objects are.
include(CheckCCompilerFlag)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  check_c_compiler_flag(-mbranch-protection=standard MANAGED_RUNTIME_PROTECTED)
  set(MANAGED_RUNTIME_PROTECTION -mbranch-protection=standard)
else()
  check_c_compiler_flag(-fcf-protection=full MANAGED_RUNTIME_PROTECTED)
  set(MANAGED_RUNTIME_PROTECTION -fcf-protection=full)
endif()
if(NOT MANAGED_RUNTIME_PROTECTED)
  set(MANAGED_RUNTIME_PROTECTION)
endif()
list(APPEND MANAGED_RUNTIME_OPTIONS ${MANAGED_RUNTIME_PROTECTION})
# Programs in C link with the library, so nothing may need C++'s.
set(MANAGED_RUNTIME_CXX_OPTIONS
  -fno-exceptions -fno-rtti -fno-threadsafe-statics)
# What a walk waits for would go through vector registers and back.
list(APPEND MANAGED_RUNTIME_CXX_OPTIONS -fno-tree-slp-vectorize)
# On AArch64 the handler would call functions of the compiler's runtime.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-mno-outline-atomics MANAGED_RUNTIME_INLINE_ATOMICS)
if(MANAGED_RUNTIME_INLINE_ATOMICS)
  list(APPEND MANAGED_RUNTIME_CXX_OPTIONS -mno-outline-atomics)
endif()
# A copy in an executable serves the shared objects that have none, but the
# image that it is in always uses its own.
set(MANAGED_RUNTIME_STATIC_OPTIONS
  "-DLLVM_MANAGED_RUNTIME_ABI=__attribute__((visibility(\"protected\")))"
  -DLLVM_MANAGED_RUNTIME_STATIC)

set_source_files_properties(${MANAGED_RUNTIME_SOURCES} PROPERTIES
  COMPILE_OPTIONS "${MANAGED_RUNTIME_OPTIONS};${MANAGED_RUNTIME_CXX_OPTIONS}")
# What waits in the middle of managed code keeps its vector registers.
set_property(SOURCE ThreadWaits.cpp APPEND PROPERTY COMPILE_OPTIONS
  -mgeneral-regs-only)
