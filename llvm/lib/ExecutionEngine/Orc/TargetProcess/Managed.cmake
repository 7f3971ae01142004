# The fork's own sources in this directory, and what they need. CMakeLists.txt
# adds the lists to the library; a new file is added here.
set(LLVM_MANAGED_ORCTARGETPROCESS_SOURCES
  RegisterFaultMaps.cpp
  RegisterStackMaps.cpp
  )
set(LLVM_MANAGED_ORCTARGETPROCESS_COMPONENTS)
# Elsewhere RegisterFaultMaps.cpp does without.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND
   LLVM_NATIVE_ARCH MATCHES "^(X86|AArch64)$")
  list(APPEND LLVM_MANAGED_ORCTARGETPROCESS_COMPONENTS ManagedRuntime)
endif()
