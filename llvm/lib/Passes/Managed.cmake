# The fork's own sources in this directory, and the libraries that they need.
# CMakeLists.txt adds both lists to the library; a new file is added here.
set(LLVM_MANAGED_PASSES_SOURCES
  DevirtualizationPipeline.cpp
  GCRootPipelines.cpp
  UnswitchNullChecks.cpp
  )
set(LLVM_MANAGED_PASSES_COMPONENTS
  Devirtualization
  GCTransforms
  JuliaGC
  )
