# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_X86_SOURCES
  X86FaultingAccess.cpp
  X86ManagedTarget.cpp
  X86NullTests.cpp
  X86RegisterBits.cpp
  )
