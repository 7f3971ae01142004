# The fork's own tests in this directory. CMakeLists.txt adds the list to the
# program; a new file is added here.
set(LLVM_MANAGED_TARGETPARSER_TESTS
  ManagedTargetInfoTest.cpp
  )
