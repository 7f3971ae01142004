# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_AARCH64_SOURCES
  AArch64FaultingAccess.cpp
  AArch64ManagedTarget.cpp
  AArch64NullTests.cpp
  AArch64RegisterBits.cpp
  AArch64StatepointTarget.cpp
  )
