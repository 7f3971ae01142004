# What tools say that they are. For a build by upstream's CMake files, give this
# file to cmake -C, or include it before LLVM is added to a project.

include("${CMAKE_CURRENT_LIST_DIR}/ManagedVersion.cmake")
# They follow the version in a build directory that an earlier one made, too.
set(PACKAGE_VENDOR "Managed LLVM ${MANAGED_LLVM_VERSION}," CACHE STRING ""
    FORCE)
set(LLVM_VERSION_SUFFIX "+managed${MANAGED_LLVM_VERSION}" CACHE STRING ""
    FORCE)
# In parentheses; also tells cached results of LTO from upstream's.
set(LLVM_FORCE_VC_REPOSITORY "Managed LLVM" CACHE STRING "" FORCE)
set(LLVM_FORCE_VC_REVISION "${MANAGED_LLVM_VERSION}" CACHE STRING "" FORCE)
set(BUG_REPORT_URL "the issue tracker of Managed LLVM" CACHE STRING
    "Where crash reports ask for bug reports")
