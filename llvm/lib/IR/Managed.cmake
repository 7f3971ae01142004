# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_IR_SOURCES
  GCAddressSpaces.cpp
  GCPolls.cpp
  GCStrategyTraits.cpp
  ManagedCodeBindings.cpp
  )
