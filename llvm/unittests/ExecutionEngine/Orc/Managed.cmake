# The fork's own tests in this directory. CMakeLists.txt adds the list to the
# program; a new file is added here.
set(LLVM_MANAGED_ORCJIT_TESTS
  ManagedCodeBindingsTest.cpp
  ManagedCodeExecutionTest.cpp
  ManagedCodePluginTest.cpp
  ManagedCodeRegistrationTest.cpp
  ManagedStackMapPluginTest.cpp
  )
# What they link with beyond upstream's tests.
list(APPEND LLVM_LINK_COMPONENTS
  AsmParser
  BitWriter
  IRReader
  ManagedRuntime
  )
