# The sources that Managed LLVM adds to clangDriver.
set(CLANG_MANAGED_DRIVER_SOURCES
  ToolChains/Devirtualization.cpp
  ToolChains/ImplicitNullChecks.cpp
  ToolChains/ManagedMaps.cpp
  ToolChains/ManagedRuntime.cpp
  ToolChains/References.cpp
  )
