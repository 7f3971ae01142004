# The sources that Managed LLVM adds to clangCodeGen.
set(CLANG_MANAGED_CODEGEN_SOURCES
  CGImplicitNullChecks.cpp
  )
