# The version of Managed LLVM, for CMake and for scripts (scripts/lib/managed/
# version.py reads these lines). Which upstream release it is based on is in
# patches/upstream.json.

set(MANAGED_LLVM_VERSION_MAJOR 0)
set(MANAGED_LLVM_VERSION_MINOR 9)
set(MANAGED_LLVM_VERSION_PATCH 0)
set(MANAGED_LLVM_VERSION "${MANAGED_LLVM_VERSION_MAJOR}.\
${MANAGED_LLVM_VERSION_MINOR}.${MANAGED_LLVM_VERSION_PATCH}")
