# The fork's own sources in this directory. CMakeLists.txt adds the list to the
# library; a new file is added here.
set(LLVM_MANAGED_ORCJIT_SOURCES
  FaultMapGraph.cpp
  FaultMapGraphReader.cpp
  ManagedCodeBindings.cpp
  ManagedCodePlugin.cpp
  StackMapGraph.cpp
  )
